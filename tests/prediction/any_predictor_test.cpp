#include "treewright/prediction/any_predictor.h"

#include <gtest/gtest.h>

#include "prediction/naive_walk.h"
#include "tree/sample_models.h"

namespace treewright {
namespace {

RuleModel two_rules() {
    const Model golf = sample::golf();
    RuleModel model;
    model.schema = golf.schema;
    model.provenance = golf.provenance;
    model.list.class_weights = {5, 9};
    model.list.default_label = 0;
    model.list.default_weights = {5, 2};
    Rule overcast;
    overcast.conditions = {{.feature = 0, .levels = {0}}};
    overcast.label = 1;
    overcast.weight = overcast.first_weight = overcast.first_correct = 4;
    overcast.class_weights = {0, 4};
    Rule calm = overcast;
    calm.conditions = {{.feature = 3, .levels = {0}}};
    calm.weight = 8;
    calm.class_weights = {2, 6};
    calm.first_weight = calm.first_correct = 3;
    model.list.rules = {overcast, calm};
    return model;
}

std::vector<Column> outlook_and_wind(const Schema& schema, std::vector<std::int32_t> outlook, std::vector<std::int32_t> windy) {
    const std::vector<double> none(outlook.size(), naive::missing);
    return {{schema.features[0], {}, std::move(outlook)},
            {schema.features[1], none, {}},
            {schema.features[2], none, {}},
            {schema.features[3], {}, std::move(windy)}};
}

TEST(AnyPredictor, ends_every_row_of_a_tree_in_its_leaf) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        sample::RandomModel random(seed);
        const Model model = random.make(1 + seed % 60);
        constexpr std::size_t rows = 20;
        const std::vector<Column> features = naive::random_rows(model, rows, random);
        const AnyPredictor predictor(model);
        std::vector<std::uint32_t> endings(rows);
        const std::vector<MixedRow> mixed = predictor.find(features, endings, Threads(1));
        EXPECT_EQ(endings, naive::leaves(model, features, rows));
        EXPECT_EQ(predictor.predictions().size(), model.tree.nodes.size());
        EXPECT_EQ(predictor.ending_word(), "leaf");
        for (const std::uint32_t ending : endings) {
            EXPECT_EQ(predictor.outcome_at(ending).label, model.tree.nodes[ending].label);
            EXPECT_EQ(predictor.shown_number(ending), ending);
        }
        EXPECT_TRUE(mixed.empty() || model.tree.fractional());
    }
}

TEST(AnyPredictor, ends_rows_at_the_first_rule_that_they_meet) {
    const AnyPredictor predictor(two_rules());
    const auto features = outlook_and_wind(predictor.schema(), {0, 1, 2, missing_code}, {1, 0, 1, 0});
    std::vector<std::uint32_t> endings(4);
    const std::vector<MixedRow> mixed = predictor.find(features, endings, Threads(1));
    EXPECT_TRUE(mixed.empty());
    EXPECT_EQ(endings, (std::vector<std::uint32_t>{0, 1, 2, 1}));
    EXPECT_EQ(predictor.ending_word(), "rule");
    EXPECT_EQ(predictor.shown_number(0), 1U);
    EXPECT_EQ(predictor.shown_number(2), 0U);  // the default
    EXPECT_EQ(predictor.outcome_at(2).label, 0);
    EXPECT_DOUBLE_EQ(predictor.predictions().probabilities_of(1)[1], 0.75);
    EXPECT_EQ(predictor.baseline().labels, std::vector<ClassId>{1});
    EXPECT_EQ(predictor.uses_feature(), (std::vector<bool>{true, false, false, true}));
    EXPECT_FALSE(predictor.find_refusal(features, 4));
}

TEST(AnyPredictor, outlives_the_model_that_it_was_made_of) {
    std::optional<AnyPredictor> copy;
    {
        auto model = std::make_unique<Model>(sample::golf());
        const AnyPredictor predictor(*model);
        copy = predictor;
        model->tree.nodes.clear();
    }
    std::vector<std::uint32_t> endings(1);
    const std::vector<MixedRow> mixed = copy->find(outlook_and_wind(copy->schema(), {0}, {1}), endings, Threads(1));
    EXPECT_TRUE(mixed.empty());
    EXPECT_EQ(endings.front(), 1U);
    EXPECT_EQ(copy->schema().target.name, "Play");
}

TEST(AnyPredictor, borrows_without_a_copy) {
    const AnyModel model = sample::golf();
    EXPECT_EQ(&AnyPredictor::borrowing(model).model(), &model);
}

}  // namespace
}  // namespace treewright
