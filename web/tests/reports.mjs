// The reports that the program writes as pages of HTML: one line for each.
import { join } from "node:path";
import { treewright } from "./harness.mjs";

/// What is run for each page. TABLE, TARGET, MODEL and PAGE stand for those of the call; OPTIONS for those about the table.
const commands = {
  evaluate: ["evaluate", "MODEL", "TABLE", "--html", "PAGE"],
  cv: ["cv", "TABLE", "--target", "TARGET", "OPTIONS", "--html", "PAGE"],
  curve: ["curve", "TABLE", "--target", "TARGET", "OPTIONS", "--sizes", "4", "--html", "PAGE"],
  compare: ["compare", "TABLE", "--target", "TARGET", "OPTIONS", "--preset", "id3", "--preset", "cart", "--html", "PAGE"],
  prune: ["prune", "--compare", "TABLE", "--target", "TARGET", "OPTIONS", "--html", "PAGE"],
  report: ["report", "TABLE", "--target", "TARGET", "OPTIONS", "-o", "PAGE"],
  "report of a model": ["report", "MODEL", "TABLE", "-o", "PAGE"],
};

/// Writes all of them for a table into a folder; name and file of each.
export function reportPages(folder, table, target, options = []) {
  treewright(folder, "train", table, "--target", target, ...options, "-o", "reported.tree", "--force", "--quiet");
  const pages = {};
  for (const [name, command] of Object.entries(commands)) {
    pages[name] = join(folder, `${name}.html`);
    const words = { TABLE: [table], TARGET: [target], MODEL: ["reported.tree"], PAGE: [pages[name]], OPTIONS: options };
    treewright(folder, ...command.flatMap((word) => words[word] ?? [word]), "--force", "--quiet");
  }
  return pages;
}
