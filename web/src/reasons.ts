// The path of a row in words: what each question saw and where it led.
import { classTable } from "./class_table.ts";
import type { Colours } from "./colours.ts";
import { shownName } from "./data.ts";
import { h } from "./dom.ts";
import { findRefusal, wayOf } from "./predict.ts";
import type { Answer, Row } from "./predict.ts";
import type { State } from "./state.ts";
import { branchOf, cellText, className, detourText, percent, predictionText, valueText } from "./words.ts";

const mostLeaves = 12;

export function answerText(state: State, answer: Answer): string {
  return state.tree.isClassification ? className(state.tree.page, answer.label) : valueText(state.tree.page, answer.value);
}

export function reasons(state: State, row: Row, answer: Answer): HTMLElement {
  const { tree } = state;
  const refusal = findRefusal(tree, row);
  if (refusal) return h("p", { class: "note" }, `Refused: “${shownName(tree.features[refusal.feature]!)}” is missing or was never seen in training, and this model does not predict such rows. Fill it in.`);
  const steps = wayOf(tree, row, answer.leaf).map(({ node, way }) => {
    const feature = tree.feature(tree.question(node)!);
    const next = tree.path(answer.leaf)[tree.node(node).depth + 1]!;
    const detour = detourText(tree, way);
    return h("li", {}, h("button", { type: "button", class: "step", onclick: () => state.select(next) },
      h("span", {}, `${shownName(feature)} = ${cellText(feature, row[tree.question(node)!.feature]!)}`), h("span", { class: "soft" }, branchOf(tree, next))),
      detour ? h("small", { class: "note" }, detour) : "");
  });
  return h("div", {}, h("ol", { class: "steps", "aria-label": "The path of the row" }, ...steps), answer.leaves.length > 1 ? leavesTable(state, answer) : "");
}

function leavesTable(state: State, answer: Answer): HTMLElement {
  const sorted = [...answer.leaves].sort((a, b) => b.share - a.share);
  const row = ({ leaf, share }: { leaf: number; share: number }): HTMLElement =>
    h("li", {}, h("button", { type: "button", class: "step", onclick: () => state.select(leaf) },
      h("span", {}, `${percent(share)} in leaf ${leaf}`), h("span", { class: "soft" }, predictionText(state.tree, leaf))));
  const more = sorted.length > mostLeaves ? h("p", { class: "soft" }, `and ${sorted.length - mostLeaves} more leaves`) : "";
  return h("div", {}, h("h4", {}, "The row ends in several leaves"), h("ul", { class: "steps" }, ...sorted.slice(0, mostLeaves).map(row)), more);
}

/// The prediction with the shares behind it.
export function answerCard(state: State, colours: Colours, answer: Answer): HTMLElement {
  const { tree } = state;
  if (answer.refusal) return h("div");
  const text = answerText(state, answer);
  if (!tree.isClassification) return h("p", { class: "prediction" }, h("span", { class: "soft" }, "Predicts "), h("strong", {}, text));
  const best = Math.max(...answer.probabilities);
  const decided = tree.page.deciders && answer.probabilities[answer.label]! < best ? h("p", { class: "note" }, `Another class has the larger share: ${tree.page.deciders} decided.`) : "";
  return h("div", {}, h("p", { class: "prediction" }, h("span", { class: "soft" }, "Predicts "), colours.swatch(answer.label), h("strong", {}, text)),
    classTable(tree.page, colours, answer.probabilities.map((share, label) => ({ label, share })), answer.label), decided);
}
