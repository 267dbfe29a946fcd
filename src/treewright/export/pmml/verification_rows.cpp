#include "treewright/export/pmml/verification_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "treewright/export/steps/outcomes.h"
#include "treewright/tree/lowered.h"

namespace treewright {

namespace {

constexpr double pmml_infinite = std::numeric_limits<double>::infinity();

/// What the questions on a path leave of a feature.
struct Allowed {
    double above = -pmml_infinite;
    double at_most = pmml_infinite;
    std::vector<bool> levels;  ///< categories: those that are allowed
    bool is_missing = false;
};

class VerificationRows {
public:
    explicit VerificationRows(const Model& model) : schema_(model.schema), tree_(model.tree), parents_(parents_of(model.tree)) {
        for (const ColumnSchema& feature : schema_.features) columns_.push_back({feature, {}, {}});
    }

    void add_leaf(NodeId leaf) {
        std::vector<Allowed> allowed(schema_.features.size());
        for (std::size_t i = 0; i < allowed.size(); ++i) allowed[i].levels.assign(schema_.features[i].levels.size(), true);
        for (NodeId node = leaf; parents_[node] != no_parent; node = parents_[node]) narrow(allowed, tree_.step(parents_[node]), node);
        for (std::size_t i = 0; i < allowed.size(); ++i) add_cell(columns_[i], allowed[i]);
    }

    /// The first row once more, without this value.
    void add_missing(FeatureId feature) {
        for (FeatureId i = 0; i < columns_.size(); ++i) {
            Column& column = columns_[i];
            if (column.has_values())
                column.values.own().push_back(i == feature ? std::numeric_limits<double>::quiet_NaN() : column.values[0]);
            else
                column.codes.push_back(i == feature ? missing_code : column.codes.front());
        }
    }

    [[nodiscard]] std::vector<Column> take() { return std::move(columns_); }

private:
    void narrow(std::vector<Allowed>& allowed, const LoweredStep& step, NodeId child) const {
        const SplitView& split = step.test.split;
        Allowed& feature = allowed[split.feature];
        const ColumnSchema& column = schema_.features[split.feature];
        if (split.kind == SplitKind::is_missing) {
            feature.is_missing = feature.is_missing || child == step.test.yes;
        } else if (holds_values(column.type)) {
            const ValueOutcomes outcomes = outcomes_by_value(step);
            if (outcomes.at_most == child)
                feature.at_most = std::min(feature.at_most, outcomes.threshold);
            else
                feature.above = std::max(feature.above, outcomes.threshold);
        } else {
            const CodeOutcomes outcomes = outcomes_by_code(step, column.levels.size());
            for (std::size_t level = 0; level < column.levels.size(); ++level)
                if (outcomes[code_of_first_level + level] != child) feature.levels[level] = false;
        }
    }

    static void add_cell(Column& column, const Allowed& allowed) {
        if (column.has_values()) {
            column.values.own().push_back(allowed.is_missing ? std::numeric_limits<double>::quiet_NaN() : value_in(column.schema, allowed));
            return;
        }
        const auto level = std::ranges::find(allowed.levels, true);
        const bool is_known = level != allowed.levels.end() && !allowed.is_missing;
        column.codes.push_back(is_known ? static_cast<LevelCode>(level - allowed.levels.begin()) : missing_code);
    }

    static double value_in(const ColumnSchema& column, const Allowed& allowed) {
        if (column.type == ColumnType::ordered) {
            const double last = static_cast<double>(column.levels.size()) - 1.0;
            return std::clamp(std::isinf(allowed.at_most) ? std::floor(allowed.above) + 1.0 : std::floor(allowed.at_most), 0.0, last);
        }
        if (!std::isinf(allowed.at_most)) return allowed.at_most;
        return std::isinf(allowed.above) ? 0.0 : std::nextafter(allowed.above, pmml_infinite);
    }

    const Schema& schema_;
    LoweredTree tree_;
    std::vector<NodeId> parents_;
    std::vector<Column> columns_;
};

}  // namespace

std::vector<Column> verification_rows(const Model& model, std::size_t most_leaves) {
    std::vector<NodeId> leaves;
    for (NodeId node = 0; node < model.tree.nodes.size(); ++node)
        if (model.tree.nodes[node].is_leaf()) leaves.push_back(node);
    VerificationRows rows(model);
    const std::size_t step = (leaves.size() + most_leaves - 1) / most_leaves;
    for (std::size_t i = 0; i < leaves.size(); i += step) rows.add_leaf(leaves[i]);
    for (FeatureId feature = 0; feature < model.schema.features.size(); ++feature) rows.add_missing(feature);
    return rows.take();
}

}  // namespace treewright
