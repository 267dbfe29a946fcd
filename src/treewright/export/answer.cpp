#include "treewright/export/answer.h"

#include <algorithm>

#include <fmt/format.h>

#include "treewright/export/names.h"
#include "treewright/tree/condition.h"

namespace treewright {

namespace {

constexpr std::size_t branch_width = 40;

/// Where rows without a value went in training, that is the reason; else it is the weight of the branch.
std::string goes_to(const Model& model, std::size_t node, std::size_t position, const std::string& branch) {
    const Node& split = model.tree.nodes[node];
    if (split.missing_weight > 0.0 && position == split.missing_child) return fmt::format("goes to {}, as in training", branch);
    const char* which = position == heaviest_child(model.tree, node) ? "the heaviest branch, " : "the branch ";
    return fmt::format("goes to {}{}", which, branch);
}

/// Whether the node has an answer of its own for missing values.
bool asks_for_missing(const Node& node) { return node.kind == SplitKind::is_missing || node.missing_branch; }

bool names_level(const Tree& tree, std::size_t node, std::int32_t code) {
    if (tree.nodes[node].kind != SplitKind::subset) return true;
    const auto left = tree.left_levels_of(node);
    const auto right = tree.right_levels_of(node);
    return std::binary_search(left.begin(), left.end(), code) || std::binary_search(right.begin(), right.end(), code);
}

/// The question without a word on missing values, which the answer speaks of itself.
Question asked_at(const Model& model, std::size_t node) {
    Question question = question_at(model.schema, model.tree, node);
    question.missing_position.reset();
    return question;
}

Answer answer_of_value(const Model& model, std::size_t node, const Column& column, double value) {
    const std::size_t position = child_for_value(model.tree, node, value);
    Answer answer;
    answer.branch = branch_text(asked_at(model, node), position, branch_width);
    const std::string name = shown_name(column.schema.name);
    if (is_missing(value)) {
        answer.text = name + " is missing";
        if (!asks_for_missing(model.tree.nodes[node])) answer.detour = goes_to(model, node, position, answer.branch);
        return answer;
    }
    const bool by_threshold = model.tree.nodes[node].kind == SplitKind::threshold;
    answer.text = fmt::format("{} = {} {}{}", name, value_text(column.schema, value), by_threshold ? "" : "is ", answer.branch);
    return answer;
}

Answer answer_of_code(const Model& model, std::size_t node, const Column& column, std::int32_t code) {
    const Node& split = model.tree.nodes[node];
    const std::size_t position = child_for_code(model.tree, node, code);
    Answer answer;
    answer.branch = branch_text(asked_at(model, node), position, branch_width);
    answer.unseen = code == unseen_code;
    const std::string name = shown_name(column.schema.name);
    if (code < 0) {
        answer.text = name + (answer.unseen ? " is a level that the model has not seen" : " is missing");
        if (answer.unseen || !asks_for_missing(split)) answer.detour = goes_to(model, node, position, answer.branch);
        return answer;
    }
    answer.text = fmt::format("{} is {}", name, shown_level(column.schema.levels[static_cast<std::size_t>(code)]));
    if (split.kind == SplitKind::is_missing)
        answer.text += ", known";
    else if (!names_level(model.tree, node, code))
        answer.detour = "not seen here: " + goes_to(model, node, position, answer.branch);
    else if (split.kind == SplitKind::subset && !answer.branch.starts_with("= "))
        answer.text += ", " + answer.branch;
    return answer;
}

}  // namespace

Answer answer_of(const Model& model, std::size_t node, const std::vector<Column>& features, std::size_t row) {
    const Column& column = features[static_cast<std::size_t>(model.tree.nodes[node].feature)];
    return column.has_values() ? answer_of_value(model, node, column, column.values[row])
                               : answer_of_code(model, node, column, column.codes[row]);
}

}  // namespace treewright
