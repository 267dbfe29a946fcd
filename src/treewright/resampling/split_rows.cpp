#include "treewright/resampling/split_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "treewright/base/error.h"
#include "treewright/base/number_text.h"
#include "treewright/data/prepare.h"

namespace treewright {

namespace {

constexpr std::size_t most_values_as_classes = 20;

/// Few different numbers are spread like classes; rows without a value are one more class, because every row goes somewhere.
void make_classes(Column& target) {
    std::set<double> values;
    if (target.has_values()) {
        for (const double value : target.values) {
            if (!is_missing(value)) values.insert(value);
            if (values.size() > most_values_as_classes) return;
        }
        for (const double value : target.values)
            target.codes.push_back(
                is_missing(value) ? missing_code
                                  : level_code(static_cast<std::size_t>(std::distance(values.begin(), values.find(value)))));
        target.schema.levels.clear();
        for (const double value : values) target.schema.levels.push_back(number_text(value));
        target.schema.type = ColumnType::categorical;
        target.values = {};
    }
    const LevelCode missing = level_code(target.schema.levels.size());
    if (std::find(target.codes.begin(), target.codes.end(), missing_code) == target.codes.end()) return;
    target.schema.levels.emplace_back("(none)");
    std::replace(target.codes.begin(), target.codes.end(), missing_code, missing);
}

/// All rows of the file, whatever they lack.
TrainingSet rows_to_part(const SplitPlan& plan, const std::string& source, Table table) {
    TrainingSet set;
    set.source = source;
    set.rows = table.rows;
    const std::size_t none = table.columns.size();
    const std::size_t target = plan.target.empty() ? none : find_column(table, plan.target, source);
    const std::size_t group = plan.group.empty() ? none : find_column(table, plan.group, source);
    if (target == group && target != none)
        throw input_error(fmt::format("{}: '{}' cannot be both the group and the target", source, plan.group));
    set.lines = std::move(table.lines);
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        if (i == target)
            set.target = std::move(table.columns[i]);
        else if (i == group)
            set.group = std::move(table.columns[i]);
        else
            set.features.push_back(std::move(table.columns[i]));
    }
    if (target != none)
        make_classes(set.target);
    else
        set.target.values = Numbers(std::vector<double>(set.rows, 0.0));
    return set;
}

void deal(const SplitPlan& plan, const TrainingSet& set, const Run& run, std::vector<SplitPart>& parts) {
    std::vector<double> shares;
    for (const SplitPart& part : parts) shares.push_back(part.share);
    const std::size_t groups = set.group ? groups_of(set, set.all_rows()).size() : parts.size();
    if (groups < parts.size())
        throw set.complaint(fmt::format("there {} of '{}' for {} parts: every part needs a group",
                                        groups == 1 ? "is 1 group" : fmt::format("are {} groups", groups),
                                        set.group->schema.name, parts.size()));
    std::vector<RowList> rows = set.group ? assign_groups(set, {shares, plan.seed, plan.stratified}, set.all_rows(), run)
                                          : make_parts(set, {shares, plan.seed, plan.stratified}, set.all_rows(), run);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].empty())
            throw set.complaint(
                fmt::format("the part '{}' would be empty: {:.6g} % of {} is less than one; give it a larger share",
                            parts[i].name, 100.0 * parts[i].share, counted(set.rows, "row")));
        parts[i].rows = std::move(rows[i]);
        parts[i].class_counts = class_counts(set, parts[i].rows);
    }
}

/// Groups may hold all rows of a class. A class of fewer rows than there are parts cannot be in all of them anyway.
void warn_of_missing_classes(const std::vector<SplitPart>& parts, const TrainingSet& set, Messages& messages) {
    if (!set.group) return;
    const std::vector<std::size_t> totals = class_counts(set, row_numbers(set.rows));
    for (const SplitPart& part : parts) {
        const std::vector<std::size_t>& counts = part.class_counts;
        for (std::size_t j = 0; j < counts.size(); ++j)
            if (counts[j] == 0 && totals[j] >= parts.size())
                messages.warn(
                    fmt::format("no row of the class '{}' is in the part '{}', because the groups of '{}' stay "
                                "together",
                                set.target.schema.levels[j], part.name, set.group->schema.name));
    }
}

}  // namespace

SplitResult split_rows(Table table, const std::string& source, const SplitPlan& plan, const Run& run) {
    TrainingSet set = rows_to_part(plan, source, std::move(table));
    SplitResult result{set.rows, plan.seed, {}, {}, plan.parts};
    deal(plan, set, run, result.parts);
    warn_of_missing_classes(result.parts, set, run.messages);
    if (set.task() == Task::classification) result.classes = std::move(set.target.schema.levels);
    result.lines = std::move(set.lines);
    return result;
}

}  // namespace treewright
