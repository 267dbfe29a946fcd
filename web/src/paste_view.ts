// Many rows at once: paste a table with its header, see every answer, follow one row, save all answers.
import { answerOf, answersAsCsv } from "./answers.ts";
import type { RowAnswer } from "./answers.ts";
import type { Colours } from "./colours.ts";
import type { PageData } from "./data.ts";
import { h, replace } from "./dom.ts";
import type { Tree } from "./model.ts";
import { readPasted } from "./pasted_rows.ts";
import { VirtualTable } from "./virtual_table.ts";
import { className, counted, percent, valueText } from "./words.ts";

/// Longer texts are answered but not shown.
const mostShown = 200000;

export class PasteView {
  readonly element: HTMLElement;
  private readonly text = h("textarea", { rows: 5, spellcheck: "false", "aria-label": "Rows with a header, as CSV or TSV" });
  private readonly status = h("p", { class: "status", role: "status" });
  private readonly save = h("button", { type: "button", class: "save", onclick: () => this.download() }, "Save answers as CSV");
  private readonly table: VirtualTable;
  private rows: number[][] = [];
  private answers: RowAnswer[] = [];

  constructor(private readonly page: PageData, private readonly tree: Tree, private readonly colours: Colours, private readonly take: (row: readonly number[]) => void) {
    this.table = new VirtualTable(this.columns(), "Answers", (row) => this.choose(row), "answer");
    this.table.element.hidden = this.save.hidden = true;
    this.text.placeholder = `${page.features.filter((feature) => feature.used).slice(0, 4).map((feature) => feature.shown ?? feature.name).join(",")}…`.slice(0, 120);
    const read = h("button", { type: "button", class: "read", onclick: () => this.read(this.text.value) }, "Answer these rows");
    const file = h("input", { type: "file", accept: ".csv,.tsv,.txt,text/csv", class: "visually-hidden", id: "rows-file", onchange: () => void this.open(file.files) });
    const choose = h("label", { class: "button", for: "rows-file" }, "Open a file");
    this.text.addEventListener("drop", (event) => this.dropped(event));
    this.element = h("details", { class: "paste" }, h("summary", {}, "Paste rows"),
      h("p", { class: "soft" }, "A table with its header, as CSV or TSV. Nothing leaves this page."), this.text, h("p", { class: "actions" }, read, file, choose, this.save), this.status, this.table.element);
  }

  private columns(): ConstructorParameters<typeof VirtualTable>[0] {
    const { page } = this;
    const prediction = (row: number): (Node | string)[] => {
      const { label, value } = this.answers[row]!;
      if (label !== undefined) return [this.colours.swatch(label), h("span", {}, className(page, label))];
      return [value === undefined ? "refused" : valueText(page, value)];
    };
    const share = (row: number): string => {
      const { label, probabilities } = this.answers[row]!;
      return label === undefined ? "" : percent(probabilities[label]!);
    };
    const key = (row: number): number => this.answers[row]!.label ?? this.answers[row]!.value ?? -Infinity;
    return [
      { name: "Row", className: "number id", cell: (row) => [String(row + 1)], key: (row) => row },
      { name: "Predicts", className: "prediction", cell: prediction, key },
      ...(page.classes ? [{ name: "Share", className: "number", cell: (row: number) => [share(row)] }] : []),
      { name: page.list ? "Rule" : "Leaf", className: "number", cell: (row) => [this.endingText(row)], key: (row) => this.answers[row]!.ending },
    ];
  }

  private endingText(row: number): string {
    const { ending, isRefused } = this.answers[row]!;
    return isRefused ? "" : this.page.list && ending === 0 ? "default" : String(ending);
  }

  /// A file of the user's own: it is read here and goes nowhere.
  private async open(files: FileList | null | undefined): Promise<void> {
    const file = files?.[0];
    if (!file) return;
    const text = await file.text();
    this.text.value = text.length <= mostShown ? text : "";
    this.read(text);
  }
  private dropped(event: DragEvent): void {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    void this.open(event.dataTransfer.files);
  }

  private read(text: string): void {
    try {
      const pasted = readPasted(text, this.page);
      this.rows = pasted.rows;
      this.answers = pasted.rows.map((row) => answerOf(this.page, this.tree, row));
      const absent = pasted.absent.length > 0 ? ` Not in the table, so missing: ${pasted.absent.slice(0, 8).join(", ")}${pasted.absent.length > 8 ? "…" : ""}.` : "";
      this.say(`${counted(this.rows.length, "row")} answered.${absent}`, false);
    } catch (error) {
      this.rows = [];
      this.answers = [];
      this.say(error instanceof Error ? error.message : String(error), true);
    }
    this.table.element.hidden = this.save.hidden = this.rows.length === 0;
    this.table.setRows(this.rows.map((_, i) => i));
    this.table.show(undefined);
  }
  private say(sentence: string, isError: boolean): void {
    replace(this.status, sentence);
    this.status.classList.toggle("error", isError);
  }
  private choose(row: number): void {
    this.table.show(row);
    this.take(this.rows[row]!);
  }
  private download(): void {
    const address = URL.createObjectURL(new Blob([answersAsCsv(this.page, this.answers)], { type: "text/csv" }));
    h("a", { href: address, download: "answers.csv" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  }
}
