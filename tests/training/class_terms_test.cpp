#include "treewright/training/class_terms.h"

#include <gtest/gtest.h>

#include "treewright/base/error.h"
#include "treewright/training/model_options.h"

namespace treewright {
namespace {

/// Nine yes, five no, as golf; classes in byte order: no, yes.
TrainingSet golf_labels() {
    TrainingSet set;
    set.rows = 14;
    set.target.schema = {"Play", ColumnType::categorical, {"no", "yes"}};
    for (int row = 0; row < 14; ++row) set.target.codes.push_back(row < 9 ? 1 : 0);
    return set;
}

CostTable golf_costs() { return {"costs.csv", {"yes", "no"}, {0, 1, 5, 0}}; }  // λ(yes, no) = 1, λ(no, yes) = 5

std::string error_of(const TrainOptions& options, ErrorKind kind, const TrainingSet& set = golf_labels()) {
    try {
        resolve_class_terms(set, options);
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), kind);
        return error.what();
    }
    return "";
}

TEST(ClassTerms, nothing_asked_nothing_changed) {
    const ClassTerms terms = resolve_class_terms(golf_labels(), {});
    EXPECT_TRUE(terms.score_factors.empty());
    EXPECT_TRUE(terms.label_factors.empty());
    EXPECT_TRUE(terms.costs.empty());
}

TEST(ClassTerms, equal_priors_make_the_classes_weigh_the_same) {
    TrainOptions options;
    options.priors = PriorsKind::equal;
    const ClassTerms terms = resolve_class_terms(golf_labels(), options);
    EXPECT_DOUBLE_EQ(terms.score_factors[0] * 5, terms.score_factors[1] * 9);
    EXPECT_EQ(terms.label_factors, terms.score_factors);
}

TEST(ClassTerms, given_priors_and_class_weights_multiply) {
    TrainOptions options;
    options.priors = PriorsKind::given;
    options.given_priors = {{"yes", 0.25}, {"no", 0.75}};
    options.class_weights = {{"yes", 2.0}};
    const ClassTerms terms = resolve_class_terms(golf_labels(), options);
    EXPECT_DOUBLE_EQ(terms.score_factors[1] * 9 / (terms.score_factors[0] * 5), 2 * 0.25 / 0.75);
}

double mean_factor_of(const ClassFactors& factors) { return (5 * factors[0] + 9 * factors[1]) / 14; }

/// Losses are per row of the table: the root alone loses 1 − the largest prior.
TEST(ClassTerms, factors_are_1_on_average_over_the_table) {
    TrainOptions options;
    options.priors = PriorsKind::given;
    options.given_priors = {{"yes", 35}, {"no", 65}};
    const ClassTerms terms = resolve_class_terms(golf_labels(), options);
    EXPECT_DOUBLE_EQ(mean_factor_of(terms.label_factors), 1.0);
    EXPECT_DOUBLE_EQ(terms.loss(1, 0) * 9 / 14, 0.35);
    options = {};
    options.class_weights = {{"yes", 3}};
    EXPECT_DOUBLE_EQ(mean_factor_of(resolve_class_terms(golf_labels(), options).label_factors), 1.0);
}

TEST(ClassTerms, a_common_factor_changes_no_bit) {
    const auto with_priors = [](double yes, double no) {
        TrainOptions options;
        options.priors = PriorsKind::given;
        options.given_priors = {{"yes", yes}, {"no", no}};
        return resolve_class_terms(golf_labels(), options).label_factors;
    };
    const auto with_weights = [](double yes, double no) {
        TrainOptions options;
        options.class_weights = {{"yes", yes}, {"no", no}};
        return resolve_class_terms(golf_labels(), options).label_factors;
    };
    for (const double factor : {100.0, 1.0 / 3.0, 0.7, 1e-9, 12345.678}) {
        EXPECT_EQ(with_priors(0.65, 0.35), with_priors(factor * 0.65, factor * 0.35)) << factor;
        EXPECT_EQ(with_priors(1, 2), with_priors(factor, factor * 2)) << factor;
        EXPECT_EQ(with_weights(0.3, 7), with_weights(factor * 0.3, factor * 7)) << factor;
    }
    EXPECT_TRUE(with_weights(5, 5).empty());
    EXPECT_TRUE(with_priors(9, 5).empty() || with_priors(9, 5) == with_priors(90, 50));
}

TEST(ClassTerms, balanced_classes_weigh_the_same) {
    TrainOptions balanced, equal;
    balanced.balances_classes = true;
    equal.priors = PriorsKind::equal;
    EXPECT_EQ(resolve_class_terms(golf_labels(), balanced).label_factors,
              resolve_class_terms(golf_labels(), equal).label_factors);
}

TEST(ClassTerms, what_says_the_same_is_stored_the_same_and_read_back_unchanged) {
    const ColumnSchema target = golf_labels().target.schema;
    TrainOptions options, again;
    options.priors = PriorsKind::given;
    options.given_priors = {{"yes", 2}, {"no", 1}};
    options.class_weights = {{"yes", 2}, {"no", 10}};
    unify_class_numbers(target, options);
    EXPECT_EQ(options.given_priors, (std::vector<ClassNumber>{{"no", 0.333333333333}, {"yes", 0.666666666667}}));
    EXPECT_EQ(options.class_weights, (std::vector<ClassNumber>{{"no", 5}}));
    again = options;
    unify_class_numbers(target, again);
    EXPECT_EQ(again.given_priors, options.given_priors);
    EXPECT_EQ(again.class_weights, options.class_weights);
}

TEST(ClassTerms, costs_alone_mean_altered_priors_and_the_label_of_least_cost) {
    TrainOptions options;
    options.costs = golf_costs();
    const ClassTerms terms = resolve_class_terms(golf_labels(), options);
    EXPECT_DOUBLE_EQ(terms.score_factors[0] / terms.score_factors[1], 5.0);  // missing a no costs 5, a yes 1
    EXPECT_TRUE(terms.label_factors.empty());
    EXPECT_EQ(terms.costs.at(0, 1), 5.0);
    EXPECT_EQ(terms.costs.at(1, 0), 1.0);
}

TEST(ClassTerms, cost_gini_has_the_costs_in_its_measure_and_no_altered_priors) {
    TrainOptions options;
    options.costs = golf_costs();
    options.grow.criterion = CriterionName::cost_gini;
    EXPECT_TRUE(resolve_class_terms(golf_labels(), options).score_factors.empty());
}

TEST(ClassTerms, weights_count_in_the_priors) {
    TrainingSet set = golf_labels();
    set.weights.assign(14, 1.0);
    set.weights[0] = 6.0;  // yes now weighs 14, no 5
    TrainOptions options;
    options.priors = PriorsKind::equal;
    const ClassTerms terms = resolve_class_terms(set, options);
    EXPECT_DOUBLE_EQ(terms.score_factors[0] * 5, terms.score_factors[1] * 14);
}

TEST(ClassTerms, mistakes_are_told) {
    TrainOptions options;
    options.class_weights = {{"yess", 2.0}};
    EXPECT_NE(error_of(options, ErrorKind::input).find("'yess'"), std::string::npos);
    options = {};
    options.priors = PriorsKind::given;
    options.given_priors = {{"yes", 1.0}};
    EXPECT_NE(error_of(options, ErrorKind::input).find("'no'"), std::string::npos);
    options = {};
    options.costs = CostTable{"costs.csv", {"yes"}, {0}};
    EXPECT_NE(error_of(options, ErrorKind::input).find("costs.csv"), std::string::npos);
    options = {};
    options.grow.criterion = CriterionName::cost_gini;
    EXPECT_NE(error_of(options, ErrorKind::usage).find("costs"), std::string::npos);
}

TEST(ClassTerms, numbers_are_checked_wherever_they_come_from) {
    const auto with_costs = [](const std::vector<std::string>& classes, const std::vector<double>& cells) {
        TrainOptions options;
        options.costs = CostTable{"the costs", classes, cells};
        return error_of(options, ErrorKind::input);
    };
    EXPECT_EQ(with_costs({"yes", "no"}, {0, 1, 5}), "the costs has 3 costs, but 2 classes need 4");
    EXPECT_EQ(with_costs({"yes", "no"}, {0, -1, 5, 0}),
              "the costs: predicting 'no' where 'yes' is true cannot cost -1: a cost is a number of at least 0");
    EXPECT_EQ(with_costs({"yes", "no"}, {0, 1, 5, 2}),
              "the costs: predicting 'no' where 'no' is true cannot cost 2: the diagonal is 0");
    EXPECT_EQ(with_costs({"yes", "yes"}, {0, 1, 5, 0}), "the costs names the class 'yes' twice");
    TrainOptions options;
    options.class_weights = {{"yes", 0.0}};
    EXPECT_EQ(error_of(options, ErrorKind::input), "class-weight gives the class 'yes' 0: it takes a number above 0");
}

TEST(ClassTerms, a_number_has_no_classes) {
    TrainingSet set;
    set.rows = 2;
    set.target.schema = {"y", ColumnType::numeric, {}};
    set.target.values = {1, 2};
    TrainOptions options;
    options.priors = PriorsKind::equal;
    EXPECT_NE(error_of(options, ErrorKind::input, set).find("'y'"), std::string::npos);
}

TEST(ClassTerms, are_described_only_where_they_were_asked_for) {
    TrainOptions options;
    EXPECT_TRUE(describe_class_terms(options).empty());
    options.priors = PriorsKind::equal;
    options.class_weights = {{"yes", 2.5}};
    options.costs = golf_costs();
    const std::vector<NamedOption> expected = {
        {"priors", "equal"}, {"class-weight", "yes=2.5"}, {"costs", "yes>no=1,no>yes=5"}};
    EXPECT_EQ(describe_class_terms(options), expected);
}

/// Class names that look like the text in which a model keeps them.
const std::vector<std::string> awkward = {"a", "a=1", "a,b", "b", "c>d=2,x", "größer"};

TrainingSet awkward_labels() {
    TrainingSet set;
    set.target.schema = {"y", ColumnType::categorical, awkward};
    for (std::size_t row = 0; row < 3 * awkward.size(); ++row)
        set.target.codes.push_back(level_code(row * row % awkward.size() == 0 ? 0 : row % awkward.size()));
    for (std::size_t j = 0; j < awkward.size(); ++j) set.target.codes.push_back(level_code(j));
    set.rows = set.target.codes.size();
    return set;
}

/// What a model that was made with these options gives back.
TrainOptions read_back(const TrainingSet& set, const TrainOptions& options) {
    Model model;
    model.schema = set.schema();
    model.options = describe_class_terms(options);
    return options_of(model);
}

void expect_same_terms(const TrainingSet& set, const TrainOptions& options) {
    const TrainOptions back = read_back(set, options);
    EXPECT_EQ(back.priors, options.priors);
    const ClassTerms expected = resolve_class_terms(set, options);
    const ClassTerms terms = resolve_class_terms(set, back);
    EXPECT_EQ(terms.score_factors, expected.score_factors);
    EXPECT_EQ(terms.label_factors, expected.label_factors);
    EXPECT_EQ(terms.costs.cells, expected.costs.cells);
}

TEST(ClassTermsOfAModel, nothing_comes_back_where_nothing_was_asked) {
    const TrainOptions back = read_back(golf_labels(), {});
    EXPECT_EQ(back.priors, PriorsKind::data);
    EXPECT_TRUE(back.given_priors.empty() && back.class_weights.empty());
    EXPECT_FALSE(back.costs.has_value());
}

TEST(ClassTermsOfAModel, priors_and_class_weights_come_back) {
    const TrainingSet set = awkward_labels();
    TrainOptions options;
    options.priors = PriorsKind::equal;
    expect_same_terms(set, options);
    options.priors = PriorsKind::given;
    for (std::size_t j = 0; j < awkward.size(); ++j)
        options.given_priors.push_back({awkward[awkward.size() - 1 - j], 0.1 * static_cast<double>(j + 1)});  // in any order
    options.class_weights = {{"c>d=2,x", 1e-5}, {"a", 0.1}, {"a=1", 1e300}};
    expect_same_terms(set, options);
}

TEST(ClassTermsOfAModel, costs_come_back) {
    expect_same_terms(golf_labels(), [] {
        TrainOptions options;
        options.costs = golf_costs();
        return options;
    }());
    TrainOptions options;
    options.costs = CostTable{"costs.csv", {awkward.rbegin(), awkward.rend()}, {}};
    for (std::size_t i = 0; i < awkward.size(); ++i)
        for (std::size_t j = 0; j < awkward.size(); ++j)
            options.costs->cells.push_back(i == j ? 0.0 : 0.3 * static_cast<double>(7 * i + j));
    expect_same_terms(awkward_labels(), options);
}

TEST(ClassTermsOfAModel, an_unknown_class_is_told) {
    Model model;
    model.schema = golf_labels().schema();
    model.options = {{"class-weight", "maybe=2"}};
    EXPECT_THROW((void)options_of(model), Error);
    EXPECT_TRUE(readable_options(model).class_weights.empty()) << "who only draws the tree goes without them";
}

}  // namespace
}  // namespace treewright
