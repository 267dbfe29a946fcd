// The page: reads the data, makes the views, places them.
import { CardView } from "./card_view.ts";
import { Colours } from "./colours.ts";
import { readPageData, shownName } from "./data.ts";
import type { PageData } from "./data.ts";
import { h } from "./dom.ts";
import { Help } from "./help.ts";
import { IcicleView } from "./icicle_view.ts";
import { ListPage } from "./list_page.ts";
import { Tree } from "./model.ts";
import { RowView } from "./row_view.ts";
import { RulesView } from "./rules_view.ts";
import { State } from "./state.ts";
import { Tabs } from "./tabs.ts";
import { themeButton } from "./theme.ts";
import { FilterBox, SearchBox, drawingButtons } from "./toolbar.ts";
import { TreeView } from "./tree_view.ts";
import { counted, rowsText } from "./words.ts";

/// Below this scale a tree that does not fit is shown in part.
const leastReadable = 0.85;

function header(page: PageData, summary: string, help: Help, ...tools: HTMLElement[]): HTMLElement {
  const helpButton = h("button", { type: "button", class: "help-button", "aria-label": "Help", title: "Help (?)", onclick: () => help.open() }, "?");
  return h("header", { class: "top" }, h("div", { class: "name" }, h("h1", { title: shownName(page.target).slice(0, 600) }, shownName(page.target)), h("p", { class: "summary" }, summary)), ...tools, themeButton(), helpButton);
}

function listenForKeys(help: Help, search: HTMLInputElement | undefined): void {
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLSelectElement;
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "?") help.open();
    else if (event.key === "/" && search) search.focus();
    else return;
    event.preventDefault();
  });
}

/// Side by side where there is room; one panel at a time, chosen by tabs, where there is not.
function place(main: HTMLElement[], side: HTMLElement[], names: string[]): HTMLElement {
  const narrow = new Tabs([...main, ...side].map((element, i) => ({ name: names[i]!, element })), "Views", "view");
  const sideBar = h("div", { class: "side-bar" });
  const bar = new Tabs(side.map((element, i) => ({ name: names[main.length + i]!, element: wrapped(element) })), "Details", "side");
  sideBar.append(bar.bar);
  narrow.bar.classList.add("narrow-only");
  return h("main", {}, narrow.bar, h("div", { class: "panels" }, ...main, h("aside", { class: "side", "aria-label": "Details" }, sideBar, ...side.map((element) => element.parentElement!))));
}
function wrapped(element: HTMLElement): HTMLElement {
  return h("div", { class: "side-panel" }, element);
}

function treePage(page: PageData): void {
  const tree = new Tree(page);
  const state = new State(tree);
  const colours = new Colours(page, tree);
  const help = new Help(page, colours);
  const search = new SearchBox(state);
  const view = new TreeView(state, colours);
  const actions = [
    { text: "+", label: "Zoom in (+)", act: () => view.zoomIn() },
    { text: "−", label: "Zoom out (-)", act: () => view.zoomOut() },
    { text: "Fit", label: "Fit: show all of it (0)", act: () => view.fit() },
    { text: "Expand", label: "Expand all nodes", act: () => state.expandAll() },
    { text: "Collapse", label: "Collapse all nodes", act: () => { state.collapseAll(); view.fit(leastReadable); } },
  ];
  const leaves = tree.node(0).leavesBelow;
  const summary = `${leaves === 1 ? "1 leaf" : `${leaves} leaves`} · depth ${tree.maxDepth} · ${rowsText(page.totalWeight)}`;
  const drawing = h("div", { class: "panel tree-panel" }, h("div", { class: "strip" }, new FilterBox(state).element, drawingButtons(actions)), view.element);
  const icicle = h("div", { class: "panel icicle-panel" }, new IcicleView(state, colours).element);
  const rules = h("div", { class: "panel rules-panel" }, new RulesView(state, colours).element);
  const side = [new CardView(state, colours).element, new RowView(state, colours).element];
  document.body.append(header(page, summary, help, search.element), place([drawing, icicle, rules], side, ["Tree", "Icicle", "Rules", "Node", "Follow a row"]), help.element);
  listenForKeys(help, search.input);
  view.fit(leastReadable);
}

function listPage(page: PageData): void {
  const colours = new Colours(page, undefined);
  const help = new Help(page, colours);
  const view = new ListPage(page, colours);
  const summary = `rule list · ${counted(page.list!.rules.length, "rule")} and a default · ${rowsText(page.totalWeight)}`;
  const rules = h("div", { class: "panel rules-panel list" }, view.rules);
  document.body.append(header(page, summary, help), place([rules], [view.card, view.row], ["Rules", "Rule", "Follow a row"]), help.element);
  listenForKeys(help, undefined);
}

const page = readPageData();
if (page.kind === "tree") treePage(page);
else listPage(page);
document.documentElement.setAttribute("data-ready", "");
