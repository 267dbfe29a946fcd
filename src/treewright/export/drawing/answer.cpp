#include "treewright/export/drawing/answer.h"

#include <algorithm>

#include <fmt/format.h>

#include "treewright/export/names.h"
#include "treewright/export/wording.h"
#include "treewright/tree/routing.h"

namespace treewright {

namespace {

constexpr std::size_t answer_width = 40;

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
std::string parts_text(const Model& model, NodeId node) {
    constexpr std::size_t most_branches = 8;
    const auto children = model.tree.children_of(node);
    std::string text;
    std::size_t filled = 0;
    for (std::size_t i = 0; i < children.size(); ++i) {
        const double weight = model.tree.nodes[children[i]].weight;
        if (weight == 0.0 || ++filled > most_branches) continue;
        text += fmt::format("{}{} {}to {}", filled == 1 ? "" : ", ", whole_percent(weight / model.tree.nodes[node].weight),
                            filled == 1 ? "goes " : "", branch_text(asked_at(model, node), i, answer_width));
    }
    return filled > most_branches ? text + fmt::format(", … {} more", filled - most_branches) : text;
}

std::string detour_of(const Model& model, NodeId node, const ColumnRow& row, std::size_t position) {
    if (model.tree.fractional()) return parts_text(model, node);
    const std::string branch = branch_text(asked_at(model, node), position, answer_width);
    std::uint32_t child = 0;
    if (const Surrogate* surrogate = surrogate_for(model.tree, node, row, child))
        return fmt::format("goes to {}: the surrogate {} agreed in {} of the rows", branch,
                           surrogate_answer(model, *surrogate, row),
                           whole_percent(surrogate->agreeing_weight / surrogate->known_weight));
    const bool has_surrogates = model.tree.nodes[node].surrogate_count > 0;
    return (has_surrogates ? "its surrogates are not known either: " : "") + goes_to(model, node, position, branch);
}

Answer unknown_answer(const Model& model, NodeId node, const ColumnRow& row, std::size_t position) {
    const auto feature = model.tree.nodes[node].feature;
    const Column& column = row.features[feature];
    Answer answer;
    answer.unseen = !column.has_values() && column.codes[row.row] != missing_code;
    answer.text = shown_name(column.schema.name) + (answer.unseen ? " is a level that the model has not seen" : " is missing");
    answer.branch = branch_text(asked_at(model, node), position, answer_width);
    if (answer.unseen || !asks_for_missing(model.tree.nodes[node])) answer.detour = detour_of(model, node, row, position);
    return answer;
}

Answer answer_of_value(const Model& model, NodeId node, const Column& column, double value) {
    Answer answer;
    answer.branch = branch_text(asked_at(model, node), child_for_value(model.tree, node, value), answer_width);
    const bool by_threshold = model.tree.nodes[node].kind == SplitKind::threshold;
    answer.text = fmt::format("{} = {} {}{}", shown_name(column.schema.name), value_text(column.schema, value),
                              by_threshold ? "" : "is ", answer.branch);
    return answer;
}

Answer answer_of_code(const Model& model, NodeId node, const Column& column, LevelCode code) {
    const Node& split = model.tree.nodes[node];
    const std::size_t position = child_for_code(model.tree, node, code);
    Answer answer;
    answer.branch = branch_text(asked_at(model, node), position, answer_width);
    answer.text = fmt::format("{} is {}", shown_name(column.schema.name), shown_level(column.schema.level(code)));
    if (split.kind == SplitKind::is_missing)
        answer.text += ", known";
    else if (!names_level(model.tree, node, code))
        answer.detour = "not seen here: " + goes_to(model, node, position, answer.branch);
    else if (split.kind == SplitKind::subset && !answer.branch.starts_with("= "))
        answer.text += ", " + answer.branch;
    return answer;
}

}  // namespace

Answer answer_of(const Model& model, NodeId node, const RowOfFeatures& at, std::size_t position) {
    const Column& column = at.features[model.tree.nodes[node].feature];
    const bool unknown = column.has_values() ? is_missing(column.values[at.row]) : column.codes[at.row] < 0;
    if (unknown) return unknown_answer(model, node, {at.features, at.row}, position);
    return column.has_values() ? answer_of_value(model, node, column, column.values[at.row])
                               : answer_of_code(model, node, column, column.codes[at.row]);
}

}  // namespace treewright
