// The replay must catch a tree that is not the one it should be: a test that cannot fail shows nothing.
#include "replay.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace treewright::replay {
namespace {

// x0:  0 1 2 | 4 | 6 8      x1 is of no use at the root, and separates nothing that x0 does not
// y:   a a a | b | a a
Description small_tree() {
    return parse_description(R"({
        "criterion": "gini", "max_depth": null, "min_leaf": 1, "classes": 2,
        "columns": [[0, 1, 2, 4, 6, 8], [5, 1, 5, 1, 1, 1]],
        "labels": [0, 0, 0, 1, 0, 0],
        "nodes": [[0, 3, 1, 2, 6, [5, 1]],
                  [-1, 0, 0, 0, 3, [3, 0]],
                  [0, 5, 3, 4, 3, [2, 1]],
                  [-1, 0, 0, 0, 1, [0, 1]],
                  [-1, 0, 0, 0, 2, [2, 0]]]})");
}

Description regression_tree() {
    return parse_description(R"({
        "criterion": "squared-error", "max_depth": 1, "min_leaf": 1, "classes": 0,
        "columns": [[0.25, 0.75, 1.5, 2.5]],
        "labels": [1, 2, 10, 13.5],
        "nodes": [[0, 1.125, 1, 2, 4, 6.625], [-1, 0, 0, 0, 2, 1.5], [-1, 0, 0, 0, 2, 11.75]]})");
}

/// Two features that are copies of each other: every question ties.
Description tied_tree() {
    return parse_description(R"({
        "criterion": "information-gain", "max_depth": null, "min_leaf": 1, "classes": 2,
        "columns": [[1, 2, 3], [1, 2, 3]],
        "labels": [0, 0, 1],
        "nodes": [[1, 2.5, 1, 2, 3, [2, 1]], [-1, 0, 0, 0, 2, [2, 0]], [-1, 0, 0, 0, 1, [0, 1]]]})");
}

void expect_caught(const Description& description, const std::string& words) {
    const Report report = replay(description);
    ASSERT_GE(report.mismatches, 1U);
    EXPECT_NE(report.sentences.front().find(words), std::string::npos) << report.sentences.front();
}

TEST(Replay, a_tree_that_is_right_is_compared_directly) {
    const Report report = replay(small_tree());
    EXPECT_EQ(report.mismatches, 0U) << to_json(report);
    EXPECT_EQ(report.direct, 5U);
    EXPECT_EQ(report.by_replay, 0U);
    EXPECT_EQ(report.our_nodes, 5U);
    EXPECT_EQ(replay(regression_tree()).mismatches, 0U);
}

TEST(Replay, a_tie_is_replayed) {
    const Report report = replay(tied_tree());
    EXPECT_EQ(report.mismatches, 0U) << to_json(report);
    EXPECT_EQ(report.ties, 1U);
    EXPECT_EQ(report.direct, 0U);
    EXPECT_EQ(report.by_replay, 3U);
}

TEST(Replay, the_last_bit_of_a_threshold_matters) {
    for (Description description : {small_tree(), regression_tree(), tied_tree()}) {
        double& threshold = description.nodes[0].threshold;
        threshold = std::nextafter(threshold, std::numeric_limits<double>::infinity());
        expect_caught(description, "is not among our best");
    }
}

TEST(Replay, a_worse_cut_is_caught_with_its_gap) {
    Description description = regression_tree();
    description.nodes[0].threshold = 0.5;
    expect_caught(description, "is not among our best");
    EXPECT_GT(replay(description).largest_gap, 0.1);
}

TEST(Replay, another_feature_is_caught) {
    Description description = small_tree();
    description.nodes[0].feature = 1;
    expect_caught(description, "is not among our best");
}

TEST(Replay, wrong_counts_are_caught) {
    Description description = small_tree();
    description.nodes[2].counts = {1, 2};
    expect_caught(description, "not the classes that came here");
    description = small_tree();
    description.nodes[2].rows = 4;
    expect_caught(description, "not the rows that came here");
}

TEST(Replay, a_wrong_mean_is_caught) {
    Description description = regression_tree();
    description.nodes[1].mean += 1e-9;
    expect_caught(description, "another mean");
}

TEST(Replay, a_leaf_too_early_is_caught) {
    Description description = small_tree();
    description.nodes[2].feature = -1;
    expect_caught(description, "a leaf that we would split");
}

TEST(Replay, a_question_too_deep_is_caught) {
    Description description = small_tree();
    description.options.max_depth = 1;
    expect_caught(description, "our tree asks something else");
}

TEST(Replay, a_bad_description_is_refused) {
    EXPECT_THROW(parse_description("{"), std::exception);
    EXPECT_THROW(parse_description("{}"), std::exception);
}

}  // namespace
}  // namespace treewright::replay
