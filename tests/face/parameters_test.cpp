#include "treewright/face/parameters.h"

#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>

#include "treewright/base/error.h"
#include "treewright/data/parameter_entry.h"
#include "treewright/data/prepare.h"
#include "treewright/evaluation/evaluate.h"
#include "treewright/export/rule_report.h"
#include "treewright/io/read_options.h"
#include "treewright/report/description.h"
#include "treewright/resampling/learning_curve.h"
#include "treewright/resampling/plan_options.h"
#include "treewright/resampling/split_rows.h"
#include "treewright/resampling/tune.h"

namespace treewright {
namespace {

template <class Options>
const ParameterOf<Options>& parameter_in(std::span<const ParameterOf<Options>> list, std::string_view name) {
    for (const ParameterOf<Options>& parameter : list)
        if (parameter.name == name) return parameter;
    throw std::runtime_error("no such parameter");
}

std::string complaint(const std::function<void()>& action) {
    try {
        action();
    } catch (const Error& error) {
        return error.what();
    }
    return "no complaint";
}

TEST(AllParameters, names_are_distinct_in_a_group_and_sentences_end) {
    std::set<std::string> names;
    for (const ListedGroup& group : parameter_groups()) {
        EXPECT_FALSE(group.title.empty()) << group.word;
        EXPECT_FALSE(group.parameters.empty()) << group.word;
        for (const Parameter* parameter : group.parameters) {
            EXPECT_TRUE(names.insert(std::string(group.word) + " " + std::string(parameter->name)).second) << parameter->name;
            EXPECT_TRUE(parameter->sentence.ends_with('.')) << parameter->name;
            EXPECT_FALSE(parameter->takes().empty()) << parameter->name;
        }
    }
    EXPECT_GT(names.size(), 70U);
}

TEST(AllParameters, a_default_is_read_back_from_its_text) {
    for (const ListedGroup& group : parameter_groups())
        for (const Parameter* parameter : group.parameters) {
            if (std::holds_alternative<std::monostate>(parameter->usual) || is_list(parameter->kind)) continue;
            EXPECT_EQ(parameter->read(parameter->text_of(parameter->usual)), parameter->usual) << parameter->name;
        }
}

TEST(ReadParameters, set_their_fields) {
    ReadOptions read;
    const auto add = [&](std::string_view name, const std::string& text) {
        const auto list = name == "numeric" || name == "ordered" ? column_parameters() : reading_parameters();
        parameter_in(list, name).add(read, text);
    };
    add("delimiter", "semicolon");
    EXPECT_EQ(read.delimiter, ';');
    add("delimiter", "detected");
    EXPECT_FALSE(read.delimiter);
    add("header", "no");
    EXPECT_EQ(read.header, false);
    add("names", "a,b");
    add("names", "\"c,d\"");
    EXPECT_EQ(read.names, (std::vector<std::string>{"a", "b", "c,d"}));
    add("numeric", "x");
    EXPECT_EQ(read.numeric, (std::vector<std::string>{"x"}));
    add("ordered", "size=small<large,shape=flat<high");
    add("ordered", "price=1,50<2,50");
    EXPECT_EQ(read.ordered, (std::vector<OrderedColumn>{
                                {"size", {"small", "large"}}, {"shape", {"flat", "high"}}, {"price", {"1,50", "2,50"}}}));
    EXPECT_THROW(add("ordered", "size"), Error);
    EXPECT_THROW(add("ordered", "size=a<a"), Error);
    EXPECT_THROW(add("delimiter", "x"), Error);
}

TEST(ReadParameters, words_for_missing_replace_the_usual_ones_or_add_to_them) {
    const auto& na = parameter_in(reading_parameters(), "na");
    ReadOptions read;
    na.add(read, "-,unknown");
    EXPECT_EQ(read.na, (std::vector<std::string>{"-", "unknown"}));
    na.add(read, "+none");
    EXPECT_EQ(read.na, (std::vector<std::string>{"-", "unknown", "none"}));
    ReadOptions other;
    na.add(other, "+-999");
    EXPECT_EQ(other.na->front(), "?");
    EXPECT_EQ(other.na->back(), "-999");
}

TEST(TargetParameters, the_task_is_a_choice_or_left_to_the_target) {
    const auto& task = parameter_in(target_parameters(), "task");
    TargetOptions target;
    task.set(target, "regression");
    EXPECT_EQ(target.task, Task::regression);
    task.set(target, "auto");
    EXPECT_FALSE(target.task);
    EXPECT_EQ(task.choices, (std::vector<std::string>{"classification", "regression"}));
}

TEST(PlanParameters, make_a_plan) {
    PlanOptions options;
    parameter_in(plan_parameters(), "repeats").set(options, std::uint64_t{5});
    parameter_in(plan_parameters(), "holdout").set(options, 0.25);
    const ResamplingPlan plan = plan_of(options, 7);
    EXPECT_EQ(plan.scheme, Scheme::holdout);
    EXPECT_EQ(plan.repeats, 5U);
    EXPECT_EQ(plan.held_out, 0.25);
    EXPECT_EQ(plan.seed, 7U);
    EXPECT_EQ(complaint([&] { parameter_in(plan_parameters(), "holdout").set(options, 1.0); }),
              "holdout cannot be '1': it is a number between 0 and 1");
    parameter_in(plan_parameters(), "folds").set(options, "5");
    EXPECT_THROW((void)plan_of(options, 1), Error) << "folds and random splits at once";
    PlanOptions single;
    single.leave_one_out = true;
    EXPECT_EQ(plan_of(single, 1).scheme, Scheme::leave_one_out);
    single.repeats = 2;
    EXPECT_THROW((void)plan_of(single, 1), Error);
}

TEST(PlanParameters, a_default_is_that_of_the_plan) {
    EXPECT_EQ(parameter_in(plan_parameters(), "folds").usual, ParameterValue(std::uint64_t{10}));
    EXPECT_EQ(parameter_in(curve_parameters(), "repeats").usual, ParameterValue(std::uint64_t{10}));
    EXPECT_EQ(parameter_in(plan_parameters(), "holdout").usual, ParameterValue());
}

TEST(TuneParameters, add_up_to_a_grid) {
    TuneOptions options;
    const auto& tune = parameter_in(tune_parameters(), "tune");
    tune.add(options, "max-depth=2..3");
    tune.add(options, "min-leaf=1,5");
    EXPECT_EQ(tune.value(options), ParameterValue(std::vector<std::string>{"max-depth=2,3", "min-leaf=1,5"}));
    EXPECT_EQ(tune_task(options, {}, {}, {}).grid.size(), 4U);
    options.inner_folds = 3;
    EXPECT_THROW((void)tune_task(options, {}, {}, {}), Error) << "inner folds without a nested choice";
    options.nested = true;
    EXPECT_EQ(tune_task(options, {}, {}, {}).inner.folds, 3U);
    ResamplingPlan plan;
    plan.scheme = Scheme::leave_one_out;
    EXPECT_THROW((void)tune_task(options, {}, {}, plan), Error);
}

TEST(EvaluationParameters, set_their_fields) {
    EvaluationOptions options;
    parameter_in(evaluation_parameters(), "interval").set(options, "exact");
    EXPECT_TRUE(options.intervals.exact_shares);
    parameter_in(evaluation_parameters(), "unknown-labels").set(options, "drop");
    EXPECT_EQ(options.unknown, UnknownLabels::drop);
    EXPECT_THROW(parameter_in(evaluation_parameters(), "interval").set(options, "narrow"), Error);
}

TEST(SplitParameters, shares_add_up_to_1) {
    SplitPlan plan;
    const auto& parts = parameter_in(split_parameters(), "parts");
    EXPECT_EQ(parts.get(plan), "train=0.7,test=0.3");
    parts.set(plan, "a=0.5,b=0.25,c=0.25");
    EXPECT_EQ(plan.parts.size(), 3U);
    for (const char* wrong : {"a=0.5,b=0.4", "a=1", "a=0.5,a=0.5", "a=1.5,b=0.5", "a,b"})
        EXPECT_THROW(parts.set(plan, wrong), Error) << wrong;
    parameter_in(split_parameters(), "plain").set(plan, true);
    EXPECT_FALSE(plan.stratified);
}

TEST(RuleParameters, a_filter_fits_the_model) {
    Schema schema;
    schema.target = {"y", ColumnType::categorical, {"no", "yes"}};
    RuleChoice choice;
    parameter_in(rule_parameters(), "class").set(choice, "yes");
    parameter_in(rule_parameters(), "sort").set(choice, "support");
    EXPECT_EQ(filter_for(choice, schema, "m").label, 1);
    EXPECT_EQ(filter_for(choice, schema, "m").order, RuleOrder::by_support);
    choice.class_name = "maybe";
    EXPECT_THROW((void)filter_for(choice, schema, "m"), Error);
}

TEST(DescribeParameters, thresholds_and_conditions) {
    DescribeOptions options;
    parameter_in(describe_parameters(), "at").add(options, "Humidity=60,65");
    parameter_in(describe_parameters(), "where").add(options, "Outlook=sunny");
    EXPECT_EQ(options.at.front().thresholds, (std::vector<std::string>{"60", "65"}));
    EXPECT_EQ(options.where.front().level, "sunny");
    EXPECT_THROW(parameter_in(describe_parameters(), "at").add(options, "=60"), Error);
}

TEST(AllParameters, docs_parameters_md_holds_the_table) {
    std::ifstream file("docs/parameters.md");
    ASSERT_TRUE(file) << "the tests run in the project's folder";
    std::stringstream text;
    text << file.rdbuf();
    EXPECT_NE(text.str().find(parameters_markdown(command_line_spelling)), std::string::npos)
        << "docs/parameters.md should hold this table:\n"
        << parameters_markdown(command_line_spelling);
}

}  // namespace
}  // namespace treewright
