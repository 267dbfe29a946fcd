// What the program writes into the page: the lowered tree or the rule list, with real names and ready wording. It is the counterpart of
// src/treewright/export/page/page_data.cpp, and the page knows nothing else about a model.

/// `shown` is there where a name cannot be displayed unchanged: it is quoted and escaped then.
export interface Named {
  name: string;
  shown?: string;
}

export type ColumnType = "numeric" | "date" | "time" | "ordered" | "categorical";

/// How cells of a column are written, where that differs from the usual.
export interface Reading {
  missingWords?: string[];
  decimal?: string;
  thousands?: string;
  prefix?: string;
  unit?: string;
  trailingMinus?: boolean;
  dateFormat?: string;
  foldsCase?: boolean;
  partOf?: { column: string; type: ColumnType; part: DatePart };
}
export type DatePart = "year" | "quarter" | "month" | "day" | "weekday" | "hour" | "minute";

export interface Feature extends Named {
  type: ColumnType;
  levels?: string[];
  shownLevels?: string[];
  reading?: Reading;
  used?: boolean;
}

/// A test of one feature with the step that each outcome leads to.
export interface Test {
  kind: "threshold" | "subset" | "multiway" | "is_missing";
  feature: number;
  threshold?: number;
  left?: number[];
  right?: number[];
  byLevel?: number[];
  yes?: number;
  no?: number;
}

export interface SurrogateData extends Test {
  /// The condition behind the name of the feature: "≤ 70".
  says: string;
  /// Where `yes` leads, as the branch of the node that it stands in for.
  agreeing: number;
  known: number;
}

export interface Question extends Test {
  /// The question behind the name of the feature: "≤ 77.5"; empty if there is a branch for each level.
  asks: string;
  gain: number;
  heuristic?: boolean;
  missing: number;
  unseen: number;
  absent?: number;
  parts?: [step: number, share: number][];
  surrogates?: SurrogateData[];
}

export interface NodeData {
  parent?: number;
  /// The branch that leads here by itself, and behind the name of the feature where that is another text: "sunny", "= sunny".
  branch?: string;
  says?: string;
  weight: number;
  label?: number;
  mean?: number;
  /// Weight by class of the rows that the prediction is made of: all classes, or pairs of class and weight.
  counts?: number[];
  some?: number[];
  impurity: number;
  low?: number;
  high?: number;
  test?: string;
  question?: Question;
}

export interface ConditionData {
  feature: number;
  text: string;
  above?: number;
  atMost?: number;
  known?: boolean;
  levels?: number[];
  missing?: boolean;
}

export interface RuleData {
  text: string;
  conditions: ConditionData[];
  label: number;
  counts?: number[];
  some?: number[];
  weight: number;
  low: number;
  high: number;
  error: number;
  firstWeight: number;
  firstCorrect: number;
}

export interface ListData {
  rules: RuleData[];
  fallback: { label: number; counts?: number[]; some?: number[] };
}

/// The paint of a class is a colour and a texture. Numbers are tints of the first colour, from one opacity to the other.
export interface Palette {
  colors: string[];
  paints: [color: number, texture: number][];
  means: [palest: number, deepest: number];
}

export interface PageData {
  kind: "tree" | "rules";
  target: Named;
  classes?: string[];
  shownClasses?: string[];
  palette: Palette;
  features: Feature[];
  missingWords: string[];
  /// Name of the impurity: "entropy".
  measure?: string;
  criterion?: string;
  totalWeight: number;
  /// Decimals that show the spread of a number that is predicted.
  decimals?: number;
  fractional?: boolean;
  refuses?: boolean;
  losses?: number[];
  /// What decided where a class is predicted that most rows are not of: "costs".
  deciders?: string;
  version: string;
  options: [name: string, value: string][];
  nodes?: NodeData[];
  list?: ListData;
}

export function shownName(named: Named): string {
  return named.shown ?? named.name;
}

export function shownLevel(feature: Feature, code: number): string {
  if (code === -1) return "missing";
  if (code < 0) return "an unseen value";
  return feature.shownLevels?.[code] ?? feature.levels?.[code] ?? "";
}

/// A category is held as the position of its level; everything else as a number.
export function isCategory(feature: Feature): boolean {
  return feature.type === "categorical";
}

/// The data are text in a block that the browser does not run.
export function readPageData(): PageData {
  return JSON.parse(document.getElementById("data")!.textContent!) as PageData;
}
