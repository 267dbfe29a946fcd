#include "treewright/rules/simplifying/rule_choice.h"

#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "treewright/statistics/code_length.h"

namespace treewright {
namespace {

/// Random rules for a class, each of which covers a run of rows with noise, so that some repeat others and some carry no
/// information.
struct RandomRules {
    std::size_t rows;
    std::vector<double> weights;
    std::vector<char> of_class;
    std::vector<std::vector<char>> covered;
    std::vector<double> bits;

    explicit RandomRules(std::uint64_t seed) : rows(40 + seed % 200) {
        std::mt19937_64 random(seed);
        for (std::size_t row = 0; row < rows; ++row) {
            of_class.push_back(random() % 2 == 0 ? 1 : 0);
            if (seed % 2 == 0) weights.push_back(static_cast<double>(1 + random() % 6) / 2);
        }
        for (std::size_t rule = 0; rule < 11 + seed % 15; ++rule) {
            std::vector<char>& own = covered.emplace_back();
            const std::size_t begin = random() % rows;
            const std::size_t end = begin + 1 + random() % (rows / 4);
            for (std::size_t row = 0; row < rows; ++row)
                own.push_back(row >= begin && row < end && (of_class[row] != 0 || random() % 6 == 0) ? 1 : 0);
            bits.push_back(3.0 + static_cast<double>(random() % 120) / 10);
        }
    }

    [[nodiscard]] double weight(std::size_t row) const { return weights.empty() ? 1.0 : weights[row]; }

    [[nodiscard]] double length(const std::vector<char>& chosen) const {
        double theory = 0.0, covered_weight = 0.0, right = 0.0, all = 0.0, positives = 0.0;
        int count = 0;
        for (std::size_t rule = 0; rule < chosen.size(); ++rule)
            if (chosen[rule] != 0) theory += bits[rule] - std::log2(++count);
        for (std::size_t row = 0; row < rows; ++row) {
            bool met = false;
            for (std::size_t rule = 0; rule < chosen.size(); ++rule)
                met = met || (chosen[rule] != 0 && covered[rule][row] != 0);
            all += weight(row);
            positives += of_class[row] != 0 ? weight(row) : 0.0;
            covered_weight += met ? weight(row) : 0.0;
            right += met && of_class[row] != 0 ? weight(row) : 0.0;
        }
        return 0.5 * theory + log2_choose(covered_weight, covered_weight - right) +
               log2_choose(all - covered_weight, positives - right);
    }

    [[nodiscard]] std::vector<char> climbed(std::vector<char> chosen) const {
        while (true) {
            std::vector<char> best = chosen;
            for (std::size_t rule = 0; rule < chosen.size(); ++rule) {
                std::vector<char> changed = chosen;
                changed[rule] = changed[rule] == 0 ? 1 : 0;
                if (length(changed) < length(best) - 1e-9) best = changed;
            }
            if (best == chosen) return chosen;
            chosen = best;
        }
    }

    [[nodiscard]] std::vector<std::size_t> found() const {
        const auto as_bits = [&](const std::vector<char>& marks) {
            RowBits set = no_rows(rows);
            for (std::size_t row = 0; row < rows; ++row)
                if (marks[row] != 0) add_row(set, row);
            return set;
        };
        std::vector<RowBits> sets;
        for (const std::vector<char>& own : covered) sets.push_back(as_bits(own));
        const RowBits class_rows = as_bits(of_class);
        const RowWeights row_weights(weights, rows);
        ClassRules rules{{}, class_rows, row_weights};
        for (std::size_t rule = 0; rule < sets.size(); ++rule) rules.candidates.push_back({&sets[rule], bits[rule]});
        return shortest_rules(rules, Progress());
    }
};

TEST(RuleChoice, many_rules_are_climbed_as_a_plain_search_does) {
    std::size_t kept = 0;
    std::size_t from_all = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const RandomRules rules(seed);
        const std::vector<char> small = rules.climbed(std::vector<char>(rules.bits.size(), 0));
        const std::vector<char> large = rules.climbed(std::vector<char>(rules.bits.size(), 1));
        const bool large_wins = rules.length(large) < rules.length(small) - 1e-9;
        std::vector<std::size_t> expected;
        for (std::size_t rule = 0; rule < rules.bits.size(); ++rule)
            if ((large_wins ? large : small)[rule] != 0) expected.push_back(rule);
        ASSERT_EQ(rules.found(), expected) << "seed " << seed;
        kept += expected.size();
        from_all += large_wins ? 1 : 0;
    }
    EXPECT_GT(kept, 600U);  // else nothing was compared
    EXPECT_GT(from_all, 5U);
}

}  // namespace
}  // namespace treewright
