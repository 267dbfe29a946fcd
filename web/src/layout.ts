// A tidy drawing of the visible nodes, top down: children from left to right below their parent, which stands over the middle of them; subtrees
// as close as their outlines allow. Linear in the number of nodes, and nothing recurses.
//
// The outline of a subtree is kept from its deepest level up, so that a parent is added by one push; when two are merged, only the levels
// that both have are looked at.

export interface Shape {
  /// Of a node with the gap to its neighbour; of a level.
  width: number;
  height: number;
}

export interface Layout {
  /// Visible nodes in preorder, and their middles by node number.
  readonly order: number[];
  readonly x: Map<number, number>;
  readonly y: Map<number, number>;
  /// The nodes of each level from left to right.
  readonly levels: number[][];
  readonly width: number;
  readonly height: number;
}

interface Outline {
  values: number[];
  shift: number;
}

interface Subtree {
  left: Outline;
  right: Outline;
}

const at = (outline: Outline, level: number): number => outline.values[outline.values.length - 1 - level]! + outline.shift;

/// How far `next` must move to the right to stand clear of `before`.
function distance(before: Subtree, next: Subtree, gap: number): number {
  const common = Math.min(before.right.values.length, next.left.values.length);
  let needed = -Infinity;
  for (let level = 0; level < common; ++level) needed = Math.max(needed, at(before.right, level) - at(next.left, level) + gap);
  return needed;
}

/// The outline that reaches deeper, with the levels of `front` in front of it.
function overlaid(deep: Outline, front: Outline): Outline {
  const offset = deep.values.length - front.values.length;
  for (let i = 0; i < front.values.length; ++i) deep.values[offset + i] = front.values[i]! + front.shift - deep.shift;
  return deep;
}

function merged(before: Subtree, next: Subtree): Subtree {
  const beforeIsDeeper = before.left.values.length >= next.left.values.length;
  return {
    left: beforeIsDeeper ? before.left : overlaid(next.left, before.left),
    right: before.right.values.length > next.right.values.length ? overlaid(before.right, next.right) : next.right,
  };
}

function shifted(subtree: Subtree, by: number): Subtree {
  subtree.left.shift += by;
  subtree.right.shift += by;
  return subtree;
}

/// Places the children of one parent; their offsets from it go to `offsets`.
function placed(children: readonly number[], subtrees: Map<number, Subtree>, offsets: Map<number, number>, gap: number): Subtree {
  let all: Subtree | undefined;
  for (const child of children) {
    const subtree = subtrees.get(child)!;
    subtrees.delete(child);
    const by = all ? distance(all, subtree, gap) : 0;
    offsets.set(child, by);
    all = all ? merged(all, shifted(subtree, by)) : subtree;
  }
  if (!all) return { left: { values: [0], shift: 0 }, right: { values: [0], shift: 0 } };
  const middle = (offsets.get(children[0]!)! + offsets.get(children[children.length - 1]!)!) / 2;
  for (const child of children) offsets.set(child, offsets.get(child)! - middle);
  shifted(all, -middle);
  all.left.values.push(-all.left.shift);
  all.right.values.push(-all.right.shift);
  return all;
}

/// `order`: the visible nodes in preorder; `childrenOf`: those of its children that are visible.
export function layOut(order: number[], childrenOf: (id: number) => readonly number[], shape: Shape): Layout {
  const subtrees = new Map<number, Subtree>();
  const offsets = new Map<number, number>();
  for (let i = order.length - 1; i >= 0; --i) subtrees.set(order[i]!, placed(childrenOf(order[i]!), subtrees, offsets, shape.width));
  const root = subtrees.get(order[0]!)!;
  let least = Infinity;
  let most = -Infinity;
  for (const value of root.left.values) least = Math.min(least, value + root.left.shift);
  for (const value of root.right.values) most = Math.max(most, value + root.right.shift);
  return { ...positions(order, childrenOf, offsets, shape, -least), width: most - least + shape.width, height: root.left.values.length * shape.height };
}

function positions(order: number[], childrenOf: (id: number) => readonly number[], offsets: Map<number, number>, shape: Shape, left: number):
  Pick<Layout, "order" | "x" | "y" | "levels"> {
  const x = new Map<number, number>([[order[0]!, left + shape.width / 2]]);
  const level = new Map<number, number>([[order[0]!, 0]]);
  const y = new Map<number, number>();
  const levels: number[][] = [];
  for (const id of order) {
    const depth = level.get(id)!;
    (levels[depth] ??= []).push(id);
    y.set(id, (depth + 0.5) * shape.height);
    for (const child of childrenOf(id)) {
      x.set(child, x.get(id)! + offsets.get(child)!);
      level.set(child, depth + 1);
    }
  }
  return { order, x, y, levels };
}

/// The positions in a level whose middles lie between two numbers.
export function rangeIn(layout: Layout, level: number, from: number, to: number): [first: number, end: number] {
  const ids = layout.levels[level] ?? [];
  const firstFrom = (limit: number): number => {
    let low = 0;
    let high = ids.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (layout.x.get(ids[middle]!)! < limit) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return [firstFrom(from), firstFrom(to)];
}
