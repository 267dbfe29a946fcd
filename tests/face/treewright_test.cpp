#include "treewright/treewright.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "treewright/prediction/predict.h"
#include "treewright/tree/lowered.h"

namespace treewright {
namespace {

const std::string loans = "examples/data/loans.csv";

Dataset loans_data() { return Dataset::read(loans, {.target = "repaid"}); }

std::string complaint_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const Error& error) {
        return error.what();
    }
    return "no complaint";
}

std::size_t leaves_in(const FittedModel& model) {
    std::size_t leaves = 0;
    for (const Node& node : std::get<Model>(model.model()).tree.nodes) leaves += node.is_leaf() ? 1 : 0;
    return leaves;
}

TEST(Face, options_of_every_kind_by_name) {
    DataOptions data;
    set_option(data, "target", "last");
    set_option(data, "task", "regression");
    set_option(data, "na", "+-999");
    set_option(data, "ignore", std::vector<std::string>{"id", "name"});
    EXPECT_EQ(data.target, "last");
    EXPECT_EQ(data.task, Task::regression);
    EXPECT_EQ(data.reading.na->back(), "-999");
    EXPECT_EQ(data.reading.ignore.size(), 2U);
    EXPECT_EQ(complaint_of([&] { set_option(data, "targt", "x"); }),
              "there is no parameter 'targt' of a table: did you mean 'target'?");
    PlanOptions plan;
    set_option(plan, "folds", std::uint64_t{3});
    EXPECT_EQ(plan_of(plan, 1).folds, 3U);
    EvaluationOptions evaluation;
    set_option(evaluation, "interval", "exact");
    EXPECT_TRUE(evaluation.intervals.exact_shares);
    EXPECT_THROW(set_option(evaluation, "costs", "a>b=1"), Error) << "by the classes of a model: a field";
    CurvePlan curve;
    set_option(curve, "sizes", "5");
    EXPECT_EQ(curve.sizes, 5U);
    TuneOptions tuning;
    set_option(tuning, "tune", "max-depth=1..3");
    set_option(tuning, "nested", "yes");
    set_option(tuning, "inner-folds", std::uint64_t{4});
    EXPECT_EQ(tuning.axes.front().values.size(), 3U);
    EXPECT_TRUE(tuning.nested);
    EXPECT_EQ(tuning.inner_folds, 4U);
    RuleChoice rules;
    set_option(rules, "class", "yes");
    set_option(rules, "min-confidence", "0.5");
    set_option(rules, "sort", "support");
    EXPECT_EQ(rules.class_name, "yes");
    EXPECT_EQ(rules.min_confidence, 0.5);
    EXPECT_EQ(rules.order, RuleOrder::by_support);
    EXPECT_THROW(set_option(rules, "simplify", "loans.csv"), Error) << "a call of its own";
}

TEST(Face, columns_that_are_left_out_are_recorded_as_by_the_program) {
    DataOptions reading{.target = "repaid"};
    reading.reading.ignore = {"job"};
    const FittedModel model = fit(Dataset::read(loans, reading));
    const auto& left_out = std::get<Model>(model.model()).provenance.left_out;
    ASSERT_EQ(left_out.size(), 1U);
    EXPECT_EQ(left_out.front().name, "job");
    reading.reading.ignore = {"repaid"};
    EXPECT_THROW((void)Dataset::read(loans, reading), Error);
}

TEST(Face, one_row_as_names_matrix_and_table_is_predicted_alike) {
    const std::array<double, 6> x = {1, 2, 3, 4, 5, 6};
    const FittedModel model = fit(Dataset::from(Columns().borrowed("x", x).numbers("y", {1, 1, 1, 9, 9, 9}).table(),
                                                {.target = "y", .task = Task::regression}),
                                  options({{"prune", "none"}, {"max-depth", "1"}}));
    const std::array<float, 2> matrix = {1.5F, 5.5F};
    const PredictedRows floats = model.predict(matrix);
    EXPECT_EQ(floats.values, (std::vector<double>{1, 9}));
    EXPECT_EQ(model.predict({{"x", 5.5}}).values.front(), 9);
    const std::array<double, 1> cell = {5.5};
    EXPECT_EQ(model.explain({{"x", 5.5}}), model.explain(Columns().borrowed("x", cell).table(), 0));
}

/// The features of a set in the order of the schema, row by row.
std::vector<double> matrix_of(const TrainingSet& set) {
    std::vector<double> cells;
    for (std::size_t row = 0; row < set.rows; ++row)
        for (const Column& column : set.features)
            cells.push_back(column.missing_at(row) ? std::nan("")
                            : column.has_values()  ? column.values[row]
                                                   : static_cast<double>(column.codes[row]));
    return cells;
}

void expect_same_rows(const PredictedRows& some, const PredictedRows& others) {
    EXPECT_EQ(some.classes, others.classes);
    EXPECT_EQ(some.probabilities, others.probabilities);
    EXPECT_EQ(some.values, others.values);
    EXPECT_EQ(some.leaves, others.leaves);
}

TEST(Face, a_matrix_is_predicted_like_the_table_by_models_of_every_kind) {
    const Table table = read_table(loans);
    for (const char* target : {"repaid", "income"}) {
        const Dataset data = Dataset::read(loans, {.target = target});
        const std::vector<double> cells = matrix_of(data.set());
        for (const char* missing : {"majority", "fractional", "surrogate", "error"}) {
            const FittedModel model = fit(data, options({{"preset", "cart"}, {"missing", missing}, {"prune", "none"}}));
            expect_same_rows(model.predict(cells), model.predict(table));
        }
    }
    const Dataset data = loans_data();
    const FittedModel list = fit(data, options({{"preset", "c45"}, {"prune", "rules"}}));
    expect_same_rows(list.predict(matrix_of(data.set())), list.predict(table));
    EXPECT_THROW((void)list.predict(std::vector<double>(data.set().features.size() + 1)), Error);
}

TEST(Face, missing_cells_of_a_matrix_go_where_those_of_the_table_go) {
    const Dataset data = loans_data();
    for (const char* missing : {"majority", "fractional", "surrogate"}) {
        const FittedModel model = fit(data, options({{"preset", "cart"}, {"missing", missing}, {"prune", "none"}}));
        const std::vector<double> cells(2 * model.schema().features.size(), std::nan(""));
        const PredictedRows rows = model.predict(cells);
        const PredictedRows nothing = model.predict(std::map<std::string, Cell>{});
        EXPECT_EQ(rows.label(1), nothing.label(0)) << missing;
        EXPECT_EQ(rows.leaves[1], nothing.leaves[0]) << missing;
    }
    const FittedModel strict = fit(data, options({{"preset", "cart"}, {"missing", "error"}, {"prune", "none"}}));
    EXPECT_THROW((void)strict.predict(std::vector<double>(strict.schema().features.size(), std::nan(""))), Error);
}

TEST(Face, the_name_of_a_class_outlives_the_model) {
    PredictedRows rows;
    {
        const FittedModel model = fit(loans_data());
        rows = model.predict(read_table(loans));
        EXPECT_EQ(rows.label(3), model.schema().classes()[rows.classes[3]]);
    }
    EXPECT_TRUE(rows.label(0) == "yes" || rows.label(0) == "no");
    EXPECT_THROW((void)rows.label(200), Error);
    EXPECT_THROW((void)fit(Dataset::read(loans, {.target = "income"})).predict(read_table(loans)).label(0), Error);
}

TEST(Face, one_row_of_a_table_is_explained_like_the_row_by_itself) {
    const Table table = read_table(loans);
    const FittedModel model = fit(loans_data(), options({{"preset", "c45"}}));
    for (const std::size_t row : {std::size_t{0}, std::size_t{7}, std::size_t{199}}) {
        std::map<std::string, Cell> cells;
        for (const Column& column : table.columns) {
            if (column.missing_at(row)) continue;
            cells[column.schema.name] = column.has_values()
                                            ? Cell(column.values[row])
                                            : Cell(column.schema.levels[static_cast<std::size_t>(column.codes[row])]);
        }
        EXPECT_EQ(model.explain(table, row), model.explain(cells)) << row;
    }
    Table narrow = table;
    narrow.columns.erase(narrow.columns.begin());
    EXPECT_NE(complaint_of([&] { (void)model.explain(narrow, 0); }).find("which the model asks for"), std::string::npos);
}

TEST(Face, columns_that_the_model_does_not_ask_about_may_be_absent) {
    const Table table = read_table(loans);
    const FittedModel stump = fit(loans_data(), options({{"preset", "cart"}, {"max-depth", "1"}, {"prune", "none"}}));
    const std::vector<bool>& asked = stump.predictor().uses_feature();
    ASSERT_EQ(std::count(asked.begin(), asked.end(), true), 1);
    const auto used = static_cast<std::size_t>(std::find(asked.begin(), asked.end(), true) - asked.begin());
    Table narrow{
        table.rows,
        {*std::find_if(table.columns.begin(), table.columns.end(),
                       [&](const Column& column) { return column.schema.name == stump.schema().features[used].name; })},
        {}};
    EXPECT_EQ(stump.predict(narrow).classes, stump.predict(table).classes);
    EXPECT_EQ(stump.explain(narrow, 3), stump.explain(table, 3));
    narrow.columns[0].schema.name = "another";
    EXPECT_NE(complaint_of([&] { (void)stump.predict(narrow); }).find("which the model asks for"), std::string::npos);
}

TEST(Face, columns_of_codes_keep_the_levels_that_occur) {
    const std::vector<std::string> levels = {"z", "never", "a"};
    const std::vector<LevelCode> codes = {2, -7, 0};
    Columns columns;
    columns.categories("c", codes, levels).ordered("o", codes, levels).values("day", Numbers{1, 2, 3}, ColumnType::date);
    const Table& table = columns.view();
    EXPECT_EQ(table.columns[0].schema.levels, (std::vector<std::string>{"a", "z"}));
    EXPECT_EQ(table.columns[0].codes, (std::vector<LevelCode>{0, missing_code, 1}));
    EXPECT_EQ(table.columns[1].schema.levels, levels);
    EXPECT_EQ(table.columns[1].values[0], 2.0);
    EXPECT_TRUE(is_missing(table.columns[1].values[1]));
    EXPECT_EQ(table.columns[2].schema.type, ColumnType::date);
    columns.rename({"x", "y", "z"});
    EXPECT_EQ(columns.view().columns[2].schema.name, "z");
    EXPECT_NE(complaint_of([&] { columns.rename({"x"}); }).find("1 name given for 3 columns"), std::string::npos);
    EXPECT_NE(complaint_of([&] { columns.categories("bad", {3, 0, 0}, levels); }).find("has the code 3, but 3 levels"),
              std::string::npos);
    EXPECT_NE(complaint_of([&] { columns.categories("short", {0}, levels); }).find("same length"), std::string::npos);
}

TEST(Face, typed_options_are_those_of_the_texts) {
    const TrainOptions typed = options({{"max-depth", ParameterValue(std::uint64_t{3})}, {"preset", ParameterValue("c45")}});
    const TrainOptions texts = options({{"max-depth", "3"}, {"preset", "c45"}});
    EXPECT_EQ(fit(loans_data(), typed).bytes(), fit(loans_data(), texts).bytes());
    EXPECT_EQ(option_text("raise", true), "yes");
    EXPECT_EQ(option_text("max-depth", ParameterValue()), "none");
    EXPECT_NE(complaint_of([&] { (void)options({{"max-dept", ParameterValue(std::uint64_t{3})}}); }).find("max-depth"),
              std::string::npos);
}

TEST(Face, a_model_is_its_bytes) {
    const FittedModel tree = fit(loans_data());
    EXPECT_EQ(FittedModel::from_bytes(tree.bytes()).bytes(), tree.bytes());
    const FittedModel list = fit(loans_data(), options({{"prune", "rules"}}));
    EXPECT_EQ(FittedModel::from_bytes(list.bytes()).text(), list.text());
    EXPECT_NE(complaint_of([&] { (void)FittedModel::from_bytes("nothing"); }), "no complaint");
}

TEST(Face, work_description_importance_and_sequence) {
    const Dataset golf = Dataset::read("examples/data/golf.csv", {.target = "Play"});
    const Worked worked = show_work(golf, options({{"preset", "id3"}}));
    EXPECT_NE(worked.text.find("Outlook is chosen"), std::string::npos);
    EXPECT_EQ(worked.model.bytes(), fit(golf, options({{"preset", "id3"}})).bytes());
    EXPECT_NE(complaint_of([&] { (void)show_work(golf, options({{"prune", "rules"}})); }).find("no arithmetic"),
              std::string::npos);
    double sum = 0.0;
    for (const double share : worked.model.importance()) sum += share;
    EXPECT_NEAR(sum, 1.0, 1e-12);
    EXPECT_EQ(worked.model.sequence().members().back().leaves, 1U);
    const TableDescription described = describe_table(read_table("examples/data/golf.csv"), DataOptions{.target = "Play"});
    EXPECT_EQ(described.columns.size(), 5U);
    ASSERT_TRUE(described.gains);
}

TEST(Face, dates_are_times_and_names_are_ranks_for_a_model_that_learned_them_so) {
    Columns days;
    days.values("when", Numbers{0, 1, 2, 3}, ColumnType::date)
        .ordered("size", std::vector<LevelCode>{0, 1, 2, 2}, {"s", "m", "l"});
    days.categories("y", {0, 0, 1, 1}, {"a", "b"});
    const FittedModel model =
        fit(Dataset::from(days.table(), {.target = "y"}), options({{"preset", "cart"}, {"prune", "none"}}));
    Columns times;
    times.values("when", Numbers{0, 86400, 2 * 86400 + 5, 3 * 86400}, ColumnType::time);
    times.categories("size", std::vector<LevelCode>{2, 1, 0, 0}, {"l", "m", "s"});
    EXPECT_EQ(model.predict(times.view()).classes, model.predict(days.view()).classes);
}

TEST(Face, predictions_can_be_cancelled_and_large_tables_are_predicted_in_parts) {
    const FittedModel model = fit(loans_data());
    const Table table = read_table(loans);
    const Session cancelled(1);
    cancelled.cancel();
    EXPECT_THROW((void)model.predict(table, cancelled), Cancelled);

    Table large{600000, {}, {}};  // more than two parts
    for (const Column& column : table.columns) {
        Column repeated{column.schema, {}, {}};
        for (std::size_t row = 0; row < large.rows; ++row) {
            if (column.has_values())
                repeated.values.own().push_back(column.values[row % table.rows]);
            else
                repeated.codes.push_back(column.codes[row % table.rows]);
        }
        large.columns.push_back(std::move(repeated));
    }
    const PredictedRows small = model.predict(table);
    const PredictedRows many = model.predict(large);
    ASSERT_EQ(many.leaves.size(), large.rows);
    for (std::size_t row = 0; row < large.rows; ++row) ASSERT_EQ(many.leaves[row], small.leaves[row % table.rows]) << row;
}

TEST(Face, a_preset_comes_first_wherever_it_stands) {
    EXPECT_EQ(options({{"max-depth", "1"}, {"preset", "cart"}}).grow.max_depth, 1U);
    EXPECT_THROW((void)options({{"max-deep", "1"}}), Error);
}

TEST(Face, a_misspelt_feature_is_not_a_missing_value) {
    const FittedModel model = fit(loans_data());
    EXPECT_NO_THROW((void)model.predict({{"debt", 1.0}}));
    EXPECT_THROW((void)model.predict({{"dept", 1.0}}), Error);
    EXPECT_THROW((void)model.explain({{"dept", 1.0}}), Error);
}

TEST(Face, columns_of_a_table_in_memory_can_be_left_out_but_have_their_types) {
    const Table table = read_table(loans);
    DataOptions options{.target = "repaid"};
    options.reading.ignore = {"job"};
    const Dataset data = Dataset::from(table, options);
    for (const ColumnSchema& feature : data.schema().features) EXPECT_NE(feature.name, "job");
    options.reading.ignore = {"jobb"};
    EXPECT_THROW((void)Dataset::from(table, options), Error);
    options.reading.ignore = {};
    options.reading.numeric = {"job"};
    EXPECT_THROW((void)Dataset::from(table, options), Error);
}

TEST(Face, groups_stay_together_and_rows_exist) {
    std::vector<std::string> groups, classes;
    std::vector<double> x;
    for (int i = 0; i < 200; ++i) {
        groups.push_back("g" + std::to_string(i / 10));
        classes.emplace_back(i % 2 == 0 ? "a" : "b");
        x.push_back(i);
    }
    const Dataset data = Dataset::from(Columns().categories("g", groups).categories("y", classes).numbers("x", x).table(),
                                       {.target = "y", .group = "g"});
    const auto [train, test] = data.split(0.3);
    EXPECT_EQ(train.rows() + test.rows(), 200U);
    EXPECT_EQ(test.rows(), 60U);
    for (std::size_t i = 0; i < train.rows(); ++i)
        for (std::size_t j = 0; j < test.rows(); ++j)
            ASSERT_NE(static_cast<int>(train.set().features[0].values[i]) / 10,
                      static_cast<int>(test.set().features[0].values[j]) / 10);
    EXPECT_THROW((void)data.pick(std::vector<RowId>{200}), Error);
    EXPECT_THROW((void)cross_validate(data, {}, {.scheme = Scheme::leave_one_out}), Error) << "it would split the groups";
    EXPECT_THROW((void)cross_validate(data, {}, {.folds = 1}), Error);
}

TEST(Face, costs_of_training_are_those_of_the_evaluation) {
    TrainOptions training = options({{"preset", "cart"}});
    training.costs = CostTable{"", {"no", "yes"}, {0, 5, 1, 0}};
    const Session session;
    const EvaluationResult result = evaluate(fit(loans_data(), training), loans_data(), {}, session);
    EXPECT_TRUE(result.classes->cheapest.has_value());
    EXPECT_FALSE(session.messages().empty()) << "these are the training rows";
}

TEST(Face, costs_and_priors_come_from_files) {
    const std::string path = testing::TempDir() + "face_costs.csv";
    std::ofstream(path) << "true,no,yes\nno,0,5\nyes,1,0\n";
    EXPECT_EQ(read_costs(path).cells, (std::vector<double>{0, 5, 1, 0}));
    std::ofstream(path) << "no,0.25\nyes,0.75\n";
    EXPECT_EQ(read_priors(path), (std::vector<ClassNumber>{{"no", 0.25}, {"yes", 0.75}}));
    std::remove(path.c_str());
}

TEST(Face, what_train_says_about_a_tree_is_said_here_too) {
    const Session session;
    (void)fit(loans_data(), options({{"max-depth", "0"}}), session);
    ASSERT_FALSE(session.messages().empty());
    EXPECT_NE(session.messages().back().text.find("single leaf"), std::string::npos);
}

std::size_t messages_with(const Session& session, const std::string& words) {
    std::size_t count = 0;
    for (const Message& message : session.messages()) count += message.text.find(words) != std::string::npos ? 1 : 0;
    return count;
}

Dataset first_rows_of_loans(RowId count) {
    std::vector<RowId> rows;
    for (RowId row = 0; row < count; ++row) rows.push_back(row);
    return loans_data().pick(rows);
}

TEST(Face, what_the_rows_do_not_allow_in_pruning_is_said_by_every_verb_that_validates) {
    const Dataset few = first_rows_of_loans(40);
    const std::string too_few = "too few for cross-validation, so the tree is not pruned";
    const Session validating, comparing, measuring;
    (void)cross_validate(few, options({{"preset", "cart"}}), {.folds = 4}, validating);
    EXPECT_EQ(messages_with(validating, too_few), 1U);
    (void)compare({{"cart", options({{"preset", "cart"}})}, {"auto", options({{"preset", "auto"}})}}, few, {.folds = 4},
                  comparing);
    EXPECT_EQ(messages_with(comparing, too_few), 1U) << "once for all learners";
    (void)measure_curve(few, options({{"preset", "cart"}}), {.sizes = 3, .repeats = 2}, measuring);
    EXPECT_EQ(messages_with(measuring, too_few), 1U);
}

TEST(Face, a_comparison_takes_two_learners_of_different_names) {
    const TrainOptions cart = options({{"preset", "cart"}});
    EXPECT_THROW((void)compare({{"cart", cart}}, loans_data()), Error);
    EXPECT_THROW((void)compare({{"cart", cart}, {"cart", cart}}, loans_data()), Error);
    EXPECT_THROW((void)compare({{"cart", cart}, {"other", cart}}, loans_data(), {.scheme = Scheme::holdout}), Error);
}

TEST(Face, a_plan_that_leaves_a_class_out_of_folds_is_warned_of) {
    std::vector<std::string> classes(60, "a");
    classes[0] = classes[1] = "b";
    std::vector<double> x;
    for (int i = 0; i < 60; ++i) x.push_back(i);
    const Dataset data = Dataset::from(Columns().numbers("x", x).categories("y", classes).table(), {.target = "y"});
    const Session validating, tuning;
    (void)cross_validate(data, options({{"preset", "id3"}}), {.folds = 5}, validating);
    EXPECT_EQ(messages_with(validating, "some folds will have none of it"), 1U);
    (void)tune(data, {.axes = {tune_axis("max-depth=1..2")}}, {{"preset", "id3"}}, {.folds = 5}, tuning);
    EXPECT_EQ(messages_with(tuning, "some folds will have none of it"), 1U);
}

TEST(Face, weights_that_are_not_numbers_of_rows_are_warned_of) {
    std::vector<double> x, shares;
    std::vector<std::string> classes;
    for (int i = 0; i < 40; ++i) {
        x.push_back(i);
        shares.push_back(0.025);
        classes.emplace_back(i < 20 ? "a" : "b");
    }
    const Table table = Columns().numbers("x", x).numbers("w", shares).categories("y", classes).table();
    const FittedModel model = fit(Dataset::from(Columns().numbers("x", x).categories("y", classes).table(), {.target = "y"}),
                                  options({{"preset", "id3"}}));
    const Dataset weighted = Dataset::from(table, {.target = "y", .weight = "w"});
    const Dataset sampled = Dataset::from(table, {.target = "y", .weight = "w", .weights_are = WeightMeaning::importance});
    const Session as_rows, as_shares;
    (void)evaluate(model, weighted, {}, as_rows);
    EXPECT_EQ(messages_with(as_rows, "the weights add up to 1 for 40 rows"), 1U);
    (void)evaluate(model, sampled, {}, as_shares);
    EXPECT_EQ(messages_with(as_shares, "the weights"), 0U);
    // 40 rows that count 1 on average: trees grow, and the model is that of the table without weights.
    EXPECT_EQ(fit(sampled, options({{"preset", "id3"}})).json(), model.json());
}

TEST(Face, rules_simplified_by_other_rows_are_noted) {
    const auto [train, test] = loans_data().split(0.3);
    const FittedModel tree = fit(train, options({{"preset", "c45"}}));
    const Session own, other;
    (void)simplify(tree, train, own);
    EXPECT_EQ(messages_with(own, "not the training rows of the tree"), 0U);
    (void)simplify(tree, test, other);
    EXPECT_EQ(messages_with(other, "not the training rows of the tree"), 1U);
}

TEST(Face, a_saved_tree_is_pruned_again) {
    const Dataset data = loans_data();
    TrainOptions growing = options({{"preset", "c45"}, {"prune", "none"}});
    const FittedModel grown = fit(data, growing);
    const FittedModel small = prune(grown, {{"prune", "cost-complexity"}, {"leaves", "3"}});
    EXPECT_LE(leaves_in(small), 3U);
    EXPECT_GT(leaves_in(grown), 3U);
    EXPECT_THROW((void)prune(grown, {{"prune", "reduced-error"}}), Error) << "it needs rows";
    const auto [train, test] = data.split(0.3);
    const FittedModel on_train = fit(train, growing);
    EXPECT_LT(leaves_in(prune(on_train, {{"prune", "reduced-error"}}, {.validation = test})), leaves_in(on_train));
    const FittedModel list = prune(grown, {{"prune", "rules"}}, {.training = data});
    EXPECT_TRUE(std::holds_alternative<RuleModel>(list.model()));
    EXPECT_THROW((void)prune(list, {{"prune", "none"}}), Error) << "a list is not a tree";
}

TEST(Face, a_category_that_looks_like_an_identifier_stays_with_a_warning_unless_asked_otherwise) {
    std::vector<std::string> ids, classes;
    std::vector<double> x;
    for (int row = 0; row < 60; ++row) {
        ids.push_back("id" + std::to_string(row));
        classes.emplace_back(row % 2 == 0 ? "a" : "b");
        x.push_back(row % 7);
    }
    const Table table = Columns().categories("id", ids).numbers("x", x).categories("y", classes).table();
    const Session session;
    EXPECT_EQ(Dataset::from(table, {.target = "y"}, session).schema().features.size(), 2U);
    ASSERT_EQ(session.messages().size(), 1U);
    EXPECT_NE(session.messages().front().text.find("'id' is used as a feature"), std::string::npos);
    EXPECT_EQ(Dataset::from(table, {.target = "y", .drops_identifiers = true}).schema().features.size(), 1U);
}

TEST(Face, a_cell_may_be_a_whole_number) {
    const Dataset data = Dataset::from(Columns().numbers("x", {1, 2, 3, 4}).numbers("y", {1, 1, 9, 9}).table(),
                                       {.target = "y", .task = Task::regression});
    const FittedModel model = fit(data, options({{"prune", "none"}}));
    EXPECT_EQ(model.predict({{"x", 4}}).values, model.predict({{"x", 4.0}}).values);
    EXPECT_THROW((void)model.predict({{"x", 4}}).label(0), Error) << "a number is predicted";
}

TEST(Face, results_of_resampling_are_json_without_a_file_name) {
    const Dataset data = Dataset::read(loans, {.target = "repaid"});
    const ResamplingPlan plan{.folds = 3};
    EXPECT_TRUE(cv_json(cross_validate(data, {}, plan)).starts_with("{\"rows\"")) << cv_json(cross_validate(data, {}, plan));
    const TuneResult tuned = tune(data, {.axes = {tune_axis("max-depth=1..2")}}, {{"preset", "cart"}}, plan);
    EXPECT_TRUE(tune_json(tuned).starts_with("{\"chosen\""));
    EXPECT_EQ(tune_text(tuned).find("To train that way"), std::string::npos);
}

TEST(Face, prunings_are_compared) {
    const PruningComparison comparison = compare_prunings(loans_data(), options({{"preset", "cart"}}));
    EXPECT_GT(comparison.results.size(), 4U);
    EXPECT_NE(prunings_text(comparison).find("cost-complexity"), std::string::npos);
}

TEST(Face, a_tree_tells_its_rules_and_becomes_a_list) {
    const Dataset data = loans_data();
    const FittedModel tree = fit(data, options({{"preset", "c45"}}));
    const std::string all = tree.rules();
    const std::string of_one = tree.rules({.class_name = "yes"});
    EXPECT_LT(of_one.size(), all.size());
    EXPECT_THROW((void)tree.rules({.class_name = "perhaps"}), Error);
    const FittedModel list = simplify(tree, data);
    EXPECT_TRUE(std::holds_alternative<RuleModel>(list.model()));
    EXPECT_THROW((void)simplify(list, data), Error);
}

TEST(Face, reduced_error_takes_validation_rows) {
    const auto [train, test] = loans_data().split(0.3);
    const TrainOptions by_rows = options({{"prune", "reduced-error"}});
    const FittedModel with = fit(train, by_rows, Session(), test);
    EXPECT_EQ(std::get<Model>(with.model()).provenance.total_weight, static_cast<double>(train.rows()));
    EXPECT_THROW((void)fit(train, options({{"prune", "pessimistic"}}), Session(), test), Error) << "it would not look at them";
}

TEST(Face, validation_rows_are_those_of_every_round) {
    const auto [train, test] = loans_data().split(0.3);
    const TrainOptions by_rows = options({{"prune", "reduced-error"}});
    const ResamplingPlan plan{.folds = 3};
    const CvResult with = cross_validate(train, by_rows, plan, Session(), test);
    const CvResult without = cross_validate(train, by_rows, plan);
    EXPECT_NE(mean_leaves(with.validation), mean_leaves(without.validation)) << "all rows of a round grow its tree";
    EXPECT_THROW((void)cross_validate(train, options({{"prune", "none"}}), plan, Session(), test), Error);
    const TuneResult tuned =
        tune(train, {.axes = {tune_axis("max-depth=2..3")}}, {{"prune", "reduced-error"}}, plan, Session(), test);
    EXPECT_EQ(tuned.losses.size(), 2U);
    EXPECT_FALSE(measure_curve(train, by_rows, {.sizes = 3, .repeats = 2}, Session(), test).test.empty());
}

TEST(Face, evaluation_shuffles_columns_if_asked) {
    const auto [train, test] = loans_data().split(0.3);
    const FittedModel model = fit(train);
    EXPECT_TRUE(evaluate(model, test).importance.empty());
    const EvaluationResult result = evaluate(model, test, {.importance = true, .repeats = 3});
    EXPECT_EQ(result.importance.size(), model.schema().features.size());
    EXPECT_EQ(result.repeats, 3U);
}

TEST(Face, rows_of_a_class_that_the_model_never_saw) {
    const std::vector<std::string> two = {"a", "a", "b", "b"}, three = {"a", "c", "b", "b"};
    const std::vector<double> x = {1, 2, 8, 9};
    const FittedModel model = fit(Dataset::from(Columns().numbers("x", x).categories("y", two).table(), {.target = "y"}),
                                  options({{"preset", "cart"}, {"prune", "none"}}));
    const Dataset other = Dataset::from(Columns().numbers("x", x).categories("y", three).table(), {.target = "y"});
    EXPECT_THROW((void)evaluate(model, other), Error);
    EXPECT_EQ(evaluate(model, other, {.unknown = UnknownLabels::drop}).rows(), 3.0);
}

TEST(Face, a_grid_a_curve_and_leave_one_out) {
    const Dataset data = loans_data();
    TuneOptions tuning;
    tuning.axes = {tune_axis("max-depth=1..3")};
    const TuneResult tuned = tune(data, tuning, {{"preset", "cart"}}, {.folds = 3});
    EXPECT_EQ(tuned.losses.size(), 3U);
    EXPECT_EQ(tuned.task.grid[tuned.best].options.preset, Preset::cart);
    const CurveResult curve = measure_curve(data, options({{"preset", "id3"}, {"max-depth", "2"}}), {.sizes = 4, .repeats = 3});
    EXPECT_EQ(curve.test.size(), curve.curve.sizes.size());
    const CvResult left_out =
        cross_validate(data, options({{"preset", "id3"}, {"max-depth", "2"}}), {.scheme = Scheme::leave_one_out});
    EXPECT_TRUE(left_out.left_out.has_value());
}

TEST(Face, a_table_is_read_and_described) {
    const TableDescription description = describe(read_table(loans));
    EXPECT_EQ(description.rows, 200U);
    EXPECT_EQ(description.columns.back().schema.name, "repaid");
}

template <class Values>
concept can_be_borrowed = requires(Columns columns, Values&& values) { columns.borrowed("x", std::forward<Values>(values)); };

// A view of something temporary does not compile; a value keeps what it needs.
static_assert(!can_be_borrowed<std::vector<double>>);
static_assert(!can_be_borrowed<const std::vector<float>>);
static_assert(!can_be_borrowed<std::array<double, 3>>);
static_assert(can_be_borrowed<std::vector<double>&>);
static_assert(can_be_borrowed<const std::vector<float>&>);
static_assert(can_be_borrowed<std::span<const double>>);
static_assert(!std::is_constructible_v<LoweredTree, Tree>);
static_assert(!std::is_constructible_v<Rows, std::vector<Column>, std::size_t>);
static_assert(std::is_constructible_v<Rows, std::vector<Column>&, std::size_t>);

TEST(Face, an_export_is_replayed_with_rows_of_ones_own) {
    const Dataset data = loans_data();
    const FittedModel model = fit(data);
    const ExportFile file{"tree.py", model.exported("python")};
    const VerificationResult probes = verify(model, file);
    EXPECT_TRUE(probes.passed() && probes.is_replayed);
    const VerificationResult more = verify(model, file, Table{data.set().rows, data.set().features, {}});
    EXPECT_TRUE(more.passed());
    EXPECT_EQ(more.rows, probes.rows + 200);
    ExportFile changed = file;
    changed.bytes += "\n";
    EXPECT_THROW((void)verify(model, changed), Error);
    VerifyOptions options;
    set_option(options, "trust", true);
    EXPECT_TRUE(verify(model, changed, options).passed());
}

TEST(Face, a_predictor_outlives_the_model_that_it_was_made_of) {
    std::optional<Predictor> predictor;
    {
        const FittedModel model = fit(loans_data());
        predictor.emplace(std::get<Model>(model.model()));
    }
    const Dataset data = loans_data();
    EXPECT_EQ(predictor->predict_all(data.set().features, data.rows(), Threads(1)).size(), data.rows());
}

}  // namespace
}  // namespace treewright
