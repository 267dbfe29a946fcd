// The answers to many rows, as a file: the columns of `treewright predict`.
import type { PageData } from "./data.ts";
import { predict } from "./predict.ts";
import type { Row } from "./predict.ts";
import { predictByList } from "./rule_list.ts";
import type { Tree } from "./model.ts";
import { numberText } from "./numbers.ts";

export interface RowAnswer {
  /// The class, or the number; nothing if the row is refused.
  label: number | undefined;
  value: number | undefined;
  probabilities: readonly number[];
  /// The leaf; of a list the rule counted from 1, 0 for the default.
  ending: number;
  /// The model predicts no rows with missing values, and this is one.
  isRefused: boolean;
}

export function answerOf(page: PageData, tree: Tree, row: Row): RowAnswer {
  if (page.list) {
    const found = predictByList(page, row);
    return { label: found.label, value: undefined, probabilities: found.probabilities, ending: found.rule === page.list.rules.length ? 0 : found.rule + 1, isRefused: false };
  }
  const found = predict(tree, row);
  if (found.refusal) return { label: undefined, value: undefined, probabilities: [], ending: found.refusal.node, isRefused: true };
  return { label: page.classes ? found.label : undefined, value: page.classes ? undefined : found.value, probabilities: found.probabilities, ending: found.leaf, isRefused: false };
}

/// Fields that would be read back as something else are quoted. C++: src/treewright/data/csv_writer.cpp.
function csvField(text: string): string {
  const isOdd = /[",\r\n]|^[ \t]|[ \t]$|^['@%\ufeff]/.test(text) || /^(?:|\?|na|n\/a|nan|null)$/i.test(text);
  return isOdd ? `"${text.replaceAll('"', '""')}"` : text;
}

/// The bytes that `treewright predict` writes for these rows.
export function answersAsCsv(page: PageData, answers: readonly RowAnswer[]): string {
  const classes = page.classes ?? [];
  const header = ["prediction", ...classes.map((name) => `p:${name}`), page.list ? "rule" : "leaf"];
  const lines = answers.map((answer) => {
    const prediction = answer.label !== undefined ? csvField(classes[answer.label]!) : answer.value !== undefined ? numberText(answer.value) : "";
    const shares = answer.probabilities.length > 0 ? answer.probabilities.map(numberText) : classes.map(() => "");
    return [prediction, ...shares, answer.isRefused ? "" : String(answer.ending)].join(",");
  });
  return `${[header.map(csvField).join(","), ...lines].join("\n")}\n`;
}
