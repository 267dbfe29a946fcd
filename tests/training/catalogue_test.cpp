#include "treewright/training/catalogue.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "treewright/base/error.h"
#include "treewright/base/spelling.h"

namespace treewright {
namespace {

void set(TrainOptions& options, std::string_view name, const std::string& text) { find_parameter(name)->set(options, text); }

std::string get(const TrainOptions& options, std::string_view name) { return find_parameter(name)->get(options); }

TEST(Catalogue, every_choice_is_read_back_as_it_was_set) {
    std::size_t words = 0;
    for (const LearnerParameter& parameter : all_parameters()) {
        for (const std::string& word : parameter.choices) {
            TrainOptions options;
            parameter.set(options, word);
            EXPECT_EQ(parameter.get(options), word) << parameter.name;
            ++words;
        }
    }
    EXPECT_GT(words, 40U);
}

TEST(Catalogue, every_word_is_that_of_its_enumerator) {
    TrainOptions options;
    set(options, "preset", "auto");
    EXPECT_EQ(options.preset, Preset::automatic);
    set(options, "categories", "one-vs-rest");
    EXPECT_EQ(options.grow.categories, CategorySplit::one_vs_rest);
    set(options, "missing", "fractional");
    EXPECT_EQ(options.grow.missing, MissingMethod::fractional);
    set(options, "stop-test", "description-length");
    EXPECT_EQ(options.grow.stop_test, StopTest::description_length);
    set(options, "prune", "chi-squared");
    EXPECT_EQ(options.prune.method, PruneMethod::chi_squared);
    set(options, "complexity", "impurity");
    EXPECT_EQ(options.prune.complexity, Complexity::impurity);
    EXPECT_EQ(word_of(PruneMethod::reduced_error), "reduced-error");
}

TEST(Catalogue, values_are_typed) {
    TrainOptions options;
    find_parameter("min-leaf")->set(options, 5.5);
    EXPECT_EQ(options.grow.min_leaf, 5.5);
    find_parameter("min-leaf")->set(options, std::uint64_t{5});
    EXPECT_EQ(find_parameter("min-leaf")->value(options), ParameterValue(5.0));
    find_parameter("max-depth")->set(options, std::uint64_t{3});
    EXPECT_EQ(options.grow.max_depth, 3U);
    find_parameter("max-depth")->set(options, ParameterValue());
    EXPECT_EQ(options.grow.max_depth, no_limit);
    EXPECT_EQ(find_parameter("max-depth")->value(options), ParameterValue());
    find_parameter("raise")->set(options, true);
    EXPECT_TRUE(options.prune.raise);
    find_parameter("surrogates")->set(options, std::uint64_t{0});
    EXPECT_EQ(options.grow.surrogates, std::size_t{0});
    find_parameter("seed")->set(options, std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(options.prune.seed, std::numeric_limits<std::uint64_t>::max());
    find_parameter("keep-unpruned")->set(options, "yes");
    EXPECT_TRUE(options.keep_unpruned);
}

TEST(Catalogue, a_value_of_another_kind_is_the_users_mistake) {
    const std::pair<const char*, ParameterValue> mistakes[] = {
        {"min-leaf", true},
        {"min-leaf", -1.0},
        {"min-leaf", ParameterValue()},
        {"max-depth", 2.5},
        {"max-depth", false},
        {"raise", 1.0},
        {"raise", ParameterValue()},
        {"folds", std::uint64_t{1}},
        {"preset", true},
        {"costs", 1.0},
        {"confidence", 0.0},
        {"significance", 1.5},
        {"priors", std::vector<ClassNumber>{{"yes", 0.0}}},
    };
    for (const auto& [name, value] : mistakes) {
        TrainOptions options;
        EXPECT_THROW(find_parameter(name)->set(options, value), Error) << name;
    }
}

TEST(Catalogue, a_value_goes_the_way_through_text_and_back) {
    for (const char* preset : {"id3", "c45", "cart", "auto"}) {
        TrainOptions options;
        set(options, "preset", preset);
        for (const LearnerParameter& parameter : all_parameters()) {
            const ParameterValue value = parameter.value(options);
            if (value == ParameterValue() && parameter.absent.empty()) continue;  // the criterion, left to the task
            EXPECT_EQ(parameter.read(parameter.text_of(value)), value) << parameter.name;
        }
    }
}

TEST(Catalogue, classes_by_value_and_by_text) {
    TrainOptions options;
    set(options, "priors", "equal");
    EXPECT_EQ(options.priors, PriorsKind::equal);
    set(options, "priors", "no=0.25,yes=0.75");
    EXPECT_EQ(options.priors, PriorsKind::given);
    EXPECT_EQ(options.given_priors, (std::vector<ClassNumber>{{"no", 0.25}, {"yes", 0.75}}));
    EXPECT_EQ(get(options, "priors"), "no=0.25,yes=0.75");
    set(options, "priors", "data");
    EXPECT_TRUE(options.given_priors.empty());
    find_parameter("class-weight")->set(options, std::vector<ClassNumber>{{"yes", 2.0}});
    EXPECT_EQ(get(options, "class-weight"), "yes=2");
    set(options, "costs", "yes>no=5,no>yes=1");
    EXPECT_EQ(options.costs->classes, (std::vector<std::string>{"yes", "no"}));
    EXPECT_EQ(options.costs->cells, (std::vector<double>{0, 5, 1, 0}));
    EXPECT_EQ(get(options, "costs"), "yes>no=5,no>yes=1");
    for (const char* wrong : {"", "yes", "yes=x", "yes>no", "yes>no=-1", "yes=1"})
        EXPECT_THROW(set(options, "costs", wrong), Error) << wrong;
}

TEST(Catalogue, a_mistake_in_the_words_of_every_front) {
    TrainOptions options;
    try {
        set(options, "max-leaves", "0");
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(), "max-leaves cannot be '0': it is a whole number of at least 1, or none");
        EXPECT_EQ(spelled(error.sentence(), command_line_spelling).rfind("--max-leaves cannot", 0), 0U);
        EXPECT_EQ(spelled(error.sentence(), python_spelling).rfind("max_leaves= cannot", 0), 0U);
        EXPECT_EQ(spelled(error.sentence(), spark_spelling).rfind("maxLeaves cannot", 0), 0U);
    }
}

/// Options of a run that are not part of a preset.
TEST(Catalogue, those_of_the_learner_come_first_and_the_rest_is_there) {
    std::set<std::string_view> others;
    for (const LearnerParameter& parameter : all_parameters())
        if (parameter.group != ParameterGroup::learner) others.insert(parameter.name);
    EXPECT_EQ(others, (std::set<std::string_view>{"priors", "class-weight", "costs", "validation", "keep-unpruned", "seed",
                                                  "threads"}));
    for (const LearnerParameter& parameter : parameters())
        EXPECT_EQ(parameter.group, ParameterGroup::learner) << parameter.name;
    EXPECT_EQ(parameters().size() + others.size(), all_parameters().size());
    EXPECT_EQ(find_parameter("threads")->read("all"), ParameterValue());
    EXPECT_EQ(find_parameter("threads")->read("4"), ParameterValue(std::uint64_t{4}));
    EXPECT_THROW((void)find_parameter("threads")->read("1025"), Error);
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
                EXPECT_NE(std::string(error.what()).find(name), std::string::npos) << error.what();
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
        for (const LearnerParameter& parameter : parameters())
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
    const LearnerParameter& order = *find_parameter("tsallis-q");
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
    for (const LearnerParameter& parameter : all_parameters()) {
        EXPECT_TRUE(names.insert(parameter.name).second) << parameter.name;
        EXPECT_EQ(find_parameter(parameter.name), &parameter);
        EXPECT_TRUE(parameter.sentence.ends_with('.')) << parameter.name;
    }
    EXPECT_EQ(parameters().front().name, "preset");
    EXPECT_EQ(find_parameter("no-such"), nullptr);
}

TEST(Catalogue, class_weights_one_or_more) {
    const LearnerParameter& weights = *find_parameter("class-weight");
    TrainOptions options;
    weights.add(options, "a=2,b=c=0.5");
    weights.add(options, "\"d,e\"=3");
    EXPECT_EQ(options.class_weights, (std::vector<ClassNumber>{{"a", 2.0}, {"b=c", 0.5}, {"d,e", 3.0}}));
    for (const char* text : {"a", "a=", "a=x", "a=0", "a=-1", "a=inf", "a=nan", "", "a=1,b"})
        EXPECT_THROW(weights.add(options, text), Error) << text;
}

TEST(Catalogue, a_saved_model_is_pruned_by_a_method_that_is_said) {
    const LearnerParameter& method = pruning_parameters().front();
    EXPECT_EQ(method.name, "method");
    EXPECT_EQ(method.usual, ParameterValue());
    TrainOptions options;
    method.set(options, "pessimistic");
    EXPECT_EQ(options.prune.method, PruneMethod::pessimistic);
}

}  // namespace
}  // namespace treewright
