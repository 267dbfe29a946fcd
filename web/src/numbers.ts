// Texts as numbers, as the program reads the cells of a numeric column. C++: src/treewright/io/cells/number_cell.cpp, written_number.cpp.
import type { Reading } from "./data.ts";

const plain = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const infinite = /^[+-]?inf(?:inity)?$/i;

/// A number with a point, or a comma, as decimal sign; nothing if it is none, or if no double can hold it.
export function parsePlain(text: string, decimalSign: string): number | undefined {
  if (infinite.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  if (decimalSign === "," && text.includes(".")) return undefined;
  const pointed = decimalSign === "," ? text.replace(",", ".") : text;
  if (!plain.test(pointed)) return undefined;
  const value = Number(pointed);
  return Number.isFinite(value) ? value + 0 : undefined;
}

const blanks = /[ \u00a0\u202f\u2009]/g;
const minusSigns = ["-", "\u2212", "\u2013"];
const groupSigns = [" ", "\u00a0", "\u202f", "\u2009", "'", "\u2019", "_"];

export function hasNumberForm(reading: Reading): boolean {
  return Boolean((reading.decimal ?? ".") !== "." || reading.thousands || reading.prefix || reading.unit || reading.trailingMinus);
}

function withoutBlanks(text: string): string {
  return text.replace(blanks, "");
}
function trimmed(text: string): string {
  return text.replace(/^[ \u00a0\u202f\u2009]+|[ \u00a0\u202f\u2009]+$/g, "");
}

/// Takes a text apart from front to back.
class Scanner {
  negative = false;
  constructor(public rest: string) {}
  takeMinus(): boolean {
    const sign = minusSigns.find((each) => this.rest.startsWith(each));
    if (sign) this.rest = this.rest.slice(sign.length);
    return sign !== undefined;
  }
  /// ($5.00) is what accountants write for -$5.00.
  takeParentheses(): boolean {
    if (this.rest.length < 3 || !this.rest.startsWith("(") || !this.rest.endsWith(")")) return false;
    this.rest = trimmed(this.rest.slice(1, -1));
    return true;
  }
  takePrefix(prefix: string): void {
    if (!prefix) return;
    const wanted = withoutBlanks(prefix);
    if (!this.rest.startsWith(wanted)) return;
    this.rest = trimmed(this.rest.slice(wanted.length));
    if (!this.negative) this.negative = this.takeParentheses() || this.takeMinus();
  }
  takeDigits(): string {
    let at = 0;
    while (at < this.rest.length) {
      const isDigit = /\d/.test(this.rest[at]!);
      const isSign = ".,".includes(this.rest[at]!) || (at > 0 && groupSigns.includes(this.rest[at]!));
      if (!isDigit && !(isSign && /\d/.test(this.rest[at + 1] ?? ""))) break;
      ++at;
    }
    const digits = this.rest.slice(0, at);
    this.rest = this.rest.slice(at);
    return digits;
  }
}

/// Digits with their thousands apart as plain digits; nothing where the groups are not of three.
function ungrouped(digits: string, reading: Reading): string | undefined {
  const decimal = reading.decimal ?? ".";
  const point = digits.lastIndexOf(decimal);
  const whole = point < 0 ? digits : digits.slice(0, point);
  const groups = reading.thousands ? whole.split(reading.thousands) : [whole];
  const areGroups = groups.length === 1 || (/^[1-9]\d{0,2}$/.test(groups[0]!) && groups.slice(1).every((group) => /^\d{3}$/.test(group)));
  if (!areGroups || !groups.every((group) => /^\d*$/.test(group))) return undefined;
  return groups.join("") + (point < 0 ? "" : `.${digits.slice(point + decimal.length)}`);
}

/// A number as the column writes it: 1.234,50 €. A unit may be left out.
export function parseWritten(text: string, reading: Reading): number | undefined {
  const asPlain = parsePlain(text, reading.decimal ?? ".");
  if (asPlain !== undefined) return asPlain;
  const scanner = new Scanner(trimmed(text));
  scanner.negative = scanner.takeParentheses() || scanner.takeMinus();
  if (!scanner.negative && scanner.rest.startsWith("+")) scanner.rest = scanner.rest.slice(1);
  scanner.takePrefix(reading.prefix ?? "");
  const digits = scanner.takeDigits();
  if (!digits) return undefined;
  if (!scanner.negative && scanner.takeMinus()) scanner.negative = true;
  const unit = withoutBlanks(scanner.rest);
  if (unit && unit !== withoutBlanks(reading.unit ?? "")) return undefined;
  const number = ungrouped(digits, reading);
  return number === undefined ? undefined : parsePlain((scanner.negative ? "-" : "") + number, ".");
}

/// Whether a comma in it must be a decimal sign: 3,5 but not 1,234.
function isClearDecimalComma(text: string): boolean {
  return text.includes(",") && parsePlain(text, ",") !== undefined && !/^[+-]?[1-9]\d{0,2}(?:,\d{3})+$/.test(text);
}

export function parseNumber(text: string, reading: Reading, commaFree: boolean): number | undefined {
  if (!hasNumberForm(reading)) return parsePlain(text, ".") ?? (commaFree && isClearDecimalComma(text) ? parsePlain(text, ",") : undefined);
  const value = parseWritten(text, reading);
  const byComma = reading.decimal === ",";
  if (value !== undefined || reading.thousands === (byComma ? "." : ",")) return value;
  return byComma ? parsePlain(text, ".") : commaFree && isClearDecimalComma(text) ? parsePlain(text, ",") : undefined;
}

/// The shortest text that reads back as the same double, as the program writes it. C++: src/treewright/base/number_text.cpp.
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  const size = Math.abs(value);
  if (Number.isInteger(size) && size < 1e15) return `${sign}${size}`;
  const [digits, exponent] = size.toExponential().split("e") as [string, string];
  const power = Math.abs(Number(exponent));
  const scientific = `${digits}e${exponent[0]!}${power < 10 ? "0" : ""}${power}`;
  const plain = Number.isInteger(size) ? BigInt(size).toString() : plainText(digits.replace(".", ""), Number(exponent));
  return sign + (plain.length <= scientific.length ? plain : scientific);
}
/// 0.00012 of "12" and -4; 1.2 of "12" and 0. The number has decimals.
function plainText(digits: string, exponent: number): string {
  return exponent < 0 ? `0.${"0".repeat(-exponent - 1)}${digits}` : `${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`;
}
