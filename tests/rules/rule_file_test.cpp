#include "treewright/rules/rule_file.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "prediction/naive_walk.h"
#include "tree/sample_models.h"
#include "treewright/base/error.h"
#include "treewright/prediction/any_model.h"
#include "treewright/rules/simplify.h"
#include "treewright/tree/model_file.h"

namespace treewright {
namespace {

/// Outlook is overcast → yes; Humidity above 77.5, at most 95 or missing → no; else yes.
RuleModel golf_rules() {
    RuleModel model;
    const Model golf = sample::golf();
    model.schema = golf.schema;
    model.options = golf.options;
    model.provenance = golf.provenance;
    Rule yes;
    yes.conditions.push_back({0});
    yes.conditions[0].levels = {0};
    yes.label = 1;
    yes.weight = yes.first_weight = yes.first_correct = 4;
    yes.class_weights = {0, 4};
    yes.error = 0.25;
    Rule no;
    no.conditions.push_back({2});
    no.conditions[0].above = 77.5;
    no.conditions[0].at_most = 95;
    no.conditions[0].missing = true;
    no.label = 0;
    no.weight = 8;
    no.class_weights = {4, 4};
    no.first_weight = 6;
    no.first_correct = 4;
    no.error = 0.6;
    model.list = {{yes, no}, 1, {1, 3}, {5, 9}};
    return model;
}

std::string sentence_of(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(RuleFile, is_json_of_one_form) {
    const std::string bytes = to_bytes(golf_rules());
    const auto json = nlohmann::json::parse(bytes);
    EXPECT_EQ(json["kind"], "rules");
    EXPECT_EQ(json["rules"]["list"].size(), 2U);
    EXPECT_EQ(json["rules"]["list"][1]["conditions"][0].dump(), R"({"above":77.5,"at_most":95,"feature":2,"missing":true})");
    EXPECT_EQ(json["rules"]["default"].dump(), R"({"class_weights":[1,3],"label":1})");
    EXPECT_EQ(rules_from_bytes(bytes, "golf.rules"), golf_rules());
}

TEST(RuleFile, simplified_random_trees_come_back) {
    std::size_t rules = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        sample::RandomModel random(seed);
        const Model tree = random.make(1 + seed % 50);
        if (tree.tree.classes < 2) continue;
        const std::vector<Column> features = naive::random_rows(tree, 80, random);
        std::vector<ClassId> labels;
        for (const NodeId leaf : naive::leaves(tree, features, 80)) labels.push_back(tree.tree.nodes[leaf].label);
        RuleModel model{tree.schema, tree.options, tree.provenance,
                        simplify_rules(tree.tree, {features, labels}, default_error_confidence, QuietRun())};
        model.provenance.total_weight = 80;
        rules += model.list.rules.size();
        const std::string bytes = to_bytes(model);
        ASSERT_EQ(rules_from_bytes(bytes, "it"), model) << seed;
    }
    EXPECT_GT(rules, 150U);
}

TEST(RuleFile, flawed_models_are_refused) {
    const std::vector<std::pair<std::function<void(RuleModel&)>, std::string>> flaws = {
        {[](RuleModel& m) { m.list.rules[0].conditions[0].feature = 4; }, "rule 1: there is no feature 4"},
        {[](RuleModel& m) { m.list.rules[0].conditions.push_back(m.list.rules[0].conditions[0]); },
         "rule 1: it asks for feature 'Outlook' twice"},
        {[](RuleModel& m) { m.list.rules[0].conditions[0].levels = {3}; },
         "rule 1: a condition has a level that feature 'Outlook' does not have"},
        {[](RuleModel& m) { m.list.rules[0].conditions[0].levels = {1, 0}; },
         "rule 1: the levels of a condition are not in ascending order"},
        {[](RuleModel& m) { m.list.rules[0].conditions[0].levels = {}; }, "rule 1: no value meets a condition"},
        {[](RuleModel& m) { m.list.rules[0].conditions[0].above = 1; }, "rule 1: a condition on a category has bounds"},
        {[](RuleModel& m) { m.list.rules[0].conditions[0] = {0, {}, {}, true, {0, 1, 2}, true, {}, false}; },
         "rule 1: a condition asks nothing"},
        {[](RuleModel& m) { m.list.rules[1].conditions[0].levels = {0}; }, "rule 2: a condition on values has levels"},
        {[](RuleModel& m) { m.list.rules[1].conditions[0].above = 95; }, "rule 2: no value is within its bounds"},
        {[](RuleModel& m) { m.list.rules[1].conditions[0].above = INFINITY; }, "rule 2: a bound is not finite"},
        {[](RuleModel& m) { m.list.rules[1].conditions[0] = {2, {}, {}, true, {}, true, {}, false}; },
         "rule 2: a condition asks nothing"},
        {[](RuleModel& m) { m.list.rules[1].conditions[0].missing_by_default = true; }, "rule 2: something is met by default"},
        {[](RuleModel& m) { m.list.rules[1].label = 2; }, "rule 2: its class is none of the target's"},
        {[](RuleModel& m) { m.list.rules[1].weight = 9; }, "rule 2: its class weights do not add up to its weight"},
        {[](RuleModel& m) { m.list.rules[1].class_weights = {8, 0}; }, "rule 2: it has more rows of a class than there are"},
        {[](RuleModel& m) { m.list.rules[1].first_correct = 5; },
         "rule 2: the rows that it is the first to take are not a part of its rows"},
        {[](RuleModel& m) { m.list.rules[1].error = 1.5; }, "rule 2: its error is not between 0 and 1"},
        {[](RuleModel& m) { m.list.default_label = no_class; }, "the default: its class is none of the target's"},
        {[](RuleModel& m) { m.list.default_weights = {1}; }, "the default: it needs a weight for each class"},
        {[](RuleModel& m) { m.list.default_weights = {0, 3}; },
         "the rows that its rules take do not add up to the total weight"},
        {[](RuleModel& m) { m.list.class_weights = {5, 8}; }, "all rows: its class weights do not add up to its weight"},
        {[](RuleModel& m) { m.schema.target = {"Play", ColumnType::numeric, {}}; },
         "rules are for classes, and the target is a number"},
        {[](RuleModel& m) { m.provenance.content_hash = "?"; }, "the content hash is not 32 hexadecimal digits"},
    };
    for (const auto& [spoil, sentence] : flaws) {
        RuleModel model = golf_rules();
        ASSERT_FALSE(find_flaw(model));
        spoil(model);
        EXPECT_EQ(find_flaw(model).value_or("sound"), sentence);
        EXPECT_THROW((void)to_bytes(model), InternalError);
    }
}

TEST(RuleFile, every_file_that_is_cut_or_altered_is_refused) {
    const std::string bytes = to_bytes(golf_rules());
    for (std::size_t size = 0; size < bytes.size(); ++size)
        EXPECT_THROW((void)rules_from_bytes(bytes.substr(0, size), "it"), Error) << size;
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        std::string altered = bytes;
        altered[at] = altered[at] == '7' ? '8' : '7';
        EXPECT_THROW((void)rules_from_bytes(altered, "it"), Error) << at;
    }
}

TEST(RuleFile, a_tree_and_a_list_are_told_apart) {
    const std::string folder = testing::TempDir();
    const std::string rules = folder + "any.rules";
    const std::string tree = folder + "any.tree";
    save_rules(golf_rules(), rules);
    save_model(sample::golf(), tree);
    EXPECT_EQ(std::get<RuleModel>(load_any_model(rules)), golf_rules());
    EXPECT_EQ(std::get<Model>(load_any_model(tree)), sample::golf());
    EXPECT_EQ(sentence_of([&] { (void)load_model(rules); }),
              rules + ": holds a list of rules, but a tree is needed here: name the model that the rules were made from");
    const std::string sentence = sentence_of([&] { (void)rules_from_bytes(to_bytes(sample::golf()), "t"); });
    EXPECT_TRUE(sentence.ends_with("expected ,\"kind\":\"rules\",")) << sentence;
}

}  // namespace
}  // namespace treewright
