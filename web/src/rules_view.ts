// The leaves of the tree as rules, in a table that is filtered like the tree.
import type { Colours } from "./colours.ts";
import { h } from "./dom.ts";
import type { State } from "./state.ts";
import { VirtualTable } from "./virtual_table.ts";
import type { TableColumn } from "./virtual_table.ts";
import { percent, predictionText, ruleText, countText, valueText } from "./words.ts";

const longestTitle = 600;

export class RulesView {
  readonly element: HTMLElement;
  private readonly table: VirtualTable;
  private readonly count = h("p", { class: "count", role: "status" });
  private readonly leaves: number[];

  constructor(private readonly state: State, private readonly colours: Colours) {
    this.leaves = state.tree.nodes.filter((node) => node.children.length === 0).map((node) => node.id);
    this.table = new VirtualTable(this.columns(), "Rules", (leaf) => state.select(leaf), "rule");
    this.element = h("div", { class: "rules-view" }, this.count, this.table.element);
    for (const topic of ["shape", "marks", "row"] as const) state.on(topic, () => this.fill());
    state.on("selection", () => this.table.show(state.selected));
    this.fill();
  }

  private fill(): void {
    const { state } = this;
    const found = this.foundNodes();
    const shown = this.leaves.filter((leaf) => state.passes(leaf) && state.isDrawn(leaf) && (!found || found[leaf]));
    this.count.textContent = shown.length === this.leaves.length ? `${shown.length} rules` : `${shown.length} of ${this.leaves.length} rules`;
    this.table.setRows(shown);
    this.table.show(state.selected);
  }
  /// A rule is found if its leaf is, or a node on its path.
  private foundNodes(): boolean[] | undefined {
    const { tree, found, foundSet } = this.state;
    if (found.length === 0) return undefined;
    const isFound: boolean[] = [];
    for (const node of tree.nodes) isFound.push(foundSet.has(node.id) || (node.parent >= 0 && isFound[node.parent]!));
    return isFound;
  }

  private columns(): TableColumn[] {
    const { tree } = this.state;
    const isClass = tree.isClassification;
    const quality: TableColumn = isClass
      ? { name: "Confidence", className: "number quality", cell: (leaf) => [percent(tree.confidence(leaf))], key: (leaf) => tree.confidence(leaf) }
      : { name: "± sd", className: "number quality", cell: (leaf) => [valueText(tree.page, Math.sqrt(tree.node(leaf).data.impurity))], key: (leaf) => tree.node(leaf).data.impurity };
    return [
      { name: "Leaf", className: "number id", cell: (leaf) => [String(leaf)], key: (leaf) => leaf },
      { name: "Predicts", className: "prediction", cell: (leaf) => this.prediction(leaf), key: (leaf) => (isClass ? predictionText(tree, leaf) : tree.node(leaf).data.mean!) },
      { name: "Rows", className: "number", cell: (leaf) => [countText(tree.node(leaf).data.weight)], key: (leaf) => tree.node(leaf).data.weight },
      quality,
      { name: "If", className: "rule", cell: (leaf) => [this.rule(leaf)] },
    ];
  }
  private prediction(leaf: number): (Node | string)[] {
    const { tree } = this.state;
    const { label } = tree.node(leaf).data;
    const text = predictionText(tree, leaf);
    return label === undefined ? [text] : [this.colours.swatch(label), h("span", { title: text.slice(0, longestTitle) }, text)];
  }
  private rule(leaf: number): HTMLElement {
    const text = ruleText(this.state.tree, leaf);
    return h("span", { title: text.slice(0, longestTitle), class: this.state.followed?.shares.has(leaf) ? "followed" : undefined }, text.length > longestTitle ? `${text.slice(0, longestTitle)}…` : text);
  }
}
