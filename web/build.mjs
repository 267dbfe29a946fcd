// Bundles the page: src/page.ts and src/page.css -> dist/page.js and dist/page.css, which are committed, so that building the program needs no
// node. The same sources and tools give the same bytes; a test compares. `node build.mjs FOLDER` writes there instead.
import { build } from "esbuild";
import { fileURLToPath } from "node:url";
import { join } from "node:path";

const root = fileURLToPath(new URL(".", import.meta.url));
const folder = process.argv[2] ?? join(root, "dist");

await build({
  absWorkingDir: root,
  entryPoints: ["src/page.ts", "src/page.css"],
  outdir: folder,
  bundle: true,
  minify: !process.env.PLAIN,
  format: "iife",
  target: ["es2022"],
  charset: "ascii",
  legalComments: "none",
  logLevel: "warning",
});
