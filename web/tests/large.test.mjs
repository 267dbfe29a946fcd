// A tree of more than 10,000 nodes stays fluent: how long until it can be read, and how long the browser works on one picture while a reader zooms,
// pans, searches, filters, collapses and follows a row. Figures are printed; the limits leave room for slow machines.
import assert from "node:assert/strict";
import { writeFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { close, frames, openModel, temporaryFolder, treewright } from "./harness.mjs";

const folder = temporaryFolder();
const seconds = {};

function timed(name, run) {
  const start = performance.now();
  run();
  seconds[name] = (performance.now() - start) / 1000;
}

before(() => {
  let state = 1;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const lines = ["a,b,c,d,e,f,region,label"];
  for (let i = 0; i < 40000; ++i) {
    const cells = Array.from({ length: 6 }, () => random().toFixed(5));
    lines.push([...cells, `r${Math.floor(random() * 40)}`, "xyz"[Math.floor((Number(cells[0]) + random() * 2))]].join(","));
  }
  writeFileSync(join(folder, "random.csv"), `${lines.join("\n")}\n`);
  treewright(folder, "train", "random.csv", "--target", "label", "--preset", "cart", "--prune", "none", "-o", "large.tree", "--quiet");
  timed("html", () => treewright(folder, "show", "large.tree", "--html", "large.html", "--force"));
  timed("svg", () => treewright(folder, "show", "large.tree", "--svg", "large.svg", "--force"));
});

/// Runs a step for each picture. The time from picture to picture, in which the browser did all that it takes: milliseconds.
async function picturesOf(page, count, step) {
  return page.evaluate(async ({ count, source }) => {
    const act = eval(`(${source})`);
    const times = [];
    for (let i = 0, last; i <= count; ++i) {
      const now = await new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())));
      if (last !== undefined) times.push(now - last);
      last = now;
      if (i < count) act(i);
    }
    times.sort((a, b) => a - b);
    return { median: times[times.length >> 1], longest: times.at(-1) };
  }, { count, source: step.toString() });
}

const steps = {
  "zoom out": [40, () => document.querySelector(".tree-view").dispatchEvent(new WheelEvent("wheel", { deltaY: 60, clientX: 500, clientY: 300, bubbles: true, cancelable: true }))],
  "zoom in": [60, () => document.querySelector(".tree-view").dispatchEvent(new WheelEvent("wheel", { deltaY: -60, clientX: 500, clientY: 300, bubbles: true, cancelable: true }))],
  pan: [60, (i) => {
    const view = document.querySelector(".tree-view");
    const fire = (name, x) => view.dispatchEvent(new PointerEvent(name, { pointerId: 7, button: 0, clientX: x, clientY: 300, bubbles: true }));
    view.setPointerCapture = () => {};
    if (i === 0) fire("pointerdown", 900);
    fire("pointermove", 900 - 12 * i);
    if (i === 59) fire("pointerup", 200);
  }],
  search: [8, (i) => {
    const search = document.querySelector("[type=search]");
    search.value = ["r", "r1", "r17", "", "z", "region", "a", ""][i];
    search.dispatchEvent(new Event("input", { bubbles: true }));
  }],
  filter: [20, (i) => {
    const slider = document.querySelectorAll(".filter input")[i % 3];
    slider.value = i < 17 ? Number(slider.max) * (0.2 + (i % 5) / 10) : slider.getAttribute("data-start");
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }],
  "collapse and expand": [6, (i) => [...document.querySelectorAll(".buttons button")].find((button) => button.textContent === (i % 2 ? "Expand" : "Collapse")).click()],
  "follow a row": [20, (i) => {
    const field = document.getElementById(`field-${i % 6}`);
    field.value = String((i * 37 % 100) / 100);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }],
};

test("10,000 nodes are written in less than a second, and stay fluent", async (t) => {
  assert.ok(seconds.html < 1 && seconds.svg < 1, `--html ${seconds.html.toFixed(2)} s, --svg ${seconds.svg.toFixed(2)} s`);
  const size = (name) => `${(statSync(join(folder, name)).size / 1e6).toFixed(1)} MB`;
  const page = await openModel(join(folder, "large.html"));
  const nodes = await page.evaluate(() => JSON.parse(document.getElementById("data").textContent).nodes.length);
  assert.ok(nodes >= 10000, `${nodes} nodes`);
  const first = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
  t.diagnostic(`${nodes} nodes: --html ${seconds.html.toFixed(2)} s (${size("large.html")}), --svg ${seconds.svg.toFixed(2)} s (${size("large.svg")}); first picture after ${first.toFixed(0)} ms`);
  assert.ok(first < 3000, `first picture after ${first} ms`);
  await page.getByRole("button", { name: "Expand all nodes" }).click();
  await page.getByRole("button", { name: "Fit: show all of it (0)" }).click();
  await frames(page, 3);
  const slow = [];
  for (const [name, [count, step]] of Object.entries(steps)) {
    const { median, longest } = await picturesOf(page, count, step);
    t.diagnostic(`${name}: a picture every ${median.toFixed(0)} ms, at the slowest ${longest.toFixed(0)} ms`);
    if (median > 100 || longest > 1500) slow.push(`${name}: ${median} and ${longest} ms`);
    await frames(page, 3);
  }
  assert.deepEqual(slow, []);
  await close(page);
});
