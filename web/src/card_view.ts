// Everything about the selected node.
import { classTable } from "./class_table.ts";
import type { Colours } from "./colours.ts";
import { shownLevel, shownName } from "./data.ts";
import type { Question, Test } from "./data.ts";
import { h, replace } from "./dom.ts";
import type { Child } from "./dom.ts";
import type { State } from "./state.ts";
import { branchOf, conditionText, figure, missingText, percent, percentRange, predictionText, questionText, rowsText, countText, unseenText, valueText } from "./words.ts";

const mostLevels = 60;

export class CardView {
  readonly element = h("section", { class: "card", "aria-label": "The selected node" });

  constructor(private readonly state: State, private readonly colours: Colours) {
    for (const topic of ["selection", "shape"] as const) state.on(topic, () => this.draw());
    this.draw();
  }

  private draw(): void {
    const { tree, selected } = this.state;
    const question = tree.question(selected);
    replace(this.element, this.heading(), this.path(), this.prediction(), this.facts(), ...(question ? this.about(question) : []));
  }

  private heading(): HTMLElement {
    const { state } = this;
    const { tree, selected } = state;
    const isLeaf = tree.isLeaf(selected);
    const title = isLeaf ? `Leaf ${selected}` : `Node ${selected}`;
    const toggle = isLeaf ? undefined : h("button", { type: "button", onclick: () => state.toggle(selected) }, state.childrenOf(selected).length > 0 ? "Collapse" : "Expand");
    const parent = tree.node(selected).parent;
    const up = parent < 0 ? undefined : h("button", { type: "button", onclick: () => state.select(parent) }, "Parent");
    return h("header", {}, h("h2", {}, title), h("span", { class: "actions" }, ...[up, toggle].filter((each) => each !== undefined)));
  }

  /// The conditions that lead here; each chooses its node.
  private path(): HTMLElement {
    const { tree, selected } = this.state;
    const path = tree.path(selected).slice(1);
    if (path.length === 0) return h("p", { class: "soft" }, "All rows of the training table.");
    const chip = (id: number): HTMLElement =>
      h("li", {}, h("button", { type: "button", class: id === selected ? "chip last" : "chip", onclick: () => this.state.select(id) }, conditionText(tree, id)));
    return h("ol", { class: "path", "aria-label": "Conditions" }, ...path.map(chip));
  }

  private prediction(): HTMLElement {
    const { tree, selected } = this.state;
    const node = tree.node(selected);
    const isClass = node.data.label !== undefined;
    const text = predictionText(tree, selected);
    const title = h("p", { class: "prediction" }, h("span", { class: "soft" }, tree.isLeaf(selected) ? "Predicts " : "As a leaf it would predict "),
      isClass ? this.colours.swatch(node.data.label!) : "", h("strong", {}, text));
    const parts: Child[] = [title];
    if (node.data.weight === 0) parts.push(h("p", { class: "note" }, "No training row came here: it predicts as its parent does."));
    if (isClass) parts.push(classTable(tree.page, this.colours, node.classes.map((label, i) => ({ label, share: node.weights[i]! / node.total, weight: node.weights[i]! })), node.data.label!));
    const best = Math.max(...node.weights);
    if (isClass && tree.page.deciders && node.weights[node.classes.indexOf(node.data.label!)] !== best)
      parts.push(h("p", { class: "note" }, `Another class has more rows: ${tree.page.deciders} decided.`));
    return h("div", {}, ...parts);
  }

  private facts(): HTMLElement {
    const { tree, selected } = this.state;
    const { data } = tree.node(selected);
    const facts: [string, Child][] = [["Rows", `${countText(data.weight)} (${percent(data.weight / (tree.page.totalWeight || 1))})`]];
    if (data.low !== undefined && data.high !== undefined) facts.push(["95 % interval", this.interval(data.low, data.high)]);
    if (tree.isClassification) facts.push([tree.page.measure ?? "impurity", figure(data.impurity)]);
    else facts.push(["Standard deviation", valueText(tree.page, Math.sqrt(data.impurity))]);
    if (data.question) facts.push(["Gain", figure(data.question.gain)]);
    if (data.test) facts.push(["Test", data.test]);
    return definitions(facts);
  }
  private interval(low: number, high: number): string {
    const { page } = this.state.tree;
    if (this.state.tree.isClassification) return `${percentRange(low, high)} of this class`;
    return `${valueText(page, low)} to ${valueText(page, high)}`;
  }

  // --- the question ---

  private about(question: Question): Child[] {
    const { tree, selected } = this.state;
    const facts: [string, Child][] = [
      ["Missing values", missingText(tree, selected)],
      ["Unseen values", tree.feature(question).type === "categorical" ? unseenText(tree, selected) : undefined],
    ];
    return [
      h("h3", {}, questionText(tree, selected), question.heuristic ? h("span", { class: "note" }, " found among some orderings only") : ""),
      this.branches(question),
      definitions(facts.filter(([, value]) => value !== undefined)),
      question.surrogates ? this.surrogates(question) : undefined,
    ];
  }
  private branches(question: Question): HTMLElement {
    const { tree, selected } = this.state;
    const row = (id: number): HTMLElement => {
      const levels = this.levelsOf(question, id);
      return h("li", {}, h("button", { type: "button", class: "branch", onclick: () => this.state.select(id) },
        h("span", {}, branchOf(tree, id)), h("span", { class: "soft" }, `${rowsText(tree.node(id).data.weight)}, ${predictionText(tree, id)}`)), levels ?? "");
    };
    return h("ul", { class: "branches", "aria-label": "Branches" }, ...tree.node(selected).children.map(row));
  }
  /// All levels of a set that is too long for its branch.
  private levelsOf(question: Question, id: number): HTMLElement | undefined {
    const levels = this.sideOf(question, id);
    if (levels.length < 3) return undefined;
    const feature = this.state.tree.feature(question);
    const names = levels.slice(0, mostLevels).map((code) => shownLevel(feature, code));
    const more = levels.length > mostLevels ? `, and ${levels.length - mostLevels} more` : "";
    return h("details", {}, h("summary", {}, `${levels.length} levels`), h("p", {}, names.join(", ") + more));
  }
  private sideOf(test: Test, id: number): number[] {
    if (test.kind !== "subset") return [];
    return (test.yes === id ? test.left : test.right) ?? [];
  }
  private surrogates(question: Question): HTMLElement {
    const { tree } = this.state;
    const row = (surrogate: NonNullable<Question["surrogates"]>[number]): HTMLElement =>
      h("li", {}, `${shownName(tree.feature(surrogate))} ${surrogate.says} → ${branchOf(tree, surrogate.yes!)}`,
        h("span", { class: "soft" }, ` agrees in ${percent(surrogate.agreeing / surrogate.known)} of ${rowsText(surrogate.known)}`));
    return h("div", {}, h("h4", {}, "Surrogates, in order"), h("ol", { class: "surrogates" }, ...question.surrogates!.map(row)));
  }
}

function definitions(facts: [string, Child][]): HTMLElement {
  return h("dl", {}, ...facts.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value ?? "")]));
}
