#include "treewright/io/read_labelled.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/io_testing.h"

namespace treewright {

using testing::replaced;
using testing::shown_cell;
using testing::TemporaryFile;

namespace {

Schema loans() {
    Schema schema;
    schema.features = {{"job", ColumnType::categorical, {"employed", "student"}}, {"debt", ColumnType::numeric, {}}};
    schema.target = {"repaid", ColumnType::categorical, {"no", "yes"}};
    return schema;
}

struct LabelledReading {
    TrainingSet set;
    std::string error;
    std::vector<std::string> messages;
};

LabelledReading read(const std::string& bytes, const std::string& weight = "", const Schema& schema = loans()) {
    const TemporaryFile file(bytes);
    Messages messages;
    Progress progress;
    LabelledReading reading;
    try {
        reading.set = read_labelled({file.path(), weight}, schema, {}, {Threads(0), progress, messages});
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::input);
        reading.error = replaced(error.what(), file.path(), "FILE");
    }
    for (const Message& message : messages.list()) reading.messages.push_back(replaced(message.text, file.path(), "FILE"));
    return reading;
}

/// "employed 10 → yes" for each row.
std::vector<std::string> rows_of(const TrainingSet& set) {
    std::vector<std::string> rows;
    for (std::size_t row = 0; row < set.rows; ++row) {
        std::string text;
        for (const Column& feature : set.features) text += shown_cell(feature, row) + " ";
        rows.push_back(text + "→ " + shown_cell(set.target, row));
    }
    return rows;
}

using Texts = std::vector<std::string>;

TEST(ReadLabelled, features_and_label_have_the_codes_of_the_schema) {
    // The file alone would number its levels otherwise: it has no 'employed' and no 'no'.
    const LabelledReading reading = read("job,debt,repaid\nstudent,10,yes\nstudent,20,yes\n");
    EXPECT_EQ(reading.error, "");
    EXPECT_EQ(reading.set.features[0].codes, (std::vector<std::int32_t>{1, 1}));
    EXPECT_EQ(reading.set.target.codes, (std::vector<std::int32_t>{1, 1}));
    EXPECT_EQ(reading.set.target.schema, loans().target);
    EXPECT_TRUE(reading.set.weights.empty());
    EXPECT_EQ(reading.set.lines, (std::vector<std::uint32_t>{2, 3}));
    EXPECT_TRUE(reading.messages.empty());
}

TEST(ReadLabelled, the_order_of_columns_does_not_matter_and_extra_ones_are_ignored) {
    const LabelledReading plain = read("job,debt,repaid\nstudent,10,yes\nemployed,20,no\n");
    const LabelledReading other = read("repaid,name,debt,job\nyes,Ann,10,student\nno,Bob,20,employed\n");
    EXPECT_EQ(rows_of(plain.set), (Texts{"'student' 10 → 'yes'", "'employed' 20 → 'no'"}));
    EXPECT_EQ(rows_of(other.set), rows_of(plain.set));
    EXPECT_EQ(other.messages, (Texts{"FILE: 1 column that the model does not use is ignored (name)"}));
}

TEST(ReadLabelled, missing_and_unseen_features_stay) {
    const LabelledReading reading = read("job,debt,repaid\n?,10,yes\nretired,,no\n");
    EXPECT_EQ(rows_of(reading.set), (Texts{"- 10 → 'yes'", "unseen - → 'no'"}));
}

TEST(ReadLabelled, rows_without_a_label_or_weight_are_left_out) {
    const LabelledReading reading =
        read("job,debt,repaid,w\nstudent,1,yes,2\nstudent,2,,1\nemployed,3,no,0\nemployed,4,no,0.5\n", "w");
    EXPECT_EQ(rows_of(reading.set), (Texts{"'student' 1 → 'yes'", "'employed' 4 → 'no'"}));
    EXPECT_EQ(reading.set.weights, (std::vector<double>{2.0, 0.5}));
    EXPECT_EQ(reading.set.lines, (std::vector<std::uint32_t>{2, 5}));
    EXPECT_EQ(reading.messages, (Texts{"FILE: 2 rows without a value of 'repaid' or without weight are left out"}));
}

TEST(ReadLabelled, refuses_a_class_that_the_tree_does_not_know) {
    EXPECT_EQ(read("job,debt,repaid\nstudent,1,yes\nstudent,2,maybe\n").error,
              "FILE, line 3: 'repaid' holds \"maybe\", a class that the model does not know: its classes are no, yes");
    EXPECT_EQ(read("job,debt,repaid\nstudent,1,Yes\n").error,
              "FILE, line 2: 'repaid' holds \"Yes\", a class that the model does not know: did you mean 'yes'?");
}

TEST(ReadLabelled, drops_rows_of_unknown_classes_if_asked_to) {
    const TemporaryFile file("job,debt,repaid\nstudent,1,yes\nstudent,2,maybe\nstudent,3,\nemployed,4,never\n");
    Messages messages;
    Progress progress;
    LabelledFile labelled{file.path(), "", {}, UnknownLabels::drop};
    const TrainingSet set = read_labelled(labelled, loans(), {}, {Threads(0), progress, messages});
    EXPECT_EQ(rows_of(set), (Texts{"'student' 1 → 'yes'"}));
    ASSERT_EQ(messages.list().size(), 2U);
    EXPECT_NE(messages.list()[0].text.find("1 row without a value of 'repaid' is left out"), std::string::npos);
    EXPECT_NE(
        messages.list()[1].text.find("2 rows of a class that the model does not know (\"maybe\", \"never\") are left out"),
        std::string::npos);
}

TEST(LabelledBatches, are_the_rows_of_the_whole_file) {
    std::string bytes = "job,debt,repaid,w\n";
    for (int i = 0; i < 5000; ++i)
        bytes += fmt::format("student,{},{},{}\n", i, i % 7 == 0 ? "" : i % 2 == 0 ? "yes" : "no", i % 5);
    const TemporaryFile file(bytes);
    Messages messages;
    Progress progress;
    const TrainingSet whole = read_labelled({file.path(), "w"}, loans(), {}, {Threads(0), progress, messages});
    LabelledFile labelled{file.path(), "w"};
    labelled.rows_per_batch = 100;
    ReadOptions options;
    options.block_size = 1024;
    LabelledBatches batches(labelled, loans(), options, {Threads(0), progress, messages});
    std::vector<std::string> rows;
    std::vector<double> weights;
    std::size_t count = 0;
    for (TrainingSet batch; batches.next(batch); ++count) {
        for (const std::string& row : rows_of(batch)) rows.push_back(row);
        weights.insert(weights.end(), batch.weights.begin(), batch.weights.end());
    }
    EXPECT_GT(count, 10U);
    EXPECT_EQ(rows, rows_of(whole));
    EXPECT_EQ(weights, whole.weights);
}

TEST(ReadLabelled, refuses_weights_that_are_none) {
    const std::string sentence = "FILE, line 3: the weight in column 'w' must be a finite number that is not negative";
    EXPECT_EQ(read("job,debt,repaid,w\nstudent,1,yes,1\nstudent,2,no,-1\n", "w").error, sentence);
    EXPECT_EQ(read("job,debt,repaid,w\nstudent,1,yes,1\nstudent,2,no,\n", "w").error, sentence);
    EXPECT_EQ(read("job,debt,repaid,w\nstudent,1,yes,1\nstudent,2,no,inf\n", "w").error, sentence);
}

TEST(ReadLabelled, refuses_a_file_without_the_label_or_without_any_row_that_judges) {
    EXPECT_NE(read("job,debt\nstudent,1\n").error.find("'repaid'"), std::string::npos);
    EXPECT_EQ(read("job,debt,repaid\nstudent,1,\n").error, "FILE: no row has a value of 'repaid' and a weight above 0");
}

TEST(ReadLabelled, refuses_a_target_that_is_not_finite) {
    Schema schema = loans();
    schema.target = {"savings", ColumnType::numeric, {}};
    EXPECT_EQ(read("job,debt,savings\nstudent,1,2.5\nstudent,2,inf\n", "", schema).error,
              "FILE, line 3: the target 'savings' must be a finite number");
}

TEST(ReadLabelled, a_number_to_predict_is_read_as_one) {
    Schema schema = loans();
    schema.target = {"savings", ColumnType::numeric, {}};
    const LabelledReading reading = read("job,debt,savings\nstudent,1,2.5\nstudent,2,?\nemployed,3,-1\n", "", schema);
    EXPECT_EQ(rows_of(reading.set), (Texts{"'student' 1 → 2.5", "'employed' 3 → -1"}));
    EXPECT_EQ(reading.set.task(), Task::regression);
}

}  // namespace

}  // namespace treewright
