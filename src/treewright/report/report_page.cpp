#include "treewright/report/report_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "treewright/base/number_text.h"
#include "treewright/export/display.h"
#include "treewright/export/names.h"
#include "treewright/export/rules_text.h"
#include "treewright/export/wording.h"
#include "treewright/report/curve_report.h"
#include "treewright/report/cv_report.h"
#include "treewright/report/evaluation_report.h"
#include "treewright/report/page.h"
#include "treewright/report/parts/figures.h"
#include "treewright/report/parts/loss_text.h"
#include "treewright/report/parts/plan_text.h"
#include "treewright/report/parts/sequence_chart.h"
#include "treewright/report/provenance_report.h"

namespace treewright {

namespace {

constexpr std::size_t most_rules = 60;
constexpr std::size_t named_features = 4;

struct Section {
    std::string_view id;
    std::string title;
    Document content;
};

class ReportPage {
public:
    ReportPage(const ReportFindings& findings, const Spelling& spelling) : findings_(findings), spelling_(spelling) {}

    [[nodiscard]] std::string html() const {
        const std::vector<Section> sections = this->sections();
        std::string body = fmt::format("<h1>{}</h1>\n", html_text(findings_.title));
        for (const std::string& sentence : lead()) body += fmt::format("<p class=\"lead\">{}</p>\n", html_text(sentence));
        body += "<nav aria-label=\"Contents\"><ul>\n";
        for (const Section& section : sections) body += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", section.id, html_text(section.title));
        body += "</ul></nav>\n";
        for (const Section& section : sections)
            body += fmt::format("<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h2 id=\"{0}-title\">{1}</h2>\n{2}</section>\n", section.id,
                                html_text(section.title), section.content.html(3));
        return html_page(findings_.title, body);
    }

    /// What was learned, how good it is, what matters.
    [[nodiscard]] std::vector<std::string> lead() const {
        std::vector<std::string> sentences = {what_sentence() + " " + quality_sentence()};
        if (const std::string matters = importance_sentence(); !matters.empty()) sentences.push_back(matters);
        return sentences;
    }

private:
    [[nodiscard]] bool is_tree() const { return std::holds_alternative<Model>(findings_.model); }
    [[nodiscard]] Task task() const { return schema_of(findings_.model).task(); }
    [[nodiscard]] std::string model_word() const { return is_tree() ? "tree" : "rule list"; }
    [[nodiscard]] double rows() const { return findings_.cv ? findings_.cv->table.weight : findings_.evaluation.rows(); }

    [[nodiscard]] std::string what_sentence() const {
        const std::string target = shown_name(findings_.target);
        if (const auto* list = std::get_if<RuleModel>(&findings_.model))
            return fmt::format("A list of {} predicts '{}'.", counted(list->list.rules.size(), "rule"), target);
        const std::size_t leaves = leaf_count(std::get<Model>(findings_.model).tree);
        return fmt::format("A tree with {} predicts '{}'.", leaves == 1 ? "a single leaf" : fmt::format("{} leaves", leaves), target);
    }

    [[nodiscard]] std::string quality_sentence() const { return findings_.cv ? held_out_sentence() : given_rows_sentence(); }

    /// By the loss of cross-validation, whose interval allows for the different models.
    [[nodiscard]] std::string held_out_sentence() const {
        const CvResult& cv = *findings_.cv;
        const LossSummary& summary = cv.summary;
        const LossKind kind = cv.validation.kind;
        const LossStyle style = loss_style(kind, summary.loss.value > 0.0 ? summary.loss.value : summary.baseline);
        const std::string loss = loss_text(style, summary.loss);
        const std::string words = baseline_words(cv.table, cv.validation);
        const std::string baseline = loss_text(style, summary.baseline);
        std::string text;
        if (kind == LossKind::error_rate)
            text = fmt::format("Of rows that were held out, it gets {} wrong; {}: {}.", loss, words, baseline);
        else
            text = fmt::format("On rows that were held out, its {} is {}; {}: {}.", loss_name(kind), loss, words, baseline);
        if (summary.loss.has_interval() && summary.loss.interval.high >= summary.baseline && summary.loss.value < summary.baseline)
            text += " That is no proof that it is better: the interval reaches the baseline.";
        else if (summary.loss.value >= summary.baseline)
            text += fmt::format(" That is no better than a guess: the features say little about '{}'.", shown_name(findings_.target));
        return text;
    }

    [[nodiscard]] std::string given_rows_sentence() const {
        const EvaluationResult& result = findings_.evaluation;
        const std::string data = shown_name(findings_.source);
        const ListedFigure& first = result.figures.front();
        std::string text = fmt::format("On {} of {} its {} is {} ({}); the baseline's is {}.", rows_text(result.rows()), data, first.words,
                                       figure_value(first.figure.value, first.unit), figure_interval(first.figure, first.unit),
                                       figure_value(first.baseline, first.unit));
        if (result.looks_like_training) text += " These seem to be its training rows, on which a tree always looks good.";
        return text;
    }

    [[nodiscard]] std::string importance_sentence() const {
        const std::vector<Figure>& importance = findings_.evaluation.importance;
        std::vector<std::string> names;
        for (const FeatureId feature : by_importance(importance)) {
            const Figure& figure = importance[feature];
            if (figure.value <= 0.0 || names.size() == named_features) break;
            if (!figure.has_interval() || figure.interval.low > 0.0)
                names.push_back("'" + shown_name(findings_.evaluation.schema.features[feature].name) + "'");
        }
        if (names.empty()) return "";
        const std::string last = names.back();
        names.pop_back();
        return fmt::format("What matters most: {}{}{}.", fmt::join(names, ", "), names.empty() ? "" : " and ", last);
    }

    // --- the parts -----------------------------------------------------------------------------------------------------------

    [[nodiscard]] std::vector<Section> sections() const {
        std::vector<Section> sections;
        sections.push_back({"data", "The data", data_part()});
        sections.push_back({"tree", is_tree() ? "The tree" : "The rules as a drawing", tree_part()});
        sections.push_back({"quality", "How good it is", quality_part()});
        sections.push_back({"importance", "What matters", importance_of_features()});
        if (findings_.cv && findings_.evaluation.classes)
            sections.push_back({"calibration", "Calibration", calibration_part(findings_.evaluation)});
        sections.push_back({"rules", "Rules", rules_part()});
        if (findings_.curve) sections.push_back({"curve", "Learning curve", curve_part()});
        sections.push_back({"repeat", "How to repeat it", repeat_part()});
        return sections;
    }

    [[nodiscard]] Document data_part() const {
        Document part;
        const std::string weight = findings_.cv ? rows_text(rows()) : rows_text(findings_.evaluation.rows());
        part.fact("table", findings_.source.empty() ? "a table in memory" : shown_name(findings_.source));
        part.fact("rows", number_text(static_cast<double>(findings_.table.rows)));
        if (findings_.cv && findings_.cv->table.weight != static_cast<double>(findings_.table.rows)) part.fact("with weights", weight);
        part.fact("features", std::to_string(findings_.table.columns.size() - 1));
        part.fact("target", shown_name(findings_.target));
        part.table(columns_table(findings_.table.columns));
        return part.append(remarks_part());
    }

    [[nodiscard]] Document remarks_part() const {
        Document part;
        if (findings_.remarks.list().empty()) return part;
        part.heading("Remarks");
        for (const Message& message : findings_.remarks.list()) {
            const std::string sentence = spelled(message.sentence, spelling_);
            part.line((message.level == Message::Level::warning ? "Warning: " : "Note: ") + sentence + ".");
        }
        return part;
    }

    [[nodiscard]] Document tree_part() const {
        Document part = findings_.model_summary;
        part.drawing(findings_.drawing);
        if (!findings_.drawing_words.empty()) part.paragraph(findings_.drawing_words);
        if (is_tree())
            part.paragraph("A row starts at the top and follows the answers. The width of an edge is its share of the rows; point at a box or a "
                           "label for its details.");
        if (findings_.sizes && findings_.sizes->members.size() > 2)
            part.heading("How its size was chosen").chart(sequence_svg(task(), *findings_.sizes), sequence_words(task(), *findings_.sizes));
        return part;
    }

    [[nodiscard]] Document quality_part() const {
        if (!findings_.cv) return evaluation_document(findings_.evaluation, spelling_);
        Document part;
        part.paragraph(fmt::format("Rows are held out, a {} is trained on the others in the same way, and predicts them: {}.", model_word(),
                                   plan_heading(findings_.cv->table, findings_.cv->plan)));
        return part.append(cv_document(*findings_.cv, spelling_));
    }

    [[nodiscard]] Document importance_of_features() const {
        Document part;
        if (findings_.importance_folds > 0)
            part.paragraph(fmt::format("Measured on rows that were held out: {} folds, a model of the other rows for each. An interval (95 %, "
                                       "Nadeau-Bengio) that holds 0 says that the feature may be of no use.",
                                       findings_.importance_folds));
        return part.append(importance_part(findings_.evaluation));
    }

    [[nodiscard]] Document rules_part() const {
        const RuleReport report = std::visit([](const auto& model) { return report_of(model, RuleFilter{.label = {}, .order = RuleOrder::by_support}); }, findings_.model);
        Document part;
        part.paragraph(is_tree() ? "Every leaf as a sentence, the largest first. Shares and intervals are those of the training rows."
                                 : "The first rule that fits decides.");
        part.table(rules_table(report, {.cuts = false}, most_rules));
        if (report.rules.size() > most_rules) part.line(fmt::format("… {} more rules", report.rules.size() - most_rules));
        return part;
    }

    [[nodiscard]] Document curve_part() const { return curve_document(*findings_.curve, spelling_); }

    [[nodiscard]] Document repeat_part() const {
        Document part = findings_.cv ? provenance_document(findings_.model, repeated_by()) : provenance_document(findings_.model);
        return part.line("Made by Treewright " TREEWRIGHT_VERSION ". The same rows, options and seed give the same report, byte for byte.");
    }

    /// `treewright report` with what it was asked for.
    [[nodiscard]] RepeatedBy repeated_by() const {
        const CvResult& cv = *findings_.cv;
        const ResamplingPlan usual;
        RepeatedBy by{"report", {}, "page", !findings_.weight.empty() || cv.table.weight == static_cast<double>(cv.table.rows)};
        const auto add = [&](std::string_view name, const std::string& value) {
            by.words.push_back(command_line_spelling({std::string(name), "yes"}));
            if (!value.empty()) by.words.push_back(shell_word(value));
        };
        if (!findings_.weight.empty()) add("weight", findings_.weight);
        if (cv.plan.scheme == Scheme::folds && cv.plan.folds != usual.folds) add("folds", std::to_string(cv.plan.folds));
        if (cv.plan.scheme == Scheme::holdout) add("holdout", number_text(cv.plan.held_out));
        if (cv.plan.scheme == Scheme::leave_one_out) add("leave-one-out", "");
        if (cv.plan.repeats != usual.repeats) add("repeats", std::to_string(cv.plan.repeats));
        if (!cv.plan.stratified) add("plain-folds", "");
        if (cv.plan.seed != usual.seed && !seed_is_recorded()) add("seed", std::to_string(cv.plan.seed));
        if (findings_.curve) add("learning-curve", "");
        if (findings_.has_own_title) add("title", findings_.title);
        by.words.emplace_back("-o");
        by.words.emplace_back("PAGE");
        return by;
    }
    [[nodiscard]] bool seed_is_recorded() const {
        return std::visit([](const auto& model) { return model.provenance.seed.has_value(); }, findings_.model);
    }

    const ReportFindings& findings_;
    const Spelling& spelling_;
};

}  // namespace

std::string report_html(const ReportFindings& findings, const Spelling& spelling) { return ReportPage(findings, spelling).html(); }

std::string report_summary(const ReportFindings& findings) {
    std::string text;
    for (const std::string& sentence : ReportPage(findings, plain_spelling).lead()) text += summary_paragraph(sentence);
    return text;
}

}  // namespace treewright
