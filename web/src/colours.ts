// Paints of classes and numbers, as the palette in the data has them. A texture is a pattern of SVG, defined once for the page.
import { s } from "./dom.ts";
import type { Tree } from "./model.ts";
import type { PageData } from "./data.ts";

export interface Paint {
  fill: string;
  "fill-opacity": number;
}

export class Colours {
  private readonly lowest: number;
  private readonly highest: number;
  private readonly canvasPatterns = new Map<string, CanvasPattern>();

  constructor(private readonly page: PageData, tree: Tree | undefined) {
    const means = (tree?.nodes ?? []).filter((node) => node.children.length === 0).map((node) => node.data.mean ?? 0);
    this.lowest = means.reduce((a, b) => Math.min(a, b), Infinity);
    this.highest = means.reduce((a, b) => Math.max(a, b), -Infinity);
    document.body.append(this.patterns());
  }

  ofClass(label: number): string {
    const [color, texture] = this.page.palette.paints[label] ?? [0, 0];
    return texture === 0 ? this.page.palette.colors[color]! : `url(#paint-${color}-${texture})`;
  }
  /// Where a number lies between the lowest and the highest mean of all leaves, 0 to 1.
  position(mean: number): number {
    return this.highest > this.lowest ? Math.min(Math.max((mean - this.lowest) / (this.highest - this.lowest), 0), 1) : 0.5;
  }
  ofNumber(mean: number): Paint {
    const [palest, deepest] = this.page.palette.means;
    return { fill: this.page.palette.colors[0]!, "fill-opacity": palest + (deepest - palest) * this.position(mean) };
  }
  /// The paint of what a node predicts; `strength`: numbers are painted that much stronger where nothing is written on them.
  ofNode(tree: Tree, id: number, strength = 1): Paint {
    const { label, mean } = tree.node(id).data;
    if (label !== undefined) return { fill: this.ofClass(label), "fill-opacity": 1 };
    const paint = this.ofNumber(mean ?? 0);
    return { fill: paint.fill, "fill-opacity": Math.min(1, paint["fill-opacity"] * strength) };
  }

  /// The same paint for a canvas; without its texture where that could not be seen.
  onCanvas(context: CanvasRenderingContext2D, fill: string, isPlain: boolean): string | CanvasPattern {
    const [, color, texture] = /^url\(#paint-(\d+)-(\d+)\)$/.exec(fill) ?? [];
    if (color === undefined) return fill;
    if (isPlain) return this.page.palette.colors[Number(color)]!;
    const ground = getComputedStyle(document.documentElement).getPropertyValue("--texture").trim();
    const known = this.canvasPatterns.get(fill + ground);
    if (known) return known;
    const tile = document.createElement("canvas");
    tile.width = tile.height = 6;
    const drawn = tile.getContext("2d")!;
    drawn.fillStyle = this.page.palette.colors[Number(color)]!;
    drawn.fillRect(0, 0, 6, 6);
    drawn.fillStyle = ground;
    if (texture === "1") for (let i = 0; i < 6; ++i) drawn.fillRect((6 - i) % 6, i, 2, 1);
    else drawn.fillRect(2, 2, 3, 3);
    const pattern = context.createPattern(tile, "repeat")!;
    this.canvasPatterns.set(fill + ground, pattern);
    return pattern;
  }

  swatch(label: number): SVGSVGElement {
    return s("svg", { class: "swatch", width: 12, height: 12, "aria-hidden": "true" }, s("rect", { width: 12, height: 12, rx: 2, fill: this.ofClass(label) }));
  }

  private patterns(): SVGSVGElement {
    const definitions = s("defs");
    const wanted = new Set(this.page.palette.paints.filter(([, texture]) => texture > 0).map(([color, texture]) => `${color}-${texture}`));
    for (const name of wanted) {
      const [color, texture] = name.split("-").map(Number) as [number, number];
      const paint = this.page.palette.colors[color]!;
      const pattern = s("pattern", { id: `paint-${name}`, width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: texture === 1 ? "rotate(45)" : undefined },
        s("rect", { width: 6, height: 6, fill: paint }),
        texture === 1 ? s("rect", { width: 2.4, height: 6, class: "texture" }) : s("circle", { cx: 3, cy: 3, r: 1.5, class: "texture" }));
      definitions.append(pattern);
    }
    return s("svg", { class: "definitions", width: 0, height: 0, "aria-hidden": "true" }, definitions);
  }
}
