#include "treewright/rules/simplifying/rule_choice.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "treewright/statistics/code_length.h"

namespace treewright {
namespace {

constexpr double tolerance = 1e-9;  // bits: lengths this close are equal

bool is_shorter(double a, double b) { return a < b - tolerance; }

class RuleSetSearch {
public:
    RuleSetSearch(const ClassRules& rules, const Progress& progress)
        : rules_(rules),
          progress_(progress),
          everything_(rules.weights.of(all_rows(rules.weights.rows()))),
          positives_(rules.weights.of(rules.of_class)),
          weight_of_theory_(0.5 / std::log2(static_cast<double>(std::max<std::size_t>(2, rules.classes)))) {
        for (const RuleCandidate& candidate : rules.candidates) words_.push_back(words_in_use(*candidate.covered));
    }

    std::vector<std::size_t> best() const {
        if (rules_.candidates.size() <= most_for_all_sets) return best_of_all_sets();
        const RuleSet small = improved(std::vector<char>(rules_.candidates.size(), 0));
        const RuleSet large = improved(std::vector<char>(rules_.candidates.size(), 1));
        return positions(is_shorter(large.length, small.length) ? large.chosen : small.chosen);
    }

private:
    struct RuleSet {
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
        return weight_of_theory_ * (theory.bits - log2_factorial(static_cast<double>(theory.rules))) + false_positives +
               false_negatives;
    }

    // --- all sets ---

    [[nodiscard]] std::vector<std::size_t> best_of_all_sets() const {
        RuleSet best{std::vector<char>(rules_.candidates.size(), 0), 0.0};
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
            unite_with(covered, *rules_.candidates[i].covered);
            ++theory.rules;
            theory.bits += rules_.candidates[i].bits;
        }
        return length(theory, cover_of([&](std::size_t i) { return covered[i]; }));
    }

    // --- one rule at a time ---

    /// A set of rules that changes by one rule at a time.
    struct Climb {
        std::vector<char> chosen;
        std::vector<std::uint32_t> times;  ///< how many chosen rules cover each row
        std::vector<Cover> own;            ///< of each candidate: the rows that it alone covers, or would be the first to cover
        Cover cover;
    };

    [[nodiscard]] Climb begin(const std::vector<char>& chosen) const {
        Climb climb{std::vector<char>(chosen.size(), 0), std::vector<std::uint32_t>(rules_.weights.rows(), 0), {}, {}};
        for (const RuleCandidate& rule : rules_.candidates)
            climb.own.push_back(cover_of([&](std::size_t i) { return (*rule.covered)[i]; }));
        for (const std::size_t candidate : positions(chosen)) change(climb, candidate);
        return climb;
    }

    /// Adds or drops a rule, incrementally. The rows that only one rule covers change only where the number of rules that cover
    /// a row goes from 0 to 1 (for rules that are not chosen) or from 1 to 2 (for those that are), or back: mostly few rows.
    void change(Climb& climb, std::size_t candidate) const {
        const bool adds = climb.chosen[candidate] == 0;
        RowBits first = no_rows(rules_.weights.rows());
        RowBits second = first;
        const RowBits& rows = *rules_.candidates[candidate].covered;
        for (const std::uint32_t word : words_[candidate])
            for (std::uint64_t bits = rows[word]; bits != 0; bits &= bits - 1) {
                const std::size_t row = word * std::size_t{64} + static_cast<std::size_t>(std::countr_zero(bits));
                const std::uint32_t after = adds ? ++climb.times[row] : climb.times[row]--;
                if (after == 1) add_row(first, row);
                if (after == 2) add_row(second, row);
            }
        climb.chosen[candidate] = adds ? 1 : 0;
        move(climb.cover, climb.own[candidate], adds ? 1 : -1);
        const std::vector<std::uint32_t> first_words = words_in_use(first);
        const std::vector<std::uint32_t> second_words = words_in_use(second);
        for (std::size_t other = 0; other < climb.own.size(); ++other) {
            if (other == candidate) continue;
            const bool is_in = climb.chosen[other] != 0;
            move(climb.own[other], common(other, is_in ? second : first, is_in ? second_words : first_words), adds ? -1 : 1);
        }
    }

    static void move(Cover& cover, const Cover& by, std::int64_t sign) {
        cover.covered += sign * by.covered;
        cover.correct += sign * by.correct;
    }

    /// The rows of a candidate that are in a set.
    [[nodiscard]] Cover common(std::size_t candidate, const RowBits& set, const std::vector<std::uint32_t>& words) const {
        const RowBits& rows = *rules_.candidates[candidate].covered;
        return {rules_.weights.sum_at(words, [&](std::size_t i) { return rows[i] & set[i]; }),
                rules_.weights.sum_at(words, [&](std::size_t i) { return rows[i] & set[i] & rules_.of_class[i]; })};
    }

    [[nodiscard]] Theory theory_of(const std::vector<char>& chosen) const {
        Theory theory;
        for (const std::size_t candidate : positions(chosen)) {
            ++theory.rules;
            theory.bits += rules_.candidates[candidate].bits;
        }
        return theory;
    }

    /// The length after one rule was added or dropped.
    [[nodiscard]] double length_after(const Climb& climb, const Theory& theory, std::size_t candidate) const {
        const double bits = rules_.candidates[candidate].bits;
        const bool adds = climb.chosen[candidate] == 0;
        Cover cover = climb.cover;
        move(cover, climb.own[candidate], adds ? 1 : -1);
        return adds ? length({theory.rules + 1, theory.bits + bits}, cover)
                    : length({theory.rules - 1, theory.bits - bits}, cover);
    }

    [[nodiscard]] RuleSet improved(const std::vector<char>& chosen) const {
        Climb climb = begin(chosen);
        while (true) {
            progress_.stop_if_cancelled();
            const Theory theory = theory_of(climb.chosen);
            std::size_t best = chosen.size();
            double shortest = length(theory, climb.cover);
            for (std::size_t i = 0; i < chosen.size(); ++i) {
                const double changed = length_after(climb, theory, i);
                if (is_shorter(changed, shortest)) best = i, shortest = changed;
            }
            if (best == chosen.size()) return {std::move(climb.chosen), shortest};
            change(climb, best);
        }
    }

    const ClassRules& rules_;
    const Progress& progress_;
    std::int64_t everything_;
    std::int64_t positives_;
    double weight_of_theory_;
    std::vector<std::vector<std::uint32_t>> words_;  ///< per candidate: the indices of the words that contain its rows
};

}  // namespace

std::vector<std::size_t> shortest_rules(const ClassRules& rules, const Progress& progress) {
    return RuleSetSearch(rules, progress).best();
}

}  // namespace treewright
