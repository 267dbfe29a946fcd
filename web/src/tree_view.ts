// The drawing of the tree. Where boxes can be read, those in the window are elements; further out nodes are painted on a canvas. So 10,000 nodes
// stay fluent.
import type { Colours } from "./colours.ts";
import { h, oncePerFrame, replace, s } from "./dom.ts";
import { FarCanvas } from "./far_canvas.ts";
import { layOut, rangeIn } from "./layout.ts";
import type { Layout } from "./layout.ts";
import { boxHeight, boxWidth, nodeBox } from "./node_box.ts";
import type { State } from "./state.ts";
import { Viewport } from "./viewport.ts";

const shape = { width: boxWidth + 16, height: boxHeight + 58 };
/// Below this scale nothing could be read.
const leastDetail = 0.4;
const mostPrinted = 600;
/// How large the selected node is shown then.
const lens = 0.9;

export class TreeView {
  readonly element: HTMLElement;
  private readonly viewport: Viewport;
  private readonly svg = s("svg", { class: "drawing", role: "presentation" });
  private readonly world = s("g", { role: "presentation" });
  private readonly edges = s("g", { class: "edges", "aria-hidden": "true" });
  private readonly far: FarCanvas;
  private readonly near = s("g", { role: "presentation" });
  private readonly boxes = new Map<number, SVGGElement>();
  private layout: Layout;
  private wasNear = false;
  private isPrinting = false;
  private readonly draw = oncePerFrame(() => this.drawNow());

  constructor(private readonly state: State, private readonly colours: Colours) {
    this.far = new FarCanvas(state, colours, { boxWidth, boxHeight, levelHeight: shape.height });
    this.world.append(this.edges, this.near);
    this.svg.append(this.world);
    this.element = h("div", { class: "tree-view", role: "tree", tabindex: 0, "aria-label": "The tree: arrow keys move, Enter opens and closes a node" }, this.far.element, this.svg);
    this.layout = this.laidOut();
    this.viewport = new Viewport(this.element, this.draw, (scale) => this.heightScale(scale));
    this.element.addEventListener("click", (event) => this.clicked(event));
    this.element.addEventListener("dblclick", (event) => this.doubleClicked(event));
    this.element.addEventListener("keydown", (event) => this.pressed(event));
    new ResizeObserver(this.draw).observe(this.element);
    state.on("shape", () => this.reshape());
    state.on("selection", () => this.showSelected());
    state.on("marks", () => this.redrawBoxes());
    state.on("row", () => this.redrawBoxes());
    window.addEventListener("beforeprint", () => this.drawForPrint());
    window.addEventListener("afterprint", () => this.drawAfterPrint());
    window.addEventListener("themechange", this.draw);
  }

  // --- what buttons do ---

  zoomIn(): void {
    this.viewport.zoom(1.3);
  }
  zoomOut(): void {
    this.viewport.zoom(1 / 1.3);
  }
  fit(leastReadable = 0): void {
    this.viewport.fit(this.layout.width, this.layout.height, this.layout.x.get(0)!, leastReadable);
  }
  /// All of it, in the width of the paper. What is too large to be read there is painted as from far away.
  private drawForPrint(): void {
    if (this.layout.order.length > mostPrinted) {
      this.fit();
      return this.drawNow();
    }
    this.isPrinting = true;
    this.svg.setAttribute("viewBox", `0 0 ${this.layout.width} ${this.layout.height}`);
    this.svg.style.setProperty("max-width", `${this.layout.width}px`);
    this.world.removeAttribute("transform");
    this.element.classList.remove("far-view");
    this.far.clear();
    this.drawBoxes(new Set(this.layout.order));
    replace(this.edges, ...this.layout.order.slice(1).map((child) => this.edge(child)));
    this.mark();
  }
  private drawAfterPrint(): void {
    this.isPrinting = false;
    this.svg.removeAttribute("viewBox");
    this.svg.style.removeProperty("max-width");
    this.redrawBoxes();
  }

  // --- layout ---

  /// From far away a level stays as high as the window allows.
  private heightScale(scale: number): number {
    if (scale >= leastDetail) return scale;
    return Math.max(scale, Math.min(leastDetail, (this.element.clientHeight - 24) / this.layout.height));
  }
  private laidOut(): Layout {
    return layOut(this.state.visible(), (id) => this.state.childrenOf(id), shape);
  }
  /// The selected node stays where it is on the screen.
  private reshape(): void {
    const before = this.layout;
    this.layout = this.laidOut();
    const anchor = this.layout.x.has(this.state.selected) && before.x.has(this.state.selected) ? this.state.selected : 0;
    const { transform } = this.viewport;
    transform.x += (before.x.get(anchor)! - this.layout.x.get(anchor)!) * transform.scale;
    transform.y += (before.y.get(anchor)! - this.layout.y.get(anchor)!) * transform.scaleY;
    transform.scaleY = this.heightScale(transform.scale);
    this.redrawBoxes();
  }
  private redrawBoxes(): void {
    this.boxes.clear();
    this.near.replaceChildren();
    this.draw();
  }

  // --- drawing ---

  private drawNow(): void {
    if (this.isPrinting) return;
    const { transform } = this.viewport;
    this.world.setAttribute("transform", `translate(${transform.x} ${transform.y}) scale(${transform.scale} ${transform.scaleY})`);
    const isNear = transform.scale >= leastDetail;
    this.element.classList.toggle("far-view", !isNear);
    if (isNear !== this.wasNear) this.near.replaceChildren();
    if (isNear !== this.wasNear) this.boxes.clear();
    this.wasNear = isNear;
    if (isNear) this.drawNear();
    else this.drawFar();
    this.mark();
  }

  private drawNear(): void {
    this.far.clear();
    const wanted = new Set<number>(this.inWindow());
    if (this.layout.x.has(this.state.selected)) wanted.add(this.state.selected);
    this.drawBoxes(wanted);
    replace(this.edges, ...this.edgesNear());
  }
  private drawBoxes(wanted: ReadonlySet<number>): void {
    for (const [id, box] of this.boxes)
      if (!wanted.has(id)) {
        box.remove();
        this.boxes.delete(id);
      }
    for (const id of wanted)
      if (!this.boxes.has(id)) {
        const box = nodeBox(this.state, this.colours, id);
        box.setAttribute("transform", `translate(${this.layout.x.get(id)!} ${this.layout.y.get(id)!})`);
        this.boxes.set(id, box);
        this.near.append(box);
      }
  }

  private levelsInWindow(): [first: number, last: number] {
    const { transform, height } = this.viewport;
    const first = Math.floor(-transform.y / transform.scaleY / shape.height) - 1;
    const last = Math.ceil((height - transform.y) / transform.scaleY / shape.height) + 1;
    return [Math.max(first, 0), Math.min(last, this.layout.levels.length - 1)];
  }
  private columnsInWindow(): [from: number, to: number] {
    const { transform, width } = this.viewport;
    return [-transform.x / transform.scale - boxWidth, (width - transform.x) / transform.scale + boxWidth];
  }
  private inWindow(): number[] {
    const [first, last] = this.levelsInWindow();
    const [from, to] = this.columnsInWindow();
    const ids: number[] = [];
    for (let level = first; level <= last; ++level) {
      const [begin, end] = rangeIn(this.layout, level, from, to);
      ids.push(...this.layout.levels[level]!.slice(begin, end));
    }
    return ids;
  }
  /// Edges of the nodes in the window, and of their neighbours, whose edges may pass through it.
  private edgesNear(): SVGElement[] {
    const [first, last] = this.levelsInWindow();
    const [from, to] = this.columnsInWindow();
    const children = new Set<number>();
    for (let level = Math.max(first - 1, 0); level <= last; ++level) {
      const [begin, end] = rangeIn(this.layout, level, from, to);
      const ids = this.layout.levels[level]!;
      for (const id of ids.slice(begin, end)) if (id !== 0) children.add(id);
      for (const id of ids.slice(Math.max(begin - 1, 0), end + 1)) for (const child of this.state.childrenOf(id)) children.add(child);
    }
    return [...children].map((child) => this.edge(child));
  }
  private edge(child: number): SVGPathElement {
    const { tree, followed } = this.state;
    const parent = tree.node(child).parent;
    const share = followed?.shares.get(child);
    const weight = tree.node(child).data.weight / (tree.page.totalWeight || 1);
    const name = share !== undefined ? "edge followed" : this.state.passes(child) ? "edge" : "edge faded";
    const width = share === undefined ? 1 + 9 * weight : 2.5 + 5 * share;
    return s("path", { class: name, d: this.edgePath(parent, child), "stroke-width": width.toFixed(2) });
  }
  private edgePath(parent: number, child: number): string {
    const [x0, y0] = [this.layout.x.get(parent)!, this.layout.y.get(parent)! + boxHeight / 2];
    const [x1, y1] = [this.layout.x.get(child)!, this.layout.y.get(child)! - boxHeight / 2 - 24];
    const middle = (y0 + y1) / 2;
    return `M${x0.toFixed(1)} ${y0}C${x0.toFixed(1)} ${middle} ${x1.toFixed(1)} ${middle} ${x1.toFixed(1)} ${y1}V${y1 + 24}`;
  }

  // --- the drawing from far away ---

  private drawFar(): void {
    this.edges.replaceChildren();
    this.far.draw(this.layout, this.viewport.transform, this.viewport.width, this.viewport.height);
    this.drawLens();
  }
  /// The selected node, readable although all others are not.
  private drawLens(): void {
    const { transform } = this.viewport;
    const { selected } = this.state;
    if (this.boxes.size !== 1 || !this.boxes.has(selected)) {
      this.boxes.clear();
      this.boxes.set(selected, nodeBox(this.state, this.colours, selected));
      replace(this.near, this.boxes.get(selected)!);
    }
    const inside = (at: number, half: number, size: number): number => Math.min(Math.max(at, half + 4), size - half - 4);
    const x = inside(this.layout.x.get(selected)! * transform.scale + transform.x, (boxWidth / 2) * lens, this.viewport.width);
    const y = inside(this.layout.y.get(selected)! * transform.scaleY + transform.y, (boxHeight / 2 + 10) * lens, this.viewport.height);
    const place = `translate(${(x - transform.x) / transform.scale} ${(y - transform.y) / transform.scaleY})`;
    this.boxes.get(selected)!.setAttribute("transform", `${place} scale(${lens / transform.scale} ${lens / transform.scaleY})`);
  }
  // --- marks ---

  private mark(): void {
    const { state } = this;
    for (const [id, box] of this.boxes) {
      box.classList.toggle("selected", id === state.selected);
      box.setAttribute("aria-selected", String(id === state.selected));
      box.classList.toggle("found", state.foundSet.has(id));
      box.classList.toggle("faded", !state.passes(id));
      box.classList.toggle("followed", state.followed?.shares.has(id) === true);
    }
    if (this.boxes.has(state.selected)) this.element.setAttribute("aria-activedescendant", `node-${state.selected}`);
  }
  private showSelected(): void {
    const id = this.state.selected;
    if (this.layout.x.has(id)) this.viewport.show(this.layout.x.get(id)!, this.layout.y.get(id)!, boxWidth / 2, boxHeight / 2 + 24);
    this.draw();
  }

  // --- pointer and keys ---

  private clicked(event: MouseEvent): void {
    if (this.viewport.wasDragged) return;
    const target = event.target as Element;
    const toggle = target.closest("[data-toggle]");
    if (toggle) return this.state.toggle(Number(toggle.getAttribute("data-toggle")));
    const node = target.closest("[data-node]");
    const id = node ? Number(node.getAttribute("data-node")) : this.farNodeAt(event);
    if (id !== undefined) this.state.select(id);
  }
  private doubleClicked(event: MouseEvent): void {
    const node = (event.target as Element).closest("[data-node]");
    if (node && !(event.target as Element).closest("[data-toggle]")) this.state.toggle(Number(node.getAttribute("data-node")));
  }
  /// From far away a node is not an element: the nearest middle in its level is meant.
  private farNodeAt(event: MouseEvent): number | undefined {
    const { transform } = this.viewport;
    if (transform.scale >= leastDetail) return undefined;
    const box = this.element.getBoundingClientRect();
    const [x, y] = [(event.clientX - box.left - transform.x) / transform.scale, (event.clientY - box.top - transform.y) / transform.scaleY];
    const level = Math.floor(y / shape.height);
    const reach = Math.max(boxWidth / 2, 6 / transform.scale);
    const [begin, end] = rangeIn(this.layout, level, x - reach, x + reach);
    const ids = (this.layout.levels[level] ?? []).slice(begin, end);
    return ids.sort((a, b) => Math.abs(this.layout.x.get(a)! - x) - Math.abs(this.layout.x.get(b)! - x))[0];
  }

  private pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = this.actionOf(event);
    if (!act) return;
    event.preventDefault();
    act();
  }
  private actionOf(event: KeyboardEvent): (() => void) | undefined {
    const { state } = this;
    const move = (id: number | undefined) => (id === undefined ? undefined : () => state.select(id));
    switch (event.key) {
      case "ArrowUp": return move(state.tree.node(state.selected).parent >= 0 ? state.tree.node(state.selected).parent : undefined);
      case "ArrowDown": return move(this.childBelow());
      case "ArrowLeft": return move(this.neighbour(-1));
      case "ArrowRight": return move(this.neighbour(1));
      case "Home": return move(0);
      case "Enter":
      case " ": return () => state.toggle(state.selected);
      case "+":
      case "=": return () => this.zoomIn();
      case "-": return () => this.zoomOut();
      case "0": return () => this.fit();
      default: return undefined;
    }
  }
  /// The heaviest child; a closed node opens first.
  private childBelow(): number | undefined {
    const { state } = this;
    const children = state.childrenOf(state.selected);
    if (children.length === 0 && state.collapsed.has(state.selected)) state.toggle(state.selected);
    return [...state.childrenOf(state.selected)].sort((a, b) => state.tree.node(b).data.weight - state.tree.node(a).data.weight)[0];
  }
  private neighbour(step: number): number | undefined {
    const level = this.layout.levels[this.state.tree.node(this.state.selected).depth] ?? [];
    return level[level.indexOf(this.state.selected) + step];
  }
}
