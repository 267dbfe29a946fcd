#include "treewright/training/telling_features.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "treewright/base/name_list.h"
#include "treewright/base/spelling.h"
#include "treewright/data/column_facts.h"

namespace treewright {

namespace {

constexpr double nearly_one = 0.9999;
constexpr std::size_t rows_per_level = 10;
constexpr std::size_t most_named = 3;

/// The weight of each class in some rows.
using ClassTotals = std::vector<double>;

double mistakes_in(const ClassTotals& totals) {
    return std::accumulate(totals.begin(), totals.end(), 0.0) - *std::max_element(totals.begin(), totals.end());
}

std::size_t heaviest_in(const ClassTotals& totals) {
    return static_cast<std::size_t>(std::max_element(totals.begin(), totals.end()) - totals.begin());
}

/// What a feature leaves of the mistakes of a constant prediction. Classes are few here, so that they are counted one by one.
class ClassTeller {
public:
    explicit ClassTeller(const TrainingSet& set) : set_(set), classes_(set.target.schema.levels.size()) {
        ClassTotals all(classes_);
        for (std::size_t row = 0; row < set.rows; ++row) all[set.class_of(row)] += set.weight(row);
        allowed_ = share_of_mistakes * mistakes_in(all);
    }

    [[nodiscard]] bool is_told_by(const Column& column) const {
        return column.has_values() ? is_told_by_values(column) : is_told_by_levels(column);
    }

private:
    [[nodiscard]] bool is_told_by_levels(const Column& column) const {
        const std::size_t levels = column.schema.levels.size();
        if (levels * rows_per_level > set_.rows) return false;
        std::vector<ClassTotals> totals(levels + 1, ClassTotals(classes_));  // the last: missing
        for (std::size_t row = 0; row < set_.rows; ++row) {
            const LevelCode code = column.codes[row];
            totals[code < 0 ? levels : position_of(code)][set_.class_of(row)] += set_.weight(row);
        }
        double left = 0.0;
        for (const ClassTotals& level : totals) left += mistakes_in(level);
        return left <= allowed_;
    }

    /// Rows of one value after the other, in the order of the values; missing ones last.
    [[nodiscard]] std::vector<ClassTotals> totals_by_value(const Column& column, std::size_t most) const {
        std::vector<std::size_t> order(set_.rows);
        std::iota(order.begin(), order.end(), std::size_t{0});
        const auto value = [&](std::size_t row) { return column.values[row]; };
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            if (std::isnan(value(a)) || std::isnan(value(b))) return !std::isnan(value(a)) && std::isnan(value(b));
            return value(a) < value(b);
        });
        std::vector<ClassTotals> runs;
        ClassTotals group(classes_);
        for (std::size_t i = 0; i < order.size(); ++i) {
            group[set_.class_of(order[i])] += set_.weight(order[i]);
            const bool ends = i + 1 == order.size() || value(order[i]) != value(order[i + 1]);
            if (!ends) continue;
            add_group(group, runs);
            group.assign(classes_, 0.0);
            if (runs.size() > most) break;
        }
        return runs;
    }

    /// Neighbours of one class are one run.
    void add_group(const ClassTotals& group, std::vector<ClassTotals>& runs) const {
        if (runs.empty() || heaviest_in(runs.back()) != heaviest_in(group)) return runs.push_back(group);
        for (std::size_t j = 0; j < classes_; ++j) runs.back()[j] += group[j];
    }

    [[nodiscard]] bool is_told_by_values(const Column& column) const {
        // One threshold leaves at most `allowed_` rows on its wrong side, and each of them makes two more runs at most.
        const auto least = std::min_element(set_.weights.begin(), set_.weights.end());
        const double wrong = set_.weights.empty() ? allowed_ : std::min(allowed_ / *least, static_cast<double>(set_.rows));
        const std::size_t most = classes_ == 2 ? 3 + 2 * static_cast<std::size_t>(wrong) : classes_;
        const std::vector<ClassTotals> runs = totals_by_value(column, most);
        if (runs.size() > most) return false;
        double left = 0.0;
        for (const ClassTotals& run : runs) left += mistakes_in(run);
        if (runs.size() <= classes_) return left <= allowed_;
        return classes_ == 2 && mistakes_of_best_cut(runs) <= allowed_;
    }

    static double mistakes_of_best_cut(const std::vector<ClassTotals>& runs) {
        ClassTotals below(2), above(2);
        for (const ClassTotals& run : runs) above[0] += run[0], above[1] += run[1];
        double best = mistakes_in(above);
        for (const ClassTotals& run : runs) {
            for (std::size_t j = 0; j < 2; ++j) below[j] += run[j], above[j] -= run[j];
            best = std::min(best, mistakes_in(below) + mistakes_in(above));
        }
        return best;
    }

    const TrainingSet& set_;
    std::size_t classes_;
    double allowed_ = 0.0;
};

/// The correlation of two columns of numbers in the rows that have both, in two passes; 0 where it is not defined.
double correlation(const Column& a, const Column& b, std::size_t rows) {
    const auto known = [&](std::size_t row) { return std::isfinite(a.values[row]) && std::isfinite(b.values[row]); };
    double count = 0.0, mean_a = 0.0, mean_b = 0.0;
    for (std::size_t row = 0; row < rows; ++row) {
        if (!known(row)) continue;
        count += 1.0;
        mean_a += (a.values[row] - mean_a) / count;
        mean_b += (b.values[row] - mean_b) / count;
    }
    double together = 0.0, of_a = 0.0, of_b = 0.0;
    for (std::size_t row = 0; row < rows; ++row) {
        if (!known(row)) continue;
        const double from_a = a.values[row] - mean_a, from_b = b.values[row] - mean_b;
        together += from_a * from_b;
        of_a += from_a * from_a;
        of_b += from_b * from_b;
    }
    const bool defined = count >= static_cast<double>(rows) / 2.0 && of_a > 0.0 && of_b > 0.0;
    return defined ? together / std::sqrt(of_a) / std::sqrt(of_b) : 0.0;
}

bool is_row_number(const Column& column, std::size_t rows) {
    const auto count = column.has_values() ? row_count_in(column) : std::nullopt;
    return count && numbers_all_rows(*count, rows);
}

}  // namespace

bool tells_number(const TrainingSet& set, FeatureId feature) {
    const Column& column = set.features[feature];
    return column.has_values() && std::abs(correlation(column, set.target, set.rows)) >= nearly_one;
}

std::vector<FeatureId> telling_features(const TrainingSet& set) {
    std::vector<FeatureId> telling;
    constexpr std::size_t most_classes = 100;  // nobody has that many by mistake
    if (set.rows < fewest_rows_to_tell || set.target.schema.levels.size() > most_classes) return telling;
    const bool has_classes = set.task() == Task::classification;
    std::optional<ClassTeller> classes;
    if (has_classes) classes.emplace(set);
    for (FeatureId i = 0; i < set.features.size(); ++i) {
        const Column& column = set.features[i];
        const bool tells = has_classes ? classes->is_told_by(column) : tells_number(set, i);
        if (tells && !is_row_number(column, set.rows)) telling.push_back(i);
    }
    return telling;
}

std::string leak_warning(const TrainingSet& set, const std::vector<FeatureId>& features) {
    const std::string& target = set.target.schema.name;
    const std::string& first = set.features[features.front()].schema.name;
    if (features.size() == 1)
        return fmt::format("'{}' alone tells '{}' almost without error: if it is only known once the outcome is, use {}", first,
                           target, named("ignore", in_quotes(first)));
    std::vector<std::string> names;
    for (const FeatureId feature : features)
        if (names.size() < most_named) names.push_back(set.features[feature].schema.name);
    std::string list;
    for (std::size_t i = 0; i < names.size(); ++i)
        list += fmt::format("{}'{}'", i == 0 ? "" : i + 1 == features.size() ? " and " : ", ", names[i]);
    if (features.size() > names.size()) list += fmt::format(" and {} more", features.size() - names.size());
    return fmt::format(
        "{} tell '{}' almost without error, each of them alone: if they are only known once the outcome is, use {}", list,
        target, named("ignore", in_quotes(joined_names(names))));
}

}  // namespace treewright
