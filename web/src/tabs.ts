// Panels of which one is shown, with their names as tabs.
import { h } from "./dom.ts";

export interface Panel {
  name: string;
  element: HTMLElement;
}

export class Tabs {
  readonly bar: HTMLElement;
  private readonly buttons: HTMLButtonElement[];

  constructor(private readonly panels: readonly Panel[], label: string, prefix: string) {
    this.buttons = panels.map(({ name, element }, i) => {
      element.id = `${prefix}-panel-${i}`;
      element.setAttribute("role", "tabpanel");
      element.setAttribute("aria-label", name);
      return h("button", { type: "button", role: "tab", id: `${prefix}-tab-${i}`, "aria-controls": element.id, onclick: () => this.show(i) }, name);
    });
    this.bar = h("div", { class: "tabs", role: "tablist", "aria-label": label }, ...this.buttons);
    this.bar.addEventListener("keydown", (event) => this.pressed(event));
    this.show(0);
  }

  show(at: number): void {
    this.panels.forEach(({ element }, i) => element.classList.toggle("shown", i === at));
    this.buttons.forEach((button, i) => {
      button.setAttribute("aria-selected", String(i === at));
      button.tabIndex = i === at ? 0 : -1;
    });
  }
  private pressed(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    const at = this.buttons.findIndex((button) => button.tabIndex === 0);
    const next = (at + step + this.buttons.length) % this.buttons.length;
    this.show(next);
    this.buttons[next]!.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}
