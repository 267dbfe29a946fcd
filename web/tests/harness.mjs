// What all tests of pages share: a real browser without a network, pages that are watched while they are open, models made by the program.
// Whatever a page asks from anywhere, writes to the console as an error, or runs out of a name fails the test that opened it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const program = process.env.TREEWRIGHT ?? join(root, "build/release/apps/cli/treewright");
export const python = join(root, ".venv/bin/python");
const browserPath = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync) ?? "/usr/bin/chromium";

/// A folder for the files of one test file; it goes when the tests are over.
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), "treewright-pages-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/// Runs the program in a folder; what it prints. Its sentence if it fails.
export function treewright(folder, ...options) {
  return execFileSync(program, options, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "pipe"] });
}

let browser;
export async function startedBrowser() {
  browser ??= await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND"] });
  return browser;
}
after(() => browser?.close());

/// Runs in the page before anything of its own does: what a name must not be able to do, and what the policy stopped.
function watch() {
  window.__violations = [];
  window.alert = window.confirm = window.prompt = () => { window.__pwned = true; };
  document.addEventListener("securitypolicyviolation", (event) => window.__violations.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`));
}

/// Opens a file. `look`: width, height, dark, touch, print.
export async function open(file, look = {}) {
  const context = await (await startedBrowser()).newContext({
    viewport: { width: look.width ?? 1440, height: look.height ?? 900 }, colorScheme: look.dark ? "dark" : "light", hasTouch: look.touch ?? false,
    reducedMotion: "reduce", acceptDownloads: true, bypassCSP: false, offline: true,
  });
  const address = pathToFileURL(file).href;
  const faults = [];
  await context.route("**/*", (route) => {
    if (route.request().url() === address && route.request().isNavigationRequest()) return route.continue();
    faults.push(`asks for ${route.request().url().slice(0, 200)}`);
    return route.abort();
  });
  await context.addInitScript(watch);
  const page = await context.newPage();
  page.setDefaultTimeout(10000);
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) faults.push(`console: ${message.text()}`); });
  page.on("pageerror", (error) => faults.push(`error: ${error.stack ?? error.message}`));
  page.on("request", (request) => { if (request.url() !== address && !request.url().startsWith("blob:")) faults.push(`request: ${request.url().slice(0, 200)}`); });
  page.on("popup", (popup) => faults.push(`opens ${popup.url()}`));
  if (look.print) await page.emulateMedia({ media: "print" });
  await page.goto(address);
  return Object.assign(page, { faults });
}

/// Opens a page of `show --html` and waits until it has drawn.
export async function openModel(file, look) {
  const page = await open(file, look);
  await page.waitForSelector("html[data-ready]", { timeout: 20000 });
  await frames(page, 2);
  return page;
}

/// Waits for that many pictures.
export function frames(page, count = 2) {
  return page.evaluate((left) => new Promise((resolve) => {
    const next = () => (left-- > 0 ? requestAnimationFrame(next) : resolve());
    next();
  }), count);
}

/// Ends what `open` began, and asserts that nothing happened that must not.
export async function close(page) {
  await assertClean(page);
  await page.context().close();
}

export async function assertClean(page) {
  const [pwned, violations] = await page.evaluate(() => [window.__pwned, window.__violations]);
  assert.equal(pwned, undefined, "a name was executed");
  assert.deepEqual(violations, [], "the policy stopped something");
  assert.deepEqual(page.faults, [], "the page complained, or asked for something");
}

export function exampleTable(name) {
  return join(root, "examples/data", name);
}

/// A trained golf tree in a folder: the smallest tree with everything.
export function golfPage(folder) {
  treewright(folder, "train", exampleTable("golf.csv"), "--target", "Play", "--preset", "id3", "-o", "golf.tree", "--force", "--quiet");
  treewright(folder, "show", "golf.tree", "--html", "golf.html", "--force");
  return join(folder, "golf.html");
}
