#include "treewright/verification/probe_rows.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "reference/seeds.h"
#include "tree/sample_models.h"
#include "treewright/data/level_spelling.h"
#include "treewright/prediction/predict.h"
#include "treewright/prediction/row_walk.h"
#include "treewright/tree/routing.h"
#include "treewright/verification/probing/cell_set.h"

namespace treewright {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// What a row shows at a node that it passes: the cell that the node asks about. Levels, missing and unseen are negative codes and positions.
using Passage = std::tuple<NodeId, double>;
constexpr double missing_cell = -1e99;
constexpr double unseen_cell = -2e99;

double shown_cell(const Column& column, std::size_t row) {
    if (column.has_values()) return std::isnan(column.values[row]) ? missing_cell : column.values[row];
    const LevelCode code = column.codes[row];
    return code == missing_code ? missing_cell : code == unseen_code ? unseen_cell : static_cast<double>(code);
}

/// Whether a row ends, or stands in parts, at a node that cannot decide about it.
bool stops_at(const Model& model, NodeId node, const std::vector<Column>& features, std::size_t row) {
    const Tree& tree = model.tree;
    if (tree.nodes[node].is_leaf()) return true;
    const double cell = shown_cell(features[tree.nodes[node].feature], row);
    if (tree.missing == MissingPolicy::refuse) return cell == missing_cell || cell == unseen_cell;
    return tree.fractional() && lacks_answer(tree, node, ColumnRow{features, row});
}

/// Everything that the rows pass, their leaves included.
std::set<Passage> passages(const Model& model, const Table& table) {
    std::set<Passage> all;
    for (std::size_t row = 0; row < table.rows; ++row)
        for (const NodeId node : path_to_leaf(model.tree, table.columns, row)) {
            const Node& passed = model.tree.nodes[node];
            all.emplace(node, passed.is_leaf() ? 0.0 : shown_cell(table.columns[passed.feature], row));
            if (stops_at(model, node, table.columns, row)) break;
        }
    return all;
}

/// The cells of a feature between which some decision of the tree changes.
std::vector<double> critical_values(const Model& model, FeatureId feature) {
    const ColumnSchema& column = model.schema.features[feature];
    const CellSet possible = all_cells(column);
    std::set<double> values = {possible.lowest, possible.highest};
    const auto add = [&](SplitKind kind, FeatureId tested, double threshold) {
        if (kind == SplitKind::threshold && tested == feature) values.insert({threshold, std::nextafter(threshold, infinite)});
    };
    for (const Node& node : model.tree.nodes) add(node.kind, node.feature, node.threshold);
    for (const Surrogate& surrogate : model.tree.surrogates) add(surrogate.kind, surrogate.feature, surrogate.threshold);
    std::vector<double> within = {std::nan("")};
    for (const double value : values) {
        const double rounded = column.type == ColumnType::ordered ? std::ceil(value) : value;
        if (possible.lowest <= rounded && rounded <= possible.highest) within.push_back(rounded);
    }
    return within;
}

/// Every combination of such cells; none if there are too many.
std::optional<Table> all_combinations(const Model& model) {
    constexpr std::size_t most = 20'000;
    std::vector<std::vector<double>> values;
    std::size_t rows = 1;
    for (FeatureId f = 0; f < model.schema.features.size(); ++f) {
        const ColumnSchema& column = model.schema.features[f];
        values.push_back(column.type == ColumnType::categorical ? std::vector<double>(column.levels.size() + 2)
                                                                : critical_values(model, f));
        rows *= values.back().size();
        if (rows > most) return std::nullopt;
    }
    Table table{rows, {}, {}};
    std::size_t step = 1;
    for (FeatureId f = 0; f < values.size(); ++f) {
        Column column{model.schema.features[f], {}, {}};
        for (std::size_t row = 0; row < rows; ++row) {
            const std::size_t choice = row / step % values[f].size();
            if (column.has_values())
                column.values.own().push_back(values[f][choice]);
            else
                column.codes.push_back(level_code(choice) - 2);
        }
        step *= values[f].size();
        table.columns.push_back(std::move(column));
    }
    return table;
}

Model random_model(std::uint64_t seed) {
    sample::RandomModel maker(seed);
    return maker.make(5 + seed % 40);
}

TEST(ProbeRows, reach_every_leaf_and_every_critical_cell_that_any_row_can_reach) {
    const auto compare = [](std::uint64_t seed) -> reference::Comparison {
        const Model model = random_model(seed);
        const auto combinations = all_combinations(model);
        if (!combinations) return std::nullopt;
        const std::set<Passage> reached = passages(model, probe_rows(model).table);
        for (const auto& [node, cell] : passages(model, *combinations)) {
            const Node& passed = model.tree.nodes[node];
            const bool is_whole_number =
                passed.kind == SplitKind::threshold && model.schema.features[passed.feature].type != ColumnType::numeric;
            const bool is_own = passed.kind != SplitKind::threshold || cell == missing_cell || cell == passed.threshold ||
                                cell == std::nextafter(passed.threshold, infinite) ||
                                (is_whole_number && cell == std::floor(passed.threshold));
            if (is_own && passed.kind != SplitKind::is_missing && !reached.contains({node, cell}))
                return "node " + std::to_string(node) + " with " + std::to_string(cell);
        }
        return "";
    };
    reference::compare_seeds(reference::number_of_cases(400), 0.5, compare, [](std::uint64_t seed) {
        return std::to_string(random_model(seed).tree.nodes.size()) + " nodes";
    });
}

TEST(ProbeRows, a_row_of_the_kind_leaf_for_each_leaf) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const Model model = random_model(seed);
        const ProbeRows rows = probe_rows(model);
        std::set<NodeId> leaves;
        for (std::size_t row = 0; row < rows.table.rows; ++row)
            if (rows.kinds[row] == ProbeKind::leaf) {
                ASSERT_EQ(leaf_shares(model.tree, rows.table.columns, row).size(), 1U) << seed;
                ASSERT_TRUE(leaves.insert(find_leaf(model.tree, rows.table.columns, row)).second) << seed;
            }
        EXPECT_EQ(leaves.size(), rows.leaves_reached) << seed;
        EXPECT_EQ(rows.leaves, leaf_count(model.tree)) << seed;
    }
}

TEST(ProbeRows, the_golf_tree_by_its_five_leaves_its_threshold_and_each_gap) {
    const ProbeRows rows = probe_rows(sample::golf());
    EXPECT_EQ(rows.count(ProbeKind::leaf), 5U);
    EXPECT_EQ(rows.leaves_reached, 5U);
    EXPECT_EQ(rows.count(ProbeKind::threshold), 3U);
    EXPECT_EQ(rows.count(ProbeKind::level), 5U);
    EXPECT_EQ(rows.count(ProbeKind::missing), 3U + 4U);
    EXPECT_EQ(rows.count(ProbeKind::unseen), 2U + 2U);
    EXPECT_EQ(rows.count(ProbeKind::special), 10U + 2U * 10U);
    EXPECT_EQ(rows.left_out, 0U);
    std::multiset<double> humidities;
    for (std::size_t row = 0; row < rows.table.rows; ++row)
        if (rows.kinds[row] == ProbeKind::threshold) humidities.insert(rows.table.columns[2].values[row]);
    EXPECT_EQ(humidities, (std::multiset<double>{std::nextafter(77.5, 0), 77.5, std::nextafter(77.5, 100)}));
}

TEST(ProbeRows, hold_both_zeros_and_the_ends_of_the_doubles) {
    const ProbeRows rows = probe_rows(sample::small_regression());
    std::set<std::pair<bool, double>> special;
    for (std::size_t row = 0; row < rows.table.rows; ++row)
        if (rows.kinds[row] == ProbeKind::special) {
            const double value = rows.table.columns[0].values.copy()[row];
            special.emplace(std::signbit(value), value);
        }
    using Limits = std::numeric_limits<double>;
    for (const double value : {0.0, Limits::denorm_min(), Limits::min(), Limits::max(), infinite}) {
        EXPECT_TRUE(special.contains({false, value})) << value;
        EXPECT_TRUE(special.contains({true, -value})) << value;
    }
}

TEST(ProbeRows, limits_hold_for_a_chain_of_100000_nodes) {
    const Model model = sample::chain(50'000);
    ProbeLimits limits;
    limits.rows = 3'000;
    const ProbeRows rows = probe_rows(model, limits);
    EXPECT_LE(rows.table.rows, 3'100U);
    EXPECT_GE(rows.table.rows, 2'500U);
    EXPECT_GT(rows.left_out, 100'000U);
    EXPECT_EQ(rows.count(ProbeKind::leaf), 1'500U);
}

TEST(ProbeRows, are_the_same_each_time) {
    const Model model = random_model(7);
    const ProbeRows first = probe_rows(model);
    const ProbeRows second = probe_rows(model);
    ASSERT_EQ(first.kinds, second.kinds);
    for (std::size_t i = 0; i < first.table.columns.size(); ++i)
        EXPECT_EQ(first.table.columns[i].codes, second.table.columns[i].codes);
}

TEST(ProbeRows, a_single_leaf_and_a_table_without_features_have_a_row) {
    Model model = sample::small_regression();
    model.tree.nodes.resize(1);
    model.tree.nodes[0] = sample::leaf(no_class, 3);
    model.tree.children.clear();
    EXPECT_EQ(probe_rows(model).count(ProbeKind::leaf), 1U);
    model.schema.features.clear();
    const ProbeRows rows = probe_rows(model);
    EXPECT_EQ(rows.table.rows, 1U);
    EXPECT_TRUE(rows.table.columns.empty());
}

TEST(UnseenTexts, are_near_the_levels_and_none_of_them) {
    const ColumnSchema outlook{"Outlook", ColumnType::categorical, {"Rain", "rain", "unseen"}};
    const std::vector<std::string> texts = unseen_texts(outlook);
    EXPECT_EQ(texts.front(), "unseen!");
    EXPECT_NE(std::find(texts.begin(), texts.end(), "rain "), texts.end());
    EXPECT_NE(std::find(texts.begin(), texts.end(), "rAIN"), texts.end());
    const LevelFinder known(outlook);
    for (const std::string& text : texts) EXPECT_EQ(known.find(text), unseen_code) << text;
}

TEST(UnseenTexts, do_not_differ_by_case_alone_where_that_is_the_same_level) {
    ColumnSchema outlook{"Outlook", ColumnType::categorical, {"rain"}};
    outlook.reading.folds_case = true;
    for (const std::string& text : unseen_texts(outlook)) EXPECT_NE(folded(text), "rain") << text;
}

}  // namespace
}  // namespace treewright
