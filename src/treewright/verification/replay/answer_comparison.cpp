#include "treewright/verification/replay/answer_comparison.h"

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <string>

#include "treewright/base/number_text.h"
#include "treewright/base/spelling.h"

namespace treewright {

namespace {

constexpr std::size_t differences_shown = 5;

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

std::string cell_text(const Column& column, std::size_t row) {
    if (!column.has_values()) {
        const LevelCode code = column.codes[row];
        return code == missing_code ? "missing" : code == unseen_code ? "unseen" : in_quotes(column.schema.level(code));
    }
    const double value = column.values[row];
    if (is_missing(value)) return "missing";
    const bool is_level = column.schema.type == ColumnType::ordered;
    return is_level ? in_quotes(column.schema.levels[static_cast<std::size_t>(value)]) : number_text(value);
}

std::string_view state_text(RowState state) {
    switch (state) {
        case RowState::answered: return "answered";
        case RowState::refused: return "refused";
        case RowState::skipped: return "skipped";
    }
    return {};
}

class AnswerComparer {
public:
    AnswerComparer(const Answers& expected, const Answers& found, const Model& model, const ProbeRows& rows, VerificationResult& result)
        : expected_(expected), found_(found), model_(model), rows_(rows), result_(result) {}

    void compare() {
        result_.compares_leaves = found_.says_leaf;
        result_.compares_predictions = found_.says_prediction;
        result_.compares_probabilities = found_.says_probabilities && model_.schema.task() == Task::classification;
        for (std::size_t row = 0; row < rows_.table.rows; ++row) compare_row(row);
    }

private:
    void compare_row(std::size_t row) {
        const RowState state = found_.states[row];
        if (state == RowState::skipped) {
            ++result_.skipped;
            return;
        }
        const RowState wanted = expected_.states[row];
        if (state != wanted)
            return note(result_.different_refusals, row, "refusal", std::string(state_text(wanted)), std::string(state_text(state)));
        if (state == RowState::refused) return;
        if (found_.says_leaf && found_.leaves[row] != expected_.leaves[row])
            note(result_.different_leaves, row, "leaf", std::to_string(expected_.leaves[row]), std::to_string(found_.leaves[row]));
        if (!found_.says_prediction) return;
        if (model_.schema.task() == Task::regression)
            compare_value(row);
        else
            compare_classes(row);
    }

    void compare_value(std::size_t row) {
        if (!same_bits(found_.values[row], expected_.values[row]))
            note(result_.different_values, row, "value", number_text(expected_.values[row]), number_text(found_.values[row]));
    }

    void compare_classes(std::size_t row) {
        if (found_.labels[row] != expected_.labels[row])
            note(result_.different_labels, row, "label", in_quotes(expected_.labels[row]), in_quotes(found_.labels[row]));
        if (!found_.says_probabilities) return;
        const std::size_t classes = model_.schema.classes().size();
        for (std::size_t j = 0; j < classes; ++j) {
            const double wanted = expected_.probabilities[row * classes + j];
            const double found = found_.probabilities[row * classes + j];
            if (same_bits(wanted, found)) continue;
            const std::string what = "probability of " + in_quotes(model_.schema.classes()[j]);
            return note(result_.different_probabilities, row, what, number_text(wanted), number_text(found));
        }
    }

    void note(std::size_t& count, std::size_t row, std::string what, std::string expected, std::string found) {
        ++count;
        if (result_.first.size() == differences_shown) return;
        result_.first.push_back({row, rows_.kinds[row], std::move(what), std::move(expected), std::move(found), {}});
        for (const Column& column : rows_.table.columns)
            result_.first.back().cells.emplace_back(column.schema.name, cell_text(column, row));
    }

    const Answers& expected_;
    const Answers& found_;
    const Model& model_;
    const ProbeRows& rows_;
    VerificationResult& result_;
};

}  // namespace

void compare_answers(const Answers& expected, const Answers& found, const Model& model, const ProbeRows& rows, VerificationResult& result) {
    AnswerComparer(expected, found, model, rows, result).compare();
}

}  // namespace treewright
