#include "treewright/base/exact_sum.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <limits>
#include <random>
#include <utility>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <boost/multiprecision/cpp_int.hpp>

#include "treewright/base/error.h"

namespace treewright {
namespace {

using Rational = boost::multiprecision::cpp_rational;
using Rows = std::vector<std::pair<double, double>>;  // weight, value

constexpr double infinity = std::numeric_limits<double>::infinity();

ExactMoments moments_of(const Rows& rows) {
    ExactMoments moments;
    for (const auto& [weight, value] : rows) moments.add(weight, value);
    return moments;
}

Rational exactly(double number) { return Rational(number); }

/// Whether `rounded` is a double nearest to `exact`: no neighbour is nearer, and of two equally near ones it is the even one.
bool is_nearest(double rounded, const Rational& exact) {
    const Rational largest = exactly(std::numeric_limits<double>::max());
    if (std::isinf(rounded)) return abs(exact) > largest;
    const auto distance = [&](double candidate) -> Rational { return abs(exact - exactly(candidate)); };
    for (const double neighbour : {std::nextafter(rounded, infinity), std::nextafter(rounded, -infinity)}) {
        if (std::isinf(neighbour)) continue;
        if (distance(neighbour) < distance(rounded)) return false;
        const bool odd = (std::bit_cast<std::uint64_t>(rounded) & 1U) != 0;
        if (distance(neighbour) == distance(rounded) && odd) return false;
    }
    return true;
}

struct Exact {
    Rational weight, mean, variance;
};

Exact reference(const Rows& rows) {
    Rational weight = 0, sum = 0, squares = 0;
    for (const auto& [w, y] : rows) {
        weight += exactly(w);
        sum += exactly(w) * exactly(y);
        squares += exactly(w) * exactly(y) * exactly(y);
    }
    if (weight == 0) return {0, 0, 0};
    const Rational mean = sum / weight;
    return {weight, mean, squares / weight - mean * mean};
}

double random_double(std::mt19937_64& random, int range) {
    switch (random() % 4) {
        case 0: return static_cast<double>(random() % 100);
        case 1: return static_cast<double>(random() % 2001) / 8.0 - 125.0;
        default: break;
    }
    const double mantissa = static_cast<double>(random()) / 0x1p64 - 0.5;
    return std::ldexp(mantissa, std::min(1024, static_cast<int>(random() % static_cast<unsigned>(2 * range)) - range));
}

Rows random_rows(std::uint64_t seed, std::size_t count, int range) {
    std::mt19937_64 random(seed);
    Rows rows(count);
    for (auto& [weight, value] : rows) {
        weight = random() % 2 == 0 ? 1.0 : std::abs(random_double(random, std::min(range, 200)));
        value = random_double(random, range);
    }
    return rows;
}

bool same_bits(const ExactMoments& a, const ExactMoments& b) {
    return a.mean() == b.mean() && a.variance() == b.variance() && a.total_weight() == b.total_weight();
}

TEST(ExactMoments, simple_ones) {
    const ExactMoments moments = moments_of({{1, 2}, {1, 4}, {1, 4}, {1, 4}, {1, 5}, {1, 5}, {1, 7}, {1, 9}});
    EXPECT_EQ(moments.total_weight(), 8);
    EXPECT_EQ(moments.mean(), 5);
    EXPECT_EQ(moments.variance(), 4);
}

TEST(ExactMoments, nothing_and_zero_weights) {
    EXPECT_TRUE(same_bits(moments_of({}), moments_of({{0, 5}, {0, -1}})));
    EXPECT_EQ(ExactMoments().mean(), 0);
    EXPECT_EQ(ExactMoments().variance(), 0);
}

TEST(ExactMoments, what_doubles_lose) {
    // In doubles 1e16 + 1 - 1e16 is 0 or 2.
    EXPECT_EQ(moments_of({{1, 1e16}, {1, 1}, {1, -1e16}, {1, 0}}).mean(), 0.25);
    EXPECT_EQ(moments_of({{1, 1e9}, {1, 1e9 + 1}}).variance(), 0.25);
    EXPECT_EQ(moments_of({{1, 0.1}, {1, 0.1}, {1, 0.1}}).variance(), 0);
    EXPECT_EQ(moments_of({{1, 0.1}, {1, 0.1}, {1, 0.1}}).mean(), 0.1);
}

TEST(ExactMoments, the_ends_of_the_range) {
    EXPECT_EQ(moments_of({{1, 5e-324}, {1, 5e-324}}).mean(), 5e-324);
    EXPECT_EQ(moments_of({{1, 5e-324}, {1, 0}}).mean(), 0);  // half of the smallest: ties to even
    EXPECT_EQ(moments_of({{3, 5e-324}, {1, 0}}).mean(), 5e-324);
    EXPECT_EQ(moments_of({{1, 1e308}, {1, 1e308}, {1, 1e308}}).mean(), 1e308);
    EXPECT_EQ(moments_of({{1, 1e308}, {1, -1e308}}).mean(), 0);
    EXPECT_EQ(moments_of({{1, 1e308}, {1, -1e308}}).variance(), infinity);
    EXPECT_EQ(moments_of({{1, 1e308}, {1, 5e-324}, {1, -1e308}, {1, 0}}).mean(), 0);
    EXPECT_EQ(moments_of({{1, 1e308}, {1, 6e-323}, {1, -1e308}}).mean(), 2e-323);
    EXPECT_EQ(moments_of({{1e308, 1}, {1e308, 2}}).total_weight(), infinity);
    EXPECT_EQ(moments_of({{1e308, 1}, {1e308, 2}}).mean(), 1.5);
    EXPECT_THROW(moments_of({{1, infinity}}), InternalError);
    EXPECT_THROW(moments_of({{std::nan(""), 1}}), InternalError);
}

RC_GTEST_PROP(ExactMoments, are_correctly_rounded, (std::uint64_t seed)) {
    const auto range = *rc::gen::element(10, 60, 500, 1060);
    const Rows rows = random_rows(seed, 1 + seed % 12, range);
    const ExactMoments moments = moments_of(rows);
    const Exact exact = reference(rows);
    RC_ASSERT(is_nearest(moments.total_weight(), exact.weight));
    RC_ASSERT(is_nearest(moments.mean(), exact.mean));
    RC_ASSERT(is_nearest(moments.variance(), exact.variance));
    RC_ASSERT(moments.variance() >= 0);
}

RC_GTEST_PROP(ExactMoments, order_and_parts_make_no_difference, (std::uint64_t seed)) {
    Rows rows = random_rows(seed, seed % 60, *rc::gen::element(10, 60, 1060));
    const ExactMoments whole = moments_of(rows);
    std::mt19937_64 random(seed);
    std::shuffle(rows.begin(), rows.end(), random);
    RC_ASSERT(same_bits(moments_of(rows), whole));
    const auto middle = rows.begin() + static_cast<std::ptrdiff_t>(rows.empty() ? 0 : random() % rows.size());
    const ExactMoments left = moments_of({rows.begin(), middle});
    const ExactMoments right = moments_of({middle, rows.end()});
    ExactMoments merged = right;
    merged.merge(left);
    RC_ASSERT(same_bits(merged, whole));
    merged.subtract(right);
    RC_ASSERT(same_bits(merged, left));
}

RC_GTEST_PROP(ExactMoments, integer_weights_are_repeated_rows, (std::uint64_t seed)) {
    Rows rows = random_rows(seed, 8, 60);
    Rows repeated;
    for (auto& [weight, value] : rows) {
        weight = static_cast<double>(seed++ % 5);
        repeated.insert(repeated.end(), static_cast<std::size_t>(weight), {1.0, value});
    }
    RC_ASSERT(same_bits(moments_of(rows), moments_of(repeated)));
}

// Doubling by merging passes the point where carries are settled, with positive and negative sums.
TEST(ExactMoments, many_additions) {
    for (const double sign : {1.0, -1.0}) {
        ExactMoments moments = moments_of({{1, sign * (0x1p52 + 1)}, {1, sign * 0.5}, {1, sign * 0x1p-40}});
        const double mean = moments.mean();
        const double variance = moments.variance();
        for (int doubling = 0; doubling < 100; ++doubling) moments.merge(ExactMoments(moments));
        EXPECT_EQ(moments.mean(), mean);
        EXPECT_EQ(moments.variance(), variance);
        EXPECT_EQ(moments.total_weight(), 3 * 0x1p100);
    }
}

TEST(ExactMoments, cost_of_a_row) {
    const Rows rows = random_rows(1, 1000, 20);
    const auto start = std::chrono::steady_clock::now();
    ExactMoments moments;
    for (int round = 0; round < 200; ++round)
        for (const auto& [weight, value] : rows) moments.add(weight, value);
    const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
    RecordProperty("nanoseconds_per_row", std::to_string(time.count() / 200'000));
    EXPECT_LT(time.count() / 200'000, 5000);  // tens of nanoseconds; the limit leaves room for sanitizers and busy machines
    EXPECT_GT(moments.total_weight(), 0);
}

}  // namespace
}  // namespace treewright
