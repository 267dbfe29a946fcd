// The reports that the program writes as pages of HTML: one line for each.
import { join } from "node:path";
import { treewright } from "./harness.mjs";

const learners = ["--preset", "id3", "--preset", "cart"];

/// What is run for each page; TABLE, TARGET and MODEL stand for those of the call.
const commands = {
  evaluate: ["evaluate", "MODEL", "TABLE"],
  cv: ["cv", "TABLE", "--target", "TARGET"],
  curve: ["curve", "TABLE", "--target", "TARGET", "--sizes", "4"],
  compare: ["compare", "TABLE", "--target", "TARGET", ...learners],
};

/// Writes all of them for a table into a folder; name and file of each.
export function reportPages(folder, table, target, options = []) {
  treewright(folder, "train", table, "--target", target, ...options, "-o", "reported.tree", "--force", "--quiet");
  const words = { TABLE: table, TARGET: target, MODEL: "reported.tree" };
  const pages = {};
  for (const [name, command] of Object.entries(commands)) {
    const isAboutData = command[0] !== "evaluate";
    treewright(folder, ...command.map((word) => words[word] ?? word), ...(isAboutData ? options : []), "--html", `${name}.html`, "--force", "--quiet");
    pages[name] = join(folder, `${name}.html`);
  }
  return pages;
}
