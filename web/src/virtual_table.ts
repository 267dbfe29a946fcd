// A table of many rows of one height, of which only those in the window are elements. It sorts by its columns and keeps one row selected.
import { h, oncePerFrame, replace } from "./dom.ts";
import type { Child } from "./dom.ts";

export interface TableColumn {
  name: string;
  className: string;
  cell: (row: number) => Child[];
  /// What the column is sorted by; without it, it is not.
  key?: (row: number) => number | string;
}

export const rowHeight = 30;
const mostPrinted = 2000;

export class VirtualTable {
  readonly element: HTMLElement;
  private readonly head = h("thead");
  private readonly body = h("tbody");
  private readonly table: HTMLTableElement;
  private rows: number[] = [];
  private sorted: { column: TableColumn; descending: boolean } | undefined;
  private selected: number | undefined;
  private isPrinting = false;
  private readonly draw = oncePerFrame(() => this.drawNow());

  constructor(private readonly columns: readonly TableColumn[], label: string, private readonly select: (row: number) => void, private readonly idPrefix: string) {
    this.table = h("table", { role: "grid", "aria-label": label }, this.head, this.body);
    this.element = h("div", { class: "virtual-table", tabindex: 0, role: "group", "aria-label": `${label}: arrow keys choose a row` }, this.table);
    this.element.addEventListener("scroll", this.draw);
    this.element.addEventListener("keydown", (event) => this.pressed(event));
    this.body.addEventListener("click", (event) => {
      const row = (event.target as Element).closest("[data-row]");
      if (row) this.select(Number(row.getAttribute("data-row")));
    });
    new ResizeObserver(this.draw).observe(this.element);
    window.addEventListener("beforeprint", () => this.drawForPrint());
    window.addEventListener("afterprint", () => {
      this.isPrinting = false;
      this.draw();
    });
    this.drawHead();
  }

  setRows(rows: number[]): void {
    this.rows = rows;
    this.sort();
  }
  /// Brings the row into the window.
  show(row: number | undefined): void {
    this.selected = row;
    const at = row === undefined ? -1 : this.rows.indexOf(row);
    if (at >= 0) {
      const top = at * rowHeight;
      const height = this.element.clientHeight - rowHeight;
      if (top < this.element.scrollTop) this.element.scrollTop = top;
      else if (top + rowHeight > this.element.scrollTop + height) this.element.scrollTop = top + rowHeight - height;
    }
    this.draw();
  }
  refresh(): void {
    this.draw();
  }

  private sort(): void {
    if (this.sorted) {
      const { column, descending } = this.sorted;
      const sign = descending ? -1 : 1;
      this.rows.sort((a, b) => {
        const [x, y] = [column.key!(a), column.key!(b)];
        return (x < y ? -1 : x > y ? 1 : 0) * sign || a - b;
      });
    }
    this.draw();
  }
  private sortBy(column: TableColumn): void {
    const descending = this.sorted?.column === column ? !this.sorted.descending : typeof column.key!(this.rows[0] ?? 0) === "number";
    this.sorted = { column, descending };
    this.drawHead();
    this.sort();
  }

  private drawHead(): void {
    const cells = this.columns.map((column) => {
      const isSorted = this.sorted?.column === column;
      const order = isSorted ? (this.sorted!.descending ? "descending" : "ascending") : undefined;
      const mark = isSorted ? (this.sorted!.descending ? " ↓" : " ↑") : "";
      const content = column.key ? h("button", { type: "button", onclick: () => this.sortBy(column) }, column.name + mark) : column.name;
      return h("th", { class: column.className, scope: "col", role: "columnheader", "aria-sort": order }, content);
    });
    replace(this.head, h("tr", { role: "row" }, ...cells));
  }
  private drawForPrint(): void {
    this.isPrinting = true;
    this.drawRows(0, Math.min(this.rows.length, mostPrinted));
  }
  private drawNow(): void {
    if (this.isPrinting) return;
    const first = Math.max(Math.floor(this.element.scrollTop / rowHeight) - 6, 0);
    this.drawRows(first, Math.min(first + Math.ceil(this.element.clientHeight / rowHeight) + 12, this.rows.length));
  }
  private drawRows(first: number, last: number): void {
    this.table.setAttribute("aria-rowcount", String(this.rows.length + 1));
    const rows = this.rows.slice(first, last).map((row, i) => this.row(row, first + i));
    replace(this.body, this.spacer(first), ...rows, this.spacer(this.rows.length - last));
    const isDrawn = this.selected !== undefined && rows.some((row) => row.getAttribute("aria-selected") === "true");
    if (isDrawn) this.table.setAttribute("aria-activedescendant", `${this.idPrefix}-${this.selected}`);
    else this.table.removeAttribute("aria-activedescendant");
  }
  private row(row: number, position: number): HTMLElement {
    const isSelected = row === this.selected;
    return h("tr", { role: "row", id: `${this.idPrefix}-${row}`, "data-row": row, "aria-rowindex": position + 2, "aria-selected": String(isSelected), class: isSelected ? "selected" : undefined },
      ...this.columns.map((column) => h("td", { class: column.className, role: "gridcell" }, ...column.cell(row))));
  }
  private spacer(rows: number): HTMLElement | undefined {
    return rows > 0 ? h("tr", { class: "spacer", "aria-hidden": "true", style: { height: `${rows * rowHeight}px` } }) : undefined;
  }

  private pressed(event: KeyboardEvent): void {
    const page = Math.max(Math.floor(this.element.clientHeight / rowHeight) - 1, 1);
    const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page, Home: -this.rows.length, End: this.rows.length };
    const step = steps[event.key];
    if (step === undefined || this.rows.length === 0) return;
    event.preventDefault();
    const at = this.selected === undefined ? -1 : this.rows.indexOf(this.selected);
    this.select(this.rows[Math.min(Math.max(at + step, 0), this.rows.length - 1)]!);
  }
}
