#include "treewright/io/row_batch_writer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "treewright/base/error.h"
#include "treewright/data/csv_writer.h"
#include "treewright/io/read_table.h"

namespace treewright {
namespace {

namespace fs = std::filesystem;

const double missing = std::nan("");

/// A kept column, a prediction, its share and its leaf: two batches, the second with another dictionary.
struct Sample {
    std::vector<OutputColumn> columns = {{"name", OutputColumn::Kind::kept, {}, KeptType::text},
                                         {"id", OutputColumn::Kind::kept, {}, KeptType::whole},
                                         {"day", OutputColumn::Kind::kept, {}, KeptType::date},
                                         {"at", OutputColumn::Kind::kept, {}, KeptType::time},
                                         {"ok", OutputColumn::Kind::kept, {}, KeptType::truth},
                                         {"prediction", OutputColumn::Kind::level, {"no", "yes"}},
                                         {"share", OutputColumn::Kind::number, {}},
                                         {"leaf", OutputColumn::Kind::whole, {}}};

    void write_to(RowBatchWriter& writer) const {
        write_batch(writer, kept({{"a, b"}, {"", true}, {"c"}}), {1, -1, 0}, {0.25, missing, 1.0});
        write_batch(writer, kept({{"c"}, {"x"}, {"c"}}), {0, 0, 1}, {0.5, 0.5, 0.1});
        writer.finish();
    }

private:
    static KeptColumn kept(std::initializer_list<KeptCell> cells) {
        KeptColumn column;
        for (const KeptCell& cell : cells) column.cells.add(cell);
        return column;
    }
    static void write_batch(RowBatchWriter& writer, const KeptColumn& names, const std::vector<LevelCode>& codes,
                            const std::vector<double>& shares) {
        const KeptColumn ids = kept({{"9007199254740993"}, {"", true}, {"9007199254740993"}});
        const KeptColumn days = kept({{"2020-03-15"}, {"", true}, {"2020-03-15"}});
        const KeptColumn times = kept({{"2020-03-15 12:00:00.25"}, {"", true}, {"2020-03-15 12:00:00.25"}});
        const KeptColumn truths = kept({{"true"}, {"", true}, {"false"}});
        const std::vector<std::int32_t> leaves = {3, 4, 5};
        const std::vector<OutputCells> cells = {&names,
                                                &ids,
                                                &days,
                                                &times,
                                                &truths,
                                                std::span<const std::int32_t>(codes),
                                                std::span<const double>(shares),
                                                std::span<const std::int32_t>(leaves)};
        writer.write(cells, 3);
    }
};

constexpr const char* expected_csv =
    "name,id,day,at,ok,prediction,share,leaf\n"
    "\"a, b\",9007199254740993,2020-03-15,2020-03-15 12:00:00.25,true,yes,0.25,3\n"
    ",,,,,,,4\n"
    "c,9007199254740993,2020-03-15,2020-03-15 12:00:00.25,false,no,1,5\n"
    "c,9007199254740993,2020-03-15,2020-03-15 12:00:00.25,true,no,0.5,3\n"
    "x,,,,,no,0.5,4\n"
    "c,9007199254740993,2020-03-15,2020-03-15 12:00:00.25,false,yes,0.1,5\n";

std::string written(TableFormat format, const Sample& sample) {
    std::string bytes;
    const auto writer = make_row_batch_writer(format, sample.columns, [&](std::string_view part) { bytes += part; });
    sample.write_to(*writer);
    return bytes;
}

/// The plugin is built next to the program. Without it there is nothing to test here.
class Parquet : public ::testing::Test {
protected:
    void SetUp() override {
        const fs::path folder = fs::read_symlink("/proc/self/exe").parent_path() / "../../apps/cli";
        if (!fs::exists(folder / "treewright_arrow.so")) GTEST_SKIP() << "the plugin was not built";
        ::setenv("TREEWRIGHT_PLUGINS", folder.c_str(), 1);
    }
};

TEST(RowBatchWriter, format_by_name) {
    EXPECT_EQ(format_by_name("out.parquet"), TableFormat::parquet);
    EXPECT_EQ(format_by_name("OUT.PQ"), TableFormat::parquet);
    EXPECT_EQ(format_by_name("parquet"), TableFormat::csv);
    EXPECT_EQ(format_by_name("out.csv"), TableFormat::csv);
}

TEST(RowBatchWriter, csv) { EXPECT_EQ(written(TableFormat::csv, {}), expected_csv); }

TEST_F(Parquet, reads_back_as_what_was_written) {
    const fs::path path = fs::temp_directory_path() / "treewright_row_batch_writer_test.parquet";
    std::ofstream(path, std::ios::binary) << written(TableFormat::parquet, {});
    Messages messages;
    Progress progress;
    ReadOptions options;
    options.categorical = {"id"};
    const Table table = read_table(path.string(), options, {Threads(0), progress, messages});
    fs::remove(path);
    std::string csv;
    write_csv(table, [&](std::string_view part) { csv += part; });
    EXPECT_EQ(csv, expected_csv);
    EXPECT_EQ(table.columns[2].schema.type, ColumnType::date);
    EXPECT_EQ(table.columns[3].schema.type, ColumnType::time);
    EXPECT_EQ(table.columns[7].schema.type, ColumnType::numeric);
}

TEST_F(Parquet, the_same_rows_give_the_same_bytes) {
    EXPECT_EQ(written(TableFormat::parquet, {}), written(TableFormat::parquet, {}));
}

TEST_F(Parquet, what_the_sink_throws_comes_out) {
    const Sample sample;
    for (const std::size_t room : {0U, 10U, 300U}) {
        std::size_t taken = 0;
        const auto sink = [&](std::string_view part) {
            taken += part.size();
            if (taken > room) throw system_error("no room");
        };
        try {
            sample.write_to(*make_row_batch_writer(TableFormat::parquet, sample.columns, sink));
            FAIL() << room;
        } catch (const Error& error) {
            EXPECT_STREQ(error.what(), "no room");
        }
    }
}

TEST_F(Parquet, an_unfinished_writer_writes_no_end) {
    const Sample sample;
    std::string bytes;
    {
        const auto writer =
            make_row_batch_writer(TableFormat::parquet, sample.columns, [&](std::string_view part) { bytes += part; });
    }
    EXPECT_EQ(bytes.substr(0, 4), "PAR1");
    EXPECT_EQ(bytes.size(), 4U);
}

}  // namespace
}  // namespace treewright
