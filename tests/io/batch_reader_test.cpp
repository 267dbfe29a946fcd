#include "treewright/io/batch_reader.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "io/io_testing.h"

namespace treewright {

using testing::replaced;
using testing::shown_cell;
using testing::TemporaryFile;

namespace {

Schema schema() {
    Schema schema;
    schema.features = {{"x", ColumnType::numeric, {}},
                       {"color", ColumnType::categorical, {"blue", "red"}},
                       {"size", ColumnType::ordered, {"small", "large"}}};
    schema.target = {"y", ColumnType::numeric, {}};
    return schema;
}

std::string rows(int count) {
    static const char* const colors[] = {"red", "blue", "green", "", "\"red\""};
    static const char* const sizes[] = {"small", "large", "huge"};
    std::string text = "id,size,x,color\n";
    for (int row = 0; row < count; ++row)
        text +=
            "r" + std::to_string(row) + "," + sizes[row % 3] + "," + std::to_string(row * 0.25) + "," + colors[row % 5] + "\n";
    return text;
}

struct Reading {
    std::string cells;  ///< a line for each row
    std::string error;
    std::vector<std::string> messages;
    std::size_t largest = 0;  ///< batch
    bool operator==(const Reading& other) const {
        return cells == other.cells && error == other.error && messages == other.messages;
    }
};

Reading read(const std::string& path, const ReadOptions& options, std::size_t rows_per_batch, unsigned threads = 0) {
    const Schema by = schema();
    Messages messages;
    Progress progress;
    Reading reading;
    try {
        const auto batches =
            open_batches({path, by, options, {false, {"id"}}, rows_per_batch}, {Threads(threads), progress, messages});
        for (SchemaRows batch; batches->next(batch);) {
            reading.largest = std::max(reading.largest, batch.features.rows);
            for (std::size_t row = 0; row < batch.features.rows; ++row) {
                reading.cells += std::to_string(batch.lines[row]) + " " + std::string(batch.kept[0].at(row).text);
                for (const Column& column : batch.features.columns) reading.cells += " " + shown_cell(column, row);
                reading.cells += "\n";
            }
        }
        batches->report_unseen(messages);
    } catch (const Error& error) {
        reading.error = replaced(error.what(), path, "FILE");
    }
    for (const Message& message : messages.list()) reading.messages.push_back(replaced(message.text, path, "FILE"));
    return reading;
}

}  // namespace

TEST(BatchReader, the_same_rows_whatever_the_batches_blocks_and_threads) {
    const TemporaryFile file(rows(700));
    const Reading whole = read(file.path(), {}, 1'000'000);
    EXPECT_EQ(std::count(whole.cells.begin(), whole.cells.end(), '\n'), 700);
    EXPECT_EQ(whole.cells.substr(0, whole.cells.find('\n')), "2 r0 0 'red' small");
    EXPECT_EQ(whole.messages, (std::vector<std::string>{"color: 140 rows hold a level that the model never saw (green)",
                                                        "size: 233 rows hold a level that the model never saw (huge)"}));
    for (const unsigned threads : {1U, 2U, 3U, 8U})
        for (const std::size_t block_size : {16UL, 100UL, 5000UL})
            for (const std::size_t batch : {1UL, 64UL, 100'000UL}) {
                ReadOptions options;
                options.block_size = block_size;
                EXPECT_EQ(read(file.path(), options, batch, threads), whole)
                    << threads << " threads, " << block_size << ", " << batch;
            }
}

/// The rows of the blocks before a bad one come first, the same ones for any number of threads; then the first error.
TEST(BatchReader, rows_before_an_error_come_out) {
    const TemporaryFile file(rows(500) + "r500,small,bad,red\nr501\nr502,small,worse,red\n");
    for (const unsigned threads : {1U, 2U, 3U, 8U}) {
        ReadOptions options;
        options.block_size = 512;
        const Reading reading = read(file.path(), options, 50, threads);
        EXPECT_EQ(
            reading.error,
            "FILE, line 502, column 'x': \"bad\" is not a number; fix the cell, or name the words that mean missing (na)");
        EXPECT_EQ(reading.cells, read(file.path(), options, 50, 1).cells);
        EXPECT_GT(reading.cells.size(), 5000u);
    }
}

TEST(BatchReader, a_batch_is_not_much_larger_than_asked_for) {
    const TemporaryFile file(rows(20000));
    ReadOptions options;
    options.block_size = 4096;
    // Eight blocks of some 200 rows may be on their way when there are enough.
    EXPECT_LE(read(file.path(), options, 1000, 2).largest, 1000u + 9 * 250);
}

TEST(BatchReader, no_rows_are_an_error) {
    const TemporaryFile file("id,size,x,color\n");
    EXPECT_EQ(read(file.path(), {}, 10).error, "FILE: it has a header but no rows; give a file with rows");
}

}  // namespace treewright
