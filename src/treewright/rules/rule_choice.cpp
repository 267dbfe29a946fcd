#include "treewright/rules/rule_choice.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "treewright/statistics/code_length.h"

namespace treewright {
namespace {

constexpr double weight_of_theory = 0.5;
constexpr double tolerance = 1e-9;  // bits: lengths this close are equal

double log2_factorial(std::size_t n) { return std::lgamma(static_cast<double>(n) + 1.0) / std::numbers::ln2; }

bool is_shorter(double a, double b) { return a < b - tolerance; }

class Choice {
public:
    Choice(const ClassRules& rules, const Progress& progress)
        : rules_(rules),
          progress_(progress),
          everything_(rules.weights.of(all_rows(rules.weights.rows()))),
          positives_(rules.weights.of(rules.of_class)) {
        for (const RuleCandidate& candidate : rules.candidates) words_.push_back(words_in_use(*candidate.covered));
    }

    std::vector<std::size_t> best() const {
        if (rules_.candidates.size() <= most_for_all_sets) return best_of_all_sets();
        const Found small = improved(std::vector<char>(rules_.candidates.size(), 0));
        const Found large = improved(std::vector<char>(rules_.candidates.size(), 1));
        return positions(is_shorter(large.length, small.length) ? large.chosen : small.chosen);
    }

private:
    struct Found {
        std::vector<char> chosen;
        double length = 0.0;
    };
    /// What a set of rules covers: rows of any class, rows of the class.
    struct Cover {
        std::int64_t covered = 0;
        std::int64_t correct = 0;
    };
    struct Theory {
        std::size_t rules = 0;
        double bits = 0.0;
    };

    static std::vector<std::size_t> positions(const std::vector<char>& chosen) {
        std::vector<std::size_t> positions;
        for (std::size_t i = 0; i < chosen.size(); ++i)
            if (chosen[i] != 0) positions.push_back(i);
        return positions;
    }

    template <class Word>
    [[nodiscard]] Cover cover_of(const Word& word) const {
        return {rules_.weights.sum(word), rules_.weights.sum([&](std::size_t i) { return word(i) & rules_.of_class[i]; })};
    }

    [[nodiscard]] double length(const Theory& theory, const Cover& cover) const {
        const auto real = [&](std::int64_t weight) { return rules_.weights.real(weight); };
        const double false_positives = log2_choose(real(cover.covered), real(cover.covered - cover.correct));
        const double false_negatives = log2_choose(real(everything_ - cover.covered), real(positives_ - cover.correct));
        return weight_of_theory * (theory.bits - log2_factorial(theory.rules)) + false_positives + false_negatives;
    }

    // --- all sets ---

    [[nodiscard]] std::vector<std::size_t> best_of_all_sets() const {
        Found best{std::vector<char>(rules_.candidates.size(), 0), 0.0};
        best.length = length({}, {});
        const std::size_t sets = std::size_t{1} << rules_.candidates.size();
        for (std::size_t set = 1; set < sets; ++set) {
            progress_.stop_if_cancelled();
            const std::vector<char> chosen = members(set);
            const double bits = length_of(chosen);
            const bool fewer =
                std::count(chosen.begin(), chosen.end(), 1) < std::count(best.chosen.begin(), best.chosen.end(), 1);
            if (is_shorter(bits, best.length) || (fewer && !is_shorter(best.length, bits))) best = {chosen, bits};
        }
        return positions(best.chosen);
    }

    [[nodiscard]] std::vector<char> members(std::size_t set) const {
        std::vector<char> chosen(rules_.candidates.size());
        for (std::size_t i = 0; i < chosen.size(); ++i) chosen[i] = static_cast<char>((set >> i) & 1U);
        return chosen;
    }

    [[nodiscard]] double length_of(const std::vector<char>& chosen) const {
        Theory theory;
        RowBits covered = no_rows(rules_.weights.rows());
        for (const std::size_t i : positions(chosen)) {
            add_all(covered, *rules_.candidates[i].covered);
            ++theory.rules;
            theory.bits += rules_.candidates[i].bits;
        }
        return length(theory, cover_of([&](std::size_t i) { return covered[i]; }));
    }

    // --- one rule at a time ---

    /// The rows that the chosen rules cover, and those that only one of them covers.
    struct Coverage {
        RowBits any;
        RowBits once;
        Theory theory;
        Cover cover;
    };

    [[nodiscard]] Coverage coverage_of(const std::vector<char>& chosen) const {
        Coverage now{no_rows(rules_.weights.rows()), no_rows(rules_.weights.rows()), {}, {}};
        for (const std::size_t candidate : positions(chosen)) {
            const RowBits& rows = *rules_.candidates[candidate].covered;
            for (const std::uint32_t i : words_[candidate]) {
                now.once[i] = (now.once[i] & ~rows[i]) | (rows[i] & ~now.any[i]);
                now.any[i] |= rows[i];
            }
            ++now.theory.rules;
            now.theory.bits += rules_.candidates[candidate].bits;
        }
        now.cover = cover_of([&](std::size_t i) { return now.any[i]; });
        return now;
    }

    /// The length after one rule was added or dropped: only the rows count that no other rule covers.
    [[nodiscard]] double length_after(const Coverage& now, std::size_t candidate, bool drop) const {
        const RowBits& rows = *rules_.candidates[candidate].covered;
        const double bits = rules_.candidates[candidate].bits;
        const auto own = [&](std::size_t i) { return rows[i] & (drop ? now.once[i] : ~now.any[i]); };
        const std::int64_t covered = rules_.weights.sum_at(words_[candidate], own);
        const std::int64_t correct =
            rules_.weights.sum_at(words_[candidate], [&](std::size_t i) { return own(i) & rules_.of_class[i]; });
        if (drop)
            return length({now.theory.rules - 1, now.theory.bits - bits},
                          {now.cover.covered - covered, now.cover.correct - correct});
        return length({now.theory.rules + 1, now.theory.bits + bits},
                      {now.cover.covered + covered, now.cover.correct + correct});
    }

    [[nodiscard]] Found improved(std::vector<char> chosen) const {
        while (true) {
            progress_.stop_if_cancelled();
            const Coverage now = coverage_of(chosen);
            std::size_t best = chosen.size();
            double shortest = length(now.theory, now.cover);
            for (std::size_t i = 0; i < chosen.size(); ++i) {
                const double changed = length_after(now, i, chosen[i] != 0);
                if (is_shorter(changed, shortest)) best = i, shortest = changed;
            }
            if (best == chosen.size()) return {std::move(chosen), shortest};
            chosen[best] = chosen[best] == 0 ? 1 : 0;
        }
    }

    const ClassRules& rules_;
    const Progress& progress_;
    std::int64_t everything_;
    std::int64_t positives_;
    std::vector<std::vector<std::uint32_t>> words_;  ///< of each candidate: those that hold its rows
};

}  // namespace

std::vector<std::size_t> shortest_rules(const ClassRules& rules, const Progress& progress) {
    return Choice(rules, progress).best();
}

}  // namespace treewright
