// The nearest other answer in words, and a button that takes it over.
import { shownName } from "./data.ts";
import { h, replace } from "./dom.ts";
import { answerText } from "./reasons.ts";
import type { Tree } from "./model.ts";
import { predict } from "./predict.ts";
import type { Answer, Row } from "./predict.ts";
import type { State } from "./state.ts";
import { WhatIf } from "./what_if.ts";
import type { Change, Differs, OtherAnswer } from "./what_if.ts";
import { cellText, className, percent } from "./words.ts";

export class WhatIfView {
  readonly element = h("section", { class: "what-if", "aria-label": "What if" });
  private readonly search: WhatIf;
  private readonly choice: HTMLSelectElement;
  private readonly result = h("div", { "aria-live": "polite" });
  private row: Row = [];
  private answer: Answer | undefined;

  constructor(private readonly state: State, private readonly take: (row: readonly number[]) => void) {
    this.search = new WhatIf(state.tree);
    this.choice = this.choices();
    replace(this.element, h("h3", {}, "What if"), h("label", { class: "inline" }, "Nearest row that gives ", this.choice), this.result);
    this.choice.addEventListener("change", () => this.draw());
  }

  show(row: Row, answer: Answer | undefined): void {
    this.row = row;
    this.answer = answer;
    this.element.hidden = answer === undefined;
    if (answer) this.draw();
  }

  private choices(): HTMLSelectElement {
    const { tree } = this.state;
    const option = (value: string, text: string): HTMLOptionElement => h("option", { value }, text);
    if (!tree.isClassification) return h("select", {}, option("other", "another number"), option("higher", "a higher number"), option("lower", "a lower number"));
    const predicted = new Set(tree.nodes.filter((node) => node.children.length === 0).map((node) => node.data.label!));
    return h("select", {}, option("other", "another class"), ...[...predicted].sort((a, b) => a - b).map((label) => option(String(label), className(tree.page, label))));
  }
  private differs(from: Answer): Differs {
    const wanted = this.choice.value;
    if (!this.state.tree.isClassification)
      return (answer) => (wanted === "higher" ? answer.value > from.value : wanted === "lower" ? answer.value < from.value : answer.value !== from.value);
    return (answer) => answer.label !== from.label && (wanted === "other" || answer.label === Number(wanted));
  }

  private draw(): void {
    const { answer } = this;
    if (!answer) return;
    if (this.state.tree.isClassification && this.choice.value === String(answer.label) && !answer.refusal)
      return replace(this.result, h("p", { class: "soft" }, "That is the answer already."));
    const found = this.search.find(this.row, answer.refusal ? () => true : this.differs(answer));
    replace(this.result, found ? this.found(found) : h("p", { class: "soft" }, "No change of these values gives that answer."));
  }
  private found(other: OtherAnswer): HTMLElement {
    const { tree } = this.state;
    const probability = tree.isClassification ? ` (${percent(other.answer.probabilities[other.answer.label]!)})` : "";
    return h("div", {}, h("ul", { class: "changes" }, ...other.changes.map((change) => this.change(change))),
      h("p", {}, "Then it predicts ", h("strong", {}, answerText(this.state, other.answer)), `${probability}.`),
      h("button", { type: "button", onclick: () => this.take(readable(tree, other)) }, "Follow this row"));
  }
  private change(change: Change): HTMLElement {
    const feature = this.state.tree.features[change.feature]!;
    const isWhole = feature.type === "date" || feature.type === "ordered";
    const words = { above: "above ", atMost: "at most ", is: "" }[isWhole ? "is" : change.side];
    const to = cellText(feature, isWhole || change.side === "is" ? change.to : change.bound);
    return h("li", {}, h("strong", {}, shownName(feature)), `: ${cellText(feature, change.from)} → ${words}${to}`);
  }
}

/// The next double above a threshold is not a number to read: a short one close to it is taken if it leads to the same leaf.
function readable(tree: Tree, other: OtherAnswer): number[] {
  const row = [...other.row];
  for (const { feature, side, bound } of other.changes) {
    if (side !== "above") continue;
    const size = Math.floor(Math.log10(Math.abs(bound) || 1));
    for (let digits = 2; digits <= 12; ++digits) {
      const step = 10 ** (size - digits);
      const candidate = Number(((Math.floor(bound / step) + 1) * step).toPrecision(15));
      const tried = [...row];
      tried[feature] = candidate;
      if (!(candidate > bound) || predict(tree, tried).leaf !== other.answer.leaf) continue;
      row[feature] = candidate;
      break;
    }
  }
  return row;
}
