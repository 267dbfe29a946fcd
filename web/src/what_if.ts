// The nearest other answer: which row with another prediction differs in the fewest features, and among those by the least change. A number's
// change counts as a share of its feature's range in the tree, that of its thresholds; another level, or a value for a missing one, counts 1.
//
// A leaf is reached by rows whose cells lie in an interval or a set for each feature, so the nearest row of every leaf is made cell by cell
// and the best of them is the answer. A row without some value may be answered by surrogates, or in parts by several leaves: another answer
// may then be nearer than any leaf is, and all cells that the tree can tell apart are tried, as long as they are not too many.
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

/// The thresholds of each feature in questions and surrogates, in order.
function thresholdsOf(tree: Tree): number[][] {
  const found = tree.features.map(() => new Set<number>());
  for (const { data } of tree.nodes)
    for (const test of data.question ? [data.question, ...(data.question.surrogates ?? [])] : [])
      if (test.kind === "threshold") found[test.feature]!.add(test.threshold!);
  return found.map((values) => [...values].sort((x, y) => x - y));
}
/// For each feature the range of its thresholds; of a single one its size.
function rangesOf(thresholds: number[][]): number[] {
  return thresholds.map((values) => {
    const [least = 0, most = 0] = [values[0], values[values.length - 1]];
    return most > least ? most - least : Math.abs(least) || 1;
  });
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

/// More than that take too long: pairs of 450 cells, or triples of 60.
const mostTries = 200000;
const noAnswer: Answer = { leaf: 0, label: -1, value: 0, probabilities: [], leaves: [] };

function isNearer(candidate: OtherAnswer, best: OtherAnswer | undefined): boolean {
  if (!best || candidate.changes.length !== best.changes.length) return !best || candidate.changes.length < best.changes.length;
  return candidate.cost < best.cost;
}

export class WhatIf {
  private readonly thresholds: number[][];
  private readonly ranges: number[];
  private readonly asksOthers: boolean;

  constructor(private readonly tree: Tree) {
    this.thresholds = thresholdsOf(tree);
    this.ranges = rangesOf(this.thresholds);
    this.asksOthers = tree.nodes.some(({ data }) => data.question?.surrogates || data.question?.parts);
  }

  /// The nearest row whose answer differs; nothing if no leaf that can be reached gives one.
  find(row: Row, differs: Differs): OtherAnswer | undefined {
    let best: OtherAnswer | undefined;
    const wrong: number[][] = [[]];
    for (let id = 0; id < this.tree.nodes.length; ) {
      const node = this.tree.node(id);
      if (node.parent >= 0) wrong[id] = this.wrongAfter(wrong[node.parent]!, node.parent, id, row);
      const isFar = best !== undefined && wrong[id]!.length > best.changes.length;
      if (!isFar && node.children.length === 0 && differs(this.answerOf(id))) {
        const candidate = this.changed(row, wrong[id]!, this.allowedOn(id, wrong[id]!));
        if (candidate && isNearer(candidate, best)) {
          candidate.answer = predict(this.tree, candidate.row);
          if (!candidate.answer.refusal && differs(candidate.answer)) best = candidate;
        }
      }
      id = isFar ? node.end : id + 1;
    }
    const used = this.tree.features.flatMap((feature, i) => (feature.used ? [i] : []));
    return this.asksOthers && used.some((feature) => isUnknown(this.tree, feature, row[feature]!)) ? this.tryCells(row, used, differs, best) : best;
  }

  // --- all cells that the tree can tell apart ---

  private tryCells(row: Row, used: readonly number[], differs: Differs, best: OtherAnswer | undefined): OtherAnswer | undefined {
    const cells = used.map((feature) => ({ feature, cells: this.cellsOf(feature, row[feature]!) }));
    const all = cells.reduce((sum, each) => sum + each.cells.length, 0);
    let nearest = best;
    let tries = all;
    for (let size = 1; size <= (nearest?.changes.length ?? used.length) && tries <= mostTries; ++size, tries *= all) {
      this.tryChanges(row, cells, 0, size, [], (changes) => {
        const candidate = this.candidateOf(row, changes);
        if (!isNearer(candidate, nearest)) return;
        candidate.answer = predict(this.tree, candidate.row);
        if (!candidate.answer.refusal && differs(candidate.answer)) nearest = candidate;
      });
      if (nearest && nearest.changes.length <= size) return nearest;
    }
    return nearest;
  }
  /// Calls `use` with every choice of that many features, and every choice of cells for them.
  private tryChanges(row: Row, cells: readonly { feature: number; cells: Found[] }[], from: number, size: number, chosen: Change[], use: (changes: Change[]) => void): void {
    if (chosen.length === size) return use(chosen);
    for (let i = from; i < cells.length; ++i)
      for (const cell of cells[i]!.cells) this.tryChanges(row, cells, i + 1, size, [...chosen, { feature: cells[i]!.feature, from: row[cells[i]!.feature]!, ...cell }], use);
  }
  private cellsOf(feature: number, from: number): Found[] {
    const { type, levels = [] } = this.tree.features[feature]!;
    if (isCategory(this.tree.features[feature]!)) return levels.flatMap((_, code) => (code === from ? [] : [{ to: code, side: "is" as const, bound: code }]));
    const isWhole = type === "date" || type === "ordered";
    const values = this.thresholds[feature]!;
    const cells = values.flatMap((bound): Found[] => {
      const [below, above] = isWhole ? [Math.floor(bound), Math.floor(bound) + 1] : [bound, nextUp(bound)];
      return [{ to: below, side: "atMost", bound }, { to: above, side: "above", bound }];
    });
    return cells.filter(({ to }) => !Object.is(to, from));
  }
  private candidateOf(row: Row, changes: Change[]): OtherAnswer {
    const changed = [...row];
    for (const { feature, to } of changes) changed[feature] = to;
    const cost = changes.reduce((sum, { feature, from, to }) => sum + this.costOf(feature, from, to), 0);
    return { changes, cost, row: changed, answer: noAnswer };
  }

  // --- the nearest row of a leaf ---

  private answerOf(leaf: number): Answer {
    const { label, mean } = this.tree.node(leaf).data;
    return { leaf, label: label ?? -1, value: mean ?? 0, probabilities: [], leaves: [{ leaf, share: 1 }] };
  }

  /// The features that must change so that the row goes from the root to a node, given those for its parent.
  private wrongAfter(before: number[], parent: number, child: number, row: Row): number[] {
    const question = this.tree.question(parent)!;
    if (before.includes(question.feature)) return before;
    const way = wayFrom(this.tree, question, row);
    const refused = this.tree.page.refuses === true && isUnknown(this.tree, question.feature, row[question.feature]!);
    return refused || way.by === "parts" || way.to !== child ? [...before, question.feature] : before;
  }
  /// What the cells of these features may be so that a row reaches the leaf.
  private allowedOn(leaf: number, features: readonly number[]): Map<number, Allowed> {
    const allowed = new Map(features.map((feature) => [feature, new Allowed()]));
    for (let child = leaf, at = this.tree.node(leaf).parent; at >= 0; child = at, at = this.tree.node(at).parent) {
      const question = this.tree.question(at)!;
      allowed.get(question.feature)?.narrow(this.tree, question, child);
    }
    return allowed;
  }

  private changed(row: Row, wrong: readonly number[], allowed: Map<number, Allowed>): OtherAnswer | undefined {
    const changes: Change[] = [];
    for (const feature of [...wrong].sort((a, b) => a - b)) {
      const range = allowed.get(feature)!;
      const found = range.unreachable ? undefined : nearest(this.tree, feature, row[feature]!, range);
      if (!found) return undefined;
      changes.push({ feature, from: row[feature]!, ...found });
    }
    return this.candidateOf(row, changes);
  }

  costOf(feature: number, from: number, to: number): number {
    if (isCategory(this.tree.features[feature]!) || Number.isNaN(from)) return 1;
    return Math.min(Math.abs(to - from) / this.ranges[feature]!, Number.MAX_VALUE);
  }
}
