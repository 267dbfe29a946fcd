// Classes with their shares and bars, the largest first.
import type { Colours } from "./colours.ts";
import { h, s } from "./dom.ts";
import type { PageData } from "./data.ts";
import { className, percent, countText } from "./words.ts";

export interface ClassShare {
  label: number;
  share: number;
  weight?: number;
}

const mostAtFirst = 8;

export function classTable(page: PageData, colours: Colours, shares: readonly ClassShare[], predicted: number): HTMLElement {
  const sorted = [...shares].filter((each) => each.share > 0 || each.label === predicted)
    .sort((a, b) => b.share - a.share || Number(b.label === predicted) - Number(a.label === predicted) || a.label - b.label);
  const body = h("tbody", {}, ...sorted.slice(0, mostAtFirst).map((each) => classRow(page, colours, each, predicted)));
  const table = h("table", { class: "class-table" }, h("colgroup", {}, ...["name", "bar", "share", "rows"].map((name) => h("col", { class: `of-${name}` }))),
    h("thead", { class: "visually-hidden" }, h("tr", {}, h("th", { scope: "col" }, "Class"), h("th", { scope: "col" }, "Bar"), h("th", { scope: "col" }, "Share"), h("th", { scope: "col" }, "Rows"))), body);
  if (sorted.length <= mostAtFirst) return table;
  const more = h("button", { type: "button", class: "link", onclick: () => {
    body.replaceChildren(...sorted.map((each) => classRow(page, colours, each, predicted)));
    more.remove();
  } }, `All ${sorted.length} classes`);
  return h("div", {}, table, more);
}

function classRow(page: PageData, colours: Colours, each: ClassShare, predicted: number): HTMLElement {
  const bar = s("svg", { class: "share", "aria-hidden": "true" },
    s("rect", { class: "track", width: "100%", height: 8 }), s("rect", { width: `${each.share * 100}%`, height: 8, fill: colours.ofClass(each.label) }));
  const name = className(page, each.label);
  return h("tr", { class: each.label === predicted ? "predicted" : undefined },
    h("th", { scope: "row" }, colours.swatch(each.label), h("span", { title: name.slice(0, 600) }, name)),
    h("td", { class: "bar" }, bar),
    h("td", { class: "number" }, percent(each.share)),
    each.weight === undefined ? h("td") : h("td", { class: "number soft" }, countText(each.weight)));
}
