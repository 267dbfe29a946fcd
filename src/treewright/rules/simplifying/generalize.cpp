#include "treewright/rules/simplifying/generalize.h"

#include <numeric>

#include "treewright/statistics/error_limit.h"

namespace treewright {
namespace {

class Generalization {
public:
    Generalization(const RuleRows& rows, double confidence)
        : rows_(rows), confidence_(confidence), kept_(rows.conditions.size()) {
        std::iota(kept_.begin(), kept_.end(), std::size_t{0});
    }

    GeneralRule run() {
        Misses misses = find_misses();
        double error = estimate(counts_of(misses.none));
        while (!kept_.empty()) {
            const Dropped best = best_drop(misses);
            if (best.error > error) break;
            error = best.error;
            kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(best.position));
            misses = find_misses();
        }
        return {std::move(kept_), std::move(misses.none), error};
    }

private:
    /// Rows that violate none or exactly one of the kept conditions. Other rows do not matter until a condition has been
    /// dropped.
    struct Misses {
        RowBits none;
        RowBits one;
    };
    struct Counts {
        std::int64_t covered = 0;
        std::int64_t correct = 0;
    };
    struct Dropped {
        std::size_t position = 0;
        double error = 0.0;
    };

    [[nodiscard]] Misses find_misses() const {
        Misses misses{all_rows(rows_.weights.rows()), no_rows(rows_.weights.rows())};
        for (const std::size_t number : kept_) {
            const RowBits& met = *rows_.conditions[number];
            for (std::size_t i = 0; i < met.size(); ++i) {
                misses.one[i] = (misses.one[i] & met[i]) | (misses.none[i] & ~met[i]);
                misses.none[i] &= met[i];
            }
        }
        return misses;
    }

    [[nodiscard]] Counts counts_of(const RowBits& rows) const {
        return {rows_.weights.of(rows), rows_.weights.of_common(rows, rows_.of_class)};
    }
    /// A rule without rows, whose leaf got parts of rows that lack a value, knows nothing: it loses conditions until it has some.
    [[nodiscard]] double estimate(const Counts& counts) const {
        if (counts.covered == 0) return 1.0;
        const RowWeights& weights = rows_.weights;
        return error_limit(weights.real(counts.covered - counts.correct), weights.real(counts.covered), confidence_);
    }

    /// Without a condition the rule also covers the rows that violate only this one. With many conditions those are few.
    [[nodiscard]] Dropped best_drop(const Misses& misses) const {
        const Counts now = counts_of(misses.none);
        const std::vector<std::uint32_t> words = words_in_use(misses.one);
        Dropped best;
        for (std::size_t position = 0; position < kept_.size(); ++position) {
            const RowBits& met = *rows_.conditions[kept_[position]];
            const auto gained = [&](std::size_t i) { return misses.one[i] & ~met[i]; };
            const std::int64_t covered = rows_.weights.sum_at(words, gained);
            const std::int64_t correct =
                rows_.weights.sum_at(words, [&](std::size_t i) { return gained(i) & rows_.of_class[i]; });
            const double error = estimate({now.covered + covered, now.correct + correct});
            if (position == 0 || error <= best.error) best = {position, error};
        }
        return best;
    }

    const RuleRows& rows_;
    double confidence_;
    std::vector<std::size_t> kept_;
};

}  // namespace

GeneralRule generalized(const RuleRows& rows, double confidence) { return Generalization(rows, confidence).run(); }

}  // namespace treewright
