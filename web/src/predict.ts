// The evaluator: what `treewright predict` answers, computed from the lowered tree with the same operations in the same order, so that
// the answers are the same doubles. C++: src/treewright/tree/lowered.h (steps), src/treewright/prediction/predict.cpp (mixtures).
import { isCategory } from "./data.ts";
import type { Question, SurrogateData, Test } from "./data.ts";
import type { Tree } from "./model.ts";

/// One cell per feature: a number (NaN: missing), or for a category the position of its level, `missing` or `unseen`.
export type Row = readonly number[];
export const missing = -1;
export const unseen = -2;

export function isUnknown(tree: Tree, feature: number, cell: number): boolean {
  return isCategory(tree.features[feature]!) ? cell < 0 : Number.isNaN(cell);
}
export function missingCell(tree: Tree, feature: number): number {
  return isCategory(tree.features[feature]!) ? missing : Number.NaN;
}

/// The step that a test itself leads to; none for a value that it cannot decide on.
export function stepByTest(tree: Tree, test: Test, row: Row): number | undefined {
  const cell = row[test.feature]!;
  switch (test.kind) {
    case "is_missing":
      return isUnknown(tree, test.feature, cell) ? test.yes : test.no;
    case "threshold":
      if (Number.isNaN(cell)) return undefined;
      return cell <= test.threshold! ? test.yes : test.no;
    case "multiway":
      return test.byLevel![cell];
    case "subset":
      if (tree.left(test).has(cell)) return test.yes;
      return tree.right(test).has(cell) ? test.no : undefined;
  }
}

/// Where a row goes from a step, and what decided.
export type Way =
  | { by: "test" | "absent" | "missing" | "unseen"; to: number }
  | { by: "surrogate"; to: number; surrogate: SurrogateData }
  | { by: "parts"; parts: readonly [step: number, share: number][] };

export function wayFrom(tree: Tree, question: Question, row: Row): Way {
  const own = stepByTest(tree, question, row);
  if (own !== undefined) return { by: "test", to: own };
  const cell = row[question.feature]!;
  const byCode = isCategory(tree.feature(question));
  if (byCode && question.kind === "subset" && cell >= 0) return { by: "absent", to: question.absent! };
  if (question.parts) return { by: "parts", parts: question.parts };
  for (const surrogate of question.surrogates ?? []) {
    const to = stepByTest(tree, surrogate, row);
    if (to !== undefined) return { by: "surrogate", to, surrogate };
  }
  return byCode && cell !== missing ? { by: "unseen", to: question.unseen } : { by: "missing", to: question.missing };
}

export interface LeafShare {
  leaf: number;
  share: number;
}

/// The leaves that a row ends in, in preorder.
export function leafShares(tree: Tree, row: Row): LeafShare[] {
  const leaves: LeafShare[] = [];
  const waiting: LeafShare[] = [{ leaf: 0, share: 1 }];
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    const question = tree.question(at.leaf);
    if (!question) {
      leaves.push(at);
      continue;
    }
    const way = wayFrom(tree, question, row);
    if (way.by !== "parts") waiting.push({ leaf: way.to, share: at.share });
    else for (const [step, share] of [...way.parts].reverse()) waiting.push({ leaf: step, share: at.share * share });
  }
  return leaves;
}

const rounding = 1e-6;
/// The leaf with the largest share; ties (to a millionth): the first.
export function mainLeaf(leaves: readonly LeafShare[]): number {
  let best: LeafShare = { leaf: 0, share: 0 };
  for (const each of leaves) if (each.share > best.share * (1 + rounding)) best = each;
  return best.leaf;
}

/// The class shares of a node, of all classes.
export function probabilitiesOf(tree: Tree, id: number): number[] {
  const shares = new Array<number>(tree.page.classes!.length).fill(0);
  const { classes, weights, total } = tree.node(id);
  classes.forEach((label, i) => (shares[label] = weights[i]! / total));
  return shares;
}

const labelTolerance = 1e-12;
/// The class of least expected loss; ties: the first.
export function cheapestClass(tree: Tree, probabilities: readonly number[]): number {
  const classes = probabilities.length;
  const losses = tree.page.losses;
  const expected = new Array<number>(classes).fill(0);
  for (let predicted = 0; predicted < classes; ++predicted)
    for (let truth = 0; truth < classes; ++truth)
      if (truth !== predicted) expected[predicted]! += probabilities[truth]! * (losses ? losses[truth * classes + predicted]! : 1);
  const least = expected.reduce((a, b) => (b < a ? b : a));
  const sum = expected.reduce((a, b) => a + b, 0);
  const line = least + labelTolerance * Math.max(least, sum);
  return expected.findIndex((loss) => loss <= line);
}

/// A model that was trained to refuse missing values refuses this one.
export interface Refusal {
  node: number;
  feature: number;
}

export interface Answer {
  leaf: number;
  label: number;
  value: number;
  probabilities: number[];
  leaves: LeafShare[];
  refusal?: Refusal;
}

export function findRefusal(tree: Tree, row: Row): Refusal | undefined {
  if (!tree.page.refuses) return undefined;
  for (let at = 0, question = tree.question(0); question; question = tree.question(at)) {
    if (isUnknown(tree, question.feature, row[question.feature]!)) return { node: at, feature: question.feature };
    const way = wayFrom(tree, question, row);
    if (way.by === "parts") return undefined;
    at = way.to;
  }
  return undefined;
}

export function predict(tree: Tree, row: Row): Answer {
  const leaves = leafShares(tree, row);
  const leaf = mainLeaf(leaves);
  const refusal = findRefusal(tree, row);
  const answer: Answer = { leaf, label: tree.node(leaf).data.label ?? -1, value: tree.node(leaf).data.mean ?? 0, probabilities: [], leaves };
  if (refusal) answer.refusal = refusal;
  if (tree.isClassification) mixClasses(tree, answer);
  else if (leaves.length > 1) answer.value = leaves.reduce((sum, each) => sum + each.share * tree.node(each.leaf).data.mean!, 0);
  return answer;
}

function mixClasses(tree: Tree, answer: Answer): void {
  if (answer.leaves.length === 1) {
    answer.probabilities = probabilitiesOf(tree, answer.leaf);
    return;
  }
  const mixed = new Array<number>(tree.page.classes!.length).fill(0);
  for (const { leaf, share } of answer.leaves) {
    const { classes, weights, total } = tree.node(leaf);
    classes.forEach((label, i) => (mixed[label]! += share * (weights[i]! / total)));
  }
  answer.probabilities = mixed;
  answer.label = cheapestClass(tree, mixed);
}

/// The path to the leaf that holds most of a row, and what decided at each question.
export function wayOf(tree: Tree, row: Row, leaf: number): { node: number; way: Way }[] {
  return tree.path(leaf).slice(0, -1).map((node) => ({ node, way: wayFrom(tree, tree.question(node)!, row) }));
}
