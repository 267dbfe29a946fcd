#include "treewright/export/rules_json.h"

#include <cmath>
#include <numeric>

#include "treewright/export/drawing/deciding_terms.h"
#include "treewright/export/rule_words_internal.h"
#include "treewright/export/value_json.h"

namespace treewright {

namespace {

class RulesJson {
public:
    RulesJson(const RuleReport& report, const ByteSink& sink)
        : sink_(sink), json_(text_), report_(report), schema_(report.schema) {}

    void write() {
        json_.begin_object();
        json_.member("kind", is_list() ? "list" : "tree");
        json_.member("task", is_classes() ? "classification" : "regression");
        json_.member("target", schema_.target.name);
        if (is_classes()) write_names("classes", schema_.classes());
        json_.key("rules");
        json_.begin_array();
        for (const ListedRule& listed : report_.rules) {
            json_.line_break();
            write_rule(listed);
            hand_on();
        }
        if (!report_.rules.empty()) json_.line_break();
        json_.end_array();
        if (is_list()) write_default();
        json_.member("left_out", report_.left_out);
        if (!is_list()) json_.member("empty_leaves", report_.empty_leaves);
        json_.end_object();
        text_ += "\n";
        hand_on();
    }

private:
    void hand_on() {
        sink_(text_);
        text_.clear();
    }
    [[nodiscard]] bool is_list() const { return report_.list != nullptr; }
    [[nodiscard]] bool is_classes() const { return schema_.task() == Task::classification; }
    [[nodiscard]] const std::string& class_name(ClassId label) const { return schema_.classes()[label]; }

    void write_names(std::string_view key, const std::vector<std::string>& names) {
        json_.key(key);
        json_.begin_array();
        for (const std::string& name : names) json_.string(name);
        json_.end_array();
    }
    void write_levels(const ColumnSchema& feature, const std::vector<LevelCode>& levels) {
        std::vector<std::string> names;
        for (const LevelCode level : levels) names.push_back(feature.level(level));
        write_names("levels", names);
    }

    void write_rule(const ListedRule& listed) {
        const Rule rule = report_.complete(listed);
        json_.begin_object();
        json_.member("rule", listed.number);
        if (!is_list()) json_.member("leaf", rule.leaf);
        json_.member("text", conditions_sentence(rule, schema_, any_width));
        json_.key("conditions");
        json_.begin_array();
        for (const RuleCondition& condition : rule.conditions) write_condition(condition);
        json_.end_array();
        write_prediction(rule);
        if (is_list()) {
            json_.member("error", rule.error);
            json_.member("first_rows", rule.first_weight);
            json_.member("first_correct", rule.first_correct);
        }
        json_.end_object();
    }

    void write_prediction(const Rule& rule) {
        if (rule.label != no_class)
            json_.member("prediction", class_name(rule.label));
        else
            json_.member("prediction", rule.mean);
        json_.member("rows", rule.weight);
        if (rule.label != no_class)
            write_counts(json_, schema_.classes(), rule.class_weights);
        else
            json_.member("standard_deviation", std::sqrt(rule.variance));
        const Interval interval = interval_of(rule);
        json_.key("interval");
        json_.begin_array();
        json_.number_or_text(interval.low);
        json_.number_or_text(interval.high);
        json_.end_array();
        if (rule.label != no_class && !report_.deciders.empty() && decided_against_weight(rule.class_weights, rule.label))
            json_.member("decided_by", report_.deciders);
    }

    void write_condition(const RuleCondition& condition) {
        const ColumnSchema& feature = schema_.features[condition.feature];
        json_.begin_object();
        json_.member("feature", feature.name);
        write_bound("above", condition.above, feature);
        write_bound("at_most", condition.at_most, feature);
        const bool any_known = holds_values(feature.type) && condition.known && !condition.above && !condition.at_most;
        if (any_known) json_.member("known", true);
        if (!condition.levels.empty()) write_levels(feature, condition.levels);
        json_.member("missing", condition.missing);
        if (!condition.default_levels.empty() || condition.missing_by_default) {
            json_.key("default");
            json_.begin_object();
            if (!condition.default_levels.empty()) write_levels(feature, condition.default_levels);
            json_.member("missing", condition.missing_by_default);
            json_.end_object();
        }
        json_.end_object();
    }

    void write_bound(std::string_view key, const std::optional<double>& bound, const ColumnSchema& feature) {
        if (!bound) return;
        json_.key(key);
        write_value(json_, feature, *bound);
    }

    void write_default() {
        const std::vector<double>& weights = report_.list->default_weights;
        json_.key("default");
        json_.begin_object();
        json_.member("prediction", class_name(report_.list->default_label));
        json_.member("rows", std::accumulate(weights.begin(), weights.end(), 0.0));
        write_counts(json_, schema_.classes(), weights);
        json_.end_object();
    }

    const ByteSink& sink_;
    std::string text_;  ///< not handed on yet
    JsonWriter json_;
    const RuleReport& report_;
    const Schema& schema_;
};

}  // namespace

void write_rules_json(const RuleReport& report, const ByteSink& sink) { RulesJson(report, sink).write(); }

std::string rules_json(const RuleReport& report) {
    std::string text;
    write_rules_json(report, [&text](std::string_view bytes) { text += bytes; });
    return text;
}

}  // namespace treewright
