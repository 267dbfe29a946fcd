// "Follow a row": values in, path and reasons out, and what would change the answer.
import type { Colours } from "./colours.ts";
import { h, replace } from "./dom.ts";
import { PasteView } from "./paste_view.ts";
import { predict } from "./predict.ts";
import { answerCard, reasons } from "./reasons.ts";
import { RowForm } from "./row_form.ts";
import type { State } from "./state.ts";
import { WhatIfView } from "./what_if_view.ts";

export class RowView {
  readonly element: HTMLElement;
  private readonly form: RowForm;
  private readonly result = h("div", { class: "result", "aria-live": "polite" });
  private readonly whatIf: WhatIfView;
  private isAsked = false;

  constructor(private readonly state: State, private readonly colours: Colours) {
    const { page } = state.tree;
    this.form = new RowForm(page, () => this.follow());
    this.whatIf = new WhatIfView(state, (row) => this.form.set(row));
    this.whatIf.element.hidden = true;
    const clear = h("button", { type: "button", onclick: () => this.stop() }, "Clear");
    const paste = new PasteView(page, state.tree, colours, (row) => this.form.set(row));
    const asksNothing = page.features.every((feature) => !feature.used);
    this.element = h("section", { class: "row-view", "aria-label": "Follow a row" },
      h("header", {}, h("h2", {}, "Follow a row"), h("span", { class: "actions" }, clear)),
      asksNothing ? h("p", { class: "soft" }, "The tree is a single leaf: it asks nothing and gives every row the same answer.")
                  : h("p", { class: "soft" }, "Type the values of a row; what stays empty is missing."),
      this.form.element, this.result, this.whatIf.element, paste.element);
  }

  private follow(): void {
    this.isAsked ||= !this.form.isEmpty;
    if (!this.isAsked) return;
    const row = this.form.cells;
    const answer = predict(this.state.tree, row);
    this.state.follow(answer.refusal ? undefined : answer.leaves);
    replace(this.result, h("h3", {}, "Answer"), answerCard(this.state, this.colours, answer), reasons(this.state, row, answer));
    this.whatIf.show(row, answer);
    if (!answer.refusal) this.state.select(answer.leaf);
  }
  private stop(): void {
    this.form.clear();
    this.isAsked = false;
    replace(this.result);
    this.whatIf.show([], undefined);
    this.state.follow(undefined);
  }
}
