// The evaluator of a rule list: the first rule whose conditions a row meets decides. C++: src/treewright/rules/rule_list.cpp.
import { isCategory } from "./data.ts";
import type { ConditionData, Feature, PageData, RuleData } from "./data.ts";
import { countsOf } from "./model.ts";
import type { Row } from "./predict.ts";

export function meets(features: readonly Feature[], condition: ConditionData, row: Row): boolean {
  const cell = row[condition.feature]!;
  if (isCategory(features[condition.feature]!)) return cell < 0 ? condition.missing === true : (condition.levels ?? []).includes(cell);
  if (Number.isNaN(cell)) return condition.missing === true;
  if (condition.known === false) return false;
  return (condition.above === undefined || cell > condition.above) && (condition.atMost === undefined || cell <= condition.atMost);
}

/// The first condition that a row does not meet.
export function firstUnmet(features: readonly Feature[], rule: RuleData, row: Row): ConditionData | undefined {
  return rule.conditions.find((condition) => !meets(features, condition, row));
}

export interface ListAnswer {
  /// From 0; the number of rules: the default decides.
  rule: number;
  label: number;
  probabilities: number[];
}

export function sharesOf(page: PageData, counted: { counts?: number[]; some?: number[] }): number[] {
  const shares = new Array<number>(page.classes!.length).fill(0);
  const { classes, weights, total } = countsOf(counted);
  classes.forEach((label, i) => (shares[label] = weights[i]! / total));
  return shares;
}

export function predictByList(page: PageData, row: Row): ListAnswer {
  const { rules, fallback } = page.list!;
  const found = rules.findIndex((rule) => !firstUnmet(page.features, rule, row));
  const decided = found < 0 ? fallback : rules[found]!;
  return { rule: found < 0 ? rules.length : found, label: decided.label, probabilities: sharesOf(page, decided) };
}
