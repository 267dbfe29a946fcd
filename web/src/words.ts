// Numbers and sentences. Wording of questions and branches comes with the data; what is here is about rows, classes and places in the page.
import { isCategory, shownLevel, shownName } from "./data.ts";
import type { Feature, PageData } from "./data.ts";
import { momentText } from "./dates.ts";
import type { Tree } from "./model.ts";
import type { Way } from "./predict.ts";

/// At most that many significant digits, without needless zeros.
export function shortNumber(value: number, digits = 6): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "missing" : value > 0 ? "infinite" : "−infinite";
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value).replace("-", "−");
  return String(Number(value.toPrecision(digits))).replace("-", "−");
}

/// A number of rows; parts of rows to four digits.
export function countText(weight: number): string {
  return shortNumber(weight, weight < 1000 ? 4 : 6);
}
export function rowsText(weight: number): string {
  return `${countText(weight)} ${weight === 1 ? "row" : "rows"}`;
}
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : noun.endsWith("ch") ? "es" : "s"}`;
}

/// One decimal where that would be 0 or 100 without being so.
export function percent(share: number): string {
  const whole = Math.round(share * 100);
  const hides = (whole === 0 && share > 0) || (whole === 100 && share < 1);
  return `${hides ? (Math.min(Math.max(share, 0.001), 0.999) * 100).toFixed(1) : whole} %`;
}

/// Both ends with as many decimals as tell them apart.
export function percentRange(low: number, high: number): string {
  if (low === high || percent(low) !== percent(high)) return `${percent(low)} to ${percent(high)}`;
  return `${(low * 100).toFixed(1)} to ${(high * 100).toFixed(1)} %`;
}

export function figure(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return shortNumber(value);
  return (Math.abs(value) < 0.01 ? value.toPrecision(2) : Math.abs(value) < 1e6 ? value.toFixed(3) : value.toPrecision(6)).replace("-", "−");
}

/// A number that the model predicts.
export function valueText(page: PageData, value: number): string {
  return page.decimals === undefined ? shortNumber(value, 8) : value.toFixed(page.decimals).replace("-", "−");
}

export function className(page: PageData, label: number): string {
  return page.shownClasses?.[label] ?? page.classes?.[label] ?? "";
}

/// What a node predicts, in one word.
export function predictionText(tree: Tree, id: number): string {
  const { label, mean } = tree.node(id).data;
  return label === undefined ? valueText(tree.page, mean ?? 0) : className(tree.page, label);
}

export function cellText(feature: Feature, cell: number): string {
  if (isCategory(feature)) return shownLevel(feature, cell);
  if (Number.isNaN(cell)) return "missing";
  if (feature.type === "ordered") return shownLevel(feature, cell);
  return feature.type === "numeric" ? shortNumber(cell, 15) : momentText(cell, feature.type);
}

export function questionText(tree: Tree, id: number): string {
  const question = tree.question(id)!;
  return `${shownName(tree.feature(question))} ${question.asks}`.trim();
}
/// The condition that leads to a node from its parent.
export function conditionText(tree: Tree, id: number): string {
  const node = tree.node(id);
  if (node.parent < 0) return "all rows";
  return `${shownName(tree.feature(tree.question(node.parent)!))} ${node.data.says ?? node.data.branch ?? ""}`;
}
export function branchOf(tree: Tree, id: number): string {
  return tree.node(id).data.branch ?? "";
}

/// The conditions of a path, of each feature only those that still say something: the last bound on each side, the last set.
export function mergedConditions(tree: Tree, id: number): string[] {
  const conditions = new Map<number, Map<string, string>>();
  for (const node of tree.path(id).slice(1)) {
    const question = tree.question(tree.node(node).parent)!;
    const side = question.kind === "threshold" ? (question.yes === node ? "≤" : ">") : question.kind;
    if (!conditions.has(question.feature)) conditions.set(question.feature, new Map());
    conditions.get(question.feature)!.set(side, tree.node(node).data.says ?? tree.node(node).data.branch ?? "");
  }
  return [...conditions].map(([feature, says]) => `${shownName(tree.features[feature]!)} ${[...says.values()].join(" and ")}`);
}
export function ruleText(tree: Tree, id: number): string {
  const conditions = mergedConditions(tree, id);
  return conditions.length === 0 ? "every row" : conditions.join(", ");
}

/// Why a row goes where it goes although the question's own value does not decide; empty where it does.
export function detourText(tree: Tree, way: Way): string {
  switch (way.by) {
    case "test": return "";
    case "absent": return "no training row had this level here: it goes to the largest branch";
    case "missing": return `no value: it goes to “${branchOf(tree, way.to)}”`;
    case "unseen": return `training never saw this value: it goes to “${branchOf(tree, way.to)}”`;
    case "parts": return way.parts.map(([step, share]) => `${percent(share)} of the row goes to “${branchOf(tree, step)}”`).join(", ");
    case "surrogate": {
      const { surrogate } = way;
      const agrees = percent(surrogate.agreeing / surrogate.known);
      return `the surrogate “${shownName(tree.feature(surrogate))} ${surrogate.says}” stands in; it agreed in ${agrees} of the rows`;
    }
  }
}

/// Where rows go that a question gets no value of.
export function missingText(tree: Tree, id: number): string {
  const question = tree.question(id)!;
  if (tree.page.refuses) return "A row without this value is refused.";
  if (question.kind === "is_missing") return "Whether the value is missing is the question itself.";
  if (question.parts) return `A row goes down all branches, in parts: ${question.parts.map(([step, share]) => `${percent(share)} to “${branchOf(tree, step)}”`).join(", ")}.`;
  const otherwise = `${question.surrogates ? "Without a value for these, it" : "It"} goes to “${branchOf(tree, question.missing)}”.`;
  return question.surrogates ? `The first surrogate that has a value decides. ${otherwise}` : otherwise;
}
export function unseenText(tree: Tree, id: number): string {
  const question = tree.question(id)!;
  if (tree.page.refuses) return "A row with a level that training never saw is refused.";
  if (question.parts || question.surrogates) return "As if it were missing.";
  return `It goes to “${branchOf(tree, question.unseen)}”.`;
}
