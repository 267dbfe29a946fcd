#include "treewright/engine/partitioned_growth.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "engine/random_table.h"
#include "reference/random_case.h"
#include "treewright/engine/fast_grow.h"
#include "treewright/engine/partition_worker.h"

namespace treewright {
namespace {

constexpr std::size_t partition_count = 4;

/// Four workers that know nothing of each other: what goes between them and the coordinator is bytes.
class Cluster {
public:
    /// By turns, at random, in blocks, or all rows in one partition and none in the others.
    Cluster(const TrainingSet& set, std::uint64_t seed) {
        std::mt19937_64 random(seed);
        std::array<std::vector<std::uint32_t>, partition_count> rows;
        for (std::uint32_t row = 0; row < set.rows; ++row) {
            const std::size_t ways[] = {row % partition_count, random() % partition_count, row * partition_count / set.rows,
                                        seed % partition_count};
            rows[ways[seed % 16 == 15 ? 3 : seed % 3]].push_back(row);
        }
        for (const auto& own : rows) {
            empty_ += own.empty() ? 1 : 0;
            workers_.push_back(std::make_unique<PartitionWorker>(std::make_shared<TrainingSet>(pick_rows(set, own))));
        }
    }
    std::vector<Bytes> ask(const Bytes& request) {
        std::vector<Bytes> answers;
        for (const auto& worker : workers_) answers.push_back(worker->answer(request));
        return answers;
    }
    [[nodiscard]] std::size_t empty_partitions() const { return empty_; }

private:
    std::vector<std::unique_ptr<PartitionWorker>> workers_;
    std::size_t empty_ = 0;
};

/// What the random cases have met.
struct Coverage {
    std::size_t cases = 0;
    std::size_t skipped = 0;
    std::size_t nodes = 0;
    std::size_t empty_partitions = 0;
    std::map<std::string, std::size_t> met;

    void note(const reference::Problem& problem, const Tree& tree) {
        const TrainingSet& set = problem.set;
        nodes += tree.nodes.size();
        met[set.task() == Task::regression ? "regression" : set.target.schema.levels.size() <= 2 ? "two classes" : "classes"]++;
        if (!set.weights.empty()) met["weights"]++;
        if (problem.options.threshold == ThresholdPlace::data_value) met["data value"]++;
        if (problem.options.max_leaves != no_limit) met["best first"]++;
        if (problem.options.feature_use == FeatureUse::once) met["once"]++;
        for (const Column& column : set.features)
            if (!column.has_values() && column.schema.levels.size() > 255) met["wide category"]++;
        for (const Node& node : tree.nodes) {
            if (node.missing_weight > 0) met["missing " + std::to_string(static_cast<int>(problem.options.missing))]++;
            if (!node.is_leaf()) met["split " + std::to_string(static_cast<int>(node.kind))]++;
        }
    }
};

/// Whether the tree of four partitions is that of the whole.
::testing::AssertionResult grows_the_same(const reference::Problem& problem, std::uint64_t seed, Coverage& coverage) {
    ++coverage.cases;
    Progress progress;
    const Threads alone(1);
    const GrowRun run{alone, progress};
    if (!engine_covers(problem.set, problem.options, run)) {
        ++coverage.skipped;
        return ::testing::AssertionSuccess();
    }
    const Tree whole = fast_grow(problem.set, problem.options, problem.terms, run);
    Cluster cluster(problem.set, seed);
    const PartitionedOptions limits{.sample_rows = 1 + seed % 50, .bins = seed % 2 == 0 ? 3 + seed % 20 : 256};
    const PartitionedGrowth growth(problem.set.schema(), problem.options, problem.terms, limits);
    const Tree parts = growth.grow([&](const Bytes& request) { return cluster.ask(request); }, progress);
    coverage.note(problem, whole);
    coverage.empty_partitions += cluster.empty_partitions();
    return parts == whole ? ::testing::AssertionSuccess() : ::testing::AssertionFailure() << "another tree, seed " << seed;
}

TEST(PartitionedGrowth, gives_the_tree_of_the_whole_on_small_tables_full_of_ties) {
    Coverage coverage;
    for (std::uint64_t seed = 0; seed < number_of_cases(3000); ++seed) {
        const reference::Case example = reference::random_case(seed);
        ASSERT_TRUE(grows_the_same(reference::problem_of(example), seed, coverage)) << reference::to_text(example);
    }
    EXPECT_LT(coverage.skipped, coverage.cases * 3 / 4);
    EXPECT_GT(coverage.nodes, coverage.cases);
    EXPECT_GT(coverage.empty_partitions, coverage.cases / 10);
}

TEST(PartitionedGrowth, gives_the_tree_of_the_whole_on_larger_tables) {
    Coverage coverage;
    for (std::uint64_t seed = 0; seed < number_of_cases(3000) / 10; ++seed) {
        const RandomTable table(seed);
        ASSERT_TRUE(grows_the_same(table.problem(), seed, coverage)) << table.description();
    }
    EXPECT_LT(coverage.skipped, 1 + coverage.cases / 10);
    EXPECT_GT(coverage.nodes, 20 * coverage.cases);
    if (coverage.cases < 300) return;
    for (const char* what :
         {"two classes", "classes", "regression", "weights", "data value", "best first", "once", "wide category", "missing 0",
          "missing 1", "missing 2", "split 1", "split 2", "split 3", "split 4"})
        EXPECT_GT(coverage.met[what], 3U) << what;
}

TEST(PartitionedGrowth, gives_the_tree_of_the_whole_on_a_table_of_many_bins) {
    Coverage coverage;
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const RandomTable table(seed, 5000);
        ASSERT_TRUE(grows_the_same(table.problem(), seed, coverage)) << table.description();
    }
    EXPECT_GT(coverage.nodes, 5000U);
    EXPECT_LE(coverage.skipped, 1U);
}

/// A table of one numeric feature in two partitions.
TrainingSet small_table(std::vector<double> values, std::vector<std::int32_t> codes) {
    TrainingSet set;
    set.rows = values.size();
    set.features.push_back({{"x", ColumnType::numeric, {}}, std::move(values), {}});
    set.target = {{"y", ColumnType::categorical, {"a", "b"}}, {}, std::move(codes)};
    return set;
}

TEST(PartitionedGrowth, refuses_options_that_need_all_rows_in_one_place) {
    const TrainingSet set = small_table({1, 2, NAN, 4}, {0, 0, 1, 1});
    Cluster cluster(set, 0);
    Progress progress;
    GrowOptions options;
    options.missing = MissingMethod::fractional;
    const PartitionedGrowth growth(set.schema(), options, {});
    EXPECT_THROW((void)growth.grow([&](const Bytes& request) { return cluster.ask(request); }, progress), Error);
}

TEST(PartitionedGrowth, a_damaged_message_is_an_error_and_no_crash) {
    const TrainingSet set = small_table({1, 2, 3, 4, 5, 6, 7, 8}, {0, 0, 1, 1, 0, 1, 0, 1});
    Progress progress;
    const PartitionedGrowth growth(set.schema(), {}, {});
    for (std::size_t message = 0; message < 20; ++message)
        for (const bool longer : {false, true}) {
            Cluster cluster(set, 0);
            std::size_t count = 0;
            const Exchange exchange = [&](const Bytes& request) {
                std::vector<Bytes> answers = cluster.ask(request);
                if (count++ != message) return answers;
                if (longer)
                    answers.back().push_back(0);
                else
                    answers.back().pop_back();
                return answers;
            };
            bool failed = false;
            try {
                (void)growth.grow(exchange, progress);
            } catch (const Error&) {
                failed = true;
            }
            EXPECT_EQ(failed, message < count) << message;
        }
}

}  // namespace
}  // namespace treewright
