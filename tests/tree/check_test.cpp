#include "treewright/tree/check.h"

#include <cmath>
#include <functional>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tree/sample_models.h"

namespace treewright {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(FindFlaw, sound_models) {
    EXPECT_EQ(find_flaw(sample::golf()), std::nullopt);
    EXPECT_EQ(find_flaw(sample::small_regression()), std::nullopt);
    EXPECT_EQ(find_flaw(sample::chain(100'000)), std::nullopt);
}

RC_GTEST_PROP(FindFlaw, random_models_are_sound, ()) {
    const auto seed = *rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint64_t>());
    const auto flaw = find_flaw(sample::random_model(seed, 1 + seed % 200));
    if (flaw) RC_FAIL(*flaw);
}

struct Damage {
    const char* flaw;  ///< what the message must be
    std::function<void(Model&)> make;
};

void expect_flaws(const Model& sound, const std::vector<Damage>& damages) {
    for (const Damage& damage : damages) {
        Model model = sound;
        damage.make(model);
        const auto flaw = find_flaw(model);
        EXPECT_EQ(flaw.value_or("(none)"), damage.flaw);
    }
}

TEST(FindFlaw, schema) {
    expect_flaws(
        sample::golf(),
        {
            {"two columns have the name 'Windy'", [](Model& m) { m.schema.features[1].name = "Windy"; }},
            {"two columns have the name 'Play'", [](Model& m) { m.schema.features[1].name = "Play"; }},
            {"a column has a name that is not UTF-8", [](Model& m) { m.schema.features[1].name = "\xff"; }},
            {"column 'Outlook' has the level 'rain' twice", [](Model& m) { m.schema.features[0].levels[2] = "rain"; }},
            {"the levels of column 'Outlook' are not sorted", [](Model& m) { m.schema.features[0].levels[2] = "a"; }},
            {"column 'Outlook' has a level that is not UTF-8", [](Model& m) { m.schema.features[0].levels[2] = "\xc3"; }},
            {"column 'Humidity' is not a category but has levels", [](Model& m) { m.schema.features[2].levels = {"a"}; }},
            {"the target has no classes", [](Model& m) { m.schema.target.levels.clear(); }},
            {"the target is neither categorical nor numeric", [](Model& m) { m.schema.target.type = ColumnType::ordered; }},
            {"tree and schema differ in the number of classes", [](Model& m) { m.schema.target.levels.push_back("z"); }},
        });
    Model ordered = sample::golf();
    ordered.schema.features[1] = {"Temperature", ColumnType::ordered, {"low", "high"}};
    EXPECT_EQ(find_flaw(ordered), std::nullopt);  // the order of an ordered category is its own
}

TEST(FindFlaw, how_columns_are_read) {
    using Words = std::vector<std::string>;
    expect_flaws(
        sample::golf(),
        {
            {"column 'Outlook' is not numeric but has a number format",
             [](Model& m) { m.schema.features[0].reading.decimal_sign = ","; }},
            {"column 'Windy' is not numeric but has a number format",
             [](Model& m) { m.schema.features[3].reading.unit = "m"; }},
            {"column 'Humidity' has a decimal sign that is neither a point nor a comma",
             [](Model& m) { m.schema.features[2].reading.decimal_sign = ""; }},
            {"column 'Humidity' has a thousands separator that is not one character, or is its decimal sign",
             [](Model& m) { m.schema.features[2].reading.thousands_separator = "."; }},
            {"column 'Humidity' has a thousands separator that is not one character, or is its decimal sign",
             [](Model& m) { m.schema.features[2].reading.thousands_separator = ", "; }},
            {"column 'Humidity' has a unit or a currency that is not UTF-8",
             [](Model& m) { m.schema.features[2].reading.unit = "\xff"; }},
            {"column 'Humidity' has a date format it does not use, or one that is not UTF-8",
             [](Model& m) { m.schema.features[2].reading.date_format = "%Y"; }},
            {"column 'Outlook' has a date format that cannot be used",
             [](Model& m) {
                 m.schema.features[0].reading.part_of = PartOf{"day", ColumnType::date, DatePart::weekday};
                 m.schema.features[0].reading.date_format = "%Q";
             }},
            {"column 'Humidity' has a type that a part of a date does not have",
             [](Model& m) { m.schema.features[2].reading.part_of = PartOf{"day", ColumnType::date, DatePart::weekday}; }},
            {"column 'Outlook' has a type that a part of a date does not have",
             [](Model& m) { m.schema.features[0].reading.part_of = PartOf{"day", ColumnType::date, DatePart::year}; }},
            {"column 'Humidity' is a part of a column that holds neither dates nor times",
             [](Model& m) { m.schema.features[2].reading.part_of = PartOf{"day", ColumnType::numeric, DatePart::year}; }},
            {"column 'Humidity' is not a category but folds case",
             [](Model& m) { m.schema.features[2].reading.folds_case = true; }},
            {"column 'Play' has words for missing values that are not sorted, or one twice",
             [](Model& m) { m.schema.target.reading.missing_words = Words{"b", "a"}; }},
            {"column 'Outlook' has words for missing values that are not sorted, or one twice",
             [](Model& m) { m.schema.features[0].reading.missing_words = Words{"a", "a"}; }},
            {"column 'Outlook' has an empty word for missing values, or one that is not UTF-8",
             [](Model& m) { m.schema.features[0].reading.missing_words = Words{""}; }},
        });
}

TEST(FindFlaw, options_and_provenance) {
    expect_flaws(
        sample::golf(),
        {
            {"the option 'missing' occurs twice", [](Model& m) { m.options.push_back({"missing", ""}); }},
            {"an option is not UTF-8", [](Model& m) { m.options[0].value = "\x80"; }},
            {"the content hash is not 32 hexadecimal digits", [](Model& m) { m.provenance.content_hash = "12"; }},
            {"the content hash is not 32 hexadecimal digits", [](Model& m) { m.provenance.content_hash[3] = 'F'; }},
            {"the program version is not UTF-8", [](Model& m) { m.provenance.program_version = "\xff"; }},
            {"the total weight is negative or not finite", [](Model& m) { m.provenance.total_weight = infinity; }},
            {"node 0: its weight is not the total weight of the provenance",
             [](Model& m) { m.provenance.total_weight = 14.1; }},
            {"column 'Windy' was left out but is in the schema",
             [](Model& m) { m.provenance.left_out = {{"Windy", LeftOutReason::asked}}; }},
            {"column 'Play' was left out but is in the schema",
             [](Model& m) { m.provenance.left_out = {{"Play", LeftOutReason::asked}}; }},
            {"the columns that were left out are not sorted, or one occurs twice",
             [](Model& m) { m.provenance.left_out = {{"b"}, {"b"}}; }},
            {"a column that was left out has a name that is not UTF-8", [](Model& m) { m.provenance.left_out = {{"\xff"}}; }},
        });
}

TEST(FindFlaw, arrays_and_numbering) {
    expect_flaws(
        sample::golf(),
        {
            {"the tree has no nodes", [](Model& m) { m.tree = {}; }},
            {"the number of class weights is not that of nodes times classes",
             [](Model& m) { m.tree.class_weights.cells.pop_back(); }},
            {"there are children that belong to no node", [](Model& m) { m.tree.children.push_back(7); }},
            {"there are levels that belong to no node", [](Model& m) { m.tree.levels.push_back(0); }},
            {"node 2: its children are not where they should be", [](Model& m) { m.tree.nodes[2].first_child = 2; }},
            {"node 5: its children are not where they should be", [](Model& m) { m.tree.children.pop_back(); }},
            {"node 2: its levels are not where they should be", [](Model& m) { m.tree.nodes[2].first_level = 1; }},
            {"node 2: its levels are not where they should be", [](Model& m) { m.tree.nodes[2].right_levels = UINT32_MAX; }},
            {"node 0: its first child does not follow it", [](Model& m) { m.tree.children[0] = 3; }},
            {"node 5: its child 5 comes before it", [](Model& m) { m.tree.children[6] = 5; }},
            {"node 5: its child 8 is not in the tree", [](Model& m) { m.tree.children[6] = 8; }},
            {"node 6: it is not where preorder numbering would have it", [](Model& m) { m.tree.children[2] = 6; }},
            {"node 3: it is not where preorder numbering would have it", [](Model& m) { m.tree.children[1] = 3; }},
            {"node 0: it splits into fewer than two branches", [](Model& m) { m.tree.nodes[0].child_count = 1; }},
        });
}

TEST(FindFlaw, orphans) {
    Model model = sample::golf();
    model.tree.nodes.push_back(sample::leaf(0, 0));
    model.tree.class_weights.cells.insert(model.tree.class_weights.cells.end(), {0, 0});
    EXPECT_EQ(find_flaw(model), "node 8: it has no parent");
}

TEST(FindFlaw, splits) {
    expect_flaws(
        sample::golf(),
        {
            {"node 0: there is no feature 4", [](Model& m) { m.tree.nodes[0].feature = 4; }},
            {"node 0: it asks about no feature", [](Model& m) { m.tree.nodes[0].feature = no_feature; }},
            {"node 0: its kind of split does not fit the type of feature 'Humidity'",
             [](Model& m) { m.tree.nodes[0].feature = 2; }},
            {"node 5: its kind of split does not fit the type of feature 'Windy'",
             [](Model& m) { m.tree.nodes[5].feature = 3; }},
            {"node 0: it does not have a child for each level of feature 'Windy'",
             [](Model& m) { m.tree.nodes[0].feature = 3; }},
            {"node 0: it does not have a child for each level of feature 'Outlook'",
             [](Model& m) { m.tree.nodes[0].missing_branch = true; }},
            {"node 0: missing values do not go to the branch for missing values",
             [](Model& m) { m.schema.features[0].levels.pop_back(), m.tree.nodes[0].missing_branch = true; }},
            {"node 0: missing values go to a child that it does not have", [](Model& m) { m.tree.nodes[0].missing_child = 3; }},
            {"node 5: its threshold is not finite", [](Model& m) { m.tree.nodes[5].threshold = infinity; }},
            {"node 5: its threshold is not finite", [](Model& m) { m.tree.nodes[5].threshold = std::nan(""); }},
            {"node 2: the levels of a set are not in ascending order",
             [](Model& m) { m.tree.levels = {0, 0, 1}, m.tree.nodes[2].left_levels = 2; }},
            {"node 2: its two sets have a level in common", [](Model& m) { m.tree.levels = {1, 1}; }},
            {"node 2: a set has a level that feature 'Windy' does not have", [](Model& m) { m.tree.levels = {0, 2}; }},
            {"node 2: a set has a level that feature 'Windy' does not have", [](Model& m) { m.tree.levels = {-1, 1}; }},
            {"node 2: its left set is empty",
             [](Model& m) { m.tree.nodes[2].left_levels = 0, m.tree.nodes[2].right_levels = 2; }},
            {"node 2: its right set is empty",
             [](Model& m) { m.tree.nodes[2].left_levels = 2, m.tree.nodes[2].right_levels = 0; }},
        });
    expect_flaws(sample::small_regression(), {
                                                 {"node 2: missing values do not go to its first child",
                                                  [](Model& m) { m.tree.nodes[2].missing_child = 1; }},
                                             });
    Model three = sample::golf();
    three.tree.nodes[0].kind = SplitKind::subset;
    three.tree.nodes[0].first_level = 0;
    EXPECT_EQ(find_flaw(three), "node 0: it does not have two children");
}

TEST(FindFlaw, what_is_not_used) {
    expect_flaws(
        sample::golf(),
        {
            {"node 1: it is a leaf but has a feature, children or a gain", [](Model& m) { m.tree.nodes[1].feature = 0; }},
            {"node 1: it is a leaf but has a feature, children or a gain", [](Model& m) { m.tree.nodes[1].gain = 1; }},
            {"node 3: it is a leaf but has a feature, children or a gain", [](Model& m) { m.tree.nodes[3].first_child = 5; }},
            {"node 0: it has a threshold it does not use", [](Model& m) { m.tree.nodes[0].threshold = 1; }},
            {"node 5: it has a branch for missing values it does not use",
             [](Model& m) { m.tree.nodes[5].missing_branch = true; }},
            {"node 5: it has sets of levels it does not use", [](Model& m) { m.tree.nodes[5].left_levels = 1; }},
            {"node 5: it has sets of levels it does not use", [](Model& m) { m.tree.nodes[5].heuristic = true; }},
            {"node 1: it has a mean, though the task is classification", [](Model& m) { m.tree.nodes[1].mean = 1; }},
        });
    expect_flaws(sample::small_regression(),
                 {
                     {"node 1: it has a label, though the task is regression", [](Model& m) { m.tree.nodes[1].label = 0; }},
                     {"the number of class weights is not that of nodes times classes",
                      [](Model& m) { m.tree.class_weights.cells = {1}; }},
                 });
}

TEST(FindFlaw, figures) {
    expect_flaws(
        sample::golf(),
        {
            {"node 1: its weight is negative or not finite", [](Model& m) { m.tree.nodes[1].weight = -1; }},
            {"node 1: its weight is negative or not finite", [](Model& m) { m.tree.nodes[1].weight = std::nan(""); }},
            {"node 1: its class weights do not add up to its weight", [](Model& m) { m.tree.nodes[1].weight = 5; }},
            {"node 1: a class weight is negative or not finite",
             [](Model& m) { m.tree.class_weights.cells[2] = -1, m.tree.class_weights.cells[3] = 5; }},
            {"node 1: a class weight is negative or not finite", [](Model& m) { m.tree.class_weights.cells[2] = infinity; }},
            {"node 1: its label 2 is not a class", [](Model& m) { m.tree.nodes[1].label = 2; }},
            {"node 1: it has no label", [](Model& m) { m.tree.nodes[1].label = no_class; }},
            {"node 1: its impurity is negative or not finite", [](Model& m) { m.tree.nodes[1].impurity = -0.1; }},
            {"node 0: its gain is not finite", [](Model& m) { m.tree.nodes[0].gain = infinity; }},
            {"node 5: its p-value is not between 0 and 1", [](Model& m) { m.tree.nodes[5].test->p_value = 1.5; }},
            {"node 5: its p-value is not between 0 and 1", [](Model& m) { m.tree.nodes[5].test->p_value = std::nan(""); }},
            {"node 5: its numbers of tests are out of range", [](Model& m) { m.tree.nodes[5].test->tests_of_feature = 6; }},
            {"node 5: its numbers of tests are out of range", [](Model& m) { m.tree.nodes[5].test->tests_of_feature = 0; }},
            {"node 5: its numbers of tests are out of range", [](Model& m) { m.tree.nodes[5].test->tests_at_node = infinity; }},
        });
    expect_flaws(sample::small_regression(),
                 {
                     {"node 1: its mean is not finite", [](Model& m) { m.tree.nodes[1].mean = infinity; }},
                     {"node 0: its impurity is negative or not finite", [](Model& m) { m.tree.nodes[0].impurity = -1; }},
                 });
}

TEST(FindFlaw, families) {
    expect_flaws(sample::golf(), {
                                     {"node 0: the weights of its children do not add up to its own",
                                      [](Model& m) { m.tree.nodes[1].weight = 5, m.tree.class_weights.cells[3] = 5; }},
                                     {"node 0: the class weights of its children do not add up to its own",
                                      [](Model& m) { m.tree.class_weights.cells[2] = 1, m.tree.class_weights.cells[3] = 3; }},
                                 });
    expect_flaws(
        sample::small_regression(),
        {
            {"node 2: its child 3 is empty but does not predict what it does", [](Model& m) { m.tree.nodes[3].mean = 0; }},
            {"node 2: it is empty but not a leaf",
             [](Model& m) {
                 m.tree.nodes[2].weight = m.tree.nodes[4].weight = 0,
                 m.tree.nodes[2].mean = m.tree.nodes[3].mean = m.tree.nodes[4].mean = 2, m.tree.nodes[1].weight = 3;
             }},
        });
    Model nothing = sample::small_regression();
    nothing.tree.nodes.resize(1);
    nothing.tree.nodes[0] = sample::leaf(-1, 0);
    nothing.tree.children.clear();
    nothing.provenance.total_weight = 0;
    EXPECT_EQ(find_flaw(nothing), "node 0: its weight is 0");
}

/// The golf tree with a surrogate of each kind at the node that asks for Humidity.
Model golf_with_surrogates() {
    Model model = sample::golf();
    model.tree.surrogates = {{SplitKind::threshold, true, 1, 70.5, 0, 0, 0, 4, 5},
                             {SplitKind::subset, false, 3, 0, 0, 1, 1, 3, 5}};
    model.tree.surrogate_levels = {0, 1};
    model.tree.nodes[5].surrogate_count = 2;
    return model;
}

TEST(FindFlaw, surrogates) {
    EXPECT_EQ(find_flaw(golf_with_surrogates()), std::nullopt);
    const auto first = [](Model& m) -> Surrogate& { return m.tree.surrogates[0]; };
    const auto second = [](Model& m) -> Surrogate& { return m.tree.surrogates[1]; };
    expect_flaws(
        golf_with_surrogates(),
        {
            {"there are surrogates that belong to no node",
             [](Model& m) {
                 m.tree.nodes[5].surrogate_count = 1;
                 m.tree.surrogate_levels.clear();
             }},
            {"node 5: its surrogates are not where they should be", [](Model& m) { m.tree.nodes[5].first_surrogate = 1; }},
            {"node 5: its surrogates are not where they should be", [](Model& m) { m.tree.nodes[5].surrogate_count = 3; }},
            {"node 0: it has surrogates it does not use", [](Model& m) { m.tree.nodes[0].surrogate_count = 2; }},
            {"node 1: it has surrogates it does not use", [](Model& m) { m.tree.nodes[1].first_surrogate = 1; }},
            {"node 2: it refers to surrogates that it does not have", [](Model& m) { m.tree.nodes[2].first_surrogate = 1; }},
            {"node 5: it has surrogates, though rows go down all branches",
             [](Model& m) { m.tree.missing = MissingPolicy::all_children; }},
            {"node 5: a surrogate: there is no feature 4", [&](Model& m) { first(m).feature = 4; }},
            {"node 5: a surrogate: it tests the feature whose value is missing", [&](Model& m) { first(m).feature = 2; }},
            {"node 5: a surrogate: its kind is neither threshold nor subset",
             [&](Model& m) { first(m).kind = SplitKind::multiway; }},
            {"node 5: a surrogate: its kind of split does not fit the type of feature 'Outlook'",
             [&](Model& m) { first(m).feature = 0; }},
            {"node 5: a surrogate: its threshold is not finite", [&](Model& m) { first(m).threshold = infinity; }},
            {"node 5: a surrogate: it is known in more rows than there are", [&](Model& m) { first(m).known_weight = 6; }},
            {"node 5: a surrogate: it agrees on no rows, or on more than know both values",
             [&](Model& m) { first(m).agreeing_weight = 0; }},
            {"node 5: a surrogate: it agrees on no rows, or on more than know both values",
             [&](Model& m) { first(m).agreeing_weight = 5.5; }},
            {"node 5: a surrogate: it has sets of levels it does not use", [&](Model& m) { first(m).left_levels = 1; }},
            {"node 5: a surrogate: it has a threshold it does not use", [&](Model& m) { second(m).reversed = true; }},
            {"node 5: a surrogate: its levels are not where they should be", [&](Model& m) { second(m).first_level = 1; }},
            {"node 5: a surrogate: its right set is empty", [&](Model& m) { second(m).right_levels = 0; }},
            {"node 5: a surrogate: its two sets have a level in common", [](Model& m) { m.tree.surrogate_levels = {0, 0}; }},
            {"node 5: a surrogate: a set has a level that feature 'Windy' does not have",
             [](Model& m) { m.tree.surrogate_levels = {0, 2}; }},
            {"there are levels that belong to no surrogate", [](Model& m) { m.tree.surrogate_levels.push_back(0); }},
            {"node 5: it has more missing values than rows", [](Model& m) { m.tree.nodes[5].missing_weight = 6; }},
        });
}

TEST(FindFlaw, losses) {
    Model model = sample::golf();
    model.tree.missing = MissingPolicy::all_children;
    model.tree.losses = {0, 1, 5, 0};
    EXPECT_EQ(find_flaw(model), std::nullopt);
    expect_flaws(
        model,
        {
            {"it has losses it does not use", [](Model& m) { m.tree.missing = MissingPolicy::default_child; }},
            {"the number of losses is not that of classes times classes", [](Model& m) { m.tree.losses.pop_back(); }},
            {"a loss is negative or not finite, or a right label costs something", [](Model& m) { m.tree.losses[0] = 1; }},
            {"a loss is negative or not finite, or a right label costs something", [](Model& m) { m.tree.losses[1] = -1; }},
        });
}

TEST(FindFlaw, rounding_of_fractions_is_no_flaw) {
    Model model = sample::golf();
    model.tree.nodes[1].weight *= 1 + 1e-12;
    model.tree.class_weights.cells[3] *= 1 - 1e-12;
    EXPECT_EQ(find_flaw(model), std::nullopt);
    model.tree.nodes[1].weight *= 1 + 1e-7;
    EXPECT_TRUE(find_flaw(model));
}

}  // namespace
}  // namespace treewright
