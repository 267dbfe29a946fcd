#include "treewright/growing/split_search.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "treewright/growing/category_scan.h"
#include "treewright/growing/gain_ratio.h"
#include "treewright/growing/missing_method.h"
#include "treewright/growing/search/numeric_scan.h"

namespace treewright {

namespace {

constexpr double no_line = -std::numeric_limits<double>::infinity();

std::vector<double> distinct_values(const Column& column, const Progress& progress) {
    std::vector<double> values = column.values.copy();
    std::erase_if(values, [](double value) { return is_missing(value); });
    StopCheck check(progress);
    std::sort(values.begin(), values.end(), [&check](double a, double b) {
        check.step();
        return a < b;
    });
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

double table_weight_of(const TrainingSet& set, const Labels& labels) {
    if (!labels.has_weights()) return static_cast<double>(set.rows);
    std::int64_t total = 0;
    for (RowId row = 0; row < set.rows; ++row) total += labels.weight(row);
    return labels.real_weight(total);
}

/// The winner among the tied features is the first of the table. Returns the tie line.
double choose_winner(SearchResult& result, double unit) {
    double best = no_line;
    for (const FeatureResult& feature : result.features)
        if (feature.best && feature.best->eligible) best = std::max(best, feature.top_score);
    const double line = tie_line(best, unit);
    for (FeatureId f = 0; f < result.features.size(); ++f) {
        const auto& candidate = result.features[f].best;
        if (candidate && candidate->eligible && result.features[f].top_score >= line) result.tied.push_back(f);
    }
    if (!result.tied.empty()) result.winner = result.tied.front();
    return line;
}

}  // namespace

ScoredCut first_tied(FeatureScan& scan, double line) {
    const ScoredCut* first = nullptr;
    for (const ScoredCut& cut : scan.cuts().tied())
        if (cut.gain >= line && (first == nullptr || scan.comes_first(cut, *first))) first = &cut;
    return *first;
}

CriterionName effective_criterion(const GrowOptions& options, Task task) {
    if (options.criterion) return *options.criterion;
    return task == Task::classification ? options.class_criterion : CriterionName::squared_error;
}

std::unique_ptr<Criterion> make_criterion(const GrowOptions& options, Task task, CriterionTerms terms) {
    terms.parameters = options.criterion_parameters;
    return kind_of(effective_criterion(options, task)).make(std::move(terms));
}

bool uses_gain_ratio(const SearchContext& context) {
    return kind_of(effective_criterion(context.options, context.set.task())).ranks_by_ratio;
}

SplitSearch::SplitSearch(const TrainingSet& set, const Labels& labels, const GrowOptions& options, const ClassTerms& terms,
                         const Run& run)
    : criterion_(make_criterion(options, set.task(), {terms.score_factors, terms.costs, labels.weight_bits()})),
      context_(std::make_unique<SearchContext>(
          SearchContext{set, labels, options, *criterion_, {}, {}, table_weight_of(set, labels)})) {
    context_->has_missing = features_with_missing(set, run);
    context_->table_values.resize(set.features.size());
    if (options.threshold != ThresholdPlace::data_value) return;
    for (FeatureId feature = 0; feature < set.features.size();
         ++feature) {  // one after the other: each sorts a copy of its column
        run.progress.stop_if_cancelled();
        if (set.features[feature].has_values()) context_->table_values[feature] = distinct_values(set.features[feature], run.progress);
    }
}

SplitSearch::~SplitSearch() = default;

NodeFacts node_facts_of(const SearchContext& context, const Sums& sums) {
    NodeFacts facts{sums, context.criterion.impurity(sums), 0};
    if (context.labels.is_classification())
        facts.classes_present =
            static_cast<std::size_t>(std::count_if(sums.slots.begin(), sums.slots.end(), [](auto w) { return w > 0; }));
    return facts;
}

NodeView SplitSearch::view(const NodeRows& rows, RowRange range, const Sums& sums) const {
    return {node_facts_of(*context_, sums), rows, range};
}

namespace {

std::unique_ptr<FeatureScan> make_scan(const SearchContext& context, const NodeView& node, FeatureId feature,
                                       const Progress& progress) {
    if (context.set.features[feature].has_values()) return std::make_unique<NumericScan>(context, node, feature, progress);
    return std::make_unique<CategoryScan>(context, node, feature, levels_of(context, node, feature));
}

}  // namespace

FeatureResult SplitSearch::search_feature(const NodeView& node, FeatureId feature, SearchDetail detail, double line,
                                          const Progress& progress) const {
    FeatureResult result;
    result.feature = feature;
    const auto scan = make_scan(*context_, node, feature, progress);
    scan->run(detail.keep_cuts);
    result.tests = scan->tests();
    result.thresholds = scan->thresholds();
    if (detail.keep_cuts) result.cuts = scan->records();
    if (scan->cuts().empty()) {
        result.reason = scan->why_none();
        return result;
    }
    result.top_score = scan->cuts().best();
    result.best = scan->candidate(first_tied(*scan, std::max(line, tie_line(scan->cuts().best(), node.impurity))));
    if (detail.keep_tied)
        for (const ScoredCut& cut : scan->cuts().tied()) result.tied.push_back(scan->candidate(cut));
    return result;
}

SearchResult SplitSearch::find(const NodeView& node, std::span<const FeatureId> used, SearchDetail detail,
                               const Run& run) const {
    SearchResult result;
    result.impurity = node.impurity;
    result.features.resize(context_->set.features.size());
    const auto search = [&](FeatureId feature) {
        if (std::find(used.begin(), used.end(), feature) == used.end()) {
            result.features[feature] = search_feature(node, feature, detail, no_line, run.progress);
        } else {
            result.features[feature].feature = feature;
            result.features[feature].reason = NoCandidate::used_on_path;
        }
    };
    if (node.range.size() < 1024) {  // below this a thread costs more than it saves
        for (FeatureId feature = 0; feature < result.features.size(); ++feature) search(feature);
    } else {
        run.threads.for_each(result.features.size(), search);
    }
    for (const FeatureResult& feature : result.features) result.tests += feature.tests;
    const bool by_ratio = uses_gain_ratio(*context_);
    if (by_ratio) rate_questions(node, result);
    const double line = choose_winner(result, by_ratio ? 1.0 : node.impurity);
    // A cut may reach its own feature's tie line but not the node's, which is set by the best of all features.
    if (result.winner && !by_ratio && result.tied.size() > 1)
        result.features[*result.winner] = search_feature(node, *result.winner, detail, line, run.progress);
    return result;
}

void SplitSearch::rate_questions(const NodeView& node, SearchResult& result) const {
    std::vector<RatedSplit> splits;
    for (const FeatureResult& feature : result.features)
        if (feature.best)
            splits.push_back({feature.feature, feature.best->split.kind, feature.thresholds, feature.best->gain,
                              split_information_of(*context_, node, *feature.best)});
    result.average_gain = rate_by_ratio(*context_, node, splits);
    for (const RatedSplit& split : splits) {
        FeatureResult& feature = result.features[split.feature];
        set_rating(*feature.best, split);
        feature.top_score = split.ratio;
    }
}

Candidate SplitSearch::evaluate_threshold(const NodeView& node, FeatureId feature, double threshold) const {
    const Progress never_cancelled;
    NumericScan scan(*context_, node, feature, never_cancelled);
    return scan.candidate_at(threshold, MissingSide::heaviest);
}

}  // namespace treewright
