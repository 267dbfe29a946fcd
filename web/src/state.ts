// What the views share: the selected node, what is collapsed, filters, search and the row that is followed. A view changes it by a method and
// hears of every change; views do not know each other.
import type { Tree } from "./model.ts";
import { shownLevel, shownName } from "./data.ts";
import { className } from "./words.ts";
import type { LeafShare } from "./predict.ts";

export type Topic = "selection" | "shape" | "marks" | "row";

export interface Filters {
  depth: number;
  minRows: number;
  /// Classification: the least share of the predicted class; regression: the largest standard deviation.
  confidence: number;
}

/// A row that is followed: the nodes that it passes, with its share in each.
export interface FollowedRow {
  shares: Map<number, number>;
  leaves: LeafShare[];
}

/// A tree that is larger is opened in part.
const mostDrawnAtFirst = 60;
const openedAtFirst = 24;

export class State {
  selected = 0;
  readonly collapsed = new Set<number>();
  filters: Filters;
  found: number[] = [];
  foundSet = new Set<number>();
  followed: FollowedRow | undefined;
  private passing: boolean[] = [];
  private readonly featureTexts: string[] = [];
  private foundLevels: { words: string; codes: Map<number, Set<number>> } = { words: "", codes: new Map() };
  private readonly listeners: { topic: Topic; hear: () => void }[] = [];

  constructor(readonly tree: Tree) {
    this.filters = this.noFilters();
    this.collapseToFit();
    this.markPassing();
  }

  on(topic: Topic, hear: () => void): void {
    this.listeners.push({ topic, hear });
  }
  private tell(topic: Topic): void {
    for (const listener of this.listeners) if (listener.topic === topic) listener.hear();
  }

  // --- selection ---

  select(id: number): void {
    const isHidden = this.reveal(id);
    this.selected = id;
    if (isHidden) this.tell("shape");
    this.tell("selection");
  }
  /// Opens all nodes above; whether one was closed.
  private reveal(id: number): boolean {
    const closed = this.tree.path(id).slice(0, -1).filter((above) => this.collapsed.has(above));
    for (const above of closed) this.collapsed.delete(above);
    return closed.length > 0;
  }

  // --- shape ---

  toggle(id: number): void {
    if (this.tree.isLeaf(id)) return;
    if (!this.collapsed.delete(id)) this.collapsed.add(id);
    if (this.collapsed.has(id) && this.tree.isBelow(this.selected, id) && this.selected !== id) {
      this.selected = id;
      this.tell("selection");
    }
    this.tell("shape");
  }
  expandAll(): void {
    this.collapsed.clear();
    this.tell("shape");
  }
  /// Everything below the first levels is closed.
  collapseAll(): void {
    for (const node of this.tree.nodes) if (node.depth >= 1 && node.children.length > 0) this.collapsed.add(node.id);
    this.selected = this.tree.path(this.selected).find((id) => this.collapsed.has(id)) ?? this.selected;
    this.tell("shape");
    this.tell("selection");
  }
  /// A large tree opens at its heaviest nodes first.
  private collapseToFit(): void {
    if (this.tree.nodes.length <= mostDrawnAtFirst) return;
    for (const node of this.tree.nodes) if (node.children.length > 0) this.collapsed.add(node.id);
    const waiting = [0];
    for (let drawn = 1; waiting.length > 0; ) {
      waiting.sort((a, b) => this.tree.node(b).data.weight - this.tree.node(a).data.weight);
      const next = this.tree.node(waiting.shift()!);
      drawn += next.children.length;
      if (drawn > openedAtFirst && next.id !== 0) break;
      this.collapsed.delete(next.id);
      waiting.push(...next.children.filter((child) => !this.tree.isLeaf(child)));
    }
  }

  /// The children of a node that are drawn.
  childrenOf(id: number): readonly number[] {
    const node = this.tree.node(id);
    if (this.collapsed.has(id) || node.depth >= this.filters.depth) return [];
    return this.filters.minRows > 0 ? node.children.filter((child) => this.tree.node(child).data.weight >= this.filters.minRows) : node.children;
  }
  /// All nodes that are drawn, in preorder.
  visible(): number[] {
    const order: number[] = [];
    const waiting = [0];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      order.push(id);
      const children = this.childrenOf(id);
      for (let i = children.length - 1; i >= 0; --i) waiting.push(children[i]!);
    }
    return order;
  }

  // --- filters ---

  noFilters(): Filters {
    return { depth: this.tree.maxDepth, minRows: 0, confidence: this.tree.isClassification ? 0 : Infinity };
  }
  get isFiltered(): boolean {
    const none = this.noFilters();
    return this.filters.depth !== none.depth || this.filters.minRows !== none.minRows || this.filters.confidence !== none.confidence;
  }
  filter(change: Partial<Filters>): void {
    this.filters = { ...this.filters, ...change };
    this.markPassing();
    if (!this.isDrawn(this.selected)) {
      this.selected = this.tree.path(this.selected).filter((id) => this.isDrawn(id)).pop() ?? 0;
      this.tell("selection");
    }
    this.tell("shape");
    this.tell("marks");
  }
  isDrawn(id: number): boolean {
    const node = this.tree.node(id);
    return node.depth <= this.filters.depth && (id === 0 || node.data.weight >= this.filters.minRows);
  }
  /// Whether a leaf, or some leaf below a node, passes the filter for confidence.
  passes(id: number): boolean {
    return this.passing[id]!;
  }
  private markPassing(): void {
    const { confidence } = this.filters;
    this.passing = new Array<boolean>(this.tree.nodes.length).fill(false);
    for (let id = this.tree.nodes.length - 1; id >= 0; --id) {
      const node = this.tree.node(id);
      if (node.children.length === 0)
        this.passing[id] = this.tree.isClassification ? this.tree.confidence(id) >= confidence : Math.sqrt(node.data.impurity) <= confidence;
      if (this.passing[id] && node.parent >= 0) this.passing[node.parent] = true;
    }
  }

  // --- search ---

  /// Nodes that ask about a feature, branches and leaves whose text holds the words, in any case.
  search(words: string): void {
    const wanted = words.trim().toLowerCase();
    this.found = wanted === "" ? [] : this.tree.nodes.filter((node) => this.matches(node.id, wanted)).map((node) => node.id);
    this.foundSet = new Set(this.found);
    this.tell("marks");
  }
  private matches(id: number, wanted: string): boolean {
    const node = this.tree.node(id);
    const question = node.data.question;
    if (question && this.textOfFeature(question.feature).includes(wanted)) return true;
    if ((node.data.branch ?? "").toLowerCase().includes(wanted)) return true;
    if (!question && node.data.label !== undefined) return className(this.tree.page, node.data.label).toLowerCase().includes(wanted) || this.levelsHold(id, wanted);
    return this.levelsHold(id, wanted);
  }
  private textOfFeature(feature: number): string {
    const named = this.tree.features[feature]!;
    return (this.featureTexts[feature] ??= `${named.name}\n${shownName(named)}`.toLowerCase());
  }
  /// Levels that a set is too long to show are found, too.
  private levelsHold(id: number, wanted: string): boolean {
    const { parent } = this.tree.node(id);
    const question = parent < 0 ? undefined : this.tree.question(parent);
    if (question?.kind !== "subset") return false;
    const found = this.levelsFound(question.feature, wanted);
    return ((question.yes === id ? question.left : question.right) ?? []).some((code) => found.has(code));
  }
  private levelsFound(feature: number, wanted: string): Set<number> {
    if (this.foundLevels.words !== wanted) this.foundLevels = { words: wanted, codes: new Map() };
    let codes = this.foundLevels.codes.get(feature);
    if (!codes) {
      const named = this.tree.features[feature]!;
      codes = new Set((named.levels ?? []).flatMap((_, code) => (shownLevel(named, code).toLowerCase().includes(wanted) ? [code] : [])));
      this.foundLevels.codes.set(feature, codes);
    }
    return codes;
  }

  // --- a row ---

  follow(leaves: LeafShare[] | undefined): void {
    this.followed = leaves ? { leaves, shares: this.sharesOf(leaves) } : undefined;
    this.tell("row");
  }
  private sharesOf(leaves: LeafShare[]): Map<number, number> {
    const shares = new Map<number, number>();
    for (const { leaf, share } of leaves) for (const id of this.tree.path(leaf)) shares.set(id, (shares.get(id) ?? 0) + share);
    return shares;
  }
}
