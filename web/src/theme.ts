// Light, dark, or as the system is. The colours themselves are in the style sheet; what is painted hears of a change by the event `themechange`.
import { h } from "./dom.ts";

const themes = ["auto", "light", "dark"] as const;

export function themeButton(): HTMLElement {
  let at = 0;
  const text = (): string => `Theme: ${themes[at]!}`;
  const button = h("button", { type: "button", class: "theme" }, text());
  button.addEventListener("click", () => {
    at = (at + 1) % themes.length;
    if (themes[at] === "auto") document.documentElement.removeAttribute("data-theme");
    else document.documentElement.setAttribute("data-theme", themes[at]!);
    button.textContent = text();
    window.dispatchEvent(new Event("themechange"));
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => window.dispatchEvent(new Event("themechange")));
  return button;
}
