// The answers to many rows, as a file: the columns of `treewright predict --proba`.
import type { PageData } from "./data.ts";
import { predict } from "./predict.ts";
import type { Row } from "./predict.ts";
import { predictByList } from "./rule_list.ts";
import type { Tree } from "./model.ts";

export interface RowAnswer {
  /// The class, or the number; nothing if the row is refused.
  label: number | undefined;
  value: number | undefined;
  probabilities: readonly number[];
  /// The leaf; of a list the rule counted from 1, 0 for the default.
  ending: number;
}

export function answerOf(page: PageData, tree: Tree, row: Row): RowAnswer {
  if (page.list) {
    const found = predictByList(page, row);
    return { label: found.label, value: undefined, probabilities: found.probabilities, ending: found.rule === page.list.rules.length ? 0 : found.rule + 1 };
  }
  const found = predict(tree, row);
  if (found.refusal) return { label: undefined, value: undefined, probabilities: [], ending: found.refusal.node };
  return { label: page.classes ? found.label : undefined, value: page.classes ? undefined : found.value, probabilities: found.probabilities, ending: found.leaf };
}

function csvField(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) || text === "" ? `"${text.replaceAll('"', '""')}"` : text;
}

export function answersAsCsv(page: PageData, answers: readonly RowAnswer[]): string {
  const classes = page.classes ?? [];
  const header = ["prediction", page.list ? "rule" : "leaf", ...classes.map((name) => `p_${name}`)];
  const lines = answers.map((answer) => {
    const prediction = answer.label !== undefined ? csvField(classes[answer.label]!) : answer.value !== undefined ? String(answer.value) : "";
    return [prediction, String(answer.ending), ...(answer.probabilities.length > 0 ? answer.probabilities : classes.map(() => "")).map(String)].join(",");
  });
  return `${[header.map(csvField).join(","), ...lines].join("\n")}\n`;
}
