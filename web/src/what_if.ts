// The nearest other answer: which row with another prediction differs in the fewest features, and among those by the least change. A number's
// change counts as a share of its feature's range in the tree, that of its thresholds; another level, or a value for a missing one, counts 1.
//
// A leaf is reached by rows whose cells lie in an interval or a set for each feature, so the nearest row of every leaf is made cell by cell
// and the best of them is the answer. Where a cell of the row is missing, a candidate is checked by predicting it.
import { isCategory } from "./data.ts";
import type { Question } from "./data.ts";
import type { Tree } from "./model.ts";
import { isUnknown, predict, stepByTest, wayFrom } from "./predict.ts";
import type { Answer, Row } from "./predict.ts";

export interface Change {
  feature: number;
  from: number;
  to: number;
  /// How far the value may be from `to`: any value above or up to it does, or only this one.
  side: "above" | "atMost" | "is";
  /// The threshold that the value must pass.
  bound: number;
}

export interface OtherAnswer {
  changes: Change[];
  cost: number;
  row: number[];
  answer: Answer;
}

/// Which answers count as other ones.
export type Differs = (answer: Answer) => boolean;

/// The smallest double above a number.
export function nextUp(value: number): number {
  if (value === 0) return Number.MIN_VALUE;
  if (!Number.isFinite(value)) return value;
  const bits = new BigInt64Array(1);
  const doubles = new Float64Array(bits.buffer);
  doubles[0] = value;
  bits[0]! += value > 0 ? 1n : -1n;
  return doubles[0]!;
}

/// The cells of one feature that all questions of a path lead onwards.
class Allowed {
  low = -Infinity;
  high = Infinity;
  levels: Set<number> | undefined;
  unreachable = false;

  narrow(tree: Tree, question: Question, child: number): void {
    switch (question.kind) {
      case "threshold":
        if (question.yes === child) this.high = Math.min(this.high, question.threshold!);
        else this.low = Math.max(this.low, question.threshold!);
        return;
      case "is_missing":
        if (question.yes === child) this.unreachable = true;  // a value is never taken away
        return;
      case "multiway":
        return this.keep((code) => question.byLevel![code] === child, tree.feature(question).levels!.length);
      case "subset":
        return this.keep((code) => (stepOfLevel(tree, question, code) ?? question.absent) === child, tree.feature(question).levels!.length);
    }
  }
  private keep(leadsOn: (code: number) => boolean, count: number): void {
    const before = this.levels ?? new Set(Array.from({ length: count }, (_, code) => code));
    this.levels = new Set([...before].filter(leadsOn));
    this.unreachable ||= this.levels.size === 0;
  }
}

function stepOfLevel(tree: Tree, question: Question, code: number): number | undefined {
  const row: number[] = [];
  row[question.feature] = code;
  return stepByTest(tree, question, row);
}

/// For each feature the range of its thresholds; of a single one its size.
function rangesOf(tree: Tree): number[] {
  const least = tree.features.map(() => Infinity);
  const most = tree.features.map(() => -Infinity);
  for (const { data } of tree.nodes) {
    const question = data.question;
    if (question?.kind !== "threshold") continue;
    least[question.feature] = Math.min(least[question.feature]!, question.threshold!);
    most[question.feature] = Math.max(most[question.feature]!, question.threshold!);
  }
  return least.map((low, i) => (most[i]! > low ? most[i]! - low : Math.abs(low) || 1));
}

interface Found {
  to: number;
  side: Change["side"];
  bound: number;
}

/// The nearest allowed cell; nothing where there is none.
function nearest(tree: Tree, feature: number, from: number, allowed: Allowed): Found | undefined {
  if (isCategory(tree.features[feature]!)) {
    const [first] = allowed.levels ?? [0];
    return first === undefined ? undefined : { to: first, side: "is", bound: first };
  }
  const isWhole = ["date", "ordered"].includes(tree.features[feature]!.type);
  const above = isWhole ? Math.floor(allowed.low) + 1 : nextUp(allowed.low);
  const most = isWhole ? Math.floor(allowed.high) : allowed.high;
  if (!(allowed.low < allowed.high) || above > most) return undefined;
  const mustRise = allowed.high === Infinity || from <= allowed.low;
  if (mustRise && allowed.low > -Infinity) return { to: above, side: "above", bound: allowed.low };
  if (allowed.high === Infinity) return { to: 0, side: "is", bound: 0 };
  return { to: most, side: "atMost", bound: allowed.high };
}

export class WhatIf {
  private readonly ranges: number[];

  constructor(private readonly tree: Tree) {
    this.ranges = rangesOf(tree);
  }

  /// The nearest row whose answer differs; nothing if no leaf that can be reached gives one.
  find(row: Row, differs: Differs): OtherAnswer | undefined {
    let best: OtherAnswer | undefined;
    for (const node of this.tree.nodes) {
      if (node.children.length > 0 || !differs(this.answerOf(node.id))) continue;
      const candidate = this.nearestIn(node.id, row, best);
      if (!candidate) continue;
      candidate.answer = predict(this.tree, candidate.row);
      if (!candidate.answer.refusal && differs(candidate.answer)) best = candidate;
    }
    return best;
  }

  private answerOf(leaf: number): Answer {
    const { label, mean } = this.tree.node(leaf).data;
    return { leaf, label: label ?? -1, value: mean ?? 0, probabilities: [], leaves: [{ leaf, share: 1 }] };
  }

  /// Nothing if it is not nearer than the best so far.
  private nearestIn(leaf: number, row: Row, best: OtherAnswer | undefined): OtherAnswer | undefined {
    const allowed = new Map<number, Allowed>();
    const wrong = new Set<number>();
    const path = this.tree.path(leaf);
    for (let i = 0; i + 1 < path.length; ++i) {
      const question = this.tree.question(path[i]!)!;
      const narrowed = allowed.get(question.feature) ?? new Allowed();
      allowed.set(question.feature, narrowed);
      narrowed.narrow(this.tree, question, path[i + 1]!);
      const way = wayFrom(this.tree, question, row);
      const refused = this.tree.page.refuses === true && isUnknown(this.tree, question.feature, row[question.feature]!);
      if (refused || way.by === "parts" || way.to !== path[i + 1]) wrong.add(question.feature);
      if (best && wrong.size > best.changes.length) return undefined;
    }
    const made = this.changed(row, wrong, allowed);
    const isNearer = made && (!best || made.changes.length < best.changes.length || (made.changes.length === best.changes.length && made.cost < best.cost));
    return isNearer ? made : undefined;
  }

  private changed(row: Row, wrong: Set<number>, allowed: Map<number, Allowed>): OtherAnswer | undefined {
    const changes: Change[] = [];
    const changedRow = [...row];
    let cost = 0;
    for (const feature of [...wrong].sort((a, b) => a - b)) {
      const range = allowed.get(feature)!;
      const found = range.unreachable ? undefined : nearest(this.tree, feature, row[feature]!, range);
      if (!found) return undefined;
      changes.push({ feature, from: row[feature]!, ...found });
      changedRow[feature] = found.to;
      cost += this.costOf(feature, row[feature]!, found.to);
    }
    return { changes, cost, row: changedRow, answer: { leaf: 0, label: -1, value: 0, probabilities: [], leaves: [] } };
  }

  costOf(feature: number, from: number, to: number): number {
    if (isCategory(this.tree.features[feature]!) || Number.isNaN(from)) return 1;
    return Math.min(Math.abs(to - from) / this.ranges[feature]!, Number.MAX_VALUE);
  }
}
