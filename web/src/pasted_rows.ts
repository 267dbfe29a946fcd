// Pasted tables as rows of the model: columns found by their names, parts of dates taken out of their columns.
import { CellReader, expectedIn } from "./cells.ts";
import type { Field } from "./cells.ts";
import { isCategory, shownName } from "./data.ts";
import type { Feature, PageData } from "./data.ts";
import { partOfMoment } from "./dates.ts";
import { parseDelimited } from "./delimited.ts";
import type { TextTable } from "./delimited.ts";
import { missing, unseen } from "./predict.ts";

export interface PastedRows {
  rows: number[][];
  /// Features that the model asks about and that the table does not have: missing in all rows.
  absent: string[];
}

type Take = (record: readonly Field[], line: number) => number;

function misfit(line: number, feature: Feature, text: string): Error {
  const excerpt = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return new Error(`Line ${line}, column “${shownName(feature)}”: “${excerpt}” is not ${expectedIn(feature)}. Fix the cell, or leave it empty.`);
}

/// How a feature gets its cell out of a record; nothing if the table does not have its column.
function takerOf(feature: Feature, page: PageData, table: TextTable): Take | undefined {
  const partOf = feature.reading?.partOf;
  const at = table.header.indexOf(partOf ? partOf.column : feature.name);
  if (at < 0) return undefined;
  const { reading: _, ...plain } = feature;
  const whole = partOf ? page.features.find((each) => each.name === partOf.column && !each.reading?.partOf) : undefined;
  const source: Feature = partOf ? (whole ?? { ...plain, name: partOf.column, type: partOf.type, reading: feature.reading! }) : feature;
  const reader = new CellReader(source, page, table.delimiter !== ",");
  return (record, line) => {
    const field = record[at] ?? { text: "", quoted: false };
    const value = reader.read(field);
    if (value === undefined) throw misfit(line, source, field.text);
    return partOf ? partAsCell(feature, partOfMoment(value, partOf.type, partOf.part)) : value;
  };
}

function partAsCell(feature: Feature, part: number | string | undefined): number {
  if (!isCategory(feature)) return typeof part === "number" ? part : Number.NaN;
  if (part === undefined) return missing;
  const code = feature.levels!.indexOf(String(part));
  return code < 0 ? unseen : code;
}

/// An Error whose message is for the user where a cell does not fit its column.
export function readPasted(text: string, page: PageData): PastedRows {
  const table = parseDelimited(text);
  const takers = page.features.map((feature) => (feature.used ? takerOf(feature, page, table) : undefined));
  const absent = page.features.filter((feature, i) => feature.used && !takers[i]).map(shownName);
  const used = page.features.filter((feature) => feature.used).length;
  if (used > 0 && absent.length === used) throw new Error(`No column of the first line is a feature of the model. It asks about ${absent.slice(0, 8).join(", ")}.`);
  const rows = table.rows.map((record, i) =>
    page.features.map((feature, j) => takers[j]?.(record, i + 2) ?? (isCategory(feature) ? missing : Number.NaN)));
  return { rows, absent };
}
