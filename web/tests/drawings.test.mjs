// Drawings as SVG, measured in the browser with real fonts: no text leaves its box or the drawing, no box or text lies over another; trees of many kinds,
// hostile and long names, both directions, light, dark and print.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { close, exampleTable, open, python, root, temporaryFolder, treewright } from "./harness.mjs";

const folder = temporaryFolder();
const fonts = [undefined, "DejaVu Sans", "Liberation Sans"];

function drawn(name, model, ...options) {
  treewright(folder, "show", model, "--svg", `${name}.svg`, "--force", "--quiet", ...options);
}

/// Tables of every kind of label: 2, 10 and 30 classes, a number.
function randomTable(name, labels) {
  let state = labels + 7;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const lines = ["a rather long name of a column that nobody would want in a box,x,category,very_long_level_names,label"];
  for (let i = 0; i < 1500; ++i) {
    const [a, x] = [random(), random()];
    const level = Math.floor(random() * 12);
    const score = (a + x + level / 12) / 3 + random() * 0.1;
    const label = labels === 0 ? (score * 12345).toFixed(2) : `class ${Math.floor(score * labels)}${score > 0.5 ? " with a long name, longer than others" : ""}`;
    lines.push([a.toFixed(6), (x * 1e7).toFixed(3), `level ${level}`, `"a level of a category whose names are long: number ${level % 5}"`, `"${label}"`].join(","));
  }
  writeFileSync(join(folder, `${name}.csv`), `${lines.join("\n")}\n`);
}

before(() => {
  for (const [name, labels] of [["two", 2], ["ten", 10], ["thirty", 30], ["number", 0]]) {
    randomTable(name, labels);
    for (const preset of labels === 0 ? ["cart"] : ["cart", "c45"]) {
      treewright(folder, "train", `${name}.csv`, "--target", "label", "--preset", preset, "--max-leaves", "60", "--prune", "none", "-o", `${name}.tree`, "--force", "--quiet");
      drawn(`${name}-${preset}`, `${name}.tree`);
      drawn(`${name}-${preset}-right`, `${name}.tree`, "--direction", "right");
      drawn(`${name}-${preset}-part`, `${name}.tree`, "--depth", "3", "--min-rows", "40");
    }
    if (labels === 0) continue;
    treewright(folder, "rules", `${name}.tree`, "--simplify", `${name}.csv`, "-o", `${name}.rules`, "--force", "--quiet");
    drawn(`${name}-rules`, `${name}.rules`);
  }
  treewright(folder, "train", exampleTable("golf.csv"), "--target", "Play", "--preset", "id3", "--costs", exampleTable("golf-costs.csv"), "-o", "costs.tree", "--quiet");
  drawn("costs", "costs.tree");
  execFileSync(python, ["-W", "ignore", join(root, "web/tests/make_hostile.py"), folder], { stdio: ["ignore", "ignore", "inherit"] });
});

/// What lies where it must not, in the coordinates of the window.
function faults(font) {
  const svg = document.documentElement;
  if (font) svg.setAttribute("font-family", font);
  const place = (element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return { left, right, top, bottom };
  };
  const slack = 0.75;
  const within = (inner, outer) => inner.left >= outer.left - slack && inner.right <= outer.right + slack && inner.top >= outer.top - slack && inner.bottom <= outer.bottom + slack;
  const meet = (a, b) => a.left < b.right - slack && b.left < a.right - slack && a.top < b.bottom - slack && b.top < a.bottom - slack;
  const page = place(svg.querySelector(":scope > rect"));
  const groups = [...svg.querySelectorAll("g")].filter((group) => [...group.children].some((child) => child.localName === "title"));
  const boxes = groups.map((group) => ({ group, at: place(group.querySelector("rect")) }));
  const texts = [...svg.querySelectorAll("text")].filter((text) => text.textContent.trim() !== "").map((text) => ({ text, at: place(text), box: boxes.find(({ group }) => group.contains(text)) }));
  const found = [];
  for (const { text, at, box } of texts) {
    if (!within(at, page)) found.push(`outside of the drawing: ${text.textContent}`);
    if (box && !within(at, box.at)) found.push(`outside of its box by ${Math.max(box.at.left - at.left, at.right - box.at.right).toFixed(1)}: ${text.textContent}`);
  }
  const things = [...boxes.map(({ at }, i) => ({ at, name: `box ${i}` })), ...texts.filter(({ box }) => !box).map(({ at, text }) => ({ at, name: text.textContent }))].sort((a, b) => a.at.left - b.at.left);
  for (let i = 0; i < things.length; ++i)
    for (let j = i + 1; j < things.length && things[j].at.left < things[i].at.right; ++j) if (meet(things[i].at, things[j].at)) found.push(`one over the other: ${things[i].name} and ${things[j].name}`);
  for (const { group } of boxes) {
    const own = [...group.querySelectorAll("text")].map(place);
    for (let i = 1; i < own.length; ++i) if (meet(own[i - 1], { ...own[i], top: own[i].top + 2 })) found.push(`lines of a box over each other: ${group.textContent.slice(0, 60)}`);
  }
  return { found: found.slice(0, 5), count: found.length, boxes: boxes.length, texts: texts.length };
}

test("texts stay in their boxes, and nothing lies over anything", async (t) => {
  const seen = { drawings: 0, boxes: 0, texts: 0 };
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".svg")).sort()) {
    const page = await open(join(folder, file));
    for (const font of fonts) {
      const { found, count, boxes, texts } = await page.evaluate(faults, font);
      assert.deepEqual(found, [], `${file}, ${font ?? "the drawing's own font"}: ${count} faults`);
      assert.ok(boxes >= 1 && texts >= boxes, `${file}: ${boxes} boxes, ${texts} texts`);
      seen.boxes += boxes;
      seen.texts += texts;
    }
    ++seen.drawings;
    await close(page);
  }
  t.diagnostic(`${seen.drawings} drawings in three fonts: ${seen.boxes} boxes, ${seen.texts} texts`);
});

test("the measure finds a text that is too wide, and texts over each other", async () => {
  const page = await open(join(folder, "costs.svg"));
  assert.equal((await page.evaluate(faults)).count, 0);
  await page.evaluate(() => document.documentElement.setAttribute("font-size", "20"));
  assert.ok((await page.evaluate(faults, "DejaVu Sans")).count > 5);
  await page.evaluate(() => document.documentElement.setAttribute("font-size", "11"));
  assert.equal((await page.evaluate(faults, "DejaVu Sans")).count, 0);
  await page.evaluate(() => document.querySelectorAll("g[transform] > title").forEach(({ parentNode }) => parentNode.setAttribute("transform", "translate(50,50)")));
  assert.ok((await page.evaluate(faults, "Liberation Sans")).count > 5);
  await close(page);
});

test("a drawing follows the theme of the system, and is black on white on paper", async () => {
  const colours = () => {
    const ground = getComputedStyle(document.querySelector("svg > rect")).fill;
    return { ground, ink: getComputedStyle(document.querySelector("text")).fill };
  };
  const looks = {};
  for (const [name, look] of Object.entries({ light: {}, dark: { dark: true }, paper: { dark: true, print: true } })) {
    const page = await open(join(folder, "costs.svg"), look);
    looks[name] = await page.evaluate(colours);
    await close(page);
  }
  assert.deepEqual(looks, { light: { ground: "rgb(255, 255, 255)", ink: "rgb(31, 35, 40)" }, dark: { ground: "rgb(21, 24, 28)", ink: "rgb(230, 233, 237)" }, paper: { ground: "rgb(255, 255, 255)", ink: "rgb(0, 0, 0)" } });
});

test("a drawing is a picture with a name and a description", async () => {
  const page = await open(join(folder, "costs.svg"));
  const [role, label, text] = await page.evaluate(() => {
    const svg = document.documentElement;
    const [title, description] = svg.getAttribute("aria-labelledby").split(" ").map((id) => document.getElementById(id).textContent);
    return [svg.getAttribute("role"), title, description];
  });
  assert.equal(role, "img");
  assert.equal(label, "Tree for Play");
  assert.match(text, /^Decision tree for Play: 14 rows, \d leaves, depth \d\..*Outlook = overcast/);
  assert.ok(statSync(join(folder, "costs.svg")).size < 20000);
  await close(page);
});
