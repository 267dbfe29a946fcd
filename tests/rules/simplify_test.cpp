#include "treewright/rules/simplify.h"

#include <algorithm>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include "prediction/naive_walk.h"
#include "rules/plain_simplify.h"
#include "tree/sample_models.h"
#include "treewright/rules/simplifying/generalize.h"
#include "treewright/rules/simplifying/rule_choice.h"

namespace treewright {
namespace {

RuleList simplify(const Tree& tree, const LabelledRows& rows, unsigned threads = 1) {
    return simplify_rules(tree, rows, default_error_confidence, QuietRun(Threads(threads)));
}

// --- worked by hand ----------------------------------------------------------------------------------------------------------

/// The tree splits on A, which carries no information, before B, which determines the class: four leaves of four rows, all
/// pure.
///
///     A  B   class          leaf 2: A = x and B = p → yes, 4 of 4
///     x  p   yes  (4 rows)  leaf 3: A = x and B = q → no,  4 of 4
///     x  q   no   (4 rows)  leaf 5: A = y and B = p → yes, 4 of 4
///     y  p   yes  (4 rows)  leaf 6: A = y and B = q → no,  4 of 4
///     y  q   no   (4 rows)
struct Worked {
    Tree tree;
    std::vector<Column> features = {{{"A", ColumnType::categorical, {"x", "y"}}, {}, {}},
                                    {{"B", ColumnType::categorical, {"p", "q"}}, {}, {}}};
    std::vector<ClassId> labels;

    Worked() {
        const auto split = [](FeatureId feature, double weight) {
            Node node = sample::leaf(0, weight);
            node.kind = SplitKind::multiway;
            node.feature = feature;
            return node;
        };
        sample::TreeBuilder builder;
        builder.tree.classes = 2;
        builder.add(split(0, 16), {8, 8}, {1, 4});
        builder.add(split(1, 8), {4, 4}, {2, 3});
        builder.add(sample::leaf(1, 4), {0, 4});
        builder.add(sample::leaf(0, 4), {4, 0});
        builder.add(split(1, 8), {4, 4}, {5, 6});
        builder.add(sample::leaf(1, 4), {0, 4});
        builder.add(sample::leaf(0, 4), {4, 0});
        tree = builder.tree;
        for (std::int32_t row = 0; row < 16; ++row) {
            features[0].codes.push_back(row / 8);
            features[1].codes.push_back(row / 4 % 2);
            labels.push_back(1 - row / 4 % 2);
        }
    }
};

TEST(WorkedByHand, the_rule_of_a_leaf_loses_the_condition_that_says_nothing) {
    // A = x and B = p: 4 rows, 0 errors:  U = 1 − 0.25^(1/4) = 0.2929
    //   without A = x: 8 rows, 0 errors:  U = 1 − 0.25^(1/8) = 0.1591, which is lower: A = x goes
    //   without B = p: 8 rows, 4 errors:  U = (4.5 + z²/2 + z·√(4.5·(1 − 4.5/8) + z²/4)) / (8 + z²)
    //                                     = (4.5 + 0.2398 + 0.6925·1.4452) / 8.4796 = 0.6770, z being 0.6925
    // B = p alone: without it 16 rows, 8 errors, U = (8.5 + 0.2398 + 0.6925·2.0259) / 16.4796 = 0.6155: it stays.
    EXPECT_NEAR(error_limit(0, 4), 0.2929, 5e-5);
    EXPECT_NEAR(error_limit(0, 8), 0.1591, 5e-5);
    EXPECT_NEAR(error_limit(4, 8), 0.6770, 5e-5);
    EXPECT_NEAR(error_limit(8, 16), 0.6155, 5e-5);
    const RowBits x = {0x00ff};
    const RowBits p = {0x0f0f};
    const RowBits yes = {0x0f0f};
    const RowWeights weights({}, 16);
    const GeneralRule rule = generalized({{&x, &p}, yes, weights}, 0.25);
    EXPECT_EQ(rule.kept, std::vector<std::size_t>{1});
    EXPECT_EQ(rule.covered, p);
    EXPECT_NEAR(rule.error, 0.1591, 5e-5);
}

TEST(WorkedByHand, four_leaves_become_two_rules) {
    const Worked table;
    // B = p → yes and B = q → no come out twice each. Telling B = p takes log₂2 (which feature) + log₂2 (which level) = 2 bits:
    //   no rule:  log₂ C(16, 8) = 13.65 bits of exceptions;  B = p:  ½·2 + log₂ C(8, 0) + log₂ C(8, 0) = 1. It stays.
    // Both classes take no row of the other and 8 of their own: "no" is first in the order of the classes. No row is left for the
    // default, both classes are as frequent: "no" again.
    const RuleList list = simplify(table.tree, {table.features, table.labels});
    ASSERT_EQ(list.rules.size(), 2U);
    for (const std::size_t i : {0U, 1U}) {
        const Rule& rule = list.rules[i];
        ASSERT_EQ(rule.conditions.size(), 1U);
        EXPECT_EQ(rule.conditions[0].feature, 1U);
        EXPECT_EQ(rule.conditions[0].levels, std::vector<std::int32_t>{i == 0 ? 1 : 0});
        EXPECT_EQ(rule.label, i);
        EXPECT_EQ(rule.weight, 8.0);
        EXPECT_EQ(rule.correct(), 8.0);
        EXPECT_EQ(rule.first_weight, 8.0);
        EXPECT_NEAR(rule.error, 0.1591, 5e-5);
    }
    EXPECT_EQ(list.default_label, 0);
    EXPECT_EQ(list.default_weights, (std::vector<double>{0, 0}));
    EXPECT_EQ(list.class_weights, (std::vector<double>{8, 8}));
}

TEST(WorkedByHand, with_noise_the_default_is_the_class_of_the_rows_that_are_left) {
    Worked table;
    table.labels[0] = 0;                         // x p, now "no"
    table.features[1].codes[15] = missing_code;  // y and B missing, "no"
    // B = p → yes: 8 rows, 1 error. B = q → no: 7 rows, 0 errors, so that "no" comes first. The row without B meets neither rule and is
    // "no": the default.
    const RuleList list = simplify(table.tree, {table.features, table.labels});
    ASSERT_EQ(list.rules.size(), 2U);
    EXPECT_EQ(list.rules[0].label, 0);
    EXPECT_EQ(list.rules[0].weight, 7.0);
    EXPECT_EQ(list.rules[1].label, 1);
    EXPECT_EQ(list.rules[1].weight, 8.0);
    EXPECT_EQ(list.rules[1].correct(), 7.0);
    EXPECT_EQ(list.default_weights, (std::vector<double>{1, 0}));
    EXPECT_EQ(list.default_label, 0);
    EXPECT_EQ(find_rule(list, table.features, 15), 2U);
    EXPECT_EQ(find_rule(list, table.features, 0), 1U);
}

/// The golf table. C4.5 (release 8) prints, for the same tree with its own threshold, 75:
///
///     outlook = overcast -> Play [70.7%]                  outlook = sunny, humidity > 75 -> Don't Play [63.0%]
///     outlook = rain, windy = false -> Play [63.0%]       outlook = rain, windy = true -> Don't Play [50.0%]
///     Default class: Play
///
/// The rule of the fifth leaf (sunny, humidity <= 77.5 → yes, 2 of 2) errs with U = 0.5, and "always yes" with 1 − 10/16 = 0.375: it goes.
TEST(WorkedByHand, the_golf_table_gives_the_rules_of_c45) {
    const Model golf = sample::golf();
    std::vector<Column> features;
    for (const ColumnSchema& schema : golf.schema.features) features.push_back({schema, {}, {}});
    features[0].codes = {2, 2, 0, 1, 1, 1, 0, 2, 2, 1, 2, 0, 0, 1};
    features[1].values = {85, 80, 83, 70, 68, 65, 64, 72, 69, 75, 75, 72, 81, 71};
    features[2].values = {85, 90, 78, 96, 80, 70, 65, 95, 70, 80, 70, 90, 75, 80};
    features[3].codes = {0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1};
    const std::vector<ClassId> labels = {0, 0, 1, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1, 0};
    const RuleList list = simplify(golf.tree, {features, labels});
    struct Expected {
        std::size_t second_feature;  // 0: there is one condition only
        std::int32_t outlook, label;
        double accuracy;
    };
    const std::vector<Expected> expected = {{0, 0, 1, 0.707}, {3, 1, 1, 0.630}, {2, 2, 0, 0.630}, {3, 1, 0, 0.500}};
    ASSERT_EQ(list.rules.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const Rule& rule = list.rules[i];
        EXPECT_EQ(rule.conditions.size(), expected[i].second_feature == 0 ? 1U : 2U);
        EXPECT_EQ(rule.conditions.front().levels, std::vector<std::int32_t>{expected[i].outlook});
        EXPECT_EQ(rule.conditions.back().feature, expected[i].second_feature);
        EXPECT_EQ(rule.label, expected[i].label);
        EXPECT_NEAR(1.0 - rule.error, expected[i].accuracy, 5e-4);
    }
    EXPECT_EQ(list.default_label, 1);
    EXPECT_EQ(list.default_weights, (std::vector<double>{0, 2}));
}

TEST(WorkedByHand, the_shortest_description) {
    // 16 rows, the first 8 of the class. A covers those 8, B the first 4 of them, C one row of each kind; 2 bits each.
    const RowBits a = {0x00ff};
    const RowBits b = {0x000f};
    const RowBits c = {0x0101};
    const RowBits of_class = {0x00ff};
    const RowWeights weights({}, 16);
    Progress progress;
    const auto chosen = [&](std::vector<RuleCandidate> candidates) {
        return shortest_rules({std::move(candidates), of_class, weights}, progress);
    };
    using Positions = std::vector<std::size_t>;
    // {A}: ½·2 = 1.  {A, B}: ½·(4 − log₂2!) = 1.5.  {B}: 1 + log₂ C(12, 4) = 9.95.  {}: 13.65.
    EXPECT_EQ(chosen({{&a, 2}, {&b, 2}}), Positions{0});
    EXPECT_EQ(chosen({{&b, 2}, {&a, 2}}), Positions{1});
    // {B}: ½·6 + 8.95 = 11.95 is below 13.65, but ½·10 + 8.95 = 13.95 is not.
    EXPECT_EQ(chosen({{&b, 6}}), Positions{0});
    EXPECT_EQ(chosen({{&b, 10}}), Positions{});
    // {C}: ½·2 + log₂ C(2, 1) + log₂ C(14, 7) = 1 + 1 + 11.74 = 13.74: no better than chance.
    EXPECT_EQ(chosen({{&c, 2}}), Positions{});
    EXPECT_EQ(chosen({}), Positions{});
    // More than ten: the same by single steps, from {} to {A} (½·5) and not to {A, A} (½·(10 − 1)).
    EXPECT_EQ(chosen(std::vector<RuleCandidate>(12, {&a, 5})), Positions{0});
}

TEST(WorkedByHand, the_bits_of_a_rule) {
    const std::vector<Column> features = {{{"x", ColumnType::numeric, {}}, {1, 2, 2, 3, 4, 5}, {}},
                                          {{"color", ColumnType::categorical, {"a", "b", "c", "d"}}, {}, {}}};
    const RuleBits bits(features, {1, 1});
    RuleCondition above{0};
    above.above = 2.5;
    EXPECT_DOUBLE_EQ(bits.of_condition(above), 1 + 1 + 2);  // one of 2 features, which bound, one of 4 cuts
    RuleCondition level{1};
    level.levels = {2};
    EXPECT_DOUBLE_EQ(bits.of_condition(level), 1 + 2);
    level.levels = {0, 2};
    EXPECT_DOUBLE_EQ(bits.of_condition(level), 1 + 4);
    RuleCondition missing{1};
    missing.missing = true;
    EXPECT_DOUBLE_EQ(bits.of_condition(missing), 1 + 1);
    EXPECT_DOUBLE_EQ(bits.of_rule({&above, &level, &missing}), 4 + 5 + 2 - std::log2(6.0));
    EXPECT_DOUBLE_EQ(bits.of_rule({}), 0);
}

// --- against the plain reference ------------------------------------------------------------------------------------------------

struct Case {
    Model model;
    std::vector<Column> features;
    std::vector<ClassId> labels;
    std::vector<double> weights;

    RuleTerms terms;

    [[nodiscard]] LabelledRows rows() const { return {features, labels, weights, terms}; }
};

/// A random tree and rows that mostly have the class of their leaf; small numbers as cells, so that leaves are met.
Case random_case(std::uint64_t seed) {
    sample::RandomModel random(seed);
    Case result;
    do result.model = random.make(3 + seed % 60);
    while (result.model.tree.classes < 2);
    const std::size_t rows = 20 + seed % 130;
    result.features = naive::random_rows(result.model, rows, random);
    for (const NodeId leaf : naive::leaves(result.model, result.features, rows)) {
        const bool noise = random.below(5) == 0;
        result.labels.push_back(noise ? static_cast<ClassId>(random.below(result.model.tree.classes))
                                      : result.model.tree.nodes[leaf].label);
        if (seed % 3 == 0) result.weights.push_back(static_cast<double>(1 + random.below(9)) / (seed % 2 == 0 ? 4 : 1));
    }
    if (seed % 5 == 0) {  // fractions of a power of two: the reference adds doubles
        const std::size_t classes = result.model.tree.classes;
        for (std::size_t truth = 0; truth < classes; ++truth) {
            result.terms.factors.push_back(static_cast<double>(1 + random.below(16)) / 8);
            for (std::size_t predicted = 0; predicted < classes; ++predicted)
                result.terms.losses.push_back(truth == predicted ? 0.0 : static_cast<double>(1 + random.below(8)));
        }
    }
    return result;
}

TEST(Simplify, is_what_the_plain_reference_finds) {
    std::size_t rules = 0;
    std::size_t shorter = 0;
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        const Case random = random_case(seed);
        const RuleList list = simplify(random.model.tree, random.rows());
        ASSERT_EQ(list, plain::Simplify(random.model.tree, random.rows(), 0.25).run()) << "seed " << seed;
        rules += list.rules.size();
        shorter += list.rules.size() < leaf_count(random.model.tree) ? 1 : 0;
    }
    EXPECT_GT(rules, 600U);  // else nothing was compared
    EXPECT_GT(shorter, 300U);
}

TEST(Simplify, neither_the_order_of_rows_nor_threads_change_it) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Case random = random_case(seed);
        std::vector<std::size_t> order(random.labels.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::shuffle(order.begin(), order.end(), std::mt19937_64(seed));
        Case turned = random;
        for (std::size_t i = 0; i < order.size(); ++i) {
            turned.labels[i] = random.labels[order[i]];
            if (!random.weights.empty()) turned.weights[i] = random.weights[order[i]];
            for (std::size_t f = 0; f < random.features.size(); ++f) {
                if (random.features[f].has_values())
                    turned.features[f].values.own()[i] = random.features[f].values[order[i]];
                else
                    turned.features[f].codes[i] = random.features[f].codes[order[i]];
            }
        }
        ASSERT_EQ(simplify(turned.model.tree, turned.rows(), 3), simplify(random.model.tree, random.rows())) << seed;
    }
}

TEST(Simplify, a_weight_is_a_number_of_rows) {
    for (std::uint64_t seed = 3; seed < 60; seed += 6) {  // odd multiples of 3 have whole weights
        const Case weighted = random_case(seed);
        Case repeated = weighted;
        repeated.labels.clear(), repeated.weights.clear();
        for (Column& column : repeated.features) column.values = {}, column.codes.clear();
        for (std::size_t row = 0; row < weighted.labels.size(); ++row)
            for (int copy = 0; copy < static_cast<int>(weighted.weights[row]); ++copy) {
                repeated.labels.push_back(weighted.labels[row]);
                for (std::size_t f = 0; f < weighted.features.size(); ++f) {
                    if (weighted.features[f].has_values())
                        repeated.features[f].values.own().push_back(weighted.features[f].values[row]);
                    else
                        repeated.features[f].codes.push_back(weighted.features[f].codes[row]);
                }
            }
        ASSERT_EQ(simplify(repeated.model.tree, repeated.rows()), simplify(weighted.model.tree, weighted.rows())) << seed;
    }
}

TEST(Simplify, a_class_that_counts_twice_chooses_like_one_with_twice_the_rows) {
    for (std::uint64_t seed = 1; seed < 200; seed += 3) {  // without weights
        Case factors = random_case(seed);
        const std::size_t classes = factors.model.tree.classes;
        factors.terms = {std::vector<double>(classes, 1.0), {}};
        factors.terms.factors[0] = 2.0;
        Case weighted = factors;
        weighted.terms = {};
        for (const ClassId label : factors.labels) weighted.weights.push_back(label == 0 ? 2.0 : 1.0);
        const RuleList by_factors = simplify(factors.model.tree, factors.rows());
        const RuleList by_weights = simplify(weighted.model.tree, weighted.rows());
        ASSERT_EQ(by_factors.rules.size(), by_weights.rules.size()) << seed;
        for (std::size_t i = 0; i < by_factors.rules.size(); ++i)
            ASSERT_EQ(by_factors.rules[i].conditions, by_weights.rules[i].conditions) << seed;
        ASSERT_EQ(by_factors.default_label, by_weights.default_label) << seed;
    }
}

TEST(RuleList, the_first_rule_that_a_row_meets_decides) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const Case random = random_case(seed);
        const RuleList list = simplify(random.model.tree, random.rows());
        std::vector<double> first(list.rules.size() + 1, 0.0);
        std::vector<double> right(list.rules.size() + 1, 0.0);
        for (std::size_t row = 0; row < random.labels.size(); ++row) {
            std::size_t expected = list.rules.size();
            for (std::size_t i = list.rules.size(); i-- > 0;) {
                bool met = true;
                for (const RuleCondition& condition : list.rules[i].conditions)
                    met = met && meets(condition, random.features, row);
                if (met) expected = i;
            }
            ASSERT_EQ(find_rule(list, random.features, row), expected);
            const double weight = random.weights.empty() ? 1.0 : random.weights[row];
            first[expected] += weight;
            if (random.labels[row] == label_at(list, expected)) right[expected] += weight;
        }
        for (std::size_t i = 0; i < list.rules.size(); ++i) {
            ASSERT_EQ(list.rules[i].first_weight, first[i]);
            ASSERT_EQ(list.rules[i].first_correct, right[i]);
        }
        ASSERT_EQ(std::accumulate(list.default_weights.begin(), list.default_weights.end(), 0.0), first.back());
    }
}

}  // namespace
}  // namespace treewright
