// The text of a cell as a value of its column: missing words, numbers, dates, levels by any spelling.
import { isCategory } from "./data.ts";
import type { Feature, PageData } from "./data.ts";
import { parseMoment } from "./dates.ts";
import { parseNumber } from "./numbers.ts";
import { missing, unseen } from "./predict.ts";

export interface Field {
  text: string;
  quoted: boolean;
}

/// What all spellings of a level have in common: lower case, no blanks at the ends, one between words.
function folded(text: string): string {
  return text.toLowerCase().replace(/[\s\u00a0]+/g, " ").trim();
}

/// Reads the cells of one column. `commaFree`: no comma separates fields, so that one in a number may be a decimal sign.
export class CellReader {
  private readonly words: Set<string>;
  private readonly codes = new Map<string, number>();

  constructor(private readonly feature: Feature, page: PageData, private readonly commaFree: boolean) {
    const words = feature.reading?.missingWords ?? page.missingWords;
    this.words = new Set(["", ...words.map((word) => word.trim().toLowerCase())]);
    (feature.levels ?? []).forEach((level, code) => this.codes.set(this.key(level), code));
  }

  /// Nothing where the text does not fit the column.
  read(field: Field): number | undefined {
    const isMissing = !field.quoted && this.words.has(field.text.toLowerCase());
    if (isCategory(this.feature)) return isMissing ? missing : (this.codes.get(this.key(field.text)) ?? unseen);
    if (isMissing || field.text === "") return Number.NaN;
    const { type, reading } = this.feature;
    if (type === "ordered") return this.codes.get(this.key(field.text));
    if (type === "numeric") return parseNumber(field.text, reading ?? {}, this.commaFree);
    return parseMoment(field.text, type, reading?.dateFormat);
  }

  private key(text: string): string {
    return this.feature.reading?.foldsCase ? folded(text) : text;
  }
}

/// What a cell of the column looks like, for the sentence that refuses one.
export function expectedIn(feature: Feature): string {
  switch (feature.type) {
    case "numeric": return "a number";
    case "date": return `a date (${feature.reading?.dateFormat ?? "YYYY-MM-DD"})`;
    case "time": return `a time (${feature.reading?.dateFormat ?? "YYYY-MM-DD hh:mm:ss"})`;
    case "ordered": return `one of ${(feature.shownLevels ?? feature.levels ?? []).slice(0, 8).join(", ")}`;
    case "categorical": return "a level";
  }
}
