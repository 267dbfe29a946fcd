// What a reader does with the page of a tree: zoom, pan, keys, opening and closing nodes, filters, search, the linked views, the card of a node, and
// following a row that is typed.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, beforeEach, afterEach, describe, test } from "node:test";
import { close, exampleTable, frames, golfPage, openModel, temporaryFolder, treewright } from "./harness.mjs";

const folder = temporaryFolder();
let golf, loans, cars;
before(() => {
  golf = golfPage(folder);
  treewright(folder, "train", exampleTable("loans.csv"), "--target", "repaid", "--preset", "cart", "--prune", "none", "-o", "loans.tree", "--quiet");
  treewright(folder, "show", "loans.tree", "--html", "loans.html");
  loans = join(folder, "loans.html");
  treewright(folder, "train", exampleTable("loans.csv"), "--target", "income", "--task", "regression", "--prune", "none", "--missing", "fractional", "-o", "income.tree", "--quiet");
  treewright(folder, "show", "income.tree", "--html", "income.html");
  cars = join(folder, "income.html");
});

const shownNodes = (page) => page.$$eval(".tree-view [data-node]", (nodes) => nodes.map((node) => Number(node.getAttribute("data-node"))).sort((a, b) => a - b));
const selectedNode = (page) => page.$eval(".tree-view .node.selected", (node) => Number(node.getAttribute("data-node")));
const heading = (page) => page.textContent(".card h2");
const rulesCount = (page) => page.textContent(".rules-view .count");
async function transformOf(page) {
  await frames(page);
  const text = await page.getAttribute(".drawing > g", "transform");
  const [, x, y, scale] = /translate\((\S+) (\S+)\) scale\((\S+) /.exec(text);
  return { x: Number(x), y: Number(y), scale: Number(scale) };
}
/// Moves a slider as the arrow keys do.
async function slide(page, name, value) {
  await page.getByRole("slider", { name }).evaluate((input, wanted) => {
    input.value = wanted;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }, String(value));
  await frames(page, 3);
}

describe("the drawing", () => {
  let page;
  beforeEach(async () => { page = await openModel(golf); });
  afterEach(() => close(page));

  test("shows every node of a small tree with its name, rows and branch", async () => {
    assert.deepEqual(await shownNodes(page), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert.deepEqual(await page.$$eval(".tree-view .title", (titles) => titles.map((title) => title.textContent).sort()), ["Humidity", "Outlook", "Windy", "no", "no", "yes", "yes", "yes"]);
    assert.deepEqual((await page.$$eval(".tree-view .branch", (texts) => texts.map((text) => text.textContent))).sort(), ["false", "overcast", "rain", "sunny", "true", "> 77.5", "≤ 77.5"].sort());
    assert.match(await page.$eval("#node-0", (node) => node.querySelector("title").textContent), /asks about Outlook, predicts yes, 14 rows, 64 % of them/);
  });

  test("zooms by buttons, wheel and keys, about the pointer, and fits again", async () => {
    const start = await transformOf(page);
    await page.getByRole("button", { name: "Zoom in (+)" }).click();
    const larger = await transformOf(page);
    assert.ok(Math.abs(larger.scale / start.scale - 1.3) < 1e-9);
    await page.getByRole("button", { name: "Zoom out (-)" }).click();
    const again = await transformOf(page);
    assert.ok(Math.abs(again.scale - start.scale) < 1e-9 && Math.abs(again.x - start.x) < 1e-6);
    const box = await (await page.$("#node-2 .title")).boundingBox();
    await page.mouse.move(box.x, box.y);
    await page.mouse.wheel(0, -300);
    assert.ok((await transformOf(page)).scale > start.scale * 1.2);
    const moved = await (await page.$("#node-2 .title")).boundingBox();
    assert.ok(Math.abs(moved.x - box.x) < 1.5 && Math.abs(moved.y - box.y) < 1.5, "what is under the pointer stays there");
    await page.focus(".tree-view");
    await page.keyboard.press("+");
    const before = await transformOf(page);
    await page.keyboard.press("-");
    assert.ok((await transformOf(page)).scale < before.scale);
    await page.keyboard.press("0");
    assert.deepEqual(await transformOf(page), start);
  });

  test("is moved by dragging, which selects nothing", async () => {
    const start = await transformOf(page);
    const box = await (await page.$("#node-4 .title")).boundingBox();
    await page.mouse.move(box.x + 10, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + 40, { steps: 5 });
    await page.mouse.up();
    const end = await transformOf(page);
    assert.ok(Math.abs(end.x - start.x - 50) < 6 && Math.abs(end.y - start.y - 30) < 6, JSON.stringify({ start, end }));
    assert.equal(await selectedNode(page), 0);
  });

  test("selects a node by a click, and the card, the icicle and the rules follow", async () => {
    await page.click("#node-4 .title");
    await frames(page);
    assert.equal(await heading(page), "Leaf 4");
    assert.equal(await page.getAttribute("#rule-4", "aria-selected"), "true");
    assert.ok(await page.$(".icicle .cell.selected[data-node='4']"));
    await page.click("#rule-1 td");
    await frames(page);
    assert.equal(await selectedNode(page), 1);
    assert.equal(await heading(page), "Leaf 1");
    await page.click(".icicle .cell[data-node='5']");
    await frames(page);
    assert.equal(await selectedNode(page), 5);
    assert.equal(await heading(page), "Node 5");
  });

  test("is walked by the arrow keys", async () => {
    await page.focus(".tree-view");
    const walk = [["ArrowDown", 2], ["ArrowDown", 3], ["ArrowRight", 4], ["ArrowRight", 6], ["ArrowUp", 5], ["ArrowLeft", 2], ["ArrowLeft", 1], ["ArrowLeft", 1], ["Home", 0], ["ArrowUp", 0]];
    for (const [key, node] of walk) {
      await page.keyboard.press(key);
      await frames(page);
      assert.equal(await selectedNode(page), node, key);
      assert.equal(await page.getAttribute(".tree-view", "aria-activedescendant"), `node-${node}`);
    }
  });

  test("opens and closes nodes by badge, double click, Enter, and all at once", async () => {
    await page.click("#node-2 .badge");
    await frames(page);
    assert.deepEqual(await shownNodes(page), [0, 1, 2, 5, 6, 7]);
    assert.equal(await page.textContent("#node-2 .badge"), "+2");
    assert.equal(await page.getAttribute("#node-2", "aria-expanded"), "false");
    assert.match(await page.textContent("#node-2 title"), /2 leaves hidden below/);
    await page.click("#node-2 .badge");
    await page.dblclick("#node-5 .title");
    await frames(page);
    assert.deepEqual(await shownNodes(page), [0, 1, 2, 3, 4, 5]);
    await page.focus(".tree-view");
    await page.keyboard.press("Enter");
    await frames(page);
    assert.deepEqual(await shownNodes(page), [0, 1, 2, 3, 4, 5, 6, 7]);
    await page.getByRole("button", { name: "Collapse all nodes" }).click();
    await frames(page);
    assert.deepEqual(await shownNodes(page), [0, 1, 2, 5]);
    await page.getByRole("button", { name: "Expand all nodes" }).click();
    await frames(page);
    assert.equal((await shownNodes(page)).length, 8);
  });

  test("opens what hides a node that is chosen elsewhere", async () => {
    await page.getByRole("button", { name: "Collapse all nodes" }).click();
    await page.click("#rule-7 td");
    await frames(page);
    assert.deepEqual(await shownNodes(page), [0, 1, 2, 5, 6, 7]);
    assert.equal(await selectedNode(page), 7);
  });
});

describe("filters and search", () => {
  let page;
  beforeEach(async () => { page = await openModel(golf); });
  afterEach(() => close(page));

  test("depth, rows and confidence thin out the tree and the rules, and reset", async () => {
    await slide(page, "Depth", 1);
    assert.deepEqual(await shownNodes(page), [0, 1, 2, 5]);
    assert.equal(await rulesCount(page), "1 of 5 rules");
    await page.getByRole("button", { name: "Reset" }).click();
    await frames(page, 3);
    assert.equal((await shownNodes(page)).length, 8);
    assert.equal(await rulesCount(page), "5 rules");
    await slide(page, "Rows at least", 42);  // 14^0.42 = 3.03
    assert.deepEqual(await shownNodes(page), [0, 1, 2, 3, 5, 7]);
    await page.getByRole("button", { name: "Reset" }).click();
    assert.equal(await page.isVisible("text=Reset"), false);
  });

  test("a filter never hides the node that is selected: its nearest ancestor is selected then", async () => {
    await page.click("#node-4 .title");
    await slide(page, "Depth", 1);
    assert.equal(await selectedNode(page), 2);
    assert.equal(await heading(page), "Node 2");
  });

  test("search finds features, levels and classes, counts them and goes from one to the next", async () => {
    const search = page.getByRole("searchbox");
    const status = () => page.textContent(".search .matches");
    const expected = { Humidity: "1 match", humid: "1 match", sunny: "1 match", yes: "3 matches", "> 77": "1 match", fog: "nothing found", "": "" };
    for (const [words, count] of Object.entries(expected)) {
      await search.fill(words);
      await frames(page, 3);
      assert.equal(await status(), count, words);
    }
    await search.fill("no");
    await frames(page, 3);
    assert.equal(await rulesCount(page), "2 of 5 rules");
    assert.equal(await page.$$eval(".tree-view .node.found", (nodes) => nodes.length), 2);
    for (const node of [4, 7, 4]) {
      await search.press("Enter");
      await frames(page);
      assert.equal(await selectedNode(page), node);
    }
    assert.equal(await status(), "1 of 2");
    await search.press("Shift+Enter");
    await frames(page);
    assert.equal(await selectedNode(page), 7);
    await search.press("Escape");
    await frames(page, 3);
    assert.equal(await rulesCount(page), "5 rules");
  });

  test("the slash goes to the search, the question mark opens the help, Escape closes it", async () => {
    await page.keyboard.press("/");
    assert.ok(await page.evaluate(() => document.activeElement.type === "search"));
    await page.keyboard.type("/?");
    assert.equal(await page.inputValue("[type=search]"), "/?", "in a field they are characters");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    assert.ok(await page.isVisible("dialog"));
    assert.match(await page.textContent("dialog"), /Keys.*Colours.*no.*yes.*Model.*Play.*id3/s);
    await page.keyboard.press("Escape");
    assert.equal(await page.isVisible("dialog"), false);
  });
});

describe("card, icicle, rules", () => {
  test("the card has rows, interval, impurity, gain, branches, and what missing and unseen values do", async () => {
    const page = await openModel(golf);
    const card = await page.textContent(".card");
    for (const part of ["Node 0", "All rows of the training table", "As a leaf it would predict", "64 %", "Rows14 (100 %)", "95 % interval", "entropy0.940", "Gain0.247", "Outlook", "overcast4 rows, yes", "sunny5 rows, no", "Missing values", "Unseen values"])
      assert.ok(card.includes(part), `${part} is not in: ${card}`);
    await page.click(".branches button >> nth=1");
    await frames(page);
    assert.equal(await heading(page), "Node 2");
    await page.click(".card button:has-text('Parent')");
    await frames(page);
    assert.equal(await heading(page), "Node 0");
    await page.click("#node-7 .title");
    assert.deepEqual(await page.$$eval(".card .chip", (chips) => chips.map((chip) => chip.textContent)), ["Outlook = sunny", "Humidity > 77.5"]);
    await close(page);
  });

  test("the icicle zooms into a node and back, by pointer and keys", async () => {
    const page = await openModel(golf);
    await page.dblclick(".icicle .cell[data-node='2']");
    await frames(page);
    assert.deepEqual(await page.$$eval(".icicle .cell", (cells) => cells.map((cell) => Number(cell.dataset.node)).sort()), [2, 3, 4]);
    assert.deepEqual(await page.$$eval(".crumb", (crumbs) => crumbs.map((crumb) => crumb.textContent)), ["All rows", "Outlook = rain"]);
    await page.focus(".icicle-holder");
    await page.keyboard.press("Backspace");
    await frames(page);
    assert.equal(await page.$$eval(".icicle .cell", (cells) => cells.length), 8);
    await page.keyboard.press("ArrowDown");
    await frames(page);
    assert.equal(await heading(page), "Leaf 3");
    await close(page);
  });

  test("the rules are sorted by their columns and walked by keys", async () => {
    const page = await openModel(golf);
    const ids = () => page.$$eval(".rules-view tr[data-row]", (rows) => rows.map((row) => Number(row.dataset.row)));
    assert.deepEqual(await ids(), [1, 3, 4, 6, 7]);
    await page.click(".rules-view th button:has-text('Rows')");
    await frames(page);
    assert.deepEqual(await ids(), [1, 3, 7, 4, 6]);
    assert.equal(await page.getAttribute(".rules-view th[aria-sort]", "aria-sort"), "descending");
    await page.click(".rules-view th button:has-text('Rows')");
    await frames(page);
    assert.deepEqual(await ids(), [4, 6, 3, 7, 1]);
    await page.focus(".rules-view .virtual-table");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    await frames(page);
    assert.equal(await selectedNode(page), 6);
    assert.equal(await page.textContent("#rule-7 .rule"), "Outlook = sunny, Humidity > 77.5");
    await close(page);
  });
});

describe("a row", () => {
  test("that is typed is followed with its reasons, a missing value included", async () => {
    const page = await openModel(golf);
    await page.click("#side-tab-1");
    await page.getByRole("combobox", { name: "Outlook" }).selectOption({ label: "sunny" });
    await frames(page);
    assert.equal(await selectedNode(page), 7, "without Humidity it goes to the larger branch");
    assert.match(await page.textContent(".steps"), /Outlook = sunny.*Humidity = missing.*no value: it goes to/s);
    await page.getByRole("textbox", { name: "Humidity" }).fill("70");
    await frames(page);
    assert.equal(await selectedNode(page), 6);
    assert.match(await page.textContent(".result"), /Predicts yes/);
    assert.deepEqual(await page.$$eval(".tree-view .node.followed", (nodes) => nodes.map((node) => Number(node.dataset.node)).sort()), [0, 5, 6]);
    assert.equal(await page.$$eval(".tree-view .edge.followed", (edges) => edges.length), 2);
    await page.getByRole("textbox", { name: "Humidity" }).fill("wet");
    assert.equal(await page.textContent("#error-2"), "This is not a number.");
    assert.equal(await page.getAttribute("#field-2", "aria-invalid"), "true");
    await page.getByRole("textbox", { name: "Humidity" }).fill("77.5");
    await frames(page);
    assert.equal(await selectedNode(page), 6, "at the threshold it goes left");
    await page.click(".row-view button:has-text('Clear')");
    await frames(page);
    assert.equal(await page.textContent(".result"), "");
    assert.equal(await page.$$eval(".tree-view .node.followed", (nodes) => nodes.length), 0);
    await close(page);
  });

  test("that is typed says what would change its answer, and takes it over", async () => {
    const page = await openModel(golf);
    await page.click("#side-tab-1");
    await page.getByRole("combobox", { name: "Outlook" }).selectOption({ label: "sunny" });
    await page.getByRole("textbox", { name: "Humidity" }).fill("90");
    await page.getByRole("combobox", { name: "Windy" }).selectOption({ label: "false" });
    await frames(page);
    // Humidity would change by a share of 12.5 of 77.5, less than another level.
    assert.match(await page.textContent(".what-if"), /Humidity: 90 → at most 77.5.*Then it predicts yes \(100 %\)/s);
    await page.click(".what-if button");
    await frames(page);
    assert.equal(await page.inputValue("#field-2"), "77.5");
    assert.match(await page.textContent(".result"), /Predicts yes/);
    await close(page);
  });

  test("pasted as a table is answered, wrong cells are named", async () => {
    const page = await openModel(golf);
    await page.click("#side-tab-1");
    await page.click(".paste summary");
    await page.fill(".paste textarea", "Humidity\tOutlook\n70\tsunny\n95\tsunny\n?\tovercast\n");
    await page.click("text=Answer these rows");
    assert.equal(await page.textContent(".paste .status"), "3 rows answered. Not in the table, so missing: Windy.");
    await frames(page);
    assert.deepEqual(await page.$$eval(".paste tr[data-row]", (rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent).join("|"))), ["1|yes|100 %|6", "2|no|100 %|7", "3|yes|100 %|1"]);
    await page.click(".paste tr[data-row='1']");
    await frames(page);
    assert.equal(await selectedNode(page), 7);
    assert.equal(await page.inputValue("#field-2"), "95");
    await page.fill(".paste textarea", "Humidity,Outlook\nwet,sunny\n");
    await page.click("text=Answer these rows");
    assert.equal(await page.textContent(".paste .status"), "Line 2, column “Humidity”: “wet” is not a number. Fix the cell, or leave it empty.");
    await page.fill(".paste textarea", "a,b\n1,2\n");
    await page.click("text=Answer these rows");
    assert.match(await page.textContent(".paste .status"), /No column of the first line is a feature of the model/);
    await close(page);
  });
});

describe("other trees", () => {
  test("a regression tree has means, spreads and a slider for them, and parts of rows", async () => {
    const page = await openModel(cars);
    assert.match(await page.textContent("#node-0 .line"), /^mean [\d.]+ · \d+ rows$/);
    assert.ok(await page.getByRole("slider", { name: "sd at most" }).isVisible());
    const all = Number.parseInt(await rulesCount(page), 10);
    await slide(page, "sd at most", 30);
    const [left, total] = (await rulesCount(page)).match(/\d+/g).map(Number);
    assert.ok(left < total && total === all, `${left} of ${total}`);
    await close(page);
  });

  test("a larger tree opens at its heaviest nodes, and everything can be opened", async () => {
    const page = await openModel(loans);
    const first = await shownNodes(page);
    await page.getByRole("button", { name: "Expand all nodes" }).click();
    await page.getByRole("button", { name: "Fit: show all of it (0)" }).click();
    await frames(page, 3);
    const leaves = Number.parseInt(await page.textContent(".summary"), 10);
    assert.ok(first.length <= 2 * leaves - 1);
    assert.equal(await rulesCount(page), `${leaves} rules`);
    await close(page);
  });

  test("a single leaf says that it asks nothing", async () => {
    treewright(folder, "train", exampleTable("golf.csv"), "--target", "Play", "--max-depth", "0", "-o", "leaf.tree", "--quiet", "--force");
    treewright(folder, "show", "leaf.tree", "--html", "leaf.html", "--force");
    const page = await openModel(join(folder, "leaf.html"));
    assert.deepEqual(await shownNodes(page), [0]);
    await page.click("#side-tab-1");
    assert.match(await page.textContent(".row-view"), /single leaf: it asks nothing/);
    await close(page);
  });

  test("a rule list shows its rules in order, and which of them takes a row", async () => {
    treewright(folder, "rules", "loans.tree", "--simplify", exampleTable("loans.csv"), "-o", "loans.rules", "--quiet");
    treewright(folder, "show", "loans.rules", "--html", "rules.html");
    const page = await openModel(join(folder, "rules.html"));
    const rules = await page.$$eval(".rules-view tr[data-row]", (rows) => rows.map((row) => row.cells[0].textContent));
    assert.equal(rules.at(-1), "default");
    assert.match(await page.textContent(".summary"), new RegExp(`${rules.length - 1} rules and a default`));
    await page.click("#rule-1 td");
    assert.equal(await page.textContent(".card h2"), "Rule 2");
    await page.click("#side-tab-1");
    await page.locator(".row-form input, .row-form select").first().evaluate((field) => {
      if (field.tagName === "SELECT") field.selectedIndex = 1;
      else field.value = "30";
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    assert.match(await page.textContent(".result"), /Predicts/);
    assert.match(await page.textContent(".result .steps"), /Rule \d+ holds|No rule holds/);
    await close(page);
  });
});

describe("levels that begin alike", () => {
  test("keep looking different on their branches", async () => {
    const names = ["of Agriculture", "of Education", "of Finance", "of the Interior"].map((end) => `Department of the very long name ${end}`);
    const rows = names.flatMap((name, i) => Array.from({ length: 6 }, () => `${name},class ${i}`));
    writeFileSync(join(folder, "offices.csv"), `office,outcome\n${rows.join("\n")}\n`);
    treewright(folder, "train", "offices.csv", "--target", "outcome", "--preset", "id3", "-o", "offices.tree", "--quiet");
    treewright(folder, "show", "offices.tree", "--html", "offices.html");
    const page = await openModel(join(folder, "offices.html"));
    const branches = await page.$$eval(".tree-view .branch", (texts) => texts.map((text) => text.textContent));
    assert.equal(branches.length, 4);
    assert.equal(new Set(branches).size, 4, branches.join(" | "));
    await close(page);
  });
});
