#include "treewright/export/rule_explanation.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "treewright/export/display.h"
#include "treewright/export/drawing/class_shares.h"
#include "treewright/export/drawing/deciding_terms.h"
#include "treewright/export/rule_words_internal.h"
#include "treewright/export/table_text.h"
#include "treewright/export/value_json.h"
#include "treewright/training/model_options.h"

namespace treewright {

namespace {

constexpr std::size_t most_tried = 20;  // lines

class RuleExplanation {
public:
    RuleExplanation(const RuleModel& model, const Table& features, std::size_t row)
        : model_(model), features_(features.columns), row_(row), fired_(find_rule(model.list, features_, row)) {
        shares_.resize(model.schema.classes().size());
        shares_at(model.list, fired_, shares_);
    }

    [[nodiscard]] std::string text(const TextStyle& style) const {
        const std::size_t width = style.width;
        std::string text = fired_ > 0 ? tried_table().text(0, any_width) + "\n" : "";
        text += is_default() ? "No rule is met: the default decides.\n" : fired_table().text(0, any_width);
        text += "\n" + wrapped(fmt::format("{} → {}", shown_name(model_.schema.target.name), prediction()), width, 2) + "\n";
        text +=
            class_shares_table(model_.schema.classes(), shares_, label_at(model_.list, fired_)).text(0, style.table_width());
        const std::string terms = deciding_terms(readable_options(model_.schema, model_.options));
        if (!terms.empty() && decided_against_weight(shares_, label_at(model_.list, fired_)))
            text += wrapped(decided_sentence(terms, prediction()), width, 2) + "\n";
        return text + wrapped(share_interval_text(prediction(), interval()), width, 2) + "\n";
    }

    void write(JsonWriter& json) const {
        json.begin_object();
        json.key("tried");
        json.begin_array();
        for (std::size_t i = 0; i < fired_; ++i) write_tried(json, i);
        json.end_array();
        json.key("fired");
        is_default() ? json.null() : json.value(fired_ + 1);
        if (!is_default()) write_conditions(json);
        json.member("prediction", class_name(label_at(model_.list, fired_)));
        json.key("probabilities");
        json.begin_object();
        for (std::size_t c = 0; c < shares_.size(); ++c) json.member(model_.schema.classes()[c], shares_[c]);
        json.end_object();
        json.key("interval");
        json.begin_array();
        json.number(interval().low);
        json.number(interval().high);
        json.end_array();
        json.end_object();
    }

private:
    [[nodiscard]] bool is_default() const { return fired_ == model_.list.rules.size(); }
    [[nodiscard]] const std::string& class_name(ClassId label) const { return model_.schema.classes()[label]; }
    [[nodiscard]] std::string prediction() const { return shown_name(class_name(label_at(model_.list, fired_))); }
    [[nodiscard]] Interval interval() const {
        return wilson_interval(shares_[label_at(model_.list, fired_)], support_at(model_.list, fired_));
    }

    [[nodiscard]] const ColumnSchema& feature_of(const RuleCondition& condition) const {
        return model_.schema.features[condition.feature];
    }
    [[nodiscard]] const RuleCondition& failing(std::size_t rule) const {
        return model_.list.rules[rule].conditions[*first_unmet(model_.list.rules[rule], features_, row_)];
    }
    /// "it is 85", "it is missing", "it is a level never seen"
    [[nodiscard]] std::string answer(const RuleCondition& condition) const {
        const Column& column = features_[condition.feature];
        if (column.missing_at(row_)) return "it is missing";
        if (column.has_values()) return "it is " + value_text(column.schema, column.values[row_]);
        if (column.codes[row_] == unseen_code) return "it is a level that the model has not seen";
        return "it is " + shown_level(column.schema.level(column.codes[row_]));
    }

    [[nodiscard]] TextTable tried_table() const {
        using Align = TextTable::Align;
        TextTable table({Align::right, Align::left, Align::left});
        table.add_row({"rule", "class", "fails at"});
        const std::size_t shown = fired_ <= most_tried ? fired_ : most_tried - 1;
        for (std::size_t i = 0; i < shown; ++i)
            table.add_row({std::to_string(i + 1), shown_name(class_name(model_.list.rules[i].label)),
                           condition_sentence(failing(i), feature_of(failing(i))) + ": " + answer(failing(i))});
        if (shown < fired_) table.add_note(fmt::format("… {} more rules fail", fired_ - shown));
        return table;
    }

    [[nodiscard]] TextTable fired_table() const {
        using Align = TextTable::Align;
        const Rule& rule = model_.list.rules[fired_];
        TextTable table({Align::left, Align::left});
        table.add_note(fmt::format("Rule {} is met:", fired_ + 1));
        for (const RuleCondition& condition : rule.conditions)
            table.add_row({"  " + condition_sentence(condition, feature_of(condition)), answer(condition)});
        return table;
    }

    void write_cell(JsonWriter& json, const RuleCondition& condition) const {
        const Column& column = features_[condition.feature];
        json.member("feature", column.schema.name);
        json.key("value");
        if (column.has_values()) return write_value(json, column.schema, column.values[row_]);
        if (column.codes[row_] >= 0) return json.string(column.schema.level(column.codes[row_]));
        json.null();
        if (column.codes[row_] == unseen_code) json.member("unseen", true);
    }
    void write_tried(JsonWriter& json, std::size_t rule) const {
        json.begin_object();
        json.member("rule", rule + 1);
        json.member("class", class_name(model_.list.rules[rule].label));
        json.member("fails", condition_sentence(failing(rule), feature_of(failing(rule)), any_width));
        write_cell(json, failing(rule));
        json.end_object();
    }
    void write_conditions(JsonWriter& json) const {
        json.key("conditions");
        json.begin_array();
        for (const RuleCondition& condition : model_.list.rules[fired_].conditions) {
            json.begin_object();
            json.member("condition", condition_sentence(condition, feature_of(condition), any_width));
            write_cell(json, condition);
            json.end_object();
        }
        json.end_array();
    }

    const RuleModel& model_;
    const std::vector<Column>& features_;
    std::size_t row_;
    std::size_t fired_;
    std::vector<double> shares_;
};

}  // namespace

std::string explain_text(const RuleModel& model, const Table& features, std::size_t row, const TextStyle& style) {
    return RuleExplanation(model, features, row).text(style);
}

void write_explanation(JsonWriter& json, const RuleModel& model, const Table& features, std::size_t row) {
    RuleExplanation(model, features, row).write(json);
}

}  // namespace treewright
