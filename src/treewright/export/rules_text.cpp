#include "treewright/export/rules_text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include "treewright/base/number_text.h"
#include "treewright/base/positions.h"
#include "treewright/export/display.h"
#include "treewright/export/drawing/deciding_terms.h"
#include "treewright/export/rule_words_internal.h"
#include "treewright/export/wording.h"

namespace treewright {

namespace {

constexpr std::size_t least_rule_width = 40;

std::string percent(double share) { return fixed_text(100.0 * share, 1); }
std::string interval_words(const Interval& interval) {
    return fmt::format("{} to {} %", percent(interval.low), percent(interval.high));
}

/// The decimals needed to distinguish the means of these rules.
std::optional<int> decimals_of(const RuleReport& report) {
    double widest = 0.0;
    for (const ListedRule& listed : report.rules) widest = std::max(widest, listed.rule.variance);
    return decimals_for(std::sqrt(widest));
}

/// Blanks at which no line ends, until `with_blanks`. No name has such a character: it would be escaped.
constexpr char firm_blank = '\x1f';
std::string kept_together(std::string text) {
    std::replace(text.begin(), text.end(), ' ', firm_blank);
    return text;
}
std::string with_blanks(std::string text) {
    std::replace(text.begin(), text.end(), firm_blank, ' ');
    return text;
}

class Sentences {
public:
    Sentences(const RuleReport& report, const TextStyle& style)
        : report_(report),
          target_(shown_name(report.schema.target.name)),
          decimals_(decimals_of(report)),
          set_width_(style.all_levels ? any_width : usual_set_width) {}

    [[nodiscard]] std::string conditions(const Rule& rule) const {
        return conditions_sentence(rule, report_.schema, set_width_);
    }

    [[nodiscard]] std::string of(const Rule& rule) const {
        const std::string conditions = this->conditions(rule);
        const std::string start = conditions.empty() ? "In any case " : fmt::format("If {}, then ", conditions);
        return fmt::format("{}{} is {} ({}).", start, target_, prediction(rule), kept_together(figures(rule)));
    }

    [[nodiscard]] std::string of_default() const {
        const RuleList& list = *report_.list;
        const auto label = list.default_label;
        const double weight = std::accumulate(list.default_weights.begin(), list.default_weights.end(), 0.0);
        const std::string rows =
            weight == 0.0 ? "no rows are left for it"
                          : fmt::format("{} of {} that are left", count_text(list.default_weights[label]), rows_text(weight));
        return fmt::format("Otherwise {} is {} ({}).", target_, shown_name(report_.schema.classes()[label]),
                           kept_together(rows));
    }

    [[nodiscard]] std::string prediction(const Rule& rule) const {
        if (rule.label == no_class) return value_with_decimals(rule.mean, decimals_);
        return shown_name(report_.schema.classes()[rule.label]);
    }

    /// "2 of 2 rows: 34.2 to 100.0 %"
    [[nodiscard]] std::string figures(const Rule& rule) const {
        const Interval interval = interval_of(rule);
        if (rule.label != no_class)
            return fmt::format("{} of {}: {}{}", count_text(rule.correct()), rows_text(rule.weight), interval_words(interval),
                               decided_by_terms(rule) ? "; by " + report_.deciders : "");
        const std::string spread = value_with_decimals(std::sqrt(rule.variance), decimals_);
        if (!std::isfinite(interval.low) || !std::isfinite(interval.high)) return rows_text(rule.weight);
        return fmt::format("{}: ± {}, mean {} to {}", rows_text(rule.weight), spread,
                           value_with_decimals(interval.low, decimals_), value_with_decimals(interval.high, decimals_));
    }

private:
    /// A rule of a list may have dropped the conditions under which most rows were of its class.
    [[nodiscard]] bool decided_by_terms(const Rule& rule) const {
        return !report_.deciders.empty() && decided_against_weight(rule.class_weights, rule.label);
    }

    const RuleReport& report_;
    std::string target_;
    std::optional<int> decimals_;
    std::size_t set_width_;
};

std::string left_out_sentence(const RuleReport& report) {
    std::string text;
    if (report.left_out > 0)
        text += fmt::format(" {} {} left out by the options.",
                            counted(report.left_out, report.list != nullptr ? "rule" : "other rule"),
                            report.left_out == 1 ? "is" : "are");
    if (report.empty_leaves == 1) text += " A leaf that no row reached has no rule.";
    if (report.empty_leaves > 1) text += fmt::format(" {} leaves that no row reached have no rule.", report.empty_leaves);
    return text;
}

std::string closing(const RuleReport& report) {
    const bool numbers = report.schema.task() == Task::regression;
    std::string text = counted(report.rules.size(), "rule");
    if (report.list != nullptr && report.left_out == 0)
        text += " and a default, tried in this order: the first whose conditions are met decides";
    if (report.list != nullptr && report.left_out > 0)
        text += " of a list, in which the first whose conditions are met decides";
    text += ". ";
    text += numbers ? "In brackets: the rows, their standard deviation, and the 95 % interval of the mean."
                    : "In brackets: how many of the rows that meet the conditions are of the class, and the 95 % interval of "
                      "that share.";
    return text + left_out_sentence(report);
}

/// What Markdown would take for its own.
std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (std::string_view("\\`*_{}[]<>|#").find(c) != std::string_view::npos) result += '\\';
        result += c;
    }
    return result;
}

std::set<FeatureId> used_features(const RuleList& list) {
    std::set<FeatureId> used;
    for (const Rule& rule : list.rules)
        for (const RuleCondition& condition : rule.conditions) used.insert(condition.feature);
    return used;
}

}  // namespace

void write_rules_text(const RuleReport& report, const TextStyle& style, const ByteSink& sink) {
    const Sentences sentences(report, style);
    const std::size_t width = std::max(style.width, least_rule_width);
    const std::size_t most = report.rules.empty() ? 1 : report.rules.back().number;
    const std::size_t margin = report.list != nullptr ? std::to_string(most).size() + 2 : 0;
    const auto numbered = [&](const std::string& number, const std::string& sentence) {
        std::string lines = with_blanks(wrapped(sentence, width - margin, 2));
        for (std::size_t at = lines.find('\n'); at != std::string::npos; at = lines.find('\n', at + 1))
            lines.insert(at + 1, margin, ' ');
        return (margin == 0 ? "" : pad_left(number, margin - 2) + "  ") + lines + "\n";
    };
    for (std::size_t i = 0; i < report.rules.size(); ++i) {
        const ListedRule& listed = report.rules[i];
        if (i > 0 && report.rules[i - 1].rule.label != listed.rule.label && margin == 0) sink("\n");
        sink(numbered(std::to_string(listed.number), sentences.of(report.complete(listed))));
    }
    const bool has_default = report.list != nullptr && report.left_out == 0;
    if (has_default) sink(numbered("", sentences.of_default()));
    sink((has_default || !report.rules.empty() ? "\n" : "") + wrapped(closing(report), width, 0) + "\n");
}

std::string rules_text(const RuleReport& report, const TextStyle& style) {
    std::string text;
    write_rules_text(report, style, [&text](std::string_view bytes) { text += bytes; });
    return text;
}

TextTable rules_table(const RuleReport& report, const TextStyle& style, std::size_t most) {
    using enum TextTable::Align;
    const Sentences sentences(report, style);
    const bool numbers = report.schema.task() == Task::regression;
    TextTable table({left, left, left});
    table.add_row({"if", shown_name(report.schema.target.name) + " is",
                   numbers ? "rows: ± standard deviation, 95 % interval of the mean" : "rows: 95 % interval"});
    for (const ListedRule& listed : std::span(report.rules).first(std::min(most, report.rules.size()))) {
        const std::string conditions = sentences.conditions(report.complete(listed));
        table.add_row({conditions.empty() ? "(in any case)" : conditions, sentences.prediction(listed.rule), sentences.figures(listed.rule)});
    }
    if (report.list != nullptr && report.left_out == 0 && report.rules.size() <= most)
        table.add_row({"otherwise", shown_name(report.schema.classes()[report.list->default_label]), ""});
    return table;
}

void write_rules_markdown(const RuleReport& report, const TextStyle& style, const ByteSink& sink) {
    const TextTable table = rules_table(report, style, std::numeric_limits<std::size_t>::max());
    for (std::size_t i = 0; i < table.rows().size(); ++i) {
        const std::vector<std::string>& cells = table.rows()[i];
        const auto cell = [&](std::size_t column) { return i == 0 && column != 1 ? cells[column] : escaped(cells[column]); };
        const std::string last = cell(2);
        sink(fmt::format("| {} | {} | {}{}|\n", cell(0), cell(1), last, last.empty() ? "" : " "));
        if (i == 0) sink("|---|---|---|\n");
    }
}

std::string rules_markdown(const RuleReport& report, const TextStyle& style) {
    std::string text;
    write_rules_markdown(report, style, [&text](std::string_view bytes) { text += bytes; });
    return text;
}

std::string list_summary(const RuleModel& model) {
    const RuleList& list = model.list;
    double right = list.default_weights[list.default_label];
    for (const Rule& rule : list.rules) right += rule.first_correct;
    const double total = model.provenance.total_weight;
    const auto majority = std::max_element(list.class_weights.begin(), list.class_weights.end());
    const std::string& name = model.schema.classes()[index_in(list.class_weights, majority)];
    std::string text;
    const auto add = [&](std::string_view label, const std::string& words) {
        text += fmt::format("{:<18}{}\n", label, printable(words));
    };
    add("rows", count_text(total));
    add("features used", fmt::format("{} of {}", used_features(list).size(), model.schema.features.size()));
    add("rules", fmt::format("{} and a default", list.rules.size()));
    add("training error",
        fmt::format("{} % (always '{}': {} %)", percent(1.0 - right / total), name, percent(1.0 - *majority / total)));
    return text;
}

}  // namespace treewright
