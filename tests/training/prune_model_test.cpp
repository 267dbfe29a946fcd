// What a saved model still knows of how it was made.
#include "treewright/training/prune_model.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "training/tables.h"
#include "training/training_run.h"
#include "treewright/training/catalogue.h"
#include "treewright/training/class_terms.h"
#include "treewright/training/model_options.h"
#include "treewright/training/model_rules.h"
#include "treewright/tree/model_file.h"

namespace treewright {
namespace {

constexpr Preset all_presets[] = {Preset::id3, Preset::c45, Preset::cart, Preset::automatic};

TrainOptions options_of_preset(Preset preset) {
    TrainOptions options;
    options.preset = preset;
    options.grow = preset_options(preset);
    options.prune = preset_pruning(preset);
    return options;
}

/// The model as it is loaded from its file.
Model saved(const Model& model) { return from_bytes(to_bytes(model), "m"); }

void expect_same_options(const TrainOptions& back, const TrainOptions& options, const Model& model) {
    for (const LearnerParameter& parameter : parameters()) {
        if (belongs_to_other_criterion(parameter, *back.grow.criterion) || is_left_out(parameter, options)) {
            EXPECT_FALSE(model.option(parameter.name)) << parameter.name;
            continue;
        }
        EXPECT_EQ(parameter.get(back), *model.option(parameter.name)) << parameter.name;
        if (parameter.name == "criterion") continue;  // the task has settled it
        EXPECT_EQ(parameter.get(back), parameter.get(options)) << parameter.name;
    }
}

TEST(OptionsOfAModel, are_those_of_its_preset) {
    const TrainingSet set = large_table(false, 200);
    for (const Preset preset : all_presets) {
        const TrainOptions options = options_of_preset(preset);
        const Model model = saved(train_quietly(set, options));
        expect_same_options(options_of(model), options, model);
    }
}

TEST(OptionsOfAModel, grow_the_same_tree_again) {
    const TrainingSet set = large_table(false, 200);
    for (const Preset preset : all_presets) {
        TrainOptions options = options_of_preset(preset);
        options.keep_unpruned = true;
        options.priors = PriorsKind::equal;
        options.class_weights = {{"B", 2.5}};
        const Model model = train_quietly(set, options);
        TrainOptions back = options_of(saved(model));
        back.keep_unpruned = true;
        EXPECT_EQ(to_bytes(train_quietly(set, back)), to_bytes(model)) << static_cast<int>(preset);
    }
}

TEST(OptionsOfAModel, hold_what_was_set_on_top) {
    TrainOptions options = options_of_preset(Preset::cart);
    const std::pair<const char*, const char*> settings[] = {{"min-leaf", "3.5"},
                                                            {"max-depth", "9"},
                                                            {"stop-test", "description-length"},
                                                            {"prune", "cost-complexity"},
                                                            {"alpha", "0.0012345678"},
                                                            {"se", "0.25"},
                                                            {"price", "0.125"},
                                                            {"complexity", "impurity"},
                                                            {"folds", "7"},
                                                            {"confidence", "0.1"},
                                                            {"raise", "yes"},
                                                            {"merge-same-class", "yes"},
                                                            {"surrogates", "2"},
                                                            {"validation-fraction", "0.4"},
                                                            {"adjust", "none"}};
    for (const auto& [name, value] : settings) find_parameter(name)->set(options, value);
    const Model model = saved(train_quietly(large_table(false, 200), options));
    expect_same_options(options_of(model), options, model);
    for (const auto& [name, value] : settings) EXPECT_EQ(find_parameter(name)->get(options_of(model)), value) << name;
}

TEST(OptionsOfAModel, of_numbers_have_no_classes) {
    for (const Preset preset : {Preset::cart, Preset::automatic}) {
        const Model model = saved(train_quietly(large_table(true, 200), options_of_preset(preset)));
        const TrainOptions back = options_of(model);
        EXPECT_EQ(find_parameter("criterion")->get(back), "squared-error");
        EXPECT_EQ(back.priors, PriorsKind::data);
        EXPECT_TRUE(class_terms_of(model).costs.empty());
    }
}

TEST(PruneModel, a_kept_tree_knows_the_tests_of_chi_squared) {
    const TrainingSet set = large_table(false, 300);
    for (const PruneMethod method : {PruneMethod::none, PruneMethod::cost_complexity, PruneMethod::reduced_error}) {
        TrainOptions options = options_of_preset(Preset::cart);
        options.prune.method = method;
        options.keep_unpruned = true;
        const Model kept = train_quietly(set, options);
        EXPECT_TRUE(std::none_of(kept.tree.nodes.begin(), kept.tree.nodes.end(),
                                 [](const Node& node) { return node.test.has_value(); }));
        options.prune.method = PruneMethod::chi_squared;
        const Model pruned = prune_model(saved(kept), options, {}, QuietRun()).model;
        if (method == PruneMethod::reduced_error) continue;  // grown from a part of the rows
        EXPECT_EQ(pruned.tree, train_quietly(set, options).tree) << static_cast<int>(method);
    }
}

TEST(RuleTerms, are_altered_priors) {
    ClassTerms terms;
    EXPECT_TRUE(rule_terms(terms, std::vector{30.0, 10.0}).factors.empty());
    terms.costs = {2, {0, 1, 5, 0}};
    const RuleTerms two = rule_terms(terms, std::vector{30.0, 10.0});  // 30·1 + 10·5 = 80: twice the rows
    EXPECT_EQ(two.factors, (std::vector{0.5, 2.5}));
    EXPECT_EQ(two.losses, (std::vector{0.0, 1.0, 5.0, 0.0}));
}

TEST(ClassTermsOfAModel, are_those_that_it_was_trained_with) {
    const TrainingSet set = large_table(false, 300);
    TrainOptions options = options_of_preset(Preset::cart);
    options.priors = PriorsKind::equal;
    options.costs = CostTable{"costs.csv", {"C", "A", "B"}, {0, 1, 2, 3, 0, 4, 5, 6, 0}};
    const ClassTerms expected = resolve_class_terms(set, options);
    const ClassTerms terms = class_terms_of(saved(train_quietly(set, options)));
    EXPECT_EQ(terms.costs.cells, expected.costs.cells);
    ASSERT_EQ(terms.label_factors.size(), expected.label_factors.size());
    for (std::size_t j = 0; j < expected.label_factors.size(); ++j) {
        EXPECT_DOUBLE_EQ(terms.label_factors[j], expected.label_factors[j]);
        EXPECT_DOUBLE_EQ(terms.score_factors[j], expected.score_factors[j]);
    }
}

}  // namespace
}  // namespace treewright
