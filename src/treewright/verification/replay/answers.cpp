#include "treewright/verification/replay/answers.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <optional>
#include <span>
#include <utility>

#include "treewright/prediction/predict.h"
#include "treewright/tree/lowered.h"

namespace treewright {

namespace {

constexpr std::size_t rows_between_checks = 1024;

bool is_unknown_cell(const Column& column, std::size_t row) {
    return column.has_values() ? is_missing(column.values[row]) : column.codes[row] < 0;
}

bool refuses_row(const LoweredTree& tree, const std::vector<Column>& features, std::size_t row) {
    NodeId at = 0;
    while (true) {
        const LoweredStep step = tree.step(at);
        if (step.is_leaf) return false;
        if (is_unknown_cell(features[step.test.split.feature], row)) return true;
        at = next_step(step, ColumnRow{features, row});
    }
}

void note_outcome(Answers& answers, const Model& model, std::size_t row, const Outcome& outcome, std::span<const double> shares) {
    answers.leaves[row] = outcome.leaf;
    if (model.schema.task() == Task::regression) {
        answers.values[row] = outcome.value;
        return;
    }
    answers.labels[row] = model.schema.classes()[outcome.label];
    std::copy(shares.begin(), shares.end(), answers.probabilities.begin() + static_cast<std::ptrdiff_t>(row * shares.size()));
}

Answers empty_answers(const Schema& schema, std::size_t rows) {
    const bool is_regression = schema.task() == Task::regression;
    Answers answers;
    answers.states.assign(rows, RowState::answered);
    answers.leaves.assign(rows, -1);
    answers.labels.resize(is_regression ? 0 : rows);
    answers.probabilities.assign(rows * schema.classes().size(), 0.0);
    answers.values.assign(is_regression ? rows : 0, 0.0);
    return answers;
}

/// Takes one field, up to the next blank, off a line.
std::string_view next_field(std::string_view& line) {
    const std::size_t end = std::min(line.find(' '), line.size());
    const std::string_view field = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
    return field;
}

template <class Number>
std::optional<Number> parsed(std::string_view text, int base) {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

std::optional<double> double_of(std::string_view digits) {
    const auto bits = digits.size() == 16 ? parsed<std::uint64_t>(digits, 16) : std::nullopt;
    return bits ? std::optional(std::bit_cast<double>(*bits)) : std::nullopt;
}

std::optional<std::string> text_of(std::string_view digits) {
    if (digits.empty() || digits.front() != 'x' || digits.size() % 2 == 0) return std::nullopt;
    std::string text;
    for (std::size_t i = 1; i < digits.size(); i += 2) {
        const auto byte = parsed<unsigned char>(digits.substr(i, 2), 16);
        if (!byte) return std::nullopt;
        text += static_cast<char>(*byte);
    }
    return text;
}

/// Reads the lines one by one.
class AnswerReader {
public:
    AnswerReader(const Schema& schema, std::size_t rows) : schema_(schema), answers_(empty_answers(schema, rows)) {}

    Answers read(std::string_view text) {
        for (std::size_t row = 0; row < answers_.states.size(); ++row) {
            const std::size_t end = text.find('\n');
            if (end == std::string_view::npos)
                throw ReplayFailure(fmt::format("it answered {} of {} rows", row, answers_.states.size()));
            if (!read_row(row, text.substr(0, end)))
                throw ReplayFailure(fmt::format("its answer to row {} is no answer: '{}'", row + 1, text.substr(0, std::min<std::size_t>(end, 60))));
            text.remove_prefix(end + 1);
        }
        if (!text.empty()) throw ReplayFailure("it answered more rows than it was asked about");
        return std::move(answers_);
    }

private:
    bool read_row(std::size_t row, std::string_view line) {
        if (line == "refused" || line == "skipped") {
            answers_.states[row] = line == "refused" ? RowState::refused : RowState::skipped;
            return true;
        }
        return read_leaf(row, next_field(line)) && read_prediction(row, line) && line.empty();
    }

    bool read_leaf(std::size_t row, std::string_view field) {
        if (field == "-") {
            answers_.says_leaf = false;
            return true;
        }
        const auto leaf = parsed<std::int64_t>(field, 10);
        answers_.leaves[row] = leaf.value_or(-1);
        return leaf.has_value();
    }

    bool read_prediction(std::size_t row, std::string_view& line) {
        const std::string_view label = next_field(line);
        if (label == "-") {
            answers_.says_prediction = answers_.says_probabilities = false;
            return true;
        }
        if (schema_.task() == Task::regression) {
            const auto value = double_of(next_field(line));
            answers_.values[row] = value.value_or(0.0);
            return label == "." && value;
        }
        const auto text = text_of(label);
        answers_.labels[row] = text.value_or("");
        return text && read_probabilities(row, line);
    }

    bool read_probabilities(std::size_t row, std::string_view& line) {
        if (line.empty()) {
            answers_.says_probabilities = false;
            return true;
        }
        const std::size_t classes = schema_.classes().size();
        for (std::size_t j = 0; j < classes; ++j) {
            const auto share = double_of(next_field(line));
            if (!share) return false;
            answers_.probabilities[row * classes + j] = *share;
        }
        return true;
    }

    const Schema& schema_;
    Answers answers_;
};

}  // namespace

Answers expected_answers(const Model& model, const Table& rows, const Progress& progress) {
    Answers answers = empty_answers(model.schema, rows.rows);
    const Predictor predictor = Predictor::borrowing(model);
    const LoweredTree tree(model.tree);
    std::vector<double> shares(model.schema.classes().size());
    for (std::size_t row = 0; row < rows.rows; ++row) {
        if (row % rows_between_checks == 0) progress.stop_if_cancelled();
        if (predictor.refuses_missing() && refuses_row(tree, rows.columns, row)) {
            answers.states[row] = RowState::refused;
            continue;
        }
        auto leaves = leaf_shares(model.tree, rows.columns, row);
        if (leaves.size() > 1) {
            const Mixture mixture = predictor.mixture(std::move(leaves), rows.columns, row);
            note_outcome(answers, model, row, mixture.outcome, mixture.probabilities);
            continue;
        }
        const Outcome outcome = predictor.outcome_at(leaves.front().leaf, rows.columns, row);
        predictor.probabilities(outcome.leaf, shares);
        note_outcome(answers, model, row, outcome, shares);
    }
    return answers;
}

Answers read_answers(std::string_view text, const Schema& schema, std::size_t rows) { return AnswerReader(schema, rows).read(text); }

}  // namespace treewright
