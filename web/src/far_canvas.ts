// The drawing from far away, where nothing could be read: every node is a few pixels. It is painted on a canvas, picture by picture, and what would be
// painted over itself is left out, so that the work is bounded by the pixels of the window and not by the nodes of the tree.
import { h } from "./dom.ts";
import type { Colours, Paint } from "./colours.ts";
import { rangeIn } from "./layout.ts";
import type { Layout } from "./layout.ts";
import type { State } from "./state.ts";
import type { Transform } from "./viewport.ts";

export interface FarShape {
  boxWidth: number;
  boxHeight: number;
  levelHeight: number;
}

/// Edges narrower than this are straight: a bend could not be seen.
const leastBend = 12;
const leastWidth = 1.4;
const leastTextured = 8;

type Rectangles = { paint: Paint; faded: boolean; at: number[] };

export class FarCanvas {
  readonly element = h("canvas", { class: "far", "aria-hidden": "true" });
  private readonly context = this.element.getContext("2d")!;

  constructor(private readonly state: State, private readonly colours: Colours, private readonly shape: FarShape) {}

  clear(): void {
    if (this.element.width > 0) this.element.width = 0;
  }

  draw(layout: Layout, transform: Transform, width: number, height: number): void {
    const ratio = window.devicePixelRatio || 1;
    this.element.width = Math.round(width * ratio);
    this.element.height = Math.round(height * ratio);
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const style = getComputedStyle(this.element);
    const variable = (name: string): string => style.getPropertyValue(name).trim();
    const [first, last] = this.levels(layout, transform, height);
    this.context.strokeStyle = variable("--edge");
    this.context.lineWidth = 1.2;
    this.edges(layout, transform, width, first, last);
    this.followed(layout, transform, variable("--accent"));
    this.boxes(layout, transform, width, first, last, { split: variable("--line"), found: variable("--accent") });
  }

  private levels(layout: Layout, transform: Transform, height: number): [first: number, last: number] {
    const level = transform.scaleY * this.shape.levelHeight;
    return [Math.max(Math.floor(-transform.y / level) - 1, 0), Math.min(Math.ceil((height - transform.y) / level) + 1, layout.levels.length - 1)];
  }
  private range(layout: Layout, transform: Transform, width: number, level: number): [begin: number, end: number] {
    const margin = Math.max(this.shape.boxWidth, 2 / transform.scale);
    return rangeIn(layout, level, -transform.x / transform.scale - margin, (width - transform.x) / transform.scale + margin);
  }

  // --- edges ---

  private edges(layout: Layout, transform: Transform, width: number, first: number, last: number): void {
    const { context, state } = this;
    context.beginPath();
    for (let level = Math.max(first, 1); level <= last; ++level) {
      const [begin, end] = this.range(layout, transform, width, level);
      const ids = layout.levels[level]!;
      let before = "";
      for (let i = Math.max(begin - 1, 0); i < Math.min(end + 1, ids.length); ++i) before = this.edge(layout, transform, ids[i]!, before);
      const [from, to] = this.range(layout, transform, width, level - 1);
      const parents = layout.levels[level - 1]!.slice(Math.max(from - 1, 0), to + 1);
      for (const parent of [parents[0], parents[parents.length - 1]])
        for (const child of parent === undefined ? [] : state.childrenOf(parent)) before = this.edge(layout, transform, child, before);
    }
    context.stroke();
  }
  /// Adds an edge to the path, unless the one before covers the same pixels.
  private edge(layout: Layout, transform: Transform, child: number, before = ""): string {
    const { context, shape } = this;
    const { parent } = this.state.tree.node(child);
    if (parent < 0) return before;
    const [x0, x1] = [layout.x.get(parent)! * transform.scale + transform.x, layout.x.get(child)! * transform.scale + transform.x];
    const same = `${Math.round(x0 * 2)} ${Math.round(x1)}`;
    if (same === before) return before;
    const y0 = (layout.y.get(parent)! + shape.boxHeight / 2) * transform.scaleY + transform.y;
    const y1 = (layout.y.get(child)! - shape.boxHeight / 2) * transform.scaleY + transform.y;
    context.moveTo(x0, y0);
    const middle = (y0 + y1) / 2;
    if (Math.abs(x1 - x0) < leastBend) context.lineTo(x1, y1);
    else context.bezierCurveTo(x0, middle, x1, middle, x1, y1);
    return same;
  }
  private followed(layout: Layout, transform: Transform, accent: string): void {
    const { context, state } = this;
    if (!state.followed) return;
    context.beginPath();
    for (const id of state.followed.shares.keys()) if (layout.x.has(id)) this.edge(layout, transform, id);
    context.strokeStyle = accent;
    context.lineWidth = 2.5;
    context.stroke();
  }

  // --- boxes ---

  private boxes(layout: Layout, transform: Transform, width: number, first: number, last: number, colors: { split: string; found: string }): void {
    const groups = new Map<string, Rectangles>();
    for (let level = first; level <= last; ++level) {
      const [begin, end] = this.range(layout, transform, width, level);
      const ids = layout.levels[level]!;
      const top = (layout.y.get(ids[0]!)! - this.shape.boxHeight / 2) * transform.scaleY + transform.y;
      const pixels = new Map<string, number>();
      for (let i = begin; i < end; ++i) {
        const { key, paint, faded } = this.paintOf(ids[i]!, colors);
        const x = layout.x.get(ids[i]!)! * transform.scale + transform.x;
        const pixel = Math.round(x * 2);
        if (pixels.get(key) === pixel) continue;
        pixels.set(key, pixel);
        let group = groups.get(key);
        if (!group) groups.set(key, (group = { paint, faded, at: [] }));
        group.at.push(x, top);
      }
    }
    this.fill(groups.values(), Math.max(this.shape.boxWidth * transform.scale, leastWidth), this.shape.boxHeight * transform.scaleY);
  }
  private paintOf(id: number, colors: { split: string; found: string }): { key: string; paint: Paint; faded: boolean } {
    const { state } = this;
    const faded = !state.passes(id);
    const solid = (fill: string) => ({ key: `${fill}${faded ? "f" : ""}`, paint: { fill, "fill-opacity": 1 }, faded });
    if (state.foundSet.has(id)) return solid(colors.found);
    if (!state.tree.isLeaf(id)) return solid(colors.split);
    const paint = this.colours.ofNode(state.tree, id, 2);
    return { key: `${paint.fill} ${paint["fill-opacity"].toFixed(1)}${faded ? "f" : ""}`, paint, faded };
  }
  private fill(groups: Iterable<Rectangles>, width: number, height: number): void {
    const { context } = this;
    for (const { paint, faded, at } of groups) {
      context.fillStyle = this.colours.onCanvas(context, paint.fill, width < leastTextured);
      context.globalAlpha = paint["fill-opacity"] * (faded ? 0.3 : 1);
      for (let i = 0; i < at.length; i += 2) context.fillRect(at[i]! - width / 2, at[i + 1]!, width, height);
    }
    context.globalAlpha = 1;
  }
}
