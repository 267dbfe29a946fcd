#include "treewright/export/svg_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "treewright/base/number_text.h"
#include "treewright/export/display.h"
#include "treewright/export/drawing/deciding_terms.h"
#include "treewright/export/drawing/svg_parts.h"
#include "treewright/export/drawing/tree_boxes.h"
#include "treewright/export/names.h"
#include "treewright/export/rule_words_internal.h"
#include "treewright/export/wording.h"
#include "treewright/training/model_options.h"

namespace treewright {

namespace {

constexpr std::size_t rule_columns = 52;
constexpr std::size_t class_columns = 26;
constexpr std::size_t whole_rule_columns = 2000;
constexpr Pixels rule_gap = 44;    // between a box and the one below it
constexpr Pixels answer_gap = 76;  // between a box and its prediction
constexpr double full_flow = 16.0;
constexpr double least_flow = 1.2;

/// A box of conditions and the prediction to its right; of the default the prediction alone.
struct RuleStep {
    std::string title;                    ///< "Rule 1: if"; empty for the default
    std::vector<std::string> conditions;  ///< a line each
    std::string tooltip;
    ClassId label = 0;
    std::string prediction;
    std::vector<std::string> figures;
    std::vector<double> weights;  ///< by class
    double taken = 0.0;           ///< rows that it is the first to take
    Pixels height = 0;
};

class RuleChart {
public:
    explicit RuleChart(const RuleModel& model)
        : model_(model), deciders_(deciding_terms(readable_options(model.schema, model.options))) {
        for (const Rule& rule : model.list.rules) steps_.push_back(step(rule));
        steps_.push_back(default_step());
        measure();
    }

    std::string svg() {
        SvgDrawing drawing;
        drawing.heading = heading();
        drawing.description = description();
        drawing.width = conditions_width_ + answer_gap + answers_width_;
        drawing.height = height();
        drawing.content = flows() + boxes();
        return svg_page(drawing);
    }

private:
    // --- words ---------------------------------------------------------------------------------------------------------------

    [[nodiscard]] RuleStep step(const Rule& rule) const {
        RuleStep step = answer(rule.label, rule.class_weights);
        step.title = fmt::format("Rule {}: if", steps_.size() + 1);
        for (const RuleCondition& condition : rule.conditions) {
            const std::string text = condition_sentence(condition, model_.schema.features[condition.feature], rule_columns - 10);
            step.conditions.push_back((step.conditions.empty() ? "" : "and ") + shortened(text, rule_columns));
        }
        if (step.conditions.empty()) step.conditions.emplace_back("(in any case)");
        step.tooltip = conditions_sentence(rule, model_.schema, whole_rule_columns);
        step.figures.push_back(fmt::format("{} of {}", count_text(rule.correct()), rows_text(rule.weight)));
        if (!deciders_.empty() && decided_against_weight(rule.class_weights, rule.label)) step.figures.push_back("by " + deciders_);
        step.taken = rule.first_weight;
        return step;
    }

    [[nodiscard]] RuleStep default_step() const {
        const RuleList& list = model_.list;
        RuleStep step = answer(list.default_label, list.default_weights);
        step.taken = std::accumulate(list.default_weights.begin(), list.default_weights.end(), 0.0);
        step.tooltip = "no rule before it decides";
        step.figures.push_back(step.taken == 0.0 ? "no rows are left"
                                                 : fmt::format("{} of {}", count_text(list.default_weights[step.label]), rows_text(step.taken)));
        return step;
    }

    [[nodiscard]] RuleStep answer(ClassId label, const std::vector<double>& weights) const {
        RuleStep step;
        step.label = label;
        step.prediction = shortened_among(shown_name(model_.schema.classes()[label]), class_columns, model_.schema.classes());
        step.weights = weights;
        return step;
    }

    [[nodiscard]] std::string size_text() const {
        return fmt::format("{}, {} and a default, tried from the top", rows_text(total()), counted(model_.list.rules.size(), "rule"));
    }

    [[nodiscard]] SvgHeading heading() const {
        SvgHeading heading;
        heading.title = "Rules for " + shown_name(model_.schema.target.name);
        heading.notes.push_back(size_text());
        for (const std::string& name : model_.schema.classes()) heading.classes.push_back(shown_name(name));
        heading.all_classes = heading.classes.size();
        return heading;
    }

    [[nodiscard]] std::string description() const {
        std::string text = fmt::format("Rule list for {}: {}.", shown_name(model_.schema.target.name), size_text());
        for (const RuleStep& step : steps_) {
            const std::string when = step.title.empty() ? "Otherwise" : fmt::format("If {}:", step.tooltip);
            text += fmt::format(" {} {} ({}).", when, step.prediction, step.figures[0]);
        }
        return text;
    }

    [[nodiscard]] double total() const {
        return std::accumulate(model_.list.class_weights.begin(), model_.list.class_weights.end(), 0.0);
    }

    // --- geometry ------------------------------------------------------------------------------------------------------------

    static Pixels answer_height(const RuleStep& step) {
        return BoxMetrics::top + BoxMetrics::title_line + 2 * BoxMetrics::bar_gap + BoxMetrics::bar +
               static_cast<Pixels>(step.figures.size()) * BoxMetrics::line + BoxMetrics::bottom;
    }
    static Pixels conditions_height(const RuleStep& step) {
        return BoxMetrics::top + BoxMetrics::title_line + static_cast<Pixels>(step.conditions.size()) * BoxMetrics::line + BoxMetrics::bottom;
    }

    void measure() {
        using Metrics = BoxMetrics;
        conditions_width_ = 2 * Metrics::least_width;
        answers_width_ = Metrics::least_width;
        for (RuleStep& step : steps_) {
            Pixels text = text_pixels(step.title, Metrics::title_font, FontWeight::bold);
            for (const std::string& line : step.conditions) text = std::max(text, text_pixels(line, Metrics::font));
            conditions_width_ = std::max(conditions_width_, text + 2 * Metrics::padding);
            Pixels answer = text_pixels(step.prediction, Metrics::title_font, FontWeight::bold);
            for (const std::string& line : step.figures) answer = std::max(answer, text_pixels(line, Metrics::font));
            answers_width_ = std::max(answers_width_, answer + 2 * Metrics::padding + Metrics::stripe);
            step.height = step.title.empty() ? answer_height(step) : std::max(answer_height(step), conditions_height(step));
        }
    }

    [[nodiscard]] Pixels height() const {
        Pixels height = -rule_gap;
        for (const RuleStep& step : steps_) height += step.height + rule_gap;
        return height;
    }

    /// A box of conditions in the column, or the default's answer in its place.
    [[nodiscard]] SvgBox left_box(const RuleStep& step, Pixels y) const {
        if (step.title.empty()) return {(conditions_width_ - answers_width_) / 2, y, answers_width_, step.height};
        const Pixels height = conditions_height(step);
        return {0, y + (step.height - height) / 2, conditions_width_, height};
    }
    [[nodiscard]] SvgBox answer_box(const RuleStep& step, Pixels y) const {
        if (step.title.empty()) return left_box(step, y);
        const Pixels height = answer_height(step);
        return {conditions_width_ + answer_gap, y + (step.height - height) / 2, answers_width_, height};
    }

    // --- drawing -------------------------------------------------------------------------------------------------------------

    [[nodiscard]] std::string flow(double rows, const std::string& path) const {
        const double all = total();
        const double width = std::max(least_flow, all > 0.0 ? full_flow * rows / all : 0.0);
        return fmt::format("<path stroke-width=\"{}\" d=\"{}\"/>\n", svg_number(width), path);
    }

    [[nodiscard]] std::string flows() const {
        std::string text = fmt::format("<g {}>\n", svg_edges);
        double left = total();
        Pixels y = 0;
        for (std::size_t i = 0; i + 1 < steps_.size(); ++i) {
            const SvgBox from = left_box(steps_[i], y);
            const Pixels middle = from.y + from.height / 2;
            text += flow(steps_[i].taken, fmt::format("M{} {}H{}", from.width, middle, from.width + answer_gap));
            left -= steps_[i].taken;
            const SvgBox next = left_box(steps_[i + 1], y + steps_[i].height + rule_gap);
            text += flow(left, fmt::format("M{} {}V{}", conditions_width_ / 2, from.y + from.height, next.y));
            y += steps_[i].height + rule_gap;
        }
        return text + "</g>\n";
    }

    [[nodiscard]] std::string boxes() const {
        std::string text = "<g text-anchor=\"middle\">\n";
        Pixels y = 0;
        for (const RuleStep& step : steps_) {
            if (!step.title.empty()) {
                const SvgBox box = left_box(step, y);
                text += conditions(step, box) + label("then", {box.width + answer_gap / 2, box.y + box.height / 2});
                text += label("else", {conditions_width_ / 2, (box.y + box.height + y + step.height + rule_gap) / 2});
            }
            text += answer(step, answer_box(step, y));
            y += step.height + rule_gap;
        }
        return text + "</g>\n";
    }

    static std::string label(const std::string& word, SvgSpot centre) {
        const Pixels width = text_pixels(word, BoxMetrics::font) + 2 * BoxMetrics::label_padding;
        return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\" {}/>{}\n", centre.x - width / 2,
                           centre.y - BoxMetrics::label / 2, width, BoxMetrics::label, svg_page_box,
                           svg_text({centre.x, centre.y - BoxMetrics::label / 2 + 13}, word));
    }

    static std::string conditions(const RuleStep& step, const SvgBox& box) {
        std::string text = fmt::format("<g transform=\"translate({},{})\">{}<rect width=\"{}\" height=\"{}\" rx=\"4\" {}/>", box.x, box.y,
                                       svg_tooltip(step.tooltip), box.width, box.height, svg_split_box);
        text += svg_title_text({box.width / 2, BoxMetrics::top + 13}, BoxMetrics::title_font, step.title);
        Pixels y = BoxMetrics::top + BoxMetrics::title_line;
        for (const std::string& line : step.conditions) {
            text += svg_text({box.width / 2, y + BoxMetrics::font}, line);
            y += BoxMetrics::line;
        }
        return text + "</g>\n";
    }

    [[nodiscard]] std::string answer(const RuleStep& step, const SvgBox& box) const {
        const std::string& name = model_.schema.classes()[step.label];
        std::string text = fmt::format("<g transform=\"translate({},{})\">{}", box.x, box.y, svg_tooltip("predicts " + shown_name(name)));
        text += svg_leaf_frame({0, 0, box.width, box.height}, class_paint(step.label), tint_opacity);
        const Pixels left = BoxMetrics::padding + BoxMetrics::stripe;
        const Pixels centre = (box.width + BoxMetrics::stripe) / 2;
        text += svg_title_text({centre, BoxMetrics::top + 13}, BoxMetrics::title_font, step.prediction);
        Pixels y = BoxMetrics::top + BoxMetrics::title_line + BoxMetrics::bar_gap;
        text += svg_class_bar({left, y, box.width - left - BoxMetrics::padding, BoxMetrics::bar}, step.weights);
        y += BoxMetrics::bar + BoxMetrics::bar_gap;
        for (const std::string& line : step.figures) {
            text += svg_text({centre, y + BoxMetrics::font}, line);
            y += BoxMetrics::line;
        }
        return text + "</g>\n";
    }

    const RuleModel& model_;
    std::string deciders_;
    std::vector<RuleStep> steps_;
    Pixels conditions_width_ = 0;
    Pixels answers_width_ = 0;
};

}  // namespace

std::string rules_svg(const RuleModel& model) { return RuleChart(model).svg(); }

}  // namespace treewright
