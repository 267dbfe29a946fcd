// More than 250 hostile names as columns, levels, classes and targets of pages, drawings and reports: they are shown as text, and nothing of them is
// executed, becomes an element or asks for anything.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { assertClean, close, frames, open, openModel, python, root, temporaryFolder } from "./harness.mjs";
import { reportPages } from "./reports.mjs";

const folder = temporaryFolder();
before(() => execFileSync(python, ["-W", "ignore", join(root, "web/tests/make_hostile.py"), folder], { stdio: ["ignore", "ignore", "inherit"] }));

/// What only markup that came out of a name could have made.
function intruders() {
  const allowed = new Set("html head meta title style body script main nav header div h1 h2 h3 h4 p span button input label output select option textarea form small section aside table thead tbody tr th td colgroup col ol ul li dl dt dd details summary dialog kbd strong noscript canvas svg g path rect text tspan circle line polyline polygon pattern defs desc figure figcaption pre code style a".split(" "));
  const found = [];
  for (const element of document.querySelectorAll("*")) {
    const isPicture = element.localName === "img" && element.src.startsWith("data:image/svg+xml;base64,");  // of a report; it can run nothing
    if (isPicture) continue;
    if (!allowed.has(element.localName)) found.push(`<${element.localName}>`);
    for (const { name, value } of element.attributes) {
      if (name.startsWith("on")) found.push(`${element.localName} ${name}`);
      if (/^\s*(javascript|data|https?):/i.test(value) && !["title", "aria-label", "placeholder", "value", "xmlns"].includes(name)) found.push(`${element.localName} ${name}=${value.slice(0, 40)}`);
    }
  }
  return found;
}

/// Chooses every node and every rule, fills the form, searches, opens the help.
async function exercise(page) {
  await page.evaluate(async () => {
    const picture = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    for (const button of document.querySelectorAll(".buttons button")) if (["Expand", "Fit"].includes(button.textContent)) button.click();
    await picture();
    const ids = JSON.parse(document.getElementById("data").textContent).nodes?.map((_, id) => id) ?? [];
    for (const id of ids.filter((_, i) => i % 3 === 0)) {
      document.querySelector(`.icicle [data-node='${id}']`)?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      for (const details of document.querySelectorAll(".card details")) details.open = true;
    }
    for (const row of document.querySelectorAll(".rules-view tr[data-row]")) row.click();
    document.querySelector(".virtual-table").scrollTop = 500;
    await picture();
    for (const field of document.querySelectorAll(".row-form select")) for (let i = 0; i < field.options.length; i += 7) {
      field.selectedIndex = i;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    document.querySelector(".class-table + .link, .link")?.click();
    document.querySelector(".help-button").click();
    await picture();
    document.querySelector("dialog").close();
  });
}

test("in pages of trees and rule lists", async (t) => {
  const files = readdirSync(folder).filter((name) => name.endsWith(".html"));
  const roles = new Map();
  for (const file of files) {
    const expected = JSON.parse(readFileSync(join(folder, file.replace(".html", ".json")), "utf8"));
    const page = await openModel(join(folder, file));
    const data = await page.evaluate(() => JSON.parse(document.getElementById("data").textContent));
    assert.equal(data.target.name, expected.target);
    assert.deepEqual(data.features.map((feature) => feature.name), expected.features);
    assert.deepEqual(data.classes, expected.classes);
    for (const [role, names] of [["target", [data.target.name]], ["column", expected.features], ["class", expected.classes], ["level", data.features.flatMap((feature) => feature.levels ?? [])]])
      for (const name of names) roles.set(`${role} ${name}`, true);
    await exercise(page);
    if (data.kind === "tree") for (const name of expected.names.slice(0, 10)) {
      await page.fill("[type=search]", name.replace(/[\r\n]/g, ""));
      await page.press("[type=search]", "Enter");
    }
    await frames(page, 3);
    assert.deepEqual(await page.evaluate(intruders), [], file);
    assert.equal(await page.evaluate(() => document.scripts.length), 2, file);
    assert.ok(await page.evaluate(() => document.querySelectorAll("canvas").length <= 1), `${file}: the page has one canvas at most, that of the far view`);
    assert.ok((await page.title()).length > 0);
    await close(page);
  }
  const count = (role) => [...roles.keys()].filter((key) => key.startsWith(`${role} `)).length;
  t.diagnostic(`${files.length} pages: ${count("column")} columns, ${count("level")} levels, ${count("class")} classes, ${count("target")} targets; nothing executed`);
  for (const role of ["column", "level", "class"]) assert.ok(count(role) >= 200, `${count(role)} names as ${role}`);
});

test("in drawings", async (t) => {
  const files = readdirSync(folder).filter((name) => name.endsWith(".svg"));
  for (const file of files) {
    const page = await open(join(folder, file));
    assert.equal(await page.evaluate(() => document.documentElement.localName), "svg", `${file} is no well-formed XML`);
    assert.equal(await page.evaluate(() => document.querySelector("parsererror")?.textContent ?? ""), "", file);
    assert.deepEqual(await page.evaluate(intruders), [], file);
    assert.equal(await page.evaluate(() => document.querySelectorAll("script, foreignObject, image, use[href^=http]").length), 0, file);
    await assertClean(page);
    await page.context().close();
  }
  t.diagnostic(`${files.length} drawings; nothing executed`);
});

test("in reports", async (t) => {
  const pages = reportPages(folder, join(folder, "hostile.csv"), "last");
  for (const [name, file] of Object.entries(pages)) {
    const page = await open(file);
    assert.deepEqual(await page.evaluate(intruders), [], name);
    assert.equal(await page.evaluate(() => [...document.scripts].filter((script) => script.type !== "application/json").length), 0, `${name} runs a script`);
    await close(page);
  }
  t.diagnostic(`${Object.keys(pages).length} reports; nothing executed`);
});
