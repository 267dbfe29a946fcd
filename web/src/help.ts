// What the keys do, what colours mean, and what the model is.
import type { Colours } from "./colours.ts";
import { shownName } from "./data.ts";
import type { PageData } from "./data.ts";
import { h } from "./dom.ts";
import { className } from "./words.ts";

const keysOfTree: [keys: string, what: string][] = [
  ["↑ ↓ ← →", "parent, heaviest branch, neighbours in the level"],
  ["Enter", "open or close the node"],
  ["+  −  0", "larger, smaller, all of it"],
  ["Home", "the root"],
];
const keysOfPage: [keys: string, what: string][] = [
  ["/", "search; Enter and Shift + Enter go through what was found"],
  ["?", "this page"],
  ["Esc", "close it, leave the search"],
];

export class Help {
  readonly element: HTMLDialogElement;

  constructor(page: PageData, colours: Colours) {
    const close = h("button", { type: "button", onclick: () => this.element.close() }, "Close");
    const keys = page.list ? keysOfPage.slice(1) : [...keysOfTree, ...keysOfPage];
    this.element = h("dialog", { class: "help", "aria-labelledby": "help-title" },
      h("header", {}, h("h2", { id: "help-title" }, "Help"), close),
      h("h3", {}, "Keys"),
      h("dl", { class: "keys" }, ...keys.flatMap(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)])),
      h("h3", {}, "Colours"), legend(page, colours),
      h("h3", {}, "Model"),
      h("dl", {}, ...[["Target", shownName(page.target)] as const, ...page.options, ["Treewright", page.version] as const].flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])));
    this.element.addEventListener("click", (event) => {
      if (event.target === this.element) this.element.close();
    });
  }

  open(): void {
    if (!this.element.open) this.element.showModal();
  }
}

function legend(page: PageData, colours: Colours): HTMLElement {
  if (!page.classes) return h("p", {}, "The deeper the blue, the higher the mean. The mark on the line of a node shows where its mean lies between the lowest and the highest leaf.");
  return h("ul", { class: "legend" }, ...page.classes.slice(0, 60).map((_, label) => h("li", {}, colours.swatch(label), h("span", {}, className(page, label)))),
    page.classes.length > 60 ? h("li", {}, `and ${page.classes.length - 60} more`) : "");
}
