#include "treewright/growing/stopping.h"

#include <algorithm>

#include "treewright/statistics/chi_squared.h"
#include "treewright/statistics/code_length.h"
#include "treewright/statistics/exact_test.h"
#include "treewright/statistics/f_test.h"

namespace treewright {

namespace {

std::vector<double> contingency_table(const Labels& labels, const Candidate& candidate) {
    std::vector<double> table;
    for (const Sums& branch : candidate.counted)
        for (const std::int64_t weight : branch.slots) table.push_back(labels.real_weight(weight));
    return table;
}

/// The input of one-way analysis of variance.
struct Groups {
    double count = 0.0;
    double weight = 0.0;
    SumsOfSquares squares;
};

Groups branch_groups(const SearchContext& context, const Candidate& candidate) {
    Sums whole(context.labels.slots());
    Groups groups;
    for (const Sums& branch : candidate.counted) {
        whole += branch;
        groups.count += branch.weight > 0 ? 1.0 : 0.0;
        groups.squares.within += static_cast<double>(branch.weight) * context.criterion.impurity(branch);
    }
    groups.squares.between = static_cast<double>(whole.weight) * context.criterion.gain(whole, candidate.counted);
    groups.weight = context.labels.real_weight(whole.weight);
    return groups;
}

FTest f_test_of(const Groups& groups) { return f_test(groups.count, groups.weight, groups.squares); }

void set_p_value(const SearchContext& context, const Candidate& candidate, NodeTest& test) {
    const std::size_t columns = context.labels.slots();
    if (context.options.stop_test == StopTest::f) {
        test.p_value = f_test_of(branch_groups(context, candidate)).p_value;
    } else if (context.options.stop_test == StopTest::exact) {
        const ExactTest exact = exact_test(contingency_table(context.labels, candidate), columns);
        test.p_value = exact.p_value;
        test.approximate = exact.approximate;
    } else {
        test.p_value = chi_squared_test(contingency_table(context.labels, candidate), columns).p_value;
    }
}

double bits_as_leaf(const SearchContext& context, const Sums& rows, double variance_of_all) {
    const double weight = context.labels.real_weight(rows.weight);
    if (!context.labels.is_classification()) {
        const double variance = rows.weight > 0 ? context.labels.real_gain(context.criterion.impurity(rows)) : 0.0;
        return leaf_bit + number_bits({weight, variance, variance_of_all});
    }
    std::int64_t heaviest = 0;
    for (const std::int64_t of_class : rows.slots) heaviest = std::max(heaviest, of_class);
    return leaf_bit + error_bits(weight - context.labels.real_weight(heaviest), weight, context.labels.slots());
}

}  // namespace

SplitBits split_bits(const SearchContext& context, const NodeFacts& node, const Candidate& candidate, double variance_of_all) {
    const Split& split = candidate.split;
    const double missing = context.labels.real_weight(candidate.missing_weight);
    SplitSize size{static_cast<double>(context.set.features.size())};
    if (split.kind == SplitKind::threshold) size.thresholds = context.labels.real_weight(node.sums.weight) - missing - 1.0;
    if (split.kind == SplitKind::subset)
        size.levels = static_cast<double>(split.left_levels.size() + split.right_levels.size());
    if (missing > 0.0 && split.kind != SplitKind::is_missing && !split.missing_branch)
        size.missing_ways = static_cast<double>(split.children);
    SplitBits bits{bits_as_leaf(context, node.sums, variance_of_all), split_code_length(size)};
    for (const Sums& branch : candidate.branches) bits.as_question += bits_as_leaf(context, branch, variance_of_all);
    return bits;
}

bool gain_suffices(const SearchContext& context, const NodeFacts& node, const Candidate& candidate) {
    return gain_suffices(context, node, candidate.gain - candidate.penalty);
}

bool gain_suffices(const SearchContext& context, const NodeFacts& node, double gain) {
    const bool zero_allowed =
        context.options.zero_gain == ZeroGain::allow && context.criterion.is_concave(node.classes_present);
    return (zero_allowed ? gain >= 0.0 : gain > 0.0) && context.labels.real_gain(gain) >= context.options.min_gain;
}

namespace {

NodeTest with_numbers(const Found& found) {
    NodeTest test;
    test.tests_at_node = std::max(1.0, found.tests_at_node);
    test.tests_of_feature = std::max(1.0, found.tests_of_feature);
    return test;
}

/// The options' test of the winner's branches, if there is one.
std::optional<NodeTest> test_split(const SearchContext& context, const Found& found) {
    if (context.options.stop_test == StopTest::none || context.options.stop_test == StopTest::description_length)
        return std::nullopt;
    NodeTest test = with_numbers(found);
    set_p_value(context, *found.winner, test);
    return test;
}

/// χ² of the winner's branches with the numbers of tests, recorded for later use; classification only.
NodeTest note_test(const SearchContext& context, const Found& found) {
    NodeTest test = with_numbers(found);
    test.p_value = chi_squared_test(contingency_table(context.labels, *found.winner), context.labels.slots()).p_value;
    return test;
}

}  // namespace

SplitDecision decide_split(const SearchContext& context, const NodeFacts& node, const Found& found, double variance_of_all) {
    SplitDecision decision;
    if (context.options.notes_tests) decision.test = note_test(context, found);
    if (context.options.stop_test == StopTest::description_length) {
        const SplitBits bits = split_bits(context, node, *found.winner, variance_of_all);
        decision.stop = bits.as_question < bits.as_leaf ? StopReason::none : StopReason::bits;
        return decision;
    }
    const auto test = test_split(context, found);
    if (!test) return decision;
    decision.test = test;
    decision.stop = is_significant(context.options, *test) ? StopReason::none : StopReason::test;
    return decision;
}

std::optional<SplitStatistic> split_statistic(const SearchContext& context, const Candidate& candidate) {
    if (context.options.stop_test == StopTest::f) {
        const Groups groups = branch_groups(context, candidate);
        return SplitStatistic{f_test_of(groups).statistic, groups.count - 1.0, groups.weight - groups.count};
    }
    if (context.options.stop_test != StopTest::chi_squared) return std::nullopt;
    const ChiSquared test = chi_squared_test(contingency_table(context.labels, candidate), context.labels.slots());
    return SplitStatistic{test.statistic, test.degrees, 0.0};
}

bool is_significant(const GrowOptions& options, const NodeTest& test) {
    const double p = options.adjust == Adjust::bonferroni ? std::min(1.0, test.tests_at_node * test.p_value) : test.p_value;
    return p <= options.significance;
}

}  // namespace treewright
