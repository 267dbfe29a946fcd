// Elements made from data. Texts become text nodes and attributes are set one by one, so that no name can become markup.

type Attribute = string | number | boolean | undefined | ((event: never) => void) | Record<string, string>;
export type Attributes = Record<string, Attribute>;
export type Child = Node | string | undefined | false;

const svgNamespace = "http://www.w3.org/2000/svg";

function apply(element: Element, attributes: Attributes, children: readonly Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value as (event: Event) => void);
    else if (typeof value === "object") for (const [property, text] of Object.entries(value)) (element as HTMLElement).style.setProperty(property, text);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== undefined && child !== false) element.append(child);
}

export function h<Name extends keyof HTMLElementTagNameMap>(name: Name, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  apply(element, attributes, children);
  return element;
}

export function s<Name extends keyof SVGElementTagNameMap>(name: Name, attributes: Attributes = {}, ...children: Child[]): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(svgNamespace, name) as SVGElementTagNameMap[Name];
  apply(element, attributes, children);
  return element;
}

export function replace(parent: Element, ...children: Child[]): void {
  parent.replaceChildren(...children.filter((child): child is Node | string => child !== undefined && child !== false));
}

/// Runs a function before the next picture, once, however often it is asked for.
export function oncePerFrame(run: () => void): () => void {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      run();
    });
  };
}

let measuring: CanvasRenderingContext2D | undefined;
export function textWidth(text: string, font: string): number {
  measuring ??= document.createElement("canvas").getContext("2d")!;
  measuring.font = font;
  return measuring.measureText(text).width;
}
const fitted = new Map<string, string>();

/// The text, shortened at its end until it is not wider than that many pixels.
export function fit(text: string, width: number, font: string): string {
  const key = `${font} ${width} ${text.length > 200 ? text.slice(0, 200) : text}`;
  const known = fitted.get(key);
  if (known !== undefined) return known;
  const characters = [...text.slice(0, 400)];
  let result = text;
  if (text.length > 400 || textWidth(text, font) > width) {
    let low = 0;
    let high = characters.length;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (textWidth(`${characters.slice(0, middle).join("")}…`, font) <= width) low = middle;
      else high = middle - 1;
    }
    result = `${characters.slice(0, low).join("").trimEnd()}…`;
  }
  if (fitted.size > 20000) fitted.clear();
  fitted.set(key, result);
  return result;
}

/// The same for one of several texts: those that differ keep looking different. Where their ends are what differs, the end stays.
export function fitAmong(text: string, all: readonly string[], width: number, font: string): string {
  const plain = fit(text, width, font);
  if (plain === text) return plain;
  const alike = all.filter((other) => other !== text && fit(other, width, font) === plain);
  if (alike.length === 0) return plain;
  let same = text.length;
  for (const other of alike) {
    let length = 0;
    while (length < text.length && text[length] === other[length]) ++length;
    same = Math.min(same, length);
  }
  return fit(`…${[...text.slice(Math.max(0, same - 2))].join("")}`, width, font);
}
