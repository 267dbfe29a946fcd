#include "treewright/training/catalogue.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "treewright/base/error.h"

namespace treewright {
namespace {

void set(TrainOptions& options, std::string_view name, const std::string& text) { find_parameter(name)->set(options, text); }

std::string get(const TrainOptions& options, std::string_view name) { return find_parameter(name)->get(options); }

TEST(Catalogue, every_choice_is_read_back_as_it_was_set) {
    for (const Parameter& parameter : parameters()) {
        for (const std::string& word : choices_of(parameter)) {
            TrainOptions options;
            parameter.set(options, word);
            EXPECT_EQ(parameter.get(options), word) << parameter.name;
        }
    }
}

TEST(Catalogue, numbers_are_read_back_as_they_were_set) {
    const std::pair<const char*, std::vector<const char*>> examples[] = {
        {"max-depth", {"0", "1", "17", "none"}},     {"max-leaves", {"1", "2", "100000", "none"}},
        {"min-split", {"0", "2", "2.5", "1000000"}}, {"min-leaf", {"0", "0.1", "5"}},
        {"min-gain", {"0", "0.001", "12.5"}},        {"significance", {"0", "0.05", "1"}},
    };
    for (const auto& [name, values] : examples) {
        for (const char* value : values) {
            TrainOptions options;
            set(options, name, value);
            EXPECT_EQ(get(options, name), value) << name;
        }
    }
}

TEST(Catalogue, what_is_out_of_range_is_the_users_mistake) {
    const std::pair<const char*, std::vector<const char*>> mistakes[] = {
        {"preset", {"", "ID3", "c4.5"}},
        {"criterion", {"entropy", "gini ", "gini; squared-error"}},
        {"tsallis-q", {"0", "-1", "101", "q", ""}},
        {"max-depth", {"-1", "1.5", "", "many", "99999999999999999999999"}},
        {"max-leaves", {"0", "-3", "x"}},
        {"min-split", {"-1", "nan", "inf", "", "2 rows", "1e301"}},
        {"min-leaf", {"-0.5", "1e999"}},
        {"min-gain", {"-1", "none"}},
        {"significance", {"-0.1", "1.01", "5%"}},
        {"prune", {"", "pessimist"}},
        {"folds", {"1", "none", "-2"}},
        {"confidence", {"0", "1.5"}},
        {"alpha", {"-1", "x"}},
        {"leaves", {"0"}},
    };
    for (const auto& [name, values] : mistakes) {
        for (const char* value : values) {
            TrainOptions options;
            try {
                set(options, name, value);
                ADD_FAILURE() << name << " took '" << value << "'";
            } catch (const Error& error) {
                EXPECT_EQ(error.kind(), ErrorKind::usage);
                EXPECT_NE(std::string(error.what()).find(std::string("--") + name), std::string::npos) << error.what();
            }
        }
    }
}

TEST(Catalogue, a_preset_sets_every_part_and_a_part_can_be_set_on_top) {
    for (const char* preset : {"id3", "c45", "cart", "auto"}) {
        TrainOptions options;
        set(options, "categories", "one-vs-rest");
        set(options, "min-leaf", "7");
        set(options, "preset", preset);
        TrainOptions fresh;
        fresh.preset = options.preset;
        fresh.grow = preset_options(options.preset);
        fresh.prune = preset_pruning(options.preset);
        for (const Parameter& parameter : parameters())
            EXPECT_EQ(parameter.get(options), parameter.get(fresh)) << parameter.name;
        set(options, "min-leaf", "7");
        EXPECT_EQ(get(options, "min-leaf"), "7");
        EXPECT_EQ(get(options, "preset"), preset);
    }
}

TEST(Catalogue, every_criterion_is_set_by_its_own_word) {
    for (const CriterionKind* kind : criterion_kinds()) {
        TrainOptions options;
        set(options, "criterion", std::string(kind->word).c_str());
        EXPECT_EQ(options.grow.criterion, kind->name);
        EXPECT_EQ(get(options, "criterion"), kind->word);
        EXPECT_TRUE(kind->parameter.empty() || find_parameter(kind->parameter) != nullptr) << kind->word;
    }
}

TEST(Catalogue, misclassification_refuses_splits_of_gain_0_unless_asked) {
    TrainOptions options;
    set(options, "criterion", "misclassification");
    EXPECT_EQ(get(options, "zero-gain"), "refuse");
    set(options, "zero-gain", "allow");
    EXPECT_EQ(options.grow.zero_gain, ZeroGain::allow);
}

TEST(Catalogue, an_option_of_one_criterion_belongs_to_no_other) {
    const Parameter& order = *find_parameter("tsallis-q");
    EXPECT_FALSE(belongs_to_other_criterion(order, CriterionName::tsallis));
    EXPECT_TRUE(belongs_to_other_criterion(order, CriterionName::gini));
    EXPECT_FALSE(belongs_to_other_criterion(*find_parameter("min-leaf"), CriterionName::gini));
}

TEST(Catalogue, the_default_is_auto) {
    const TrainOptions options;
    EXPECT_EQ(get(options, "preset"), "auto");
    EXPECT_EQ(get(options, "criterion"), "information-gain; squared-error");
    EXPECT_EQ(get(options, "categories"), "subset");
    EXPECT_EQ(get(options, "missing"), "direction");
    EXPECT_EQ(get(options, "max-depth"), "none");
    EXPECT_EQ(get(options, "significance"), "0.05");
    EXPECT_EQ(get(options, "adjust"), "bonferroni");
    EXPECT_EQ(get(options, "prune"), "cost-complexity");
    EXPECT_EQ(get(options, "price"), "0.6");
    EXPECT_EQ(get(options, "se"), "0.5");
    EXPECT_EQ(get(options, "min-leaf"), "2");
}

TEST(Catalogue, names_are_distinct_and_sentences_end) {
    std::set<std::string_view> names;
    for (const Parameter& parameter : parameters()) {
        EXPECT_TRUE(names.insert(parameter.name).second) << parameter.name;
        EXPECT_EQ(find_parameter(parameter.name), &parameter);
        EXPECT_TRUE(parameter.sentence.ends_with('.')) << parameter.name;
    }
    EXPECT_EQ(parameters().front().name, "preset");
    EXPECT_EQ(find_parameter("no-such"), nullptr);
}

TEST(Catalogue, docs_parameters_md_holds_the_table) {
    std::ifstream file("docs/parameters.md");
    ASSERT_TRUE(file) << "the tests run in the project's folder";
    std::stringstream text;
    text << file.rdbuf();
    EXPECT_NE(text.str().find(parameters_markdown()), std::string::npos) << "docs/parameters.md should hold this table:\n"
                                                                         << parameters_markdown();
}

}  // namespace
}  // namespace treewright
