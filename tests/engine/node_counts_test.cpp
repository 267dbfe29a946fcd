#include "treewright/engine/large_nodes/node_counts.h"

#include <gtest/gtest.h>

#include <vector>

#include "engine/random_table.h"
#include "treewright/base/run.h"
#include "treewright/growing/missing_method.h"

namespace treewright {
namespace {

std::vector<char> missing_in(const TrainingSet& set) {
    const QuietRun run;
    return features_with_missing(set, run);
}

/// A table that is ready to be counted.
struct Counted {
    explicit Counted(const TrainingSet& set)
        : labels(set),
          row_labels(labels),
          bins(set, choose_cuts(set, missing_in(set), 16, one, progress), false, one, progress) {}

    [[nodiscard]] NodeCounts count(const std::vector<RowId>& rows) {
        const HistogramSource source{bins, row_labels, one, progress, 0, Threads(1)};
        NodeCounts counts(source);
        counts.count(source, rows);
        return counts;
    }

    Threads one{1};
    Progress progress;
    Labels labels;
    RowLabels row_labels;
    BinIndex bins;
};

Bytes bytes_of(const NodeCounts& counts) {
    ByteWriter writer;
    counts.write(writer);
    return writer.take();
}

TEST(NodeCounts, of_parts_add_up_and_subtract_and_survive_as_bytes) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const RandomTable table(seed);
        Counted counted(table.problem().set);
        std::vector<RowId> some;
        std::vector<std::uint32_t> others;
        for (RowId row = 0; row < table.problem().set.rows; ++row) (row % 3 == 0 ? some : others).push_back(row);
        const NodeCounts whole = counted.count(row_numbers(table.problem().set.rows));
        NodeCounts sum = counted.count(some);
        sum.add(counted.count(others));
        EXPECT_EQ(sum, whole) << "seed " << seed;
        sum.subtract(counted.count(some));
        EXPECT_EQ(sum, counted.count(others)) << "seed " << seed;
        const Bytes bytes = bytes_of(whole);
        ByteReader reader(bytes);
        EXPECT_EQ(NodeCounts::read(reader), whole) << "seed " << seed;
        reader.finish();
    }
}

TEST(NodeCounts, have_a_layout_that_does_not_depend_on_the_machine) {
    TrainingSet set;
    set.rows = 3;
    set.features.push_back({{"f", ColumnType::categorical, {"u", "v"}}, {}, {0, 1, 1}});
    set.target = {{"y", ColumnType::categorical, {"a", "b"}}, {}, {0, 1, 0}};
    Counted counted(set);
    const Bytes bytes = bytes_of(counted.count({0, 1, 2}));
    Bytes expected{0,                        // two classes
                   1, 0, 0, 0, 0, 0, 0, 0,   // features
                   0, 1, 0, 0, 0, 0, 0, 0,   // bins
                   1, 0, 0, 0, 0, 0, 0, 0,   // numbers per bin
                   0, 1, 0, 0, 0, 0, 0, 0,   // numbers
                   0, 0, 0, 0, 1, 0, 0, 0,   // u: one row
                   1, 0, 0, 0, 2, 0, 0, 0};  // v: two rows, one of them b
    expected.insert(expected.end(), 33 + 256 * 8 - expected.size(), 0);
    EXPECT_EQ(bytes, expected);
}

TEST(NodeCounts, bytes_that_cannot_be_counts_are_an_error) {
    const RandomTable table(1);
    Counted counted(table.problem().set);
    const Bytes good = bytes_of(counted.count({0}));
    for (std::size_t size = 0; size < 40; ++size) {
        ByteReader reader(std::span<const std::uint8_t>(good).first(size));
        EXPECT_THROW((void)NodeCounts::read(reader), Error);
    }
    Bytes wrong = good;
    wrong[1] ^= 1;  // the number of features
    ByteReader reader(wrong);
    EXPECT_THROW((void)NodeCounts::read(reader), Error);
}

}  // namespace
}  // namespace treewright
