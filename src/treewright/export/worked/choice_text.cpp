#include "treewright/export/worked/choice_text.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "treewright/base/number_text.h"
#include "treewright/base/positions.h"
#include "treewright/export/names.h"
#include "treewright/export/wording.h"
#include "treewright/growing/stopping.h"

namespace treewright {

namespace {

constexpr std::size_t most_ranked = 12;
constexpr std::size_t question_width = 50;

bool by_ratio(const Ledger& ledger) { return ledger.criterion().ranks_by_ratio; }

std::string feature_name(const Ledger& ledger, FeatureId feature) {
    return shown_name(ledger.set().features[feature].schema.name);
}

/// What the features are ranked by, in the unit of the data.
double score_of(const Ledger& ledger, const Candidate& candidate) {
    return by_ratio(ledger) ? candidate.score : ledger.real(candidate.score);
}

/// The ratio also of those that may not win.
double ratio_of(const Candidate& candidate) {
    return candidate.split_information > 0.0 ? (candidate.gain - candidate.penalty) / candidate.split_information : 0.0;
}

std::string tie_sentence(const Ledger& ledger, const SearchResult& search, const std::string& score, bool splits) {
    std::string names;
    for (std::size_t i = 0; i < search.tied.size(); ++i) {
        const char* joint = i == 0 ? "" : i + 1 == search.tied.size() ? " and " : ", ";
        names += joint + feature_name(ledger, search.features[search.tied[i]].feature);
    }
    const std::string winner = feature_name(ledger, search.features[*search.winner].feature);
    return fmt::format("A tie between {} at {}: {} comes first in the table and {} chosen.", names, score, winner,
                       splits ? "is" : "would be");
}

/// About features that had the higher ratio and were not allowed to win.
std::string refused_sentence(const Ledger& ledger, const SearchResult& search) {
    const double won = ratio_of(*search.features[*search.winner].best);
    std::string text;
    for (const FeatureResult& feature : search.features) {
        if (!feature.best || feature.best->eligible || ratio_of(*feature.best) <= won) continue;
        text += fmt::format(" {} has the higher ratio, {}, but its gain is below the average.",
                            feature_name(ledger, feature.feature), figure_text(ratio_of(*feature.best)));
    }
    return text;
}

std::string pure_text(const Ledger& ledger) {
    return ledger.is_classification() ? "all rows are of one class" : "all rows have the same value";
}

std::string no_question_text(const SearchResult& search) {
    const bool by_limits = std::any_of(search.features.begin(), search.features.end(),
                                       [](const FeatureResult& feature) { return feature.reason == NoCandidate::row_limits; });
    const bool has_best =
        std::any_of(search.features.begin(), search.features.end(), [](const FeatureResult& f) { return f.best; });
    if (has_best) return "no feature may be chosen";
    return by_limits ? "no question leaves enough rows in its branches" : "no remaining feature separates these rows";
}

std::string gain_text(const Ledger& ledger, const SearchResult& search) {
    const double gain = ledger.real(search.features[*search.winner].best->gain);
    if (gain < ledger.options().min_gain)
        return fmt::format("the best gain, {}, is below min-gain {}", figure_text(gain),
                           readable_number(ledger.options().min_gain));
    return fmt::format("the best gain is {}, and a split has to gain something", figure_text(gain));
}

std::string stop_text(const Ledger& ledger, const NodeWork& work) {
    const GrowOptions& options = ledger.options();
    switch (work.stop) {
        case StopReason::pure: return pure_text(ledger);
        case StopReason::depth: return fmt::format("max-depth {} is reached", options.max_depth);
        case StopReason::rows: return fmt::format("fewer rows than min-split {}", readable_number(options.min_split));
        case StopReason::no_question: return no_question_text(*work.search);
        case StopReason::gain: return gain_text(ledger, *work.search);
        case StopReason::test: return "the best split is not significant";
        case StopReason::bits: return "the best split takes more bits to describe than it saves";
        case StopReason::leaves:
            return fmt::format("other splits gained more, and the tree has max-leaves {}", options.max_leaves);
        case StopReason::none: break;
    }
    return "";
}

}  // namespace

std::string ranking_text(const Ledger& ledger, const SearchResult& search) {
    std::vector<const FeatureResult*> ranked;
    for (const FeatureResult& feature : search.features)
        if (feature.best) ranked.push_back(&feature);
    if (ranked.size() < 2) return "";
    const auto value = [&](const FeatureResult* f) {
        return by_ratio(ledger) ? ratio_of(*f->best) : score_of(ledger, *f->best);
    };
    std::stable_sort(ranked.begin(), ranked.end(), [&](const auto* a, const auto* b) { return value(a) > value(b); });
    // Those that may not win come last, under a heading of their own.
    const auto refused = std::stable_partition(ranked.begin(), ranked.end(), [](const auto* f) { return f->best->eligible; });
    const auto heading =
        ledger.options().gain_filter == GainFilter::average ? "; below the average gain: " : "; split information too small: ";
    std::string text = by_ratio(ledger) ? "Gain ratios: " : "Gains: ";
    for (auto feature = ranked.begin(); feature != ranked.end(); ++feature) {
        if (index_in(ranked, feature) == most_ranked) return text + fmt::format(", … {} more.", ranked.size() - most_ranked);
        if (feature == refused)
            text += refused == ranked.begin() ? "" : heading;
        else if (feature != ranked.begin())
            text += ", ";
        text += fmt::format("{} {}", feature_name(ledger, (*feature)->feature), figure_text(value(*feature)));
    }
    return text + ".";
}

std::string choice_text(const Ledger& ledger, const SearchResult& search, bool splits) {
    if (!search.winner) return "";
    const FeatureResult& winner = search.features[*search.winner];
    const std::string score = figure_text(score_of(ledger, *winner.best));
    const std::string question =
        question_text({winner.best->split, ledger.set().features[winner.feature].schema}, question_width);
    std::string text;
    if (by_ratio(ledger) && ledger.options().gain_filter == GainFilter::average)
        text = fmt::format("The average gain is {}; only a feature that reaches it (less 0.001) may win. ",
                           figure_text(search.average_gain));
    const bool is_tie = search.tied.size() > 1;
    const auto candidates =
        std::count_if(search.features.begin(), search.features.end(), [](const auto& f) { return f.best.has_value(); });
    const char* verb = splits ? "is" : "would be";
    const char* measure = by_ratio(ledger) ? "gain ratio" : "gain";
    if (is_tie)
        text += tie_sentence(ledger, search, score, splits);
    else if (candidates == 1)
        text += fmt::format("{} {} chosen: the only question, {} {}.", question, verb, measure, score);
    else
        text += fmt::format("{} {} chosen: the highest {}, {}.", question, verb, measure, score);
    return by_ratio(ledger) ? text + refused_sentence(ledger, search) : text;
}

namespace {

/// "D = 3.547 with 2 degrees of freedom, "
std::string statistic_text(const Ledger& ledger, const SearchResult& search) {
    const auto statistic = split_statistic(ledger.search().context(), *search.features[*search.winner].best);
    if (!statistic) return "";
    const bool is_f = ledger.options().stop_test == StopTest::f;
    const std::string degrees = count_text(statistic->degrees);
    if (!std::isfinite(statistic->value)) return "";
    return fmt::format("{} = {} with {}{} degree{} of freedom, ", is_f ? "F" : "D", fixed_text(statistic->value, 3), degrees,
                       is_f ? fmt::format(" and {}", count_text(statistic->residual_degrees)) : "",
                       degrees == "1" && !is_f ? "" : "s");
}

}  // namespace

std::string test_sentence(const Ledger& ledger, const Node& node, const SearchResult& search) {
    if (!node.test) return "";
    const GrowOptions& options = ledger.options();
    const bool adjusted = options.adjust == Adjust::bonferroni;
    const double decisive = adjusted ? adjusted_p_value(*node.test) : node.test->p_value;
    const char* name = options.stop_test == StopTest::f       ? "F test"
                       : options.stop_test == StopTest::exact ? "Exact test"
                                                              : "χ² test";
    std::string text = fmt::format("{}: {}{}", name, statistic_text(ledger, search), test_text(*node.test, adjusted));
    if (adjusted) text += fmt::format(" with m = {} possible tests", count_text(node.test->tests_at_node));
    if (node.test->approximate) text += " (by χ², the table being too large)";
    return text + fmt::format("; {} at {}.", decisive <= options.significance ? "significant" : "not significant",
                              readable_number(options.significance));
}

std::string leaf_sentence(const Ledger& ledger, const NodeWork& work, const Node& node) {
    if (work.stop == StopReason::none) return "";
    const std::string prediction =
        node.label != no_class ? shown_name(ledger.set().target.schema.levels[node.label]) : figure_text(node.mean);
    return fmt::format("A leaf → {}: {}.", prediction, stop_text(ledger, work));
}

}  // namespace treewright
