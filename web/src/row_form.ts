// A field for each feature that the model asks about. Levels are chosen from a list as long as that is short; what is typed is read as the program
// reads a cell.
import { CellReader, expectedIn } from "./cells.ts";
import { isCategory, shownLevel, shownName } from "./data.ts";
import type { Feature, PageData } from "./data.ts";
import { h, replace } from "./dom.ts";
import { missing, unseen } from "./predict.ts";
import { cellText } from "./words.ts";

const mostListed = 300;

interface Input {
  feature: number;
  element: HTMLInputElement | HTMLSelectElement;
  error: HTMLElement;
  /// Nothing where the text does not fit.
  read: () => number | undefined;
  write: (cell: number) => void;
}

export class RowForm {
  readonly element = h("form", { class: "row-form", autocomplete: "off" });
  private readonly inputs: Input[] = [];
  private row: number[];

  constructor(private readonly page: PageData, private readonly changed: () => void) {
    this.row = this.emptyRow();
    page.features.forEach((feature, i) => {
      if (feature.used) this.inputs.push(isListed(feature) ? this.list(feature, i) : this.field(feature, i));
    });
    replace(this.element, ...this.inputs.map((input) => this.labelled(input)));
    this.element.addEventListener("submit", (event) => event.preventDefault());
    this.element.addEventListener("input", () => this.read());
  }

  get cells(): readonly number[] {
    return this.row;
  }
  get isEmpty(): boolean {
    return this.inputs.every(({ feature }) => this.row[feature] === missing || Number.isNaN(this.row[feature]));
  }
  set(row: readonly number[]): void {
    this.row = [...row];
    for (const input of this.inputs) {
      input.write(row[input.feature]!);
      this.complain(input, "");
    }
    this.changed();
  }
  clear(): void {
    this.set(this.emptyRow());
  }

  private emptyRow(): number[] {
    return this.page.features.map((feature) => (isCategory(feature) ? missing : Number.NaN));
  }
  private read(): void {
    for (const input of this.inputs) {
      const cell = input.read();
      const feature = this.page.features[input.feature]!;
      this.complain(input, cell === undefined ? `This is not ${expectedIn(feature)}.` : cell === unseen && input.element instanceof HTMLInputElement ? "Training never saw this value." : "");
      if (cell !== undefined) this.row[input.feature] = cell;
    }
    this.changed();
  }
  private complain(input: Input, sentence: string): void {
    if (input.error.textContent !== sentence) input.error.textContent = sentence;
    if (sentence) input.element.setAttribute("aria-invalid", "true");
    else input.element.removeAttribute("aria-invalid");
  }

  private labelled(input: Input): HTMLElement {
    const feature = this.page.features[input.feature]!;
    const name = shownName(feature);
    return h("div", { class: "field" }, h("label", { for: input.element.id, title: name.slice(0, 600) }, name.length > 80 ? `${name.slice(0, 80)}…` : name), input.element, input.error);
  }
  private frame(i: number): { id: string; error: HTMLElement } {
    return { id: `field-${i}`, error: h("small", { class: "error", id: `error-${i}`, role: "status" }) };
  }

  /// All levels, "missing" and "any other value".
  private list(feature: Feature, i: number): Input {
    const { id, error } = this.frame(i);
    const option = (value: number, text: string): HTMLOptionElement => h("option", { value }, text.length > 100 ? `${text.slice(0, 100)}…` : text);
    const options = (feature.levels ?? []).map((_, code) => option(code, shownLevel(feature, code)));
    const other = feature.type === "ordered" ? [] : [option(unseen, "(another value)")];
    const element = h("select", { id, "aria-describedby": error.id }, option(missing, "(missing)"), ...options, ...other);
    const read = (): number => (feature.type === "ordered" && Number(element.value) === missing ? Number.NaN : Number(element.value));
    return { feature: i, element, error, read, write: (cell) => (element.value = String(Number.isNaN(cell) ? missing : cell)) };
  }
  private field(feature: Feature, i: number): Input {
    const { id, error } = this.frame(i);
    const reader = new CellReader(feature, this.page, true);
    const element = h("input", { id, type: "text", placeholder: "missing", "aria-describedby": error.id, inputmode: feature.type === "numeric" ? "decimal" : "text", spellcheck: "false" });
    const write = (cell: number): void => {
      element.value = isCategory(feature) ? (cell >= 0 ? feature.levels![cell]! : "") : Number.isNaN(cell) ? "" : feature.type === "numeric" ? String(cell) : cellText(feature, cell);
    };
    return { feature: i, element, error, read: () => reader.read({ text: element.value.trim(), quoted: false }), write };
  }
}

function isListed(feature: Feature): boolean {
  return (feature.type === "categorical" || feature.type === "ordered") && (feature.levels ?? []).length <= mostListed;
}
