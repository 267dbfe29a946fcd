#include "treewright/resampling/row_groups.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "treewright/base/error.h"
#include "treewright/data/content_hash.h"

namespace treewright {

namespace {

/// A group on its way to a part.
struct Dealt {
    RowList rows;
    std::uint64_t hash = 0;           ///< of its rows as a multiset
    std::vector<std::size_t> counts;  ///< rows of each class
};

/// The hash of a multiset of rows: a sum, which does not depend on their order.
std::uint64_t hash_of(const RowList& rows, const std::vector<std::uint64_t>& hashes) {
    std::uint64_t sum = 0;
    for (const RowId row : rows) sum += hashes[row];
    return sum;
}

/// Parts as they fill up.
class Parts {
public:
    Parts(const GroupPlan& plan, std::vector<std::size_t> totals)
        : plan_(plan), totals_(std::move(totals)), rows_(plan.shares.size()), counts_(plan.shares.size()) {
        for (auto& counts : counts_) counts.assign(totals_.size(), 0);
    }

    void deal(const Dealt& group, std::size_t groups_left) {
        const bool only_empty = empty_parts() >= groups_left;
        std::size_t chosen = rows_.size();
        for (std::size_t part = 0; part < rows_.size(); ++part) {
            if (only_empty && !rows_[part].empty()) continue;
            if (chosen == rows_.size() || is_better(group, part, chosen)) chosen = part;
        }
        rows_[chosen].insert(rows_[chosen].end(), group.rows.begin(), group.rows.end());
        for (std::size_t j = 0; j < totals_.size(); ++j) counts_[chosen][j] += group.counts[j];
    }

    std::vector<RowList> take() {
        for (RowList& rows : rows_) std::sort(rows.begin(), rows.end());
        return std::move(rows_);
    }

private:
    [[nodiscard]] std::size_t empty_parts() const {
        return static_cast<std::size_t>(
            std::count_if(rows_.begin(), rows_.end(), [](const RowList& rows) { return rows.empty(); }));
    }
    /// How much further from its share of every class the part would be, squared, in units of the class's rows.
    [[nodiscard]] double harm(const Dealt& group, std::size_t part) const {
        double sum = 0.0;
        for (std::size_t j = 0; j < totals_.size(); ++j) {
            if (group.counts[j] == 0) continue;
            const auto total = static_cast<double>(totals_[j]);
            const auto added = static_cast<double>(group.counts[j]);
            const double beyond = static_cast<double>(counts_[part][j]) - plan_.shares[part] * total;
            sum += added * (2.0 * beyond + added) / total;
        }
        return sum;
    }
    /// Of equals the one that has least of its share, then the first.
    [[nodiscard]] bool is_better(const Dealt& group, std::size_t part, std::size_t other) const {
        const auto filled = [&](std::size_t i) { return static_cast<double>(rows_[i].size()) / plan_.shares[i]; };
        constexpr double equal = 1e-9;
        const double difference = harm(group, part) - harm(group, other);
        return difference < -equal || (difference <= equal && filled(part) < filled(other));
    }

    const GroupPlan& plan_;
    std::vector<std::size_t> totals_;
    std::vector<RowList> rows_;
    std::vector<std::vector<std::size_t>> counts_;  ///< by part and class
};

/// The key of a group, a text or a number.
struct GroupName {
    std::string level;
    double value = 0.0;
    RowId row = 0;  ///< where it has neither
    auto operator<=>(const GroupName&) const = default;
};

GroupName name_of(const Column& column, RowId row) {
    if (column.missing_at(row)) return {{}, 0.0, row + 1};
    if (column.has_values()) return {{}, column.values[row], 0};
    return {column.schema.level(column.codes[row]), 0.0, 0};
}

}  // namespace

std::vector<RowList> groups_of(const TrainingSet& set, const RowSelection& selection) {
    check_invariant(set.group.has_value(), "a column of groups");
    std::map<GroupName, RowList> by_name;
    for (std::size_t i = 0; i < selection.size(); ++i) by_name[name_of(*set.group, selection[i])].push_back(selection[i]);
    std::vector<RowList> groups;
    for (auto& [name, rows] : by_name) groups.push_back(std::move(rows));
    return groups;
}

std::vector<RowList> assign_groups(const TrainingSet& set, const GroupPlan& plan, const RowSelection& selection,
                                   const Run& run) {
    const std::vector<std::uint64_t> hashes = row_hashes(set, plan.seed, run);
    const bool by_class = plan.stratified && set.task() == Task::classification;
    const std::size_t classes = by_class ? set.target.schema.levels.size() : 1;
    std::vector<Dealt> groups;
    std::vector<std::size_t> totals(classes, 0);
    for (RowList& rows : groups_of(set, selection)) {
        Dealt group{std::move(rows), 0, std::vector<std::size_t>(classes, 0)};
        group.hash = hash_of(group.rows, hashes);
        for (const RowId row : group.rows) {
            const std::size_t j = by_class ? set.class_of(row) : 0;
            ++group.counts[j], ++totals[j];
        }
        groups.push_back(std::move(group));
    }
    // Equal ones stay in the order of their names.
    std::stable_sort(groups.begin(), groups.end(), [&](const Dealt& a, const Dealt& b) {
        const auto size = [&](const Dealt& group) { return plan.largest_first ? group.rows.size() : 0; };
        return std::tuple(size(b), a.hash) < std::tuple(size(a), b.hash);
    });
    Parts parts(plan, std::move(totals));
    for (std::size_t i = 0; i < groups.size(); ++i) parts.deal(groups[i], groups.size() - i);
    return parts.take();
}

std::vector<std::size_t> class_counts(const TrainingSet& set, const RowList& rows) {
    if (set.task() == Task::regression) return {};
    std::vector<std::size_t> counts(set.target.schema.levels.size(), 0);
    for (const RowId row : rows) ++counts[set.class_of(row)];
    return counts;
}

}  // namespace treewright
