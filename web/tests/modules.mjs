// The sources of the page as a module of node: for what is compared by brute force.
import { build } from "esbuild";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root, temporaryFolder } from "./harness.mjs";

/// What some files of web/src export, together.
export async function pageModules(...names) {
  const file = join(temporaryFolder(), "modules.mjs");
  await build({
    stdin: { contents: names.map((name) => `export * from "./${name}.ts";`).join("\n"), resolveDir: join(root, "web/src"), loader: "ts" },
    outfile: file, bundle: true, format: "esm", platform: "neutral", logLevel: "warning",
  });
  return import(pathToFileURL(file).href);
}

/// The data of a page, out of its file.
export function dataOf(html) {
  return JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html)[1]);
}
