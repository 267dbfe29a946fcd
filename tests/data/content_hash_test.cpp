#include "treewright/data/content_hash.h"

#include <gtest/gtest.h>

#include <set>

#include "data/tables.h"

namespace treewright {
namespace {

TrainingSet sample() {
    TrainingSet set;
    set.rows = 4;
    set.features = {numbers("x", {1, 2, missing_number, 2}), words("c", {"a", "b", "?", "b"})};
    set.target = words("y", {"no", "yes", "no", "yes"});
    return set;
}

/// The rows in another order, or some of them twice.
TrainingSet with_rows(const TrainingSet& set, const std::vector<std::size_t>& rows) {
    TrainingSet some = set;
    some.rows = rows.size();
    some.weights.clear();
    for (std::size_t i = 0; i < set.features.size() + 1; ++i) {
        const Column& from = i < set.features.size() ? set.features[i] : set.target;
        Column& to = i < set.features.size() ? some.features[i] : some.target;
        to.values = {};
        to.codes.clear();
        for (const std::size_t row : rows) {
            if (from.has_values())
                to.values.own().push_back(from.values[row]);
            else
                to.codes.push_back(from.codes[row]);
        }
    }
    for (const std::size_t row : rows)
        if (!set.weights.empty()) some.weights.push_back(set.weights[row]);
    return some;
}

std::string hash_of(const TrainingSet& set) { return content_hash(set, QuietRun()); }

TEST(ContentHash, is_32_hexadecimal_digits) {
    const std::string hash = hash_of(sample());
    EXPECT_EQ(hash.size(), 32U);
    EXPECT_EQ(hash.find_first_not_of("0123456789abcdef"), std::string::npos);
}

TEST(ContentHash, does_not_depend_on_the_order_of_rows) {
    EXPECT_EQ(hash_of(with_rows(sample(), {3, 0, 2, 1})), hash_of(sample()));
    TrainingSet weighted = sample();
    weighted.weights = {0.1, 0.2, 7, 0.3};
    EXPECT_EQ(hash_of(with_rows(weighted, {2, 3, 1, 0})), hash_of(weighted));
}

TEST(ContentHash, of_some_rows_is_that_of_a_table_of_them) {
    const RowList rows = {1, 3};
    EXPECT_EQ(content_hash(sample(), RowSelection::of(rows), QuietRun()), hash_of(with_rows(sample(), {1, 3})));
    const RowList none;
    EXPECT_EQ(content_hash(sample(), RowSelection::of(none), QuietRun()), hash_of(with_rows(sample(), {})));
}

TEST(ContentHash, an_integer_weight_equals_that_many_rows) {
    TrainingSet weighted = sample();
    weighted.weights = {1, 2, 3, 1};
    const std::string hash = hash_of(with_rows(sample(), {0, 1, 1, 2, 2, 2, 3}));
    EXPECT_EQ(hash_of(weighted), hash);
    weighted.weights = {1, 3, 3, 0};  // rows 1 and 3 are equal; weight 0 does not count
    EXPECT_EQ(hash_of(weighted), hash);
    TrainingSet ones = sample();
    ones.weights.assign(4, 1.0);
    EXPECT_EQ(hash_of(ones), hash_of(sample()));
}

TEST(ContentHash, any_change_changes_it) {
    std::set<std::string> hashes = {hash_of(sample())};
    const auto expect_new = [&](const TrainingSet& set, const char* what) {
        EXPECT_TRUE(hashes.insert(hash_of(set)).second) << what;
    };
    for (std::size_t row = 0; row < 3; ++row) {  // the fourth equals the second
        TrainingSet set = sample();
        set.features[0].values.own()[row] = 5e-324;
        expect_new(set, "a number");
        set = sample();
        set.target.codes[row] = 1 - set.target.codes[row];
        expect_new(set, "a label");
        set = sample();
        set.weights.assign(4, 1.0);
        set.weights[row] = 1.5;
        expect_new(set, "a weight");
    }
    TrainingSet set = sample();
    set.features[0].values.own()[0] = missing_number;
    expect_new(set, "missing");
    set = sample();
    set.features[1].schema.levels[1].assign(1, 'c');
    expect_new(set, "a level's name");
    set = sample();
    set.features[0].schema.name.assign(1, 'z');
    expect_new(set, "a column's name");
    set = sample();
    std::swap(set.features[0], set.features[1]);
    expect_new(set, "the order of columns");
    expect_new(with_rows(sample(), {0, 1, 2}), "a row less");
    expect_new(with_rows(sample(), {0, 1, 2, 3, 3}), "a row more");
}

}  // namespace
}  // namespace treewright
