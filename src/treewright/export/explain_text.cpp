#include "treewright/export/explain_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "treewright/base/number_text.h"
#include "treewright/data/ids.h"
#include "treewright/data/table.h"
#include "treewright/export/display.h"
#include "treewright/export/drawing/class_shares.h"
#include "treewright/export/drawing/deciding_terms.h"
#include "treewright/export/names.h"
#include "treewright/export/table_text.h"
#include "treewright/export/value_json.h"
#include "treewright/export/wording.h"
#include "treewright/prediction/predict.h"
#include "treewright/training/model_options.h"
#include "treewright/tree/model.h"
#include "treewright/tree/routing.h"

namespace treewright {

namespace {

/// A row's answer to the question of a node, in words.
struct RowAnswer {
    std::string text;  ///< "Outlook is sunny", "Humidity = 90 > 77.5", "Humidity is missing"
    /// Where a row goes that has no answer: "goes to the heaviest branch, > 77.5", "62 % goes to ≤ 77.5, 38 % to > 77.5", "goes to
    /// > 77.5: the surrogate Temperature = 81 > 70 agreed in 81 % of the rows"; else empty.
    std::string detour;
    std::string branch;   ///< "> 77.5"
    bool unseen = false;  ///< a level that the model does not know
};

/// `features` are the columns of the model's schema.
struct RowOfFeatures {
    const std::vector<Column>& features;
    std::size_t row = 0;
};

constexpr std::size_t answer_width = 40;  // of a set of levels on a page that cuts

/// Where rows without a value went in training, that is the reason; else it is the weight of the branch.
std::string goes_to(const Model& model, NodeId node, std::size_t position, const std::string& branch) {
    const Node& split = model.tree.nodes[node];
    const bool as_in_training = split.missing_weight > 0.0 && split.surrogate_count == 0 && !model.tree.fractional();
    if (as_in_training && position == split.missing_child) return fmt::format("goes to {}, as in training", branch);
    const char* which = position == heaviest_child(model.tree, node) ? "the heaviest branch, " : "the branch ";
    return fmt::format("goes to {}{}", which, branch);
}

/// Whether the node has an answer of its own for missing values.
bool asks_for_missing(const Node& node) { return node.kind == SplitKind::is_missing || node.missing_branch; }

bool names_level(const Tree& tree, NodeId node, LevelCode code) {
    return tree.nodes[node].kind != SplitKind::subset || child_by_split(tree.split_view(node), code).has_value();
}

/// The question without a word on missing values, which the answer speaks of itself.
NamedSplit asked_at(const Model& model, NodeId node) {
    NamedSplit question = split_at(model.schema, model.tree, node);
    question.missing_position.reset();
    return question;
}

/// "Temperature = 81 > 70"
std::string surrogate_answer(const Model& model, const Surrogate& surrogate, const ColumnRow& row) {
    const NamedSplit question = split_of(model.schema, model.tree, surrogate);
    const auto feature = surrogate.feature;
    const std::string name = shown_name(question.column.name);
    if (surrogate.kind == SplitKind::subset)
        return fmt::format("{} is {}", name, shown_level(question.column.level(row.code(feature))));
    const double value = row.value(feature);
    return fmt::format("{} = {} {}", name, value_text(question.column, value),
                       branch_text(question, *child_by_split(question.split.view(), value)));
}

/// "62 % goes to ≤ 77.5, 38 % to > 77.5"
std::string parts_text(const Model& model, NodeId node, std::size_t width) {
    constexpr std::size_t most_branches = 8;
    const auto children = model.tree.children_of(node);
    std::string text;
    std::size_t filled = 0;
    for (std::size_t i = 0; i < children.size(); ++i) {
        const double weight = model.tree.nodes[children[i]].weight;
        if (weight == 0.0 || ++filled > most_branches) continue;
        text += fmt::format("{}{} {}to {}", filled == 1 ? "" : ", ", whole_percent(weight / model.tree.nodes[node].weight),
                            filled == 1 ? "goes " : "", branch_text(asked_at(model, node), i, width));
    }
    return filled > most_branches ? text + fmt::format(", … {} more", filled - most_branches) : text;
}

std::string detour_of(const Model& model, NodeId node, const ColumnRow& row, std::size_t position, std::size_t width) {
    if (model.tree.fractional()) return parts_text(model, node, width);
    const std::string branch = branch_text(asked_at(model, node), position, width);
    std::uint32_t child = 0;
    if (const Surrogate* surrogate = surrogate_for(model.tree, node, row, child))
        return fmt::format("goes to {}: the surrogate {} agreed in {} of the rows", branch,
                           surrogate_answer(model, *surrogate, row),
                           whole_percent(surrogate->agreeing_weight / surrogate->known_weight));
    const bool has_surrogates = model.tree.nodes[node].surrogate_count > 0;
    return (has_surrogates ? "its surrogates are not known either: " : "") + goes_to(model, node, position, branch);
}

RowAnswer unknown_answer(const Model& model, NodeId node, const ColumnRow& row, std::size_t position, std::size_t width) {
    const auto feature = model.tree.nodes[node].feature;
    const Column& column = row.features[feature];
    RowAnswer answer;
    answer.unseen = !column.has_values() && column.codes[row.row] != missing_code;
    answer.text = shown_name(column.schema.name) + (answer.unseen ? " is a level that the model has not seen" : " is missing");
    answer.branch = branch_text(asked_at(model, node), position, width);
    if (answer.unseen || !asks_for_missing(model.tree.nodes[node]))
        answer.detour = detour_of(model, node, row, position, width);
    return answer;
}

RowAnswer answer_of_value(const Model& model, NodeId node, const Column& column, double value, std::size_t width) {
    RowAnswer answer;
    answer.branch = branch_text(asked_at(model, node), child_for_value(model.tree, node, value), width);
    const bool by_threshold = model.tree.nodes[node].kind == SplitKind::threshold;
    answer.text = fmt::format("{} = {} {}{}", shown_name(column.schema.name), value_text(column.schema, value),
                              by_threshold ? "" : "is ", answer.branch);
    return answer;
}

RowAnswer answer_of_code(const Model& model, NodeId node, const Column& column, LevelCode code, std::size_t width) {
    const Node& split = model.tree.nodes[node];
    const std::size_t position = child_for_code(model.tree, node, code);
    RowAnswer answer;
    answer.branch = branch_text(asked_at(model, node), position, width);
    answer.text = fmt::format("{} is {}", shown_name(column.schema.name), shown_level(column.schema.level(code)));
    if (split.kind == SplitKind::is_missing)
        answer.text += ", known";
    else if (!names_level(model.tree, node, code))
        answer.detour = "not seen here: " + goes_to(model, node, position, answer.branch);
    else if (split.kind == SplitKind::subset && !answer.branch.starts_with("= "))
        answer.text += ", " + answer.branch;
    return answer;
}

/// `node` is a split, `position` the branch that the row (or most of it) took.
RowAnswer answer_of(const Model& model, NodeId node, const RowOfFeatures& at, std::size_t position, std::size_t width) {
    const Column& column = at.features[model.tree.nodes[node].feature];
    const bool unknown = column.has_values() ? is_missing(column.values[at.row]) : column.codes[at.row] < 0;
    if (unknown) return unknown_answer(model, node, {at.features, at.row}, position, width);
    return column.has_values() ? answer_of_value(model, node, column, column.values[at.row], width)
                               : answer_of_code(model, node, column, column.codes[at.row], width);
}

constexpr std::size_t least_counts = 20;

class Explanation {
public:
    Explanation(const Model& model, const Table& features, std::size_t row)
        : model_(model),
          features_(features.columns),
          row_(row),
          predictor_(Predictor::borrowing(model)),
          path_(path_to_leaf(model.tree, features_, row)),
          mixture_(predictor_.mixture(leaf_shares(model.tree, features_, row), features_, row)),
          decimals_(decimals_for(std::sqrt(model.tree.nodes[0].impurity))) {}

    [[nodiscard]] std::string text(const TextStyle& style) const {
        const std::size_t width = style.width;
        // Answers hold thresholds: a long one makes a long line.
        std::string text = path_table(style).text(0, any_width) + "\n";
        if (is_mixed()) text += leaves_table().text(0, any_width) + "\n";
        const std::string& target = model_.schema.target.name;
        text += wrapped(fmt::format("{} → {}", shown_name(target), prediction_text()), width, 2) + "\n";
        if (leaf().label != no_class)
            text += class_shares_table(model_.schema.classes(), mixture_.probabilities, label()).text(0, style.table_width());
        if (decided_against_weight(mixture_.probabilities, label()))
            text += wrapped(decided_sentence(deciding_terms(model_), prediction_text()), width, 2) + "\n";
        return text + wrapped(interval_text(), width, 2) + "\n";
    }

    void write(JsonWriter& json) const {
        json.begin_object();
        json.key("path");
        json.begin_array();
        for (std::size_t step = 0; step < path_.size(); ++step) write_step(json, step);
        json.end_array();
        json.member("leaf", path_.back());
        if (is_mixed()) write_leaves(json);
        write_prediction(json);
        json.end_object();
    }

private:
    [[nodiscard]] const Node& leaf() const { return model_.tree.nodes[path_.back()]; }
    [[nodiscard]] bool is_classification() const { return leaf().label != no_class; }
    [[nodiscard]] ClassId label() const { return mixture_.outcome.label; }
    /// The row ends in several leaves; the path is that to the one which holds most of it.
    [[nodiscard]] bool is_mixed() const { return mixture_.leaves.size() > 1; }
    [[nodiscard]] const std::string& class_name(ClassId label) const { return model_.schema.classes()[label]; }
    /// Sets of levels wider than `width` are shortened.
    [[nodiscard]] RowAnswer answer_at(std::size_t step, std::size_t width) const {
        const auto children = model_.tree.children_of(path_[step]);
        const auto taken = std::lower_bound(children.begin(), children.end(), path_[step + 1]) - children.begin();
        return answer_of(model_, path_[step], {features_, row_}, static_cast<std::size_t>(taken), width);
    }

    /// Those that hold most of the row first.
    [[nodiscard]] std::vector<LeafShare> leaves_by_share() const {
        std::vector<LeafShare> leaves = mixture_.leaves;
        std::stable_sort(leaves.begin(), leaves.end(), [](const auto& a, const auto& b) { return a.share > b.share; });
        return leaves;
    }

    [[nodiscard]] std::string leaf_text(NodeId number) const {
        const Node& node = model_.tree.nodes[number];
        return node.label != no_class ? shown_name(class_name(node.label)) : value_with_decimals(node.mean, decimals_);
    }

    [[nodiscard]] TextTable leaves_table() const {
        constexpr std::size_t most_leaves = 10;
        using Align = TextTable::Align;
        TextTable table({Align::right, Align::right, Align::left, Align::right, Align::left});
        table.add_row({"share", "leaf", "predicts", "rows", is_classification() ? "classes" : "mean"});
        const std::vector<LeafShare> leaves = leaves_by_share();
        for (std::size_t i = 0; i < std::min(leaves.size(), most_leaves); ++i)
            table.add_row({whole_percent(leaves[i].share), std::to_string(leaves[i].leaf), leaf_text(leaves[i].leaf),
                           count_text(model_.tree.nodes[leaves[i].leaf].weight), counts_text(leaves[i].leaf, least_counts)});
        if (leaves.size() > most_leaves) table.add_note(fmt::format("… {} more leaves", leaves.size() - most_leaves));
        return table;
    }

    void write_leaves(JsonWriter& json) const {
        json.key("leaves");
        json.begin_array();
        for (const auto& [number, share] : mixture_.leaves) {
            json.begin_object();
            json.member("leaf", number);
            json.member("share", share);
            json.end_object();
        }
        json.end_array();
    }

    [[nodiscard]] TextTable path_table(const TextStyle& style) const {
        const std::size_t width = style.width;
        using Align = TextTable::Align;
        std::vector<RowAnswer> answers{{"(all rows)", "", "", false}};
        for (std::size_t step = 0; step + 1 < path_.size(); ++step)
            answers.push_back(answer_at(step, style.cuts ? answer_width : any_width));
        // The counts take what the answers leave.
        std::size_t used = 0;
        for (const RowAnswer& answer : answers) used = std::max(used, display_width(answer.text));
        const std::size_t others = 6 + std::to_string(path_.back()).size() + count_text(model_.tree.nodes[0].weight).size();
        const std::size_t for_counts = std::max(least_counts, width - std::min(width, used + others + 4));
        TextTable table({Align::left, Align::right, Align::right, Align::left});
        table.add_row({"answer", "node", "rows", is_classification() ? "classes" : "mean"});
        for (std::size_t step = 0; step < path_.size(); ++step) {
            table.add_row({answers[step].text, std::to_string(path_[step]), count_text(model_.tree.nodes[path_[step]].weight),
                           counts_text(path_[step], style.cuts ? for_counts : any_width)});
            if (!answers[step].detour.empty())
                table.add_note("  " + wrapped(answers[step].detour, width - std::min(width, std::size_t{2}), 4));
        }
        return table;
    }

    [[nodiscard]] std::string counts_text(NodeId number, std::size_t width) const {
        const Node& node = model_.tree.nodes[number];
        if (node.weight == 0.0) return "as its parent";
        if (node.label != no_class)
            return class_counts_text(model_.schema.classes(), model_.tree.class_weights_of(number), node.label, width);
        return fmt::format("{} ± {}", value_with_decimals(node.mean, decimals_),
                           value_with_decimals(std::sqrt(node.impurity), decimals_));
    }

    [[nodiscard]] std::string prediction_text() const {
        return is_classification() ? shown_name(class_name(label())) : value_with_decimals(mixture_.outcome.value, decimals_);
    }

    [[nodiscard]] std::string interval_text() const {
        const Interval interval = predictor_.confidence(mixture_);
        if (is_classification()) return share_interval_text(prediction_text(), interval);
        if (!std::isfinite(interval.low) || !std::isfinite(interval.high))
            return "One row alone gives no standard error of the mean.";
        return fmt::format("95 % interval for the mean: {} to {}", value_with_decimals(interval.low, decimals_),
                           value_with_decimals(interval.high, decimals_));
    }

    void write_step(JsonWriter& json, std::size_t step) const {
        const NodeId number = path_[step];
        const Node& node = model_.tree.nodes[number];
        json.begin_object();
        json.member("node", number);
        json.member("weight", node.weight);
        if (node.label != no_class)
            write_counts(json, model_.schema.classes(), model_.tree.class_weights_of(number));
        else
            json.member("mean", node.mean);
        if (!node.is_leaf()) {
            const RowAnswer answer = answer_at(step, any_width);
            const Column& column = features_[node.feature];
            json.member("feature", column.schema.name);
            json.key("value");
            if (column.has_values())
                write_value(json, column.schema, column.values[row_]);
            else if (column.codes[row_] < 0)
                json.null();
            else
                json.string(column.schema.level(column.codes[row_]));
            if (answer.unseen) json.member("unseen", true);
            json.member("answer", answer.detour.empty() ? answer.text : answer.text + ": " + answer.detour);
            json.member("branch", answer.branch);
        }
        json.end_object();
    }

    void write_prediction(JsonWriter& json) const {
        const Interval interval = predictor_.confidence(mixture_);
        if (is_classification()) {
            const std::vector<double>& shares = mixture_.probabilities;
            json.member("prediction", class_name(label()));
            if (decided_against_weight(shares, label())) json.member("decided_by", deciding_terms(model_));
            json.key("probabilities");
            json.begin_object();
            for (std::size_t c = 0; c < shares.size(); ++c) json.member(model_.schema.classes()[c], shares[c]);
            json.end_object();
        } else {
            json.member("prediction", mixture_.outcome.value);
            json.member("standard_deviation", std::sqrt(is_mixed() ? predictor_.variance(mixture_) : leaf().impurity));
        }
        json.key("interval");
        json.begin_array();
        json.number_or_text(interval.low);
        json.number_or_text(interval.high);
        json.end_array();
    }

    const Model& model_;
    const std::vector<Column>& features_;
    std::size_t row_;
    Predictor predictor_;
    std::vector<NodeId> path_;
    Mixture mixture_;
    std::optional<int> decimals_;
};

}  // namespace

std::string explain_text(const Model& model, const Table& features, std::size_t row, const TextStyle& style) {
    return Explanation(model, features, row).text(style);
}

void write_explanation(JsonWriter& json, const Model& model, const Table& features, std::size_t row) {
    Explanation(model, features, row).write(json);
}

}  // namespace treewright
