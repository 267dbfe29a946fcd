#include "treewright/export/json.h"

#include <algorithm>
#include <string_view>

#include "treewright/base/number_text.h"
#include "treewright/export/names.h"
#include "treewright/export/value_json.h"
#include "treewright/tree/lowered.h"

namespace treewright {

namespace {

constexpr std::string_view kind_word(SplitKind kind) {
    switch (kind) {
        case SplitKind::leaf: return "leaf";
        case SplitKind::threshold: return "threshold";
        case SplitKind::subset: return "subset";
        case SplitKind::multiway: return "multiway";
        case SplitKind::is_missing: return "is_missing";
    }
    return "";
}

class TreeJson {
public:
    TreeJson(JsonWriter& json, const Model& model)
        : json_(json), model_(model), parents_(parents_of(model.tree)), depths_(depths_of(model.tree)), lowered_(model.tree) {}

    void write() {
        json_.begin_object();
        write_head();
        json_.key("nodes");
        json_.begin_array();
        for (NodeId node = 0; node < model_.tree.nodes.size(); ++node) {
            json_.line_break();
            write_node(node);
        }
        json_.line_break();
        json_.end_array();
        json_.end_object();
    }

private:
    void write_head() {
        const bool is_class = model_.schema.task() == Task::classification;
        json_.member("task", is_class ? "classification" : "regression");
        json_.member("target", model_.schema.target.name);
        if (is_class) write_strings("classes", model_.schema.classes());
        json_.key("features");
        json_.begin_array();
        for (const ColumnSchema& feature : model_.schema.features) write_feature(feature);
        json_.end_array();
        json_.key("options");
        json_.begin_object();
        for (const NamedOption& option : model_.options) json_.member(option.name, option.value);
        json_.end_object();
        json_.member("total_weight", model_.provenance.total_weight);
        json_.member("leaves", leaf_count(model_.tree));
        json_.member("depth", *std::max_element(depths_.begin(), depths_.end()));
        if (model_.tree.fractional()) json_.member("fractional", true);
    }

    void write_feature(const ColumnSchema& feature) {
        json_.line_break();
        json_.begin_object();
        json_.member("name", feature.name);
        json_.member("type", type_word(feature.type));
        if (!feature.levels.empty()) write_strings("levels", feature.levels);
        json_.end_object();
    }

    void write_strings(std::string_view name, const std::vector<std::string>& strings) {
        json_.key(name);
        json_.begin_array();
        for (const std::string& text : strings) json_.string(text);
        json_.end_array();
    }

    void write_node(NodeId number) {
        const Node& node = model_.tree.nodes[number];
        json_.begin_object();
        json_.member("id", number);
        json_.member("depth", depths_[number]);
        if (parents_[number] != no_parent) write_origin(number);
        json_.member("weight", node.weight);
        write_prediction(number);
        json_.member("impurity", node.impurity);
        json_.member("leaf", node.is_leaf());
        if (!node.is_leaf()) write_question(number);
        if (node.test) write_test(json_, *node.test);
        json_.end_object();
    }

    void write_origin(NodeId number) {
        const NodeId parent = parents_[number];
        json_.member("parent", parent);
        // The children of a node have ascending numbers.
        const auto siblings = model_.tree.children_of(parent);
        const auto position = std::lower_bound(siblings.begin(), siblings.end(), number) - siblings.begin();
        json_.member("branch", branch_text(split_at(model_.schema, model_.tree, parent), static_cast<std::size_t>(position)));
    }

    void write_prediction(NodeId number) {
        const Node& node = model_.tree.nodes[number];
        if (node.label == no_class) {
            json_.member("prediction", node.mean);
            json_.member("variance", node.impurity);
            return;
        }
        write_counts(json_, model_.schema.classes(), model_.tree.class_weights_of(number));
        json_.member("prediction", model_.schema.classes()[node.label]);
    }

    void write_question(NodeId number) {
        const Node& node = model_.tree.nodes[number];
        const NamedSplit question = split_at(model_.schema, model_.tree, number);
        json_.member("question", question_text(question));
        json_.member("feature", question.column.name);
        json_.member("kind", kind_word(node.kind));
        if (node.kind == SplitKind::threshold) {
            json_.key("threshold");
            write_value(json_, question.column, node.threshold);
        }
        if (node.kind == SplitKind::subset) {
            write_levels("left", question.column, question.split.left_levels);
            write_levels("right", question.column, question.split.right_levels);
        }
        if (node.heuristic) json_.member("heuristic", true);
        json_.member("gain", node.gain);
        const LoweredStep step = lowered_.step(number);
        if (step.parts.empty()) json_.member("missing_to", step.when_missing);
        if (!step.surrogates.empty()) write_surrogates(number);
        if (node.kind == SplitKind::subset) json_.member("absent_to", step.when_absent);
        json_.key("children");
        json_.begin_array();
        for (const NodeId child : model_.tree.children_of(number)) json_.value(child);
        json_.end_array();
    }

    void write_surrogates(NodeId number) {
        json_.key("surrogates");
        json_.begin_array();
        for (const Surrogate& surrogate : model_.tree.surrogates_of(number)) {
            const NamedSplit question = split_of(model_.schema, model_.tree, surrogate);
            json_.begin_object();
            json_.member("question", condition_text(question, 0));
            json_.member("feature", question.column.name);
            json_.member("kind", kind_word(surrogate.kind));
            if (surrogate.kind == SplitKind::threshold) {
                json_.key("threshold");
                write_value(json_, question.column, surrogate.threshold);
                if (surrogate.reversed) json_.member("reversed", true);
            } else {
                write_levels("left", question.column, question.split.left_levels);
                write_levels("right", question.column, question.split.right_levels);
            }
            json_.member("agreeing_weight", surrogate.agreeing_weight);
            json_.member("known_weight", surrogate.known_weight);
            json_.end_object();
        }
        json_.end_array();
    }

    void write_levels(std::string_view name, const ColumnSchema& column, std::span<const LevelCode> levels) {
        json_.key(name);
        json_.begin_array();
        for (const LevelCode level : levels) json_.string(column.level(level));
        json_.end_array();
    }

    JsonWriter& json_;
    const Model& model_;
    std::vector<NodeId> parents_;
    std::vector<std::uint32_t> depths_;
    LoweredTree lowered_;
};

}  // namespace

void write_tree(JsonWriter& json, const Model& model) { TreeJson(json, model).write(); }

std::string tree_json(const Model& model) {
    std::string text;
    JsonWriter json(text);
    write_tree(json, model);
    return text + "\n";
}

}  // namespace treewright
