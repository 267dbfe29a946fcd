// The benchmark's sets at 100,000 rows: large enough for every threshold of the engine, threads within a node included.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "bench/as_columns.h"
#include "bench/data/generators.h"
#include "treewright/engine/tree_grower.h"
#include "treewright/growing/grower.h"

namespace treewright {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::size_t rows_of_a_set = 40'000;  // ten times as slow there, and enough for threads within a node
#else
constexpr std::size_t rows_of_a_set = 100'000;
#endif

bench::RawTable in_order(const bench::RawTable& table, const std::vector<std::uint32_t>& order) {
    bench::RawTable shuffled = table;
    const auto reorder = [&](const bench::RawColumn& from, bench::RawColumn& to) {
        for (std::size_t i = 0; i < order.size(); ++i) {
            if (from.is_number()) to.values[i] = from.values[order[i]];
            if (!from.is_number()) to.codes[i] = from.codes[order[i]];
        }
    };
    for (std::size_t f = 0; f < table.features.size(); ++f) reorder(table.features[f], shuffled.features[f]);
    reorder(table.target, shuffled.target);
    return shuffled;
}

bench::RawTable shuffled_rows(const bench::RawTable& table) {
    std::vector<std::uint32_t> order(table.rows);
    std::iota(order.begin(), order.end(), 0U);
    std::shuffle(order.begin(), order.end(), std::mt19937(1));
    return in_order(table, order);
}

class BenchmarkSet : public testing::TestWithParam<std::string> {
protected:
    static Tree grown(const bench::RawTable& raw, unsigned threads, bool fast) {
        GrowOptions options;
        options.max_depth = 10;
        const TrainingSet set = bench::as_training_set(raw);
        const QuietRun run{Threads(threads)};
        EXPECT_TRUE(engine_covers(set, options, Progress()));
        return fast ? TreeGrower(borrowed(set), options, {}, run).grow(set.all_rows(), run).tree
                    : grow(set, set.all_rows(), options, {}, run).tree;
    }
    const bench::RawTable raw_ = bench::generate(GetParam(), bench::Part::train, rows_of_a_set);
};

TEST_P(BenchmarkSet, gives_the_plain_tree_whatever_the_threads_and_the_order_of_the_rows) {
    const Tree tree = grown(raw_, 2, false);
    for (const unsigned threads : {1U, 2U, 3U, 8U}) EXPECT_EQ(grown(raw_, threads, true), tree) << threads << " threads";
    EXPECT_EQ(grown(shuffled_rows(raw_), 2, true), tree) << "shuffled rows";
}

INSTANTIATE_TEST_SUITE_P(Sets, BenchmarkSet, testing::ValuesIn(bench::set_names()), [](const auto& set) { return set.param; });

}  // namespace
}  // namespace treewright
