#include "treewright/report/parts/plan_text.h"

#include <fmt/format.h>

#include "treewright/base/number_text.h"
#include "treewright/export/wording.h"
#include "treewright/report/page.h"

namespace treewright {

namespace {

std::string rows_and_weight(const TableFacts& table) {
    const std::string rows = rows_text(static_cast<double>(table.rows));
    return table.weight == static_cast<double>(table.rows) ? rows
                                                           : fmt::format("{}, weight {}", rows, count_text(table.weight));
}

std::string plan_words(const ResamplingPlan& plan, const TableFacts& table) {
    std::string words;
    switch (plan.scheme) {
        case Scheme::leave_one_out: return "leave-one-out";
        case Scheme::folds:
            words = fmt::format("{} folds", plan.folds);
            if (plan.repeats > 1) words += fmt::format(", repeated {} times", plan.repeats);
            break;
        case Scheme::holdout:
            words = fmt::format("{} random split{} with {} % held out", plan.repeats, plan.repeats == 1 ? "" : "s",
                                number_text(100.0 * plan.held_out));
            break;
    }
    if (plan.stratified && !table.is_regression()) words += ", stratified";
    if (table.group) words += fmt::format(", by groups of '{}'", *table.group);
    return words + fmt::format(", seed {}", plan.seed);
}

}  // namespace

std::string plan_heading(const TableFacts& table, const ResamplingPlan& plan) {
    return fmt::format("{}: {}, {}", table.source, rows_and_weight(table), plan_words(plan, table));
}

std::string plan_title(const TableFacts& table, const ResamplingPlan& plan) {
    return fmt::format("'{}' in {}: {}, {}", table.target, without_folder(table.source), rows_and_weight(table), plan_words(plan, table));
}

}  // namespace treewright
