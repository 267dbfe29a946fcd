// The tree as the views and the predictor need it: children, depths and levels as sets, made once from the data.
import type { Feature, NodeData, PageData, Question, SurrogateData, Test } from "./data.ts";

export interface TreeNode {
  readonly id: number;
  readonly data: NodeData;
  readonly parent: number;
  readonly children: number[];
  readonly depth: number;
  /// In preorder the nodes below are those from `id + 1` up to here.
  end: number;
  leavesBelow: number;
  /// Weight by class, in the order of the classes; classes without weight may be absent.
  readonly classes: readonly number[];
  readonly weights: readonly number[];
  readonly total: number;
}

/// Class weights as two lists of equal length.
export function countsOf(data: { counts?: number[]; some?: number[] }): { classes: number[]; weights: number[]; total: number } {
  const classes: number[] = [];
  const weights: number[] = [];
  let total = 0;
  const add = (label: number, weight: number): void => {
    total += weight;
    if (weight === 0) return;
    classes.push(label);
    weights.push(weight);
  };
  data.counts?.forEach((weight, label) => add(label, weight));
  for (let i = 0; data.some && i < data.some.length; i += 2) add(data.some[i]!, data.some[i + 1]!);
  return { classes, weights, total };
}

export class Tree {
  readonly nodes: TreeNode[] = [];
  readonly features: Feature[];
  readonly maxDepth: number;
  private readonly sets = new Map<Test, { left: Set<number>; right: Set<number> }>();

  constructor(readonly page: PageData) {
    this.features = page.features;
    let deepest = 0;
    for (const [id, data] of (page.nodes ?? []).entries()) {
      const parent = data.parent ?? -1;
      const depth = parent < 0 ? 0 : this.nodes[parent]!.depth + 1;
      deepest = Math.max(deepest, depth);
      this.nodes.push({ id, data, parent, children: [], depth, end: id + 1, leavesBelow: 0, ...countsOf(data) });
      if (parent >= 0) this.nodes[parent]!.children.push(id);
    }
    this.maxDepth = deepest;
    for (let id = this.nodes.length - 1; id >= 0; --id) {
      const node = this.nodes[id]!;
      if (node.children.length === 0) node.leavesBelow = 1;
      if (node.parent < 0) continue;
      const parent = this.nodes[node.parent]!;
      parent.leavesBelow += node.leavesBelow;
      parent.end = Math.max(parent.end, node.end);
    }
  }

  node(id: number): TreeNode {
    return this.nodes[id]!;
  }
  question(id: number): Question | undefined {
    return this.nodes[id]!.data.question;
  }
  feature(test: Test): Feature {
    return this.features[test.feature]!;
  }
  isLeaf(id: number): boolean {
    return this.nodes[id]!.children.length === 0;
  }
  get isClassification(): boolean {
    return this.page.classes !== undefined;
  }

  /// From the root to the node.
  path(id: number): number[] {
    const path: number[] = [];
    for (let at = id; at >= 0; at = this.nodes[at]!.parent) path.push(at);
    return path.reverse();
  }
  isBelow(id: number, ancestor: number): boolean {
    return id >= ancestor && id < this.nodes[ancestor]!.end;
  }

  left(test: Test): Set<number> {
    return this.setsOf(test).left;
  }
  right(test: Test): Set<number> {
    return this.setsOf(test).right;
  }
  private setsOf(test: Test): { left: Set<number>; right: Set<number> } {
    let sets = this.sets.get(test);
    if (!sets) this.sets.set(test, (sets = { left: new Set(test.left), right: new Set(test.right) }));
    return sets;
  }

  /// The share of the predicted class among the training rows behind a node.
  confidence(id: number): number {
    const node = this.nodes[id]!;
    const at = node.classes.indexOf(node.data.label ?? -1);
    return at < 0 ? 0 : node.weights[at]! / node.total;
  }
}

export type { SurrogateData };
