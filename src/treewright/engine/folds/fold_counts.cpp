#include "treewright/engine/folds/fold_counts.h"

#include <array>
#include <bit>

namespace treewright {

namespace {

// Their bins are loaded once for all folds and stay in the cache while each fold counts its own rows.
constexpr std::size_t fold_rows_per_block = 8192;

/// The histograms of one thread.
class Counter {
public:
    Counter(const HistogramSource& source, const AbsentBits* absent, const std::vector<std::size_t>& folds)
        : source_(source), absent_(absent), rest_(source), once_(folds.size() + 1), again_(folds.size()) {
        for (std::size_t i = 0; i < folds.size(); ++i) {
            own_.emplace_back(source);
            place_[folds[i]] = i;
            mask_ |= static_cast<AbsentBits>(1U << folds[i]);
        }
    }

    void add(std::span<const RowId> rows) {
        for (std::size_t begin = 0; begin < rows.size(); begin += fold_rows_per_block) {
            source_.progress.stop_if_cancelled();
            for (auto& list : once_) list.clear();
            for (const RowId row : rows.subspan(begin, std::min(fold_rows_per_block, rows.size() - begin))) deal(row);
            for (std::size_t i = 0; i < own_.size(); ++i) own_[i].count(source_, once_[i]);
            rest_.count(source_, once_.back());
        }
    }
    void add_to(FoldHistograms& all) const {
        all.total->add(rest_);
        for (std::size_t i = 0; i < own_.size(); ++i) {
            all.total->add(own_[i]);
            all.absent[i]->add(own_[i]);
            if (!again_[i].empty()) all.absent[i]->count(source_, again_[i]);
        }
    }

private:
    void deal(RowId row) {
        unsigned bits = absent_[row] & mask_;
        if (bits == 0) return once_.back().push_back(row);
        once_[place_[static_cast<std::size_t>(std::countr_zero(bits))]].push_back(row);
        for (bits &= bits - 1; bits != 0; bits &= bits - 1)
            again_[place_[static_cast<std::size_t>(std::countr_zero(bits))]].push_back(row);
    }

    const HistogramSource& source_;
    const AbsentBits* absent_;
    std::array<std::size_t, most_shared_folds> place_{};
    AbsentBits mask_ = 0;
    std::vector<NodeCounts> own_;
    NodeCounts rest_;
    std::vector<std::vector<std::uint32_t>>
        once_;  ///< of a block: every row is in one of them, the last is for rows of all folds
    std::vector<std::vector<std::uint32_t>> again_;  ///< rows that are absent from further folds
};

}  // namespace

FoldHistograms count_folds(const HistogramSource& source, std::span<const RowId> rows, const AbsentBits* absent,
                           const std::vector<std::size_t>& folds) {
    FoldHistograms all{std::make_unique<NodeCounts>(source), {}};
    for (std::size_t i = 0; i < folds.size(); ++i) all.absent.push_back(std::make_unique<NodeCounts>(source));
    const Threads& threads = source.threads_for(rows.size());
    std::vector<std::unique_ptr<Counter>> parts(threads.count());
    threads.for_each(parts.size(), [&](std::size_t part) {
        parts[part] = std::make_unique<Counter>(source, absent, folds);
        parts[part]->add(part_of(rows, part, parts.size()));
    });
    for (const auto& part : parts) part->add_to(all);
    return all;
}

std::vector<std::size_t> rows_absent(std::span<const RowId> rows, const AbsentBits* absent) {
    std::vector<std::size_t> counts(most_shared_folds, 0);
    for (const RowId row : rows)
        for (unsigned bits = absent[row]; bits != 0; bits &= bits - 1)
            ++counts[static_cast<std::size_t>(std::countr_zero(bits))];
    return counts;
}

}  // namespace treewright
