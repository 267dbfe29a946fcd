// Texts as dates (days since 1970-01-01) and times (seconds since then, UTC), in the ISO form or in a form of strptime, and their parts.
// C++: src/treewright/base/number_text.cpp, date_format.cpp, data/date_parts.cpp.
import type { ColumnType, DatePart } from "./data.ts";

const daySeconds = 86400;
const months = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"];
const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const weekdayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// Nothing for a day that is not on the calendar.
function daysOf(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.getTime() / (daySeconds * 1000) : undefined;
}

export function parseDate(text: string): number | undefined {
  const found = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  return found ? daysOf(Number(found[1]), Number(found[2]), Number(found[3])) : undefined;
}

/// The digits of 1 − 0.digits: "25" gives "75".
function complement(digits: string): string {
  const last = digits.search(/0*$/) - 1;
  if (last < 0) return digits;
  return [...digits].map((digit, i) => (i > last ? digit : String((i === last ? 10 : 9) - Number(digit)))).join("");
}

/// whole + 0.fraction as the nearest double: via the decimal text, so that it is rounded once only.
function joined(whole: number, fraction: string): number {
  const borrows = whole < 0 && /[1-9]/.test(fraction);
  const size = Math.abs(borrows ? whole + 1 : whole);
  return Number(`${whole < 0 ? "-" : ""}${size}.${borrows ? complement(fraction) : fraction || "0"}`) + 0;
}

const timeForm = /^(\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(?:Z|([+-])(\d\d):?(\d\d))?$/;
export function parseTime(text: string): number | undefined {
  const found = timeForm.exec(text);
  const days = found ? parseDate(found[1]!) : undefined;
  if (!found || days === undefined) return undefined;
  const [hours, minutes, seconds] = [found[2], found[3], found[4] ?? "0"].map(Number) as [number, number, number];
  const [zoneHours, zoneMinutes] = [Number(found[7] ?? 0), Number(found[8] ?? 0)];
  if (hours > 23 || minutes > 59 || seconds > 59 || zoneHours > 23 || zoneMinutes > 59) return undefined;
  const offset = (found[6] === "-" ? -1 : 1) * (zoneHours * 3600 + zoneMinutes * 60);
  return joined(days * daySeconds + hours * 3600 + minutes * 60 + seconds - offset, found[5] ?? "0");
}

interface Moment {
  year: number; month: number; day: number; hour: number; minute: number; second: number;
  zone: number; afternoon: boolean; ofTwelve: boolean; fraction: string;
}

function nameAt(names: readonly string[], word: string, full: boolean): number {
  const text = word.replace(/\.$/, "").toLowerCase();
  const fits = (name: string): boolean => (full ? text === name : text.length >= 3 && text.length <= 4 && name.startsWith(text));
  return names.findIndex(fits);
}

function setNumber(moment: Moment, part: "year" | "month" | "day" | "hour" | "minute" | "second", text: string, least: number, most: number): boolean {
  moment[part] = Number(text);
  return moment[part] >= least && moment[part] <= most;
}

function setZone(moment: Moment, text: string): boolean {
  const found = /^([+-])(\d\d):?(\d\d)?$/.exec(text);
  if (!found) return true;  // Z, UTC or GMT
  const [hours, minutes] = [Number(found[2]), Number(found[3] ?? 0)];
  moment.zone = (found[1] === "-" ? -1 : 1) * (hours * 3600 + minutes * 60);
  return hours <= 23 && minutes <= 59;
}

/// What each letter matches, and what its text says.
const letters: Record<string, { pattern: string; read: (moment: Moment, text: string) => boolean }> = {
  Y: { pattern: "\\d{4}", read: (m, t) => setNumber(m, "year", t, 0, 9999) },
  y: { pattern: "\\d{2}", read: (m, t) => ((m.year = Number(t) + (Number(t) >= 69 ? 1900 : 2000)), true) },
  m: { pattern: "\\d{1,2}", read: (m, t) => setNumber(m, "month", t, 1, 12) },
  d: { pattern: "\\d{1,2}", read: (m, t) => setNumber(m, "day", t, 1, 31) },
  b: { pattern: "[a-z]{3,4}\\.?", read: (m, t) => (m.month = nameAt(months, t, false) + 1) > 0 },
  B: { pattern: "[a-z]+", read: (m, t) => (m.month = nameAt(months, t, true) + 1) > 0 },
  a: { pattern: "[a-z]{3,4}\\.?", read: (_, t) => nameAt(weekdays, t, false) >= 0 },
  A: { pattern: "[a-z]+", read: (_, t) => nameAt(weekdays, t, true) >= 0 },
  H: { pattern: "\\d{1,2}", read: (m, t) => setNumber(m, "hour", t, 0, 23) },
  I: { pattern: "\\d{1,2}", read: (m, t) => ((m.ofTwelve = true), setNumber(m, "hour", t, 1, 12)) },
  M: { pattern: "\\d{2}", read: (m, t) => setNumber(m, "minute", t, 0, 59) },
  S: { pattern: "\\d{2}", read: (m, t) => setNumber(m, "second", t, 0, 59) },
  f: { pattern: "\\d+", read: (m, t) => ((m.fraction = t), true) },
  p: { pattern: "[ap](?:m|\\.m\\.)", read: (m, t) => ((m.afternoon = /^p/i.test(t)), true) },
  z: { pattern: "(?:utc|gmt|z|[+-]\\d\\d(?::\\d\\d|\\d\\d)?)", read: setZone },
};

function patternOf(format: string): { pattern: RegExp; order: string[] } {
  const order: string[] = [];
  let source = "";
  for (let i = 0; i < format.length; ++i) {
    const letter = format[i] === "%" ? format[++i] : undefined;
    if (letter && letter !== "%") {
      order.push(letter);
      source += `(${letters[letter]!.pattern})`;
    } else {
      source += format[i] === " " ? " +" : format[i]!.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    }
  }
  return { pattern: new RegExp(`^${source}$`, "i"), order };
}

function timeOf(moment: Moment, days: number): number {
  const hour = moment.ofTwelve ? (moment.hour % 12) + (moment.afternoon ? 12 : 0) : moment.hour;
  return joined(days * daySeconds + hour * 3600 + moment.minute * 60 + moment.second - moment.zone, moment.fraction);
}

/// A text in a form such as "%d.%m.%Y %H:%M".
export function parseByFormat(text: string, format: string): number | undefined {
  const { pattern, order } = patternOf(format);
  const found = pattern.exec(text);
  if (!found) return undefined;
  const moment: Moment = { year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 0, zone: 0, afternoon: false, ofTwelve: false, fraction: "0" };
  if (!order.every((letter, i) => letters[letter]!.read(moment, found[i + 1]!))) return undefined;
  const days = daysOf(moment.year, moment.month, moment.day);
  if (days === undefined) return undefined;
  return order.some((letter) => letter === "H" || letter === "I") ? timeOf(moment, days) : days;
}

/// As the column's dates and times are written, or in the ISO form. A date alone is a time, too.
export function parseMoment(text: string, type: ColumnType, format: string | undefined): number | undefined {
  const byFormat = format ? parseByFormat(text, format) : undefined;
  if (byFormat !== undefined) return byFormat;
  const date = parseDate(text);
  if (type === "date") return date;
  return date === undefined ? parseTime(text) : date * daySeconds;
}

/// A number, or the name of a weekday; nothing beyond the calendar.
export function partOfMoment(value: number, type: ColumnType, part: DatePart): number | string | undefined {
  const day = Math.floor(type === "time" ? value / daySeconds : value);
  if (!(Math.abs(day) < 1e7)) return undefined;
  const date = new Date(day * daySeconds * 1000);
  const second = type === "time" ? Math.floor(value - day * daySeconds) : 0;
  switch (part) {
    case "year": return date.getUTCFullYear();
    case "quarter": return Math.floor(date.getUTCMonth() / 3) + 1;
    case "month": return date.getUTCMonth() + 1;
    case "day": return date.getUTCDate();
    case "weekday": return weekdayNames[date.getUTCDay()]!;
    case "hour": return Math.floor(second / 3600);
    case "minute": return Math.floor(second / 60) % 60;
  }
}

/// The text of a value in the ISO form, for fields of the form.
export function momentText(value: number, type: ColumnType): string {
  const at = new Date(value * (type === "date" ? daySeconds : 1) * 1000);
  if (Number.isNaN(at.getTime())) return String(value);
  const iso = at.toISOString();
  return type === "date" ? iso.slice(0, 10) : iso.slice(0, 23).replace("T", " ").replace(/\.?0*$/, (zeros) => (zeros.startsWith(".") ? "" : ""));
}
