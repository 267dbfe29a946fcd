#include "treewright/rules/generalize.h"

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
        RowBits covered = met_by_all();
        double error = estimate([&](std::size_t i) { return covered[i]; });
        while (!kept_.empty()) {
            const Dropped best = best_drop();
            if (best.error > error) break;
            error = best.error;
            kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(best.position));
            covered = met_by_all();
        }
        return {std::move(kept_), std::move(covered), error};
    }

private:
    struct Dropped {
        std::size_t position = 0;
        double error = 0.0;
    };

    [[nodiscard]] const RowBits& condition(std::size_t position) const { return *rows_.conditions[kept_[position]]; }

    [[nodiscard]] RowBits met_by_all() const {
        RowBits covered = all_rows(rows_.weights.rows());
        for (std::size_t position = 0; position < kept_.size(); ++position) keep_common(covered, condition(position));
        return covered;
    }

    template <class Word>
    [[nodiscard]] double estimate(const Word& word) const {
        const std::int64_t covered = rows_.weights.sum(word);
        const std::int64_t correct = rows_.weights.sum([&](std::size_t i) { return word(i) & rows_.of_class[i]; });
        return error_limit(rows_.weights.real(covered - correct), rows_.weights.real(covered), confidence_);
    }

    /// The rows without condition i are those that meet all before it and all behind it.
    [[nodiscard]] Dropped best_drop() const {
        std::vector<RowBits> behind(kept_.size());
        RowBits rest = all_rows(rows_.weights.rows());
        for (std::size_t position = kept_.size(); position-- > 0;) {
            behind[position] = rest;
            keep_common(rest, condition(position));
        }
        RowBits before = all_rows(rows_.weights.rows());
        Dropped best;
        for (std::size_t position = 0; position < kept_.size(); ++position) {
            const double error = estimate([&](std::size_t i) { return before[i] & behind[position][i]; });
            if (position == 0 || error <= best.error) best = {position, error};
            keep_common(before, condition(position));
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
