#include "treewright/export/programs/test_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "treewright/prediction/predict.h"

namespace treewright {

namespace {

constexpr std::size_t most_rows = 100;
constexpr std::size_t most_cells = 4000;  // of all rows, predictions included
constexpr double missing_cell = -1.0;     // of a category
constexpr double unseen_cell = -2.0;
constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// The values of a feature that come along a path: in (low, high], or the levels that are allowed.
struct TestedRange {
    double low = -infinite;
    double high = infinite;
    std::vector<bool> allowed = {};
    bool is_missing = false;
};

/// Follows paths backwards from leaves.
class Paths {
public:
    explicit Paths(const Program& program) : program_(program), parents_(parents_of(program.model().tree)) {}

    /// Cells of a row that ends in a leaf, if there is one.
    [[nodiscard]] std::vector<double> cells_to(std::uint32_t leaf) const {
        std::vector<TestedRange> ranges;
        for (const ProgramFeature& feature : program_.features())
            ranges.push_back({.allowed = std::vector<bool>(feature.is_value() ? 0 : feature.column->levels.size(), true)});
        for (std::uint32_t step = leaf; parents_[step] != no_parent; step = parents_[step]) narrow(ranges, parents_[step], step);
        std::vector<double> cells;
        for (std::size_t f = 0; f < ranges.size(); ++f) cells.push_back(cell_in(ranges[f], program_.features()[f]));
        return cells;
    }
    /// The features that are asked about on the way to a leaf.
    [[nodiscard]] std::vector<std::size_t> asked_before(std::uint32_t leaf) const {
        std::vector<std::size_t> asked;
        for (std::uint32_t step = parents_[leaf]; step != no_parent; step = parents_[step])
            asked.push_back(program_.position_of_feature(program_.tree().step(step).test.split.feature));
        std::ranges::sort(asked);
        asked.erase(std::ranges::unique(asked).begin(), asked.end());
        return asked;
    }

private:
    void narrow(std::vector<TestedRange>& ranges, std::uint32_t from, std::uint32_t to) const {
        const LoweredStep step = program_.tree().step(from);
        TestedRange& range = ranges[program_.position_of_feature(step.test.split.feature)];
        const bool is_yes = to == step.test.yes;
        switch (step.test.split.kind) {
            case SplitKind::threshold:
                (is_yes ? range.high : range.low) = is_yes ? std::min(range.high, step.test.split.threshold)
                                                           : std::max(range.low, step.test.split.threshold);
                return;
            case SplitKind::is_missing: range.is_missing = is_yes; return;
            case SplitKind::multiway:
                for (std::size_t level = 0; level < range.allowed.size(); ++level)
                    if (step.test.by_level[level] != to) range.allowed[level] = false;
                return;
            case SplitKind::subset:
                for (const LevelCode code : is_yes ? step.test.split.right_levels : step.test.split.left_levels)
                    range.allowed[position_of(code)] = false;
                return;
            case SplitKind::leaf: return;
        }
    }

    static double cell_in(const TestedRange& range, const ProgramFeature& feature) {
        if (!feature.is_value()) {
            if (range.is_missing) return missing_cell;
            const auto first = std::ranges::find(range.allowed, true);
            return first == range.allowed.end() ? missing_cell : static_cast<double>(first - range.allowed.begin());
        }
        const bool has_ranks = feature.column->type == ColumnType::ordered;
        if (range.is_missing) return has_ranks ? missing_cell : not_a_number;
        if (has_ranks) {
            const double last = static_cast<double>(feature.column->levels.size()) - 1.0;
            return std::clamp(std::floor(range.high), std::min(0.0, last), std::max(0.0, last));
        }
        if (range.high < infinite) return range.high;
        return range.low > -infinite ? std::nextafter(range.low, infinite) : 0.0;
    }

    const Program& program_;
    std::vector<NodeId> parents_;
};

/// One row at a time, with the columns of the schema.
class Answers {
public:
    explicit Answers(const Program& program) : program_(program), predictor_(Predictor::borrowing(program.model())) {
        for (const ColumnSchema& column : program.model().schema.features) {
            Column cell{column, {}, {}};
            if (cell.has_values())
                cell.values = std::vector<double>{not_a_number};
            else
                cell.codes = {missing_code};
            columns_.push_back(std::move(cell));
        }
    }

    TestRow answered(std::vector<double> cells) {
        for (std::size_t f = 0; f < cells.size(); ++f) put(program_.features()[f], cells[f]);
        TestRow row;
        row.cells = std::move(cells);
        row.is_refused = predictor_.find_refusal(columns_, 1).has_value();
        if (row.is_refused) return row;
        const Mixture mixture = predictor_.mixture(leaf_shares(program_.model().tree, columns_, 0), columns_, 0);
        row.leaf = mixture.outcome.leaf;
        row.label = mixture.outcome.label;
        row.value = mixture.outcome.value;
        row.probabilities = mixture.probabilities;
        if (mixture.leaves.size() == 1) predictor_.probabilities(row.leaf, row.probabilities);
        return row;
    }

private:
    void put(const ProgramFeature& feature, double cell) {
        Column& column = columns_[feature.number];
        if (feature.is_value())
            column.values = std::vector<double>{feature.has_levels() && cell < 0.0 ? not_a_number : cell};
        else
            column.codes[0] = static_cast<LevelCode>(cell);
    }

    const Program& program_;
    Predictor predictor_;
    std::vector<Column> columns_;
};

}  // namespace

std::vector<TestRow> test_rows(const Program& program) {
    const Paths paths(program);
    Answers answers(program);
    std::vector<TestRow> rows;
    const std::size_t room = std::clamp<std::size_t>(
        most_cells / (program.features().size() + std::max<std::size_t>(1, program.model().tree.classes)), 2, most_rows);
    const auto add = [&](std::vector<double> cells) {
        if (rows.size() < room) rows.push_back(answers.answered(std::move(cells)));
    };
    std::vector<double> nothing;
    for (const ProgramFeature& feature : program.features()) nothing.push_back(feature.has_levels() ? missing_cell : not_a_number);
    add(nothing);
    const std::size_t step = std::max<std::size_t>(1, program.leaves().size() * 3 / room);
    for (std::size_t i = 0; i < program.leaves().size(); i += step) {
        const NodeId leaf = program.leaves()[i].node;
        const std::vector<double> cells = paths.cells_to(leaf);
        add(cells);
        const std::vector<std::size_t> asked = paths.asked_before(leaf);
        if (asked.empty()) continue;
        const std::size_t lacking = asked[i / step % asked.size()];
        const ProgramFeature& feature = program.features()[lacking];
        std::vector<double> incomplete = cells;
        incomplete[lacking] = feature.has_levels() ? missing_cell : not_a_number;
        add(incomplete);
        if (feature.is_value()) continue;
        incomplete[lacking] = unseen_cell;
        add(incomplete);
    }
    return rows;
}

std::string unseen_text(const ColumnSchema& column) {
    std::string text = "unseen";
    while (std::ranges::find(column.levels, text) != column.levels.end()) text += '_';
    return text;
}

}  // namespace treewright
