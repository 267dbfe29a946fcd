// Search, filters and the buttons of the drawing.
import { h, oncePerFrame, replace } from "./dom.ts";
import type { State } from "./state.ts";
import { counted, percent, shortNumber, valueText } from "./words.ts";

const steps = 100;

export class SearchBox {
  readonly element: HTMLElement;
  readonly input = h("input", { type: "search", placeholder: "Search", "aria-label": "Search features, levels and classes", spellcheck: "false" });
  private readonly count = h("span", { class: "matches", role: "status" });
  private at = -1;

  constructor(private readonly state: State) {
    this.element = h("div", { class: "search", role: "search" }, this.input, this.count);
    const search = oncePerFrame(() => this.search());
    this.input.addEventListener("input", search);
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.step(event.shiftKey ? -1 : 1);
      else if (event.key === "Escape") this.clear();
      else return;
      event.preventDefault();
    });
  }

  private search(): void {
    this.at = -1;
    this.state.search(this.input.value);
    this.tell();
  }
  private clear(): void {
    this.input.value = "";
    this.search();
    this.input.blur();
  }
  private step(by: number): void {
    const { found } = this.state;
    if (found.length === 0) return;
    this.at = this.at < 0 && by < 0 ? found.length - 1 : (this.at + by + found.length) % found.length;
    this.state.select(found[this.at]!);
    this.tell();
  }
  private tell(): void {
    const { found } = this.state;
    const text = this.input.value.trim() === "" ? "" : found.length === 0 ? "nothing found" : this.at < 0 ? counted(found.length, "match") : `${this.at + 1} of ${found.length}`;
    replace(this.count, text);
  }
}

/// Sliders for depth, rows and confidence. Rows are on a scale of equal ratios.
export class FilterBox {
  readonly element: HTMLElement;
  private readonly reset = h("button", { type: "button", class: "link", onclick: () => this.clear() }, "Reset");

  constructor(private readonly state: State) {
    const { tree } = state;
    this.element = h("div", { class: "filters", role: "group", "aria-label": "Filters" });
    const total = tree.node(0).data.weight;
    const widest = Math.sqrt(Math.max(...tree.nodes.map((node) => node.data.impurity), 0));
    const rowsAt = (step: number): number => (step === 0 ? 0 : Math.max(1, Math.round(total ** (step / steps))));
    this.element.append(
      this.slider("Depth", tree.maxDepth, tree.maxDepth, (step) => state.filter({ depth: step }), (step) => String(step)),
      this.slider("Rows at least", steps, 0, (step) => state.filter({ minRows: rowsAt(step) }), (step) => shortNumber(rowsAt(step))),
      tree.isClassification
        ? this.slider("Confidence at least", steps, 0, (step) => state.filter({ confidence: step / steps }), (step) => percent(step / steps))
        : this.slider("sd at most", steps, steps, (step) => state.filter({ confidence: step === steps ? Infinity : (widest * step) / steps }), (step) => (step === steps ? "any" : valueText(tree.page, (widest * step) / steps))),
      this.reset);
    state.on("marks", () => (this.reset.hidden = !state.isFiltered));
    this.reset.hidden = true;
  }

  private slider(name: string, most: number, start: number, act: (step: number) => void, text: (step: number) => string): HTMLElement {
    const shown = h("output", {}, text(start));
    const input = h("input", { type: "range", min: 0, max: most, step: 1, value: start, "aria-label": name, "data-start": start });
    const apply = oncePerFrame(() => act(Number(input.value)));
    input.addEventListener("input", () => {
      shown.textContent = text(Number(input.value));
      input.setAttribute("aria-valuetext", text(Number(input.value)));
      apply();
    });
    return h("label", { class: "filter" }, h("span", {}, name), input, shown);
  }
  private clear(): void {
    for (const input of this.element.querySelectorAll("input")) {
      input.value = input.getAttribute("data-start")!;
      input.dispatchEvent(new Event("input"));
    }
    this.state.filter(this.state.noFilters());
  }
}

export function drawingButtons(actions: readonly { text: string; label: string; act: () => void }[]): HTMLElement {
  return h("div", { class: "buttons", role: "group", "aria-label": "Drawing" },
    ...actions.map(({ text, label, act }) => h("button", { type: "button", "aria-label": label, title: label, onclick: act }, text)));
}
