// The page of a rule list: its rules in the order in which they are tried, a card for one of them, and following a row.
import { classTable } from "./class_table.ts";
import type { Colours } from "./colours.ts";
import type { PageData, RuleData } from "./data.ts";
import { h, replace } from "./dom.ts";
import { Tree, countsOf } from "./model.ts";
import { PasteView } from "./paste_view.ts";
import { RowForm } from "./row_form.ts";
import { firstUnmet, predictByList } from "./rule_list.ts";
import type { Row } from "./predict.ts";
import { VirtualTable } from "./virtual_table.ts";
import type { TableColumn } from "./virtual_table.ts";
import { cellText, className, percent, percentRange, rowsText, countText } from "./words.ts";

const mostUnmet = 40;

export class ListPage {
  readonly rules: HTMLElement;
  readonly card = h("section", { class: "card", "aria-label": "The selected rule" });
  readonly row: HTMLElement;
  private readonly table: VirtualTable;
  private readonly form: RowForm;
  private readonly result = h("div", { class: "result", "aria-live": "polite" });
  private readonly list: NonNullable<PageData["list"]>;
  private selected = 0;
  private isAsked = false;

  constructor(private readonly page: PageData, private readonly colours: Colours) {
    this.list = page.list!;
    this.table = new VirtualTable(this.columns(), "Rules", (rule) => this.select(rule), "rule");
    this.table.setRows(Array.from({ length: this.list.rules.length + 1 }, (_, i) => i));
    this.rules = h("div", { class: "rules-view" }, h("p", { class: "count" }, "The first rule that a row meets decides."), this.table.element);
    this.form = new RowForm(page, () => this.follow());
    const paste = new PasteView(page, new Tree(page), colours, (row) => this.form.set(row));
    const clear = h("button", { type: "button", onclick: () => this.stop() }, "Clear");
    this.row = h("section", { class: "row-view", "aria-label": "Follow a row" }, h("header", {}, h("h2", {}, "Follow a row"), h("span", { class: "actions" }, clear)),
      h("p", { class: "soft" }, "Type the values of a row; what stays empty is missing."), this.form.element, this.result, paste.element);
    this.select(0);
  }

  private decided(rule: number): { label: number; counts?: number[]; some?: number[] } {
    return this.list.rules[rule] ?? this.list.fallback;
  }
  private share(rule: number): number {
    const { label } = this.decided(rule);
    const { classes, weights, total } = countsOf(this.decided(rule));
    return (weights[classes.indexOf(label)] ?? 0) / total;
  }
  private columns(): TableColumn[] {
    const rules = this.list.rules;
    const text = (rule: number): string => rules[rule]?.text || (rules[rule] ? "every row" : "no rule holds");
    return [
      { name: "Rule", className: "number id", cell: (rule) => [rules[rule] ? String(rule + 1) : "default"], key: (rule) => rule },
      { name: "Predicts", className: "prediction", cell: (rule) => [this.colours.swatch(this.decided(rule).label), h("span", {}, className(this.page, this.decided(rule).label))], key: (rule) => className(this.page, this.decided(rule).label) },
      { name: "Rows", className: "number", cell: (rule) => [countText(countsOf(this.decided(rule)).total)], key: (rule) => countsOf(this.decided(rule)).total },
      { name: "Confidence", className: "number quality", cell: (rule) => [percent(this.share(rule))], key: (rule) => this.share(rule) },
      { name: "If", className: "rule", cell: (rule) => [h("span", { title: text(rule).slice(0, 600) }, text(rule).slice(0, 600))] },
    ];
  }

  private select(rule: number): void {
    this.selected = rule;
    this.table.show(rule);
    this.drawCard();
  }
  private drawCard(): void {
    const { selected } = this;
    const rule = this.list.rules[selected];
    const { classes, weights, total } = countsOf(this.decided(selected));
    const { label } = this.decided(selected);
    replace(this.card, h("header", {}, h("h2", {}, rule ? `Rule ${selected + 1}` : "Default")),
      rule ? h("ol", { class: "path", "aria-label": "Conditions" }, ...rule.conditions.map((condition) => h("li", {}, h("span", { class: "chip" }, condition.text)))) : h("p", { class: "soft" }, "Rows that meet no rule."),
      h("p", { class: "prediction" }, h("span", { class: "soft" }, "Predicts "), this.colours.swatch(label), h("strong", {}, className(this.page, label))),
      classTable(this.page, this.colours, classes.map((each, i) => ({ label: each, share: weights[i]! / total, weight: weights[i]! })), label),
      rule ? this.facts(rule) : "");
  }
  private facts(rule: RuleData): HTMLElement {
    const facts = [["Rows that meet it", countText(rule.weight)], ["95 % interval", `${percentRange(rule.low, rule.high)} of this class`], ["Pessimistic error", percent(rule.error)],
      ["Rows that it is the first to take", `${countText(rule.firstWeight)}, ${countText(rule.firstCorrect)} of its class`]] as const;
    return h("dl", {}, ...facts.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));
  }

  private follow(): void {
    this.isAsked ||= !this.form.isEmpty;
    if (!this.isAsked) return;
    const row = this.form.cells;
    const answer = predictByList(this.page, row);
    const shares = answer.probabilities.map((share, label) => ({ label, share }));
    replace(this.result, h("h3", {}, "Answer"),
      h("p", { class: "prediction" }, h("span", { class: "soft" }, "Predicts "), this.colours.swatch(answer.label), h("strong", {}, className(this.page, answer.label))),
      classTable(this.page, this.colours, shares, answer.label), this.unmet(row, answer.rule));
    this.select(answer.rule);
  }
  /// Why no rule before the one that decides took the row.
  private unmet(row: Row, decides: number): HTMLElement {
    const { features } = this.page;
    const passed = this.list.rules.slice(0, decides);
    const item = (rule: RuleData, i: number): HTMLElement => {
      const condition = firstUnmet(features, rule, row)!;
      return h("li", {}, h("button", { type: "button", class: "step", onclick: () => this.select(i) }, h("span", {}, `Rule ${i + 1} requires: ${condition.text}`), h("span", { class: "soft" }, cellText(features[condition.feature]!, row[condition.feature]!))));
    };
    const more = passed.length > mostUnmet ? [h("li", { class: "soft" }, `and ${passed.length - mostUnmet} more rules`)] : [];
    const decided = this.list.rules[decides];
    const last = h("li", {}, h("strong", {}, decided ? `Rule ${decides + 1} holds: ${decided.text || "every row"}` : `No rule holds: the default decides, as for ${rowsText(countsOf(this.list.fallback).total)}`));
    return h("ol", { class: "steps", "aria-label": "The rules that were tried" }, ...passed.slice(0, mostUnmet).map(item), ...more, last);
  }
  private stop(): void {
    this.form.clear();
    this.isAsked = false;
    replace(this.result);
  }
}
