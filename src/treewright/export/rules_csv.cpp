#include "treewright/export/rules_csv.h"

#include <cmath>
#include <limits>
#include <numeric>

#include "treewright/export/rule_words_internal.h"

namespace treewright {

namespace {

class RulesCsv {
public:
    RulesCsv(const RuleReport& report, ByteSink sink) : report_(report), csv_(std::move(sink)) {}

    void write() {
        write_headings();
        for (const ListedRule& listed : report_.rules) write_rule(listed);
        if (report_.list != nullptr) write_default(*report_.list);
        csv_.finish();
    }

private:
    [[nodiscard]] bool is_classes() const { return report_.schema.task() == Task::classification; }

    void write_headings() {
        csv_.text("rule");
        if (report_.list == nullptr) csv_.text("leaf");
        for (const char* name : {"conditions", "prediction", "rows"}) csv_.text(name);
        if (is_classes())
            for (const char* name : {"correct", "share"}) csv_.text(name);
        else
            csv_.text("standard_deviation");
        for (const char* name : {"low", "high"}) csv_.text(name);
        csv_.end_row();
    }

    void write_rule(const ListedRule& listed) {
        const Rule rule = report_.complete(listed);
        csv_.number(static_cast<double>(listed.number));
        if (report_.list == nullptr) csv_.number(rule.leaf);
        csv_.text(conditions_sentence(rule, report_.schema, any_width));
        if (is_classes()) {
            write_class(rule.label, rule.weight, rule.correct());
        } else {
            csv_.number(rule.mean);
            csv_.number(rule.weight);
            csv_.number(std::sqrt(rule.variance));
        }
        write_interval(interval_of(rule));
    }

    void write_class(ClassId label, double weight, double correct) {
        csv_.text(report_.schema.classes()[label]);
        csv_.number(weight);
        csv_.number(correct);
        csv_.number(weight > 0.0 ? correct / weight : std::numeric_limits<double>::quiet_NaN());
    }

    void write_default(const RuleList& list) {
        const double weight = std::accumulate(list.default_weights.begin(), list.default_weights.end(), 0.0);
        const double correct = list.default_weights[list.default_label];
        csv_.number(0.0);
        csv_.text("otherwise");
        write_class(list.default_label, weight, correct);
        write_interval(wilson_interval(weight > 0.0 ? correct / weight : 0.0, weight));
    }

    void write_interval(const Interval& interval) {
        csv_.number(interval.low);
        csv_.number(interval.high);
        csv_.end_row();
    }

    const RuleReport& report_;
    CsvWriter csv_;
};

}  // namespace

void write_rules_csv(const RuleReport& report, const ByteSink& sink) { RulesCsv(report, sink).write(); }

std::string rules_csv(const RuleReport& report) {
    std::string text;
    write_rules_csv(report, [&text](std::string_view bytes) { text += bytes; });
    return text;
}

}  // namespace treewright
