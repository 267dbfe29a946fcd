// "What if" finds the nearest other answer: fewest changed features, then the least change scaled by range. Brute force over all cells that a tree can
// tell apart says the same.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { python, root, temporaryFolder } from "./harness.mjs";
import { dataOf, pageModules } from "./modules.mjs";

const count = Number(process.env.TREEWRIGHT_CASES ?? 60);
const folder = temporaryFolder();
const { Tree, WhatIf, nextUp, predict, isCategory } = await pageModules("model", "what_if", "predict", "data");

/// The cells of a feature that need to be tried: every level; every threshold and the next double above it, or the next whole number.
function cellsOf(tree, feature) {
  if (isCategory(tree.features[feature])) return tree.features[feature].levels.map((_, code) => code);
  const isWhole = ["date", "ordered"].includes(tree.features[feature].type);
  const cells = new Set([0]);
  for (const { data } of tree.nodes)
    for (const test of [data.question, ...(data.question?.surrogates ?? [])])
      if (test?.kind === "threshold" && test.feature === feature)
        for (const cell of isWhole ? [Math.floor(test.threshold), Math.floor(test.threshold) + 1] : [test.threshold, nextUp(test.threshold)]) cells.add(cell);
  return [...cells];
}

function* subsets(items, size, from = 0, chosen = []) {
  if (chosen.length === size) { yield chosen; return; }
  for (let i = from; i < items.length; ++i) yield* subsets(items, size, i + 1, [...chosen, items[i]]);
}
function* combinations(lists, at = 0, chosen = []) {
  if (at === lists.length) { yield chosen; return; }
  for (const cell of lists[at]) yield* combinations(lists, at + 1, [...chosen, cell]);
}

/// The least number of changes and their least cost.
function byBruteForce(tree, whatIf, row, differs, features, cells) {
  for (let size = 1; size <= features.length; ++size) {
    let best = Infinity;
    for (const chosen of subsets(features, size)) for (const values of combinations(chosen.map((feature) => cells.get(feature)))) {
      const changed = [...row];
      chosen.forEach((feature, i) => (changed[feature] = values[i]));
      if (chosen.some((feature) => Object.is(changed[feature], row[feature]))) continue;
      const answer = predict(tree, changed);
      if (answer.refusal || !differs(answer)) continue;
      best = Math.min(best, chosen.reduce((cost, feature) => cost + whatIf.costOf(feature, row[feature], changed[feature]), 0));
    }
    if (best < Infinity) return { size, cost: best };
  }
  return undefined;
}

function random(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/// What counts as another answer: any, or that of a leaf.
function wantedOf(page, tree, from, leaf) {
  if (from.refusal) return () => true;
  if (page.classes) return leaf && leaf.data.label !== from.label ? (answer) => answer.label === leaf.data.label : (answer) => answer.label !== from.label;
  return leaf && leaf.data.mean !== from.value ? (answer) => (leaf.data.mean > from.value ? answer.value >= leaf.data.mean : answer.value <= leaf.data.mean) : (answer) => answer.value !== from.value;
}

test("the nearest other answer is that of brute force", (t) => {
  execFileSync(python, [join(root, "web/tests/make_cases.py"), folder, String(count), "20260302"], { stdio: ["ignore", "ignore", "inherit"] });
  const draw = random(7);
  const seen = { trees: 0, rows: 0, found: 0, none: 0, several: 0 };
  for (const file of readdirSync(folder).filter((name) => /^case-.*\.html$/.test(name)).sort()) {
    const page = dataOf(readFileSync(join(folder, file), "utf8"));
    const tree = new Tree(page);
    const features = page.features.map((_, i) => i).filter((i) => page.features[i].used);
    const cells = new Map(features.map((feature) => [feature, cellsOf(tree, feature)]));
    const space = features.reduce((product, feature) => product * (1 + cells.get(feature).length), 1);
    if (features.length === 0 || space > 30000) continue;
    const whatIf = new WhatIf(tree);
    const leaves = tree.nodes.filter((node) => node.children.length === 0);
    ++seen.trees;
    for (let i = 0; i < 8; ++i) {
      const row = page.features.map((feature, at) => (features.includes(at) && draw(4) > 0 ? cells.get(at)[draw(cells.get(at).length)] : isCategory(feature) ? -1 : NaN));
      const from = predict(tree, row);
      const differs = wantedOf(page, tree, from, i % 2 === 1 ? leaves[draw(leaves.length)] : undefined);
      const found = whatIf.find(row, differs);
      const expected = byBruteForce(tree, whatIf, row, differs, features, cells);
      ++seen.rows;
      const place = `${file}, row ${JSON.stringify(row)}: ${JSON.stringify(found?.changes)} against ${JSON.stringify(expected)}`;
      if (!expected) {
        assert.equal(found, undefined, place);
        ++seen.none;
        continue;
      }
      assert.ok(found, `nothing found: ${place}`);
      assert.ok(differs(predict(tree, found.row)), place);
      assert.equal(found.changes.length, expected.size, place);
      assert.ok(Math.abs(found.cost - expected.cost) <= 1e-9 * Math.max(1, expected.cost), place);
      ++seen.found;
      seen.several += found.changes.length > 1 ? 1 : 0;
    }
  }
  t.diagnostic(`${seen.trees} trees, ${seen.rows} rows: ${seen.found} found (${seen.several} of them with several changes), ${seen.none} without another answer`);
  assert.ok(seen.trees >= count / 4 && seen.found > seen.trees, "too few trees are small enough");
});
