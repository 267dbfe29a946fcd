// One node of the drawing: its box with name, rows and class shares, and the branch that leads to it.
import { shownName } from "./data.ts";
import type { Colours } from "./colours.ts";
import { fit, fitAmong, s } from "./dom.ts";
import type { State } from "./state.ts";
import { branchOf, conditionText, counted, percent, predictionText, rowsText, shortNumber, valueText } from "./words.ts";

export const boxWidth = 168;
export const boxHeight = 64;
const inner = boxWidth - 26;
const family = 'ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
const titleFont = `600 13px ${family}`;
const lineFont = `12px ${family}`;

/// What a reader of the screen hears of a node.
export function spokenText(state: State, id: number): string {
  const { tree } = state;
  const node = tree.node(id);
  const parts = [conditionText(tree, id)];
  const question = node.data.question;
  if (question) parts.push(`asks about ${shownName(tree.feature(question))}`);
  parts.push(`predicts ${predictionText(tree, id)}`, rowsText(node.data.weight));
  if (tree.isClassification) parts.push(`${percent(tree.confidence(id))} of them of this class`);
  if (question && state.childrenOf(id).length === 0) parts.push(`${counted(node.leavesBelow, "leaf").replace("leafs", "leaves")} hidden below`);
  return parts.join(", ");
}

/// The first of these that fits: as much as there is room for.
function secondLines(state: State, id: number): string[] {
  const { tree } = state;
  const { weight, impurity } = tree.node(id).data;
  const rows = rowsText(weight);
  if (weight === 0) return ["0 rows, as its parent"];
  if (tree.isClassification) return [`${rows} · ${percent(tree.confidence(id))}`];
  if (tree.isLeaf(id)) return [`± ${valueText(tree.page, Math.sqrt(impurity))} · ${rows}`, rows];
  const mean = predictionText(tree, id);
  return [`mean ${mean} · ${rows}`, `${mean} · ${rows}`, `mean ${mean}`];
}
function secondLine(state: State, id: number): string {
  const lines = secondLines(state, id);
  return lines.find((line) => fit(line, inner, lineFont) === line) ?? fit(lines[0]!, inner, lineFont);
}

/// Class shares side by side; of a number its place between the lowest and the highest, with its spread.
function bar(state: State, colours: Colours, id: number): SVGGElement {
  const { tree } = state;
  const node = tree.node(id);
  const group = s("g", { class: "bar" }, s("rect", { class: "track", width: inner, height: 6, rx: 1 }));
  if (tree.isClassification) {
    let from = 0;
    node.classes.forEach((label, i) => {
      const width = (node.weights[i]! / node.total) * inner;
      if (width >= 0.25) group.append(s("rect", { x: from, width, height: 6, fill: colours.ofClass(label) }));
      from += width;
    });
    return group;
  }
  const middle = colours.position(node.data.mean ?? 0) * inner;
  group.append(s("rect", { class: "place", x: Math.min(Math.max(middle - 2, 0), inner - 4), y: -2, width: 4, height: 10, rx: 1 }));
  return group;
}

function title(state: State, id: number): string {
  const question = state.tree.question(id);
  return question ? shownName(state.tree.feature(question)) : predictionText(state.tree, id);
}

/// How many leaves a closed node hides; a click on it opens the node.
function badge(state: State, id: number): SVGGElement | undefined {
  const { tree } = state;
  if (tree.isLeaf(id)) return undefined;
  const hidden = state.childrenOf(id).length === 0;
  const text = hidden ? `+${shortNumber(tree.node(id).leavesBelow)}` : "−";
  const half = hidden ? 10 + text.length * 3.5 : 9;
  return s("g", { class: hidden ? "badge closed" : "badge", "data-toggle": id, transform: `translate(0 ${boxHeight / 2})` },
    s("rect", { x: -half, y: -9, width: 2 * half, height: 18, rx: 9 }),
    s("text", { "text-anchor": "middle", y: 4 }, text));
}

/// Drawn around its middle, at 0, 0.
export function nodeBox(state: State, colours: Colours, id: number): SVGGElement {
  const { tree } = state;
  const node = tree.node(id);
  const isLeaf = tree.isLeaf(id);
  const left = -boxWidth / 2;
  const top = -boxHeight / 2;
  const paint = colours.ofNode(tree, id, 2);
  const group = s("g", { class: isLeaf ? "node leaf" : "node", id: `node-${id}`, "data-node": id, role: "treeitem", "aria-level": node.depth + 1 }, s("title", {}, spokenText(state, id)));
  if (!isLeaf) group.setAttribute("aria-expanded", String(state.childrenOf(id).length > 0));
  if (node.parent >= 0) group.append(s("text", { class: "branch", y: top - 9, "text-anchor": "middle" }, fitAmong(branchOf(tree, id), tree.node(node.parent).children.map((child) => branchOf(tree, child)), boxWidth - 6, lineFont)));
  group.append(
    s("rect", { class: "box", x: left, y: top, width: boxWidth, height: boxHeight, rx: isLeaf ? 8 : 4 }),
    isLeaf ? s("path", { ...paint, d: `M${left + 6} ${top}h-0q-6 0-6 6v${boxHeight - 12}q0 6 6 6z` }) : "",
    s("text", { class: "title", x: left + 14, y: top + 22 }, fit(title(state, id), inner, titleFont)),
    s("text", { class: "line", x: left + 14, y: top + 40 }, secondLine(state, id)));
  const shares = bar(state, colours, id);
  shares.setAttribute("transform", `translate(${left + 14} ${top + 50})`);
  group.append(shares);
  const toggle = badge(state, id);
  if (toggle) group.append(toggle);
  return group;
}
