// Pasted text as a table: comma, tab or semicolon between fields, quotes around those that hold one.
import type { Field } from "./cells.ts";

export interface TextTable {
  delimiter: string;
  header: string[];
  rows: Field[][];
}

/// The delimiter that the first line has most of outside quotes; a line without any is a table of one column.
function delimiterOf(text: string): string {
  const line = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)![0].replace(/"(?:[^"]|"")*"/g, "");
  const count = (sign: string): number => line.split(sign).length;
  return ["\t", ";", ","].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ",");
}

/// One record after the other; a quoted field may hold line breaks.
class Records {
  private at = 0;
  constructor(private readonly text: string, private readonly delimiter: string) {}

  next(): Field[] | undefined {
    if (this.at >= this.text.length) return undefined;
    const fields: Field[] = [];
    do fields.push(this.field());
    while (this.take(this.delimiter));
    if (!this.take("\r\n")) this.take("\n") || this.take("\r");
    return fields;
  }

  private take(sign: string): boolean {
    if (!this.text.startsWith(sign, this.at)) return false;
    this.at += sign.length;
    return true;
  }
  private field(): Field {
    const begin = this.at;
    while (this.text[this.at] === " " || (this.text[this.at] === "\t" && this.delimiter !== "\t")) ++this.at;
    if (this.text[this.at] === '"') {
      const quoted = this.quoted();
      if (quoted !== undefined) return { text: quoted, quoted: true };
    }
    this.at = begin;
    while (this.at < this.text.length && this.text[this.at] !== this.delimiter && this.text[this.at] !== "\n" && this.text[this.at] !== "\r") ++this.at;
    return { text: this.text.slice(begin, this.at).replace(/^[ \t]+|[ \t]+$/g, ""), quoted: false };
  }
  /// Nothing if the quote is never closed, or more text follows it.
  private quoted(): string | undefined {
    let value = "";
    for (let at = this.at + 1; at < this.text.length; ++at) {
      if (this.text[at] !== '"') value += this.text[at];
      else if (this.text[at + 1] === '"') value += this.text[++at];
      else {
        ++at;
        while (this.text[at] === " ") ++at;
        const ends = at >= this.text.length || this.text[at] === this.delimiter || this.text[at] === "\n" || this.text[at] === "\r";
        if (ends) this.at = at;
        return ends ? value : undefined;
      }
    }
    return undefined;
  }
}

export function parseDelimited(text: string): TextTable {
  const clean = text.replace(/^\ufeff/, "");
  const delimiter = delimiterOf(clean);
  const records = new Records(clean, delimiter);
  const header = (records.next() ?? []).map((field) => field.text);
  const rows: Field[][] = [];
  for (let record = records.next(); record; record = records.next())
    if (record.length > 1 || record[0]!.text !== "" || record[0]!.quoted || header.length === 1) rows.push(record);
  return { delimiter, header, rows };
}
