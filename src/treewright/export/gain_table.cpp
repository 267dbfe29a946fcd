#include "treewright/export/gain_table.h"

#include <algorithm>

#include <fmt/format.h>

#include "treewright/base/number_text.h"
#include "treewright/export/display.h"
#include "treewright/export/names.h"
#include "treewright/export/wording.h"
#include "treewright/export/worked/arithmetic.h"
#include "treewright/export/worked/feature_work.h"
#include "treewright/export/worked/figure_columns.h"
#include "treewright/export/worked/ledger.h"
#include "treewright/export/worked/work_figures_json.h"
#include "treewright/growing/node_rows.h"

namespace treewright {

namespace {

/// A branch for each level, any threshold, missing rows left out: the mutual information of the textbooks.
GrowOptions plain_options(Task task) {
    GrowOptions options;
    options.criterion = task == Task::classification ? CriterionName::information_gain : CriterionName::squared_error;
    options.categories = CategorySplit::multiway;
    options.missing = MissingMethod::majority;
    return options;
}

/// The search's options and terms, which a `Ledger` only refers to.
struct PlainLedger {
    explicit PlainLedger(const TrainingSet& set) : options(plain_options(set.task())), ledger(set, options, terms) {}
    GrowOptions options;
    ClassTerms terms;
    Ledger ledger;
};

std::string share_text(double gain, double impurity) {
    return impurity > 0.0 ? fixed_text(100.0 * gain / impurity, 1) + " %" : "";
}

std::string features_text(const Ledger& ledger, const GainTable& table, std::size_t width) {
    const bool is_class = ledger.is_classification();
    const double impurity = ledger.real(table.impurity);
    TextTable lines({TextTable::Align::left, TextTable::Align::right, TextTable::Align::right, TextTable::Align::left});
    lines.add_row({"feature", is_class ? "mutual information" : "variance explained", "share", "question"});
    for (const FeatureResult& feature : table.features) {
        const ColumnSchema& column = ledger.set().features[feature.feature].schema;
        const std::string name = shown_name(column.name);
        if (!feature.best) {
            lines.add_row({name, "", "", why_no_candidate(feature.reason)});
            continue;
        }
        const double gain = ledger.real(feature.best->gain);
        const bool multiway = feature.best->split.kind == SplitKind::multiway;
        const std::string question = multiway ? fmt::format("{} levels", column.levels.size())
                                              : branch_text(NamedSplit{feature.best->split, column}, 0) + " (best threshold)";
        lines.add_row({name, figure_text(gain), share_text(gain, impurity), question});
    }
    return lines.text(0, width);
}

CutRecord as_cut(const Candidate& candidate) {
    return {candidate.split.threshold, MissingSide::none, candidate.gain, candidate.counted[1]};
}

std::string cuts_text(const Ledger& ledger, const std::vector<Candidate>& candidates, FeatureId feature, std::size_t width) {
    const FigureColumns columns(ledger, width);
    TextTable lines = columns.table(1, 1);
    std::vector<std::string> cells = columns.headings("rows above");
    cells.insert(cells.begin(), "threshold");
    cells.emplace_back("gain");
    lines.add_row(std::move(cells));
    const ColumnSchema& column = ledger.set().features[feature].schema;
    for (const Candidate& candidate : candidates) {
        const CutRecord cut = as_cut(candidate);
        cells = columns.cells(ledger.figures(cut.above));
        cells.insert(cells.begin(), value_text(column, cut.threshold));
        cells.push_back(figure_text(ledger.real(cut.gain)));
        lines.add_row(std::move(cells));
    }
    return fmt::format("\n{}\n{}", shown_name(column.name), lines.text(2, width));
}

void write_feature(JsonWriter& json, const Ledger& ledger, const FeatureResult& feature, double impurity) {
    const ColumnSchema& column = ledger.set().features[feature.feature].schema;
    json.begin_object();
    json.member("feature", column.name);
    if (feature.best) {
        const double gain = ledger.real(feature.best->gain);
        json.member("gain", gain);
        json.member("share", impurity > 0.0 ? gain / impurity : 0.0);
        json.member("question", question_text(NamedSplit{feature.best->split, column}));
    } else {
        json.member("none", no_candidate_word(feature.reason));
    }
    json.end_object();
}

}  // namespace

GainTable gain_table(const TrainingSet& set, const std::vector<ThresholdWish>& wishes, const Run& run) {
    const PlainLedger plain(set);
    const SplitSearch& search = plain.ledger.search();
    const NodeRows rows(set, set.all_rows(), run);
    GainTable table;
    table.rows = plain.ledger.labels().sums_of(rows.rows(rows.all()));
    const NodeView view = search.view(rows, rows.all(), table.rows);
    table.impurity = view.impurity;
    table.features = search.find(view, {}, {}, run).features;
    for (const ThresholdWish& filter : wishes) {
        auto& candidates = table.asked.emplace_back();
        for (const double threshold : filter.thresholds)
            candidates.push_back(search.evaluate_threshold(view, filter.feature, threshold));
    }
    return table;
}

std::string gain_table_text(const TrainingSet& set, const std::vector<ThresholdWish>& wishes, const GainTable& table,
                            const TextStyle& style) {
    const PlainLedger plain(set);
    const Ledger& ledger = plain.ledger;
    const Figures rows = ledger.figures(table.rows);
    std::string heading = fmt::format("{}, {}", shown_name(set.target.schema.name), rows_text(rows.weight));
    if (ledger.is_classification()) heading += ": " + class_list_text(set.target.schema.levels, rows.classes);
    std::string text =
        wrapped(heading, style.width, 2) + "\n" + wrapped(impurity_arithmetic(ledger, rows), style.width, 2) + "\n\n";
    text += features_text(ledger, table, style.table_width());
    for (std::size_t w = 0; w < wishes.size(); ++w) text += cuts_text(ledger, table.asked[w], wishes[w].feature, style.width);
    return text;
}

void write_gain_table(JsonWriter& json, const TrainingSet& set, const std::vector<ThresholdWish>& wishes,
                      const GainTable& table) {
    const PlainLedger plain(set);
    const Ledger& ledger = plain.ledger;
    json.begin_object();
    json.member("target", set.target.schema.name);
    json.member("measure", ledger.criterion().measure);
    json.key("rows");
    json.begin_object();
    write_worked_figures(json, ledger, ledger.figures(table.rows));
    json.end_object();
    json.key("features");
    json.begin_array();
    for (const FeatureResult& feature : table.features) write_feature(json, ledger, feature, ledger.real(table.impurity));
    json.end_array();
    json.key("thresholds");
    json.begin_array();
    for (std::size_t w = 0; w < wishes.size(); ++w) {
        json.begin_object();
        json.member("feature", set.features[wishes[w].feature].schema.name);
        json.key("cuts");
        json.begin_array();
        for (const Candidate& candidate : table.asked[w]) {
            json.begin_object();
            write_cut(json, ledger, wishes[w].feature, as_cut(candidate));
            json.end_object();
        }
        json.end_array();
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

}  // namespace treewright
