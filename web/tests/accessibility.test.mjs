// axe-core finds nothing in any page: light, dark, narrow, with every panel open. And: the policy of the page stops what it says, the page reads on
// paper, fits a telephone, and says something where no script runs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { before, test } from "node:test";
import { close, exampleTable, frames, golfPage, open, openModel, startedBrowser, temporaryFolder, treewright } from "./harness.mjs";
import { reportPages } from "./reports.mjs";

const folder = temporaryFolder();
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const looks = { light: {}, dark: { dark: true }, narrow: { width: 390, height: 844, touch: true }, "narrow and dark": { width: 390, height: 844, dark: true } };
let golf, pages;
before(() => {
  golf = golfPage(folder);
  treewright(folder, "train", exampleTable("loans.csv"), "--target", "repaid", "--missing", "surrogate", "--prune", "none", "-o", "loans.tree", "--quiet");
  treewright(folder, "rules", "loans.tree", "--simplify", exampleTable("loans.csv"), "-o", "loans.rules", "--quiet");
  treewright(folder, "train", exampleTable("loans.csv"), "--target", "income", "-o", "income.tree", "--quiet");
  treewright(folder, "train", exampleTable("shapes.csv"), "--target", "last", "-o", "shapes.tree", "--quiet");
  pages = { golf };
  for (const name of ["loans.tree", "loans.rules", "income.tree", "shapes.tree"]) {
    treewright(folder, "show", name, "--html", `${name}.html`, "--quiet");
    pages[name] = join(folder, `${name}.html`);
  }
});

/// The findings of axe, each with its places. It is run past the policy, as a debugger would.
async function findings(page) {
  await page.evaluate(axe);
  const { violations, passes } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  assert.ok(passes.length > 5, "axe looked at nothing");
  return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => `${node.target.join(" ")} ${node.failureSummary ?? ""}`).join(" | ")}`);
}

/// The states of a page in which it is looked at.
const states = {
  "as it opens": async () => {},
  "a row is followed": async (page) => {
    await page.evaluate(() => [...document.querySelectorAll("[role=tab]")].filter((tab) => tab.textContent === "Follow a row").forEach((tab) => tab.click()));
    await page.evaluate(() => {
      document.querySelector(".paste").open = true;
      const field = document.querySelector(".row-form select, .row-form input");
      if (!field) return;  // a single leaf asks nothing
      if (field.tagName === "SELECT") field.selectedIndex = 2;
      else field.value = "wrong";
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await page.locator(".paste textarea").fill("a,b\n1,2\n");
    await page.locator(".paste .read").click();
  },
  "the help is open": async (page) => { await page.keyboard.press("Escape"); await page.locator(".help-button").click(); },
};

test("axe finds nothing in the page of a model", async (t) => {
  let looked = 0;
  for (const [name, file] of Object.entries(pages)) for (const [look, options] of Object.entries(looks)) {
    const page = await openModel(file, options);
    for (const [state, reach] of Object.entries(states)) {
      await reach(page);
      await frames(page);
      assert.deepEqual(await findings(page), [], `${name}, ${look}, ${state}`);
      ++looked;
    }
    if (options.width) for (const panel of ["Icicle", "Rules", "Rule", "Node"]) {
      const tab = page.locator(".narrow-only [role=tab]", { hasText: new RegExp(`^${panel}$`) });
      await page.keyboard.press("Escape");
      if ((await tab.count()) === 0) continue;
      await tab.click();
      await frames(page, 3);
      assert.deepEqual(await findings(page), [], `${name}, ${look}, ${panel}`);
      ++looked;
    }
    await close(page);
  }
  t.diagnostic(`${looked} states of ${Object.keys(pages).length} pages`);
});

test("axe finds nothing in reports", async () => {
  for (const [name, file] of Object.entries(reportPages(folder, exampleTable("loans.csv"), "repaid")))
    for (const [look, options] of Object.entries(looks)) {
      const page = await open(file, options);
      assert.deepEqual(await findings(page), [], `${name}, ${look}`);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(overflow <= 0, `${name}, ${look} is ${overflow} pixels too wide`);
      await close(page);
    }
});

test("the policy is strict, and the browser keeps it", async () => {
  const page = await openModel(golf);
  const policy = await page.getAttribute("meta[http-equiv='Content-Security-Policy']", "content");
  assert.match(policy, /^default-src 'none'; script-src 'sha256-[\w+/]{43}='; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'$/);
  const stopped = await page.evaluate(async () => {
    const script = document.createElement("script");
    script.textContent = "window.__injected = true";
    document.body.append(script);
    document.body.insertAdjacentHTML("beforeend", "<img src='x.png'><img src='data:image/png;base64,AAAA'><div onclick='window.__injected = true' id='clicked'></div><iframe src='about:blank'></iframe>");
    document.getElementById("clicked").click();
    const asked = await fetch("https://example.org/").then(() => "fetched", () => "refused");
    await new Promise((resolve) => setTimeout(resolve, 200));
    return { injected: window.__injected, asked, violations: window.__violations.map((each) => each.split(":")[0]) };
  });
  assert.equal(stopped.injected, undefined);
  assert.equal(stopped.asked, "refused");
  for (const directive of ["script-src-elem", "img-src", "script-src-attr", "connect-src"]) assert.ok(stopped.violations.includes(directive), `${directive} in ${stopped.violations}`);
  await page.context().close();
  for (const [name, file] of Object.entries(reportPages(folder, exampleTable("loans.csv"), "repaid"))) {
    const report = await open(file);
    const text = await report.getAttribute("meta[http-equiv='Content-Security-Policy']", "content");
    assert.match(text, /^default-src 'none'; /, name);
    assert.doesNotMatch(text, /script-src|https?:|\*/, name);
    await report.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "window.__injected = true";
      document.body.append(script);
    });
    assert.equal(await report.evaluate(() => window.__injected), undefined, name);
    await report.context().close();
  }
});

test("on paper there are the tree, the icicle and the rules, and nothing to click", async () => {
  const page = await openModel(golf, { print: true });
  for (const gone of [".strip", ".search", ".theme", ".help-button", ".side"]) assert.equal(await page.isVisible(gone), false, gone);
  for (const there of ["h1", ".tree-view .node", ".icicle", ".rules-view table"]) assert.ok(await page.isVisible(there), there);
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(255, 255, 255)");
  const pdf = await page.pdf();
  assert.ok(pdf.length > 10000);
  await close(page);
  const large = await openModel(pages["loans.tree"]);
  await large.click("text=Expand");
  await frames(large);
  const [nodes, leaves] = await large.evaluate(() => {
    const { nodes } = JSON.parse(document.getElementById("data").textContent);
    return [nodes.length, nodes.filter((node) => !node.question).length];
  });
  assert.ok(nodes > 40);
  await large.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await large.emulateMedia({ media: "print" });
  assert.equal(await large.locator(".tree-view .node").count(), nodes, "the whole tree is printed");
  assert.equal(await large.locator(".tree-view .edge").count(), nodes - 1);
  assert.equal(await large.locator(".rules-view tr[data-row]").count(), leaves, "all rules are printed");
  assert.ok(await large.evaluate(() => [...document.querySelectorAll(".tree-view .node .box, .icicle .cell, .rules-view td")].every((each) => each.getBoundingClientRect().right <= innerWidth + 1)), "nothing is cut off");
  await large.emulateMedia({ media: "screen" });
  await large.evaluate(() => dispatchEvent(new Event("afterprint")));
  await frames(large, 3);
  assert.equal(await large.getAttribute(".drawing", "viewBox"), null);
  await close(large);
  const dark = await openModel(golf, { print: true, dark: true });
  assert.equal(await dark.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(255, 255, 255)", "paper is white");
  await close(dark);
});

test("on a telephone nothing is wider than the window, and a finger moves and zooms the drawing", async () => {
  for (const file of Object.values(pages)) {
    const page = await openModel(file, { width: 390, height: 844, touch: true });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    for (const tab of await page.$$(".narrow-only [role=tab]")) {
      await tab.click();
      await frames(page);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), await tab.textContent());
      const panel = page.locator(`#${await tab.getAttribute("aria-controls")}`);
      assert.ok(await panel.isVisible(), await tab.textContent());
      assert.ok((await panel.boundingBox()).y < 260, `${await tab.textContent()} begins where the tabs end`);
    }
    await close(page);
  }
});

test("the theme is chosen, or that of the system", async () => {
  const page = await openModel(golf, { dark: true });
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await background();
  await page.click(".theme");
  const light = await background();
  await page.click(".theme");
  assert.equal(await background(), dark);
  await page.click(".theme");
  assert.equal(await background(), dark);
  assert.notEqual(light, dark);
  assert.equal(await page.textContent(".theme"), "Theme: auto");
  await close(page);
});

test("without scripts the page says so", async () => {
  const context = await (await startedBrowser()).newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`file://${golf}`);
  assert.match(await page.textContent("noscript"), /allow scripts to see it/);
  await context.close();
});
