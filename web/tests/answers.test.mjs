// The answers of the page are those of the program, to the last bit: random trees of all presets and missing methods, with hostile names, and rule
// lists; every threshold with the doubles next to it, every level, missing and unseen values. Rows go in as a file, as a user would give them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { close, exampleTable, openModel, python, root, temporaryFolder, treewright } from "./harness.mjs";

const count = Number(process.env.TREEWRIGHT_CASES ?? 60);
const seed = process.env.TREEWRIGHT_SEED ?? "20260301";
const folder = temporaryFolder();
before(() => execFileSync(python, [join(root, "web/tests/make_cases.py"), folder, String(count), seed], { stdio: ["ignore", "ignore", "inherit"] }));

/// Fields of a CSV file as the page writes it.
function parseCsv(text) {
  const rows = [[]];
  const field = /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/gy;
  for (let found = field.exec(text); found; found = field.exec(text)) {
    rows.at(-1).push(found[1] === undefined ? found[2] : found[1].replaceAll('""', '"'));
    if (found[3] === "\n") rows.push([]);
    if (field.lastIndex >= text.length) break;
  }
  if (rows.at(-1).length === 0) rows.pop();
  return rows;
}

/// Gives the page a file of rows and takes the file of answers.
async function answersOf(page, file) {
  await page.click("#side-tab-1");
  await page.evaluate(() => (document.querySelector(".paste").open = true));
  await page.setInputFiles("#rows-file", file);
  await page.waitForFunction(() => document.querySelector(".paste .status").textContent !== "");
  const status = await page.textContent(".paste .status");
  assert.match(status, /answered/, status);
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(".save")]);
  return readFileSync(await download.path(), "utf8");
}

function differences(facts, csv) {
  const [header, ...rows] = parseCsv(csv);
  assert.deepEqual(header, ["prediction", ...facts.classes.map((name) => `p:${name}`), facts.isTree ? "leaf" : "rule"]);
  assert.equal(rows.length, facts.leaves.length, "rows");
  const wrong = [];
  rows.forEach((row, i) => {
    const expected = [facts.labels[i], ...(facts.shares?.[i] ?? [])];
    const isRefused = facts.leaves[i] === -1;
    const found = facts.classes.length > 0 ? [isRefused ? null : row[0], ...row.slice(1, -1).map((text) => (text === "" ? null : Number(text)))] : [row[0] === "" ? null : Number(row[0])];
    const leaf = row.at(-1) === "" ? -1 : Number(row.at(-1));
    if (leaf !== facts.leaves[i] || found.length !== expected.length || found.some((value, at) => !Object.is(value, expected[at] === undefined ? null : expected[at])))
      wrong.push({ row: i, expected: [...expected, facts.leaves[i]], found: [...found, leaf] });
  });
  return wrong;
}

test("random trees and rule lists answer as the program does", async (t) => {
  const seen = { rows: 0, missing: new Set(), regression: 0, lists: 0, models: 0 };
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".html")).sort()) {
    const name = file.slice(0, -5);
    const facts = JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"));
    const page = await openModel(join(folder, file));
    const wrong = differences(facts, await answersOf(page, join(folder, `${name}.csv`)));
    assert.deepEqual(wrong.slice(0, 3), [], `${name}: ${wrong.length} of ${facts.leaves.length} rows differ: ${facts.name}`);
    await close(page);
    seen.rows += facts.leaves.length;
    seen.missing.add(facts.missing);
    seen.regression += facts.classes.length === 0 ? 1 : 0;
    seen.lists += facts.isTree ? 0 : 1;
    ++seen.models;
  }
  t.diagnostic(`${seen.models} models, ${seen.regression} of them regression trees and ${seen.lists} rule lists, ${seen.rows} rows: no difference`);
  if (count < 60) return;
  assert.ok(seen.regression >= 5 && seen.lists >= 3, "too few regression trees or rule lists");
  for (const method of ["majority", "direction", "category", "error", "fractional", "surrogate"]) assert.ok(seen.missing.has(method), `no tree with ${method}`);
});

test("the file of answers is byte by byte what `treewright predict` writes", async () => {
  const tables = [["golf.csv", "Play", "id3"], ["loans.csv", "repaid", "cart"], ["shapes.csv", "last", "c45"], ["subscribers.csv", "last", "auto"], ["applicants.csv", "last", "auto"]];
  for (const [table, target, preset] of tables) {
    treewright(folder, "train", exampleTable(table), "--target", target, "--preset", preset, "-o", "model.tree", "--force", "--quiet");
    treewright(folder, "show", "model.tree", "--html", "model.html", "--force");
    writeFileSync(join(folder, "rows.csv"), readFileSync(exampleTable(table)));
    const page = await openModel(join(folder, "model.html"));
    assert.equal(await answersOf(page, join(folder, "rows.csv")), treewright(folder, "predict", "model.tree", "rows.csv", "--quiet"), table);
    await close(page);
  }
});

test("on the rows that `treewright verify` makes, the page answers as `treewright predict` does", async (t) => {
  const seen = { rows: 0, models: 0 };
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".tree") && name !== "model.tree").sort()) {
    const name = file.slice(0, -5);
    const facts = JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"));
    if (!facts.isTree || facts.refuses) continue;
    treewright(folder, "export", file, "--to", "json", "-o", "export.json", "--force", "--quiet");
    treewright(folder, "verify", file, "export.json", "--to", "json", "--save-rows", "probes.csv", "--force", "--probe-rows", "2000", "--quiet");
    const page = await openModel(join(folder, `${name}.html`));
    const expected = treewright(folder, "predict", file, "probes.csv", "--quiet");
    assert.equal(await answersOf(page, join(folder, "probes.csv")), expected, `${name}: ${facts.name}`);
    await close(page);
    seen.rows += expected.trimEnd().split("\n").length - 1;
    ++seen.models;
  }
  t.diagnostic(`${seen.models} models, ${seen.rows} rows: no difference`);
  assert.ok(seen.models >= count / 2 && seen.rows > 20 * seen.models, "too few models or rows");
});
