// The tree as an icicle: a level is a band, a node as wide as its share of the rows. It always shows the whole tree, or what is below one node.
import type { Colours } from "./colours.ts";
import { fit, h, oncePerFrame, replace, s, textWidth } from "./dom.ts";
import { spokenText } from "./node_box.ts";
import type { State } from "./state.ts";
import { branchOf, conditionText, predictionText } from "./words.ts";

const labelFont = '11px ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
const leastWidth = 1.2;
const leastBand = 15;
const largestBand = 26;

interface Cell {
  id: number;
  x: number;
  width: number;
  /// Its children are too narrow to be seen.
  isEnd: boolean;
}

export class IcicleView {
  readonly element: HTMLElement;
  private readonly svg = s("svg", { class: "icicle", role: "img" });
  private readonly crumbs = h("div", { class: "crumbs" });
  private readonly holder: HTMLElement;
  private top = 0;
  private cells: Cell[] = [];
  private readonly draw = oncePerFrame(() => this.drawNow());

  constructor(private readonly state: State, private readonly colours: Colours) {
    this.holder = h("div", { class: "icicle-holder", tabindex: 0, role: "group", "aria-label": "Icicle: arrow keys move between nodes, Enter zooms in, Backspace zooms out" }, this.svg);
    this.element = h("div", { class: "icicle-view" }, this.crumbs, this.holder);
    this.svg.addEventListener("click", (event) => this.withNode(event, (id) => state.select(id)));
    this.svg.addEventListener("dblclick", (event) => this.withNode(event, (id) => this.zoomTo(id)));
    this.holder.addEventListener("keydown", (event) => this.pressed(event));
    new ResizeObserver(this.draw).observe(this.holder);
    for (const topic of ["shape", "marks", "row"] as const) state.on(topic, this.draw);
    state.on("selection", () => this.showSelected());
  }

  zoomTo(id: number): void {
    this.top = this.state.tree.isLeaf(id) && id !== 0 ? this.state.tree.node(id).parent : id;
    this.draw();
  }
  private showSelected(): void {
    if (!this.state.tree.isBelow(this.state.selected, this.top)) this.top = 0;
    this.draw();
  }

  private drawNow(): void {
    const width = this.holder.clientWidth;
    if (width === 0) return;
    const { tree } = this.state;
    const deepest = this.place(width);
    const band = Math.min(Math.max((this.holder.clientHeight - 4) / (deepest + 1), leastBand), largestBand);
    this.svg.setAttribute("width", String(width));
    this.svg.setAttribute("height", String(band * (deepest + 1)));
    this.svg.setAttribute("viewBox", `0 0 ${width} ${band * (deepest + 1)}`);
    this.svg.setAttribute("aria-label", `${this.top === 0 ? "The whole tree" : `The tree below node ${this.top}`}. Selected: ${spokenText(this.state, this.state.selected)}`);
    const depth = tree.node(this.top).depth;
    replace(this.svg, ...this.cells.map((cell) => this.block(cell, (tree.node(cell.id).depth - depth) * band, band)));
    this.drawCrumbs();
  }

  /// Nodes too narrow to be seen are left out with all that is below them. Returns the number of bands below the first.
  private place(width: number): number {
    const { tree } = this.state;
    const top = tree.node(this.top);
    const scale = width / (top.data.weight || 1);
    this.cells = [];
    let deepest = 0;
    const waiting: Cell[] = [{ id: this.top, x: 0, width, isEnd: false }];
    for (let cell = waiting.pop(); cell; cell = waiting.pop()) {
      this.cells.push(cell);
      const node = tree.node(cell.id);
      deepest = Math.max(deepest, node.depth - top.depth);
      cell.isEnd = node.children.length === 0;
      if (node.depth >= this.state.filters.depth) continue;
      let x = cell.x;
      const before = waiting.length;
      for (const child of node.children) {
        const childWidth = tree.node(child).data.weight * scale;
        if (childWidth >= leastWidth && this.state.isDrawn(child)) waiting.push({ id: child, x, width: childWidth, isEnd: false });
        x += childWidth;
      }
      cell.isEnd = waiting.length === before;
    }
    return deepest;
  }

  private block(cell: Cell, y: number, band: number): SVGGElement {
    const { tree, selected, followed, foundSet } = this.state;
    const isLeaf = tree.isLeaf(cell.id);
    const name = ["cell", isLeaf ? "leaf" : "", cell.id === selected ? "selected" : "", this.state.passes(cell.id) ? "" : "faded",
      followed?.shares.has(cell.id) ? "followed" : "", foundSet.has(cell.id) ? "found" : ""].filter(Boolean).join(" ");
    const group = s("g", { class: name, "data-node": cell.id, transform: `translate(${cell.x.toFixed(2)} ${y.toFixed(2)})` },
      s("rect", { class: "ground", width: Math.max(cell.width - 1, 0.6), height: band - 1 }),
      cell.isEnd ? s("rect", { class: isLeaf ? "paint" : "paint mixed", width: Math.max(cell.width - 1, 0.6), height: band - 1, ...this.colours.ofNode(tree, cell.id, 2) }) : "",
      s("title", {}, spokenText(this.state, cell.id)));
    if (cell.width > 34 && band >= 14) group.append(this.label(cell, band, isLeaf));
    return group;
  }
  private label(cell: Cell, band: number, isLeaf: boolean): SVGGElement {
    const { tree } = this.state;
    const text = isLeaf ? predictionText(tree, cell.id) : cell.id === 0 ? "all rows" : branchOf(tree, cell.id);
    const fitted = fit(text, cell.width - 12, labelFont);
    const plate = isLeaf ? s("rect", { class: "plate", x: 3, y: (band - 15) / 2, width: textWidth(fitted, labelFont) + 6, height: 14, rx: 2 }) : undefined;
    return s("g", {}, plate ?? "", s("text", { x: 6, y: band / 2 + (isLeaf ? 3 : 5) }, fitted));
  }

  private drawCrumbs(): void {
    const path = this.state.tree.path(this.top);
    const shown = path.length > 5 ? [path[0]!, ...path.slice(-4)] : path;
    replace(this.crumbs, ...shown.map((id) =>
      h("button", { type: "button", class: "crumb", "aria-current": id === this.top ? "true" : undefined, onclick: () => this.zoomTo(id) }, id === 0 ? "All rows" : conditionText(this.state.tree, id))));
    this.crumbs.classList.toggle("idle", this.top === 0);
  }

  private withNode(event: MouseEvent, act: (id: number) => void): void {
    const node = (event.target as Element).closest("[data-node]");
    if (node) act(Number(node.getAttribute("data-node")));
  }
  private pressed(event: KeyboardEvent): void {
    const { tree, selected } = this.state;
    const parent = tree.node(selected).parent;
    const siblings = parent >= 0 ? tree.node(parent).children : [0];
    const at = siblings.indexOf(selected);
    const targets: Record<string, number | undefined> = {
      ArrowUp: parent >= 0 ? parent : undefined, ArrowDown: tree.node(selected).children[0], ArrowLeft: siblings[at - 1], ArrowRight: siblings[at + 1], Home: this.top,
    };
    const target = targets[event.key];
    if (target !== undefined) this.state.select(target);
    else if (event.key === "Enter") this.zoomTo(selected);
    else if (event.key === "Backspace") this.zoomTo(Math.max(tree.node(this.top).parent, 0));
    else if (!(event.key in targets)) return;
    event.preventDefault();
  }
}
