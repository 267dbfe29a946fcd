#include "treewright/export/page/page_data.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "treewright/criteria/registry.h"
#include "treewright/export/display.h"
#include "treewright/export/drawing/deciding_terms.h"
#include "treewright/export/names.h"
#include "treewright/export/page/page_head.h"
#include "treewright/export/rule_report.h"
#include "treewright/export/rule_words_internal.h"
#include "treewright/export/wording.h"
#include "treewright/growing/split_search.h"
#include "treewright/prediction/predict.h"
#include "treewright/training/model_options.h"
#include "treewright/tree/lowered.h"

namespace treewright {

namespace {

constexpr std::size_t page_branch_width = 60;  // columns of a set of levels; the page lists all of them on request

constexpr std::string_view page_kind(SplitKind kind) {
    switch (kind) {
        case SplitKind::threshold: return "threshold";
        case SplitKind::subset: return "subset";
        case SplitKind::multiway: return "multiway";
        default: return "is_missing";
    }
}

template <class Numbers>
void write_numbers(JsonWriter& json, std::string_view key, const Numbers& numbers) {
    json.key(key);
    json.begin_array();
    for (const auto number : numbers) json.value(number);
    json.end_array();
}

void write_interval(JsonWriter& json, const Interval& interval) {
    if (!std::isfinite(interval.low) || !std::isfinite(interval.high)) return;
    json.member("low", page_figure(interval.low));
    json.member("high", page_figure(interval.high));
}

/// What stands behind the name of the feature: names may be long, and the page has them already.
std::string behind_name(const NamedSplit& question, const std::string& sentence) {
    const std::string name = shown_name(question.column.name);
    return sentence.size() > name.size() ? sentence.substr(name.size() + 1) : "";
}

std::size_t sentence_width(const NamedSplit& question) {
    return display_width(shown_name(question.column.name)) + 3 + page_branch_width;
}

std::vector<bool> features_used(const Model& model) {
    std::vector<bool> used(model.schema.features.size());
    for (const Node& node : model.tree.nodes)
        if (!node.is_leaf()) used[node.feature] = true;
    for (const Surrogate& surrogate : model.tree.surrogates) used[surrogate.feature] = true;
    return used;
}

std::vector<bool> features_used(const RuleModel& model) {
    std::vector<bool> used(model.schema.features.size());
    for (const Rule& rule : model.list.rules)
        for (const RuleCondition& condition : rule.conditions) used[condition.feature] = true;
    return used;
}

class PageTree {
public:
    PageTree(JsonWriter& json, const Model& model)
        : json_(json),
          model_(model),
          options_(readable_options(model)),
          parents_(parents_of(model.tree)),
          lowered_(model.tree),
          predictor_(Predictor::borrowing(model)) {}

    void write() {
        json_.begin_object();
        json_.member("kind", "tree");
        write_page_head(json_, {model_.schema, model_.options, model_.provenance, features_used(model_)});
        write_terms();
        json_.key("nodes");
        json_.begin_array();
        for (NodeId number = 0; number < lowered_.size(); ++number) {
            json_.line_break();
            write_node(number);
        }
        json_.end_array();
        json_.end_object();
    }

private:
    [[nodiscard]] bool is_class() const { return model_.schema.task() == Task::classification; }

    void write_terms() {
        const Tree& tree = model_.tree;
        json_.member("measure", kind_of(effective_criterion(options_.grow, model_.schema.task())).measure);
        if (tree.fractional()) json_.member("fractional", true);
        if (tree.missing == MissingPolicy::refuse) json_.member("refuses", true);
        if (!tree.losses.empty()) write_numbers(json_, "losses", tree.losses);
        if (is_class()) json_.member("deciders", deciding_terms(model_));
        if (const auto decimals = decimals_for(std::sqrt(tree.nodes[0].impurity)); !is_class() && decimals)
            json_.member("decimals", *decimals);
    }

    void write_node(NodeId number) {
        const LoweredStep step = lowered_.step(number);
        const Node& node = model_.tree.nodes[number];
        json_.begin_object();
        if (parents_[number] != no_parent) write_branch(number);
        json_.member("weight", step.leaf.weight);
        if (is_class()) {
            json_.member("label", step.leaf.constant.label);
            write_page_counts(json_, {step.leaf.class_weights.begin(), step.leaf.class_weights.end()});
        } else {
            json_.member("mean", step.leaf.constant.value);
        }
        json_.member("impurity", page_figure(node.impurity));
        write_interval(json_, predictor_.confidence(number));
        if (node.test) json_.member("test", test_text(*node.test, options_.grow.adjust == Adjust::bonferroni));
        if (!step.is_leaf) write_question(number, step);
        json_.end_object();
    }

    /// The condition that leads to the node: alone, and behind the name of the feature where that is another text.
    void write_branch(NodeId number) {
        const NodeId parent = parents_[number];
        const auto siblings = model_.tree.children_of(parent);
        const auto position = static_cast<std::size_t>(std::ranges::lower_bound(siblings, number) - siblings.begin());
        const NamedSplit question = split_at(model_.schema, model_.tree, parent);
        const std::string branch = branch_text(question, position, page_branch_width);
        const std::string says = behind_name(question, condition_text(question, position, sentence_width(question)));
        json_.member("parent", parent);
        json_.member("branch", branch);
        if (says != branch) json_.member("says", says);
    }

    void write_question(NodeId number, const LoweredStep& step) {
        const Node& node = model_.tree.nodes[number];
        const NamedSplit question = split_at(model_.schema, model_.tree, number);
        json_.key("question");
        json_.begin_object();
        write_test_step(step.test);
        json_.member("asks", behind_name(question, question_text(question, sentence_width(question))));
        json_.member("gain", page_figure(node.gain));
        if (node.heuristic) json_.member("heuristic", true);
        json_.member("missing", step.when_missing);
        json_.member("unseen", step.when_unseen);
        if (node.kind == SplitKind::subset) json_.member("absent", step.when_absent);
        if (!step.parts.empty()) write_parts(step);
        if (!step.surrogates.empty()) write_surrogates(number, step);
        json_.end_object();
    }

    /// Members of the object that is open.
    void write_test_step(const LoweredTest& test) {
        json_.member("kind", page_kind(test.split.kind));
        json_.member("feature", test.split.feature);
        if (test.split.kind == SplitKind::multiway) return write_numbers(json_, "byLevel", test.by_level);
        if (test.split.kind == SplitKind::threshold) json_.member("threshold", test.split.threshold);
        if (test.split.kind == SplitKind::subset) {
            write_numbers(json_, "left", test.split.left_levels);
            write_numbers(json_, "right", test.split.right_levels);
        }
        json_.member("yes", test.yes);
        json_.member("no", test.no);
    }

    void write_parts(const LoweredStep& step) {
        json_.key("parts");
        json_.begin_array();
        for (const LoweredPart& part : step.parts) {
            json_.begin_array();
            json_.value(part.step);
            json_.value(part.share);
            json_.end_array();
        }
        json_.end_array();
    }

    void write_surrogates(NodeId number, const LoweredStep& step) {
        const auto surrogates = model_.tree.surrogates_of(number);
        json_.key("surrogates");
        json_.begin_array();
        for (std::size_t i = 0; i < step.surrogates.size(); ++i) {
            NamedSplit question = split_of(model_.schema, model_.tree, surrogates[i]);
            question.split.reversed = false;  // as the lowered test
            json_.begin_object();
            write_test_step(step.surrogates[i]);
            json_.member("says", behind_name(question, condition_text(question, 0, sentence_width(question))));
            json_.member("agreeing", page_figure(surrogates[i].agreeing_weight));
            json_.member("known", page_figure(surrogates[i].known_weight));
            json_.end_object();
        }
        json_.end_array();
    }

    JsonWriter& json_;
    const Model& model_;
    TrainOptions options_;
    std::vector<NodeId> parents_;
    LoweredTree lowered_;
    Predictor predictor_;
};

class PageList {
public:
    PageList(JsonWriter& json, const RuleModel& model) : json_(json), model_(model) {}

    void write() {
        const RuleList& list = model_.list;
        json_.begin_object();
        json_.member("kind", "rules");
        write_page_head(json_, {model_.schema, model_.options, model_.provenance, features_used(model_)});
        json_.key("list");
        json_.begin_object();
        json_.key("rules");
        json_.begin_array();
        for (std::size_t i = 0; i < list.rules.size(); ++i) write_rule(i);
        json_.end_array();
        json_.key("fallback");
        json_.begin_object();
        write_decision(list.rules.size());
        json_.end_object();
        json_.end_object();
        json_.end_object();
    }

private:
    void write_rule(std::size_t position) {
        const Rule& rule = model_.list.rules[position];
        json_.line_break();
        json_.begin_object();
        json_.member("text", conditions_sentence(rule, model_.schema));
        json_.key("conditions");
        json_.begin_array();
        for (const RuleCondition& condition : rule.conditions) write_condition(condition);
        json_.end_array();
        write_decision(position);
        json_.member("weight", rule.weight);
        write_interval(json_, interval_of(rule));
        json_.member("error", page_figure(rule.error));
        json_.member("firstWeight", rule.first_weight);
        json_.member("firstCorrect", rule.first_correct);
        json_.end_object();
    }

    /// The label, and the class weights behind it, as `shares_at` takes them.
    void write_decision(std::size_t position) {
        const RuleList& list = model_.list;
        const bool is_rule = position < list.rules.size();
        const bool any_left = std::ranges::any_of(list.default_weights, [](double weight) { return weight > 0.0; });
        json_.member("label", label_at(list, position));
        write_page_counts(json_, is_rule ? list.rules[position].class_weights : any_left ? list.default_weights : list.class_weights);
    }

    void write_condition(const RuleCondition& condition) {
        const ColumnSchema& feature = model_.schema.features[condition.feature];
        json_.begin_object();
        json_.member("feature", condition.feature);
        json_.member("text", condition_sentence(condition, feature));
        if (condition.above) json_.member("above", *condition.above);
        if (condition.at_most) json_.member("atMost", *condition.at_most);
        if (!condition.known) json_.member("known", false);
        if (!condition.levels.empty()) write_numbers(json_, "levels", condition.levels);
        if (condition.missing) json_.member("missing", true);
        json_.end_object();
    }

    JsonWriter& json_;
    const RuleModel& model_;
};

}  // namespace

std::string page_data(const Model& model) {
    std::string text;
    JsonWriter json(text);
    PageTree(json, model).write();
    return text;
}

std::string page_data(const RuleModel& model) {
    std::string text;
    JsonWriter json(text);
    PageList(json, model).write();
    return text;
}

}  // namespace treewright
