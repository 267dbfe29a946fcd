#include "treewright/engine/partitioned_growth.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "engine/random_table.h"
#include "reference/random_case.h"
#include "treewright/engine/partition_worker.h"
#include "treewright/engine/tree_grower.h"

namespace treewright {
namespace {

using reference::compare_seeds;
using reference::Comparison;
using reference::number_of_cases;

constexpr std::size_t partition_count = 4;

/// Four independent workers: they and the coordinator exchange only bytes.
class Cluster {
public:
    /// Round robin, at random, in blocks, or all rows in one partition and none in the others.
    Cluster(const TrainingSet& set, std::uint64_t seed) {
        std::mt19937_64 random(seed);
        std::array<std::vector<std::uint32_t>, partition_count> rows;
        for (RowId row = 0; row < set.rows; ++row) {
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

/// What the random cases have covered.
struct Coverage {
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

/// Whether the tree of four partitions differs from that of the whole table.
Comparison difference(const reference::Problem& problem, std::uint64_t seed, Coverage& coverage) {
    Progress progress;
    const QuietRun run;
    if (!engine_covers(problem.set, problem.options, progress)) return std::nullopt;
    const TreeGrower grower(borrowed(problem.set), problem.options, problem.terms, run);
    const Tree whole = grower.grow(problem.set.all_rows(), run).tree;
    Cluster cluster(problem.set, seed);
    const PartitionedOptions limits{.sample_rows = 1 + seed % 50, .bins = seed % 2 == 0 ? 3 + seed % 20 : 256};
    const PartitionedGrowth growth(problem.set.schema(), problem.options, problem.terms, limits);
    const Tree parts = growth.grow([&](const Bytes& request) { return cluster.ask(request); }, progress);
    coverage.note(problem, whole);
    coverage.empty_partitions += cluster.empty_partitions();
    return parts == whole ? "" : "another tree";
}

TEST(PartitionedGrowth, gives_the_tree_of_the_whole_on_small_tables_full_of_ties) {
    Coverage coverage;
    const std::uint64_t cases = number_of_cases(3000);
    const auto compare = [&](std::uint64_t seed) {
        return difference(problem_of(reference::random_case(seed)), seed, coverage);
    };
    compare_seeds(cases, 0.25, compare, text_of_small_case);
    EXPECT_GT(coverage.nodes, cases);
    EXPECT_GT(coverage.empty_partitions, cases / 10);
}

TEST(PartitionedGrowth, gives_the_tree_of_the_whole_on_larger_tables) {
    Coverage coverage;
    const std::uint64_t cases = number_of_cases(3000) / 10;
    const auto compare = [&](std::uint64_t seed) { return difference(RandomTable(seed).problem(), seed, coverage); };
    compare_seeds(cases, 1.0, compare, [](std::uint64_t seed) { return RandomTable(seed).description(); });
    EXPECT_GT(coverage.nodes, 20 * cases);
    if (cases < 300) return;
    for (const char* what :
         {"two classes", "classes", "regression", "weights", "data value", "best first", "once", "wide category", "missing 0",
          "missing 1", "missing 2", "split 1", "split 2", "split 3", "split 4"})
        EXPECT_GT(coverage.met[what], 3U) << what;
}

TEST(PartitionedGrowth, gives_the_tree_of_the_whole_where_bins_hold_many_rows) {
    Coverage coverage;
    const auto compare = [&](std::uint64_t seed) { return difference(RandomTable(seed, 5000).problem(), seed, coverage); };
    compare_seeds(12, 1.0, compare, [](std::uint64_t seed) { return RandomTable(seed, 5000).description(); });
    EXPECT_GT(coverage.nodes, 5000U);
}

/// A table of one numeric feature in two partitions.
TrainingSet small_table(std::vector<double> values, std::vector<LevelCode> codes) {
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
