// The bundle that is committed is what the sources give, byte by byte, and the sources pass the type checker. And the page is a file like any other: the
// same bytes every time.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { golfPage, root, temporaryFolder } from "./harness.mjs";

const folder = temporaryFolder();
const web = join(root, "web");

test("web/dist is what web/src gives", () => {
  execFileSync(process.execPath, ["build.mjs", folder], { cwd: web });
  for (const name of ["page.js", "page.css"])
    assert.ok(readFileSync(join(folder, name)).equals(readFileSync(join(web, "dist", name))), `web/dist/${name} is stale: run 'make web' and commit it`);
});

test("the program holds that bundle", () => {
  const page = readFileSync(golfPage(folder), "utf8");
  for (const name of ["page.js", "page.css"]) assert.ok(page.includes(readFileSync(join(web, "dist", name), "utf8")), `${name} is not in the page: build the program again`);
});

test("the sources pass the type checker", () => {
  assert.equal(execFileSync(process.execPath, [join(web, "node_modules/typescript/bin/tsc"), "--noEmit"], { cwd: web, encoding: "utf8" }), "");
});
