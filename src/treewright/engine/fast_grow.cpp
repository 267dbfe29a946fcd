#include "treewright/engine/fast_grow.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>

#include "treewright/base/error.h"
#include "treewright/engine/folds/fold_nodes.h"
#include "treewright/growing/missing_method.h"
#include "treewright/growing/split_search.h"
#include "treewright/growing/threshold.h"

namespace treewright {

namespace {

// A histogram holds a number for each class in each bin of each feature: beyond this it is larger than the table.
constexpr std::size_t most_classes = 1000;

/// Whether two values of the column have no finite threshold between them (-Inf and the lowest double): too rare to be fast.
bool has_inseparable_values(const Column& column) {
    return column.values.visit([](auto values) {
        using Number = std::remove_cvref_t<decltype(values[0])>;
        if (sizeof(Number) < sizeof(double)) return false;
        bool infinite = false;
        bool lowest = false;
        for (const Number value : values) {
            infinite |= value == -std::numeric_limits<Number>::infinity();  // without branches: the compiler takes many at once
            lowest |= value == std::numeric_limits<Number>::lowest();
        }
        return infinite && lowest;
    });
}

}  // namespace

bool engine_reads(const TrainingSet& set, const Progress& progress) {
    if (set.task() == Task::classification && set.target.schema.levels.size() > most_classes) return false;
    for (const Column& column : set.features) {
        progress.stop_if_cancelled();
        if (column.has_values() && has_inseparable_values(column)) return false;
    }
    return true;
}

bool engine_covers(const TrainingSet& set, const GrowOptions& options, const GrowRun& run) {
    const CriterionName criterion = effective_criterion(options, set.task());
    if (run.work != nullptr || options.stop_test != StopTest::none || options.notes_tests) return false;
    if (kind_of(criterion).ranks_by_ratio) return false;
    if (make_criterion(options, set.task(), {})->cut_kernel() == CutKernel::none) return false;
    if (splits_rows(set, options) || surrogates_to_make(set, options) > 0) return false;
    return engine_reads(set, run.progress);
}

Tree fast_grow(const TrainingSet& set, const GrowOptions& options, const ClassTerms& terms, const GrowRun& run,
               const EngineLimits& limits) {
    if (!engine_covers(set, options, run)) return grow(set, options, terms, run);
    return PreparedGrowth(set, options, terms, run, limits).grow_last(run);
}

namespace {

EngineLimits checked(const EngineLimits& limits) {
    check_invariant(limits.small_rows <= most_small_rows && limits.bins >= 3 && limits.bins <= bins_a_feature &&
                        limits.rows_a_fine_bin > 0 && limits.branches_a_thread > 0,
                    "the engine's limits");
    return limits;
}

}  // namespace

struct PreparedGrowth::Parts {
    Parts(const TrainingSet& set, const GrowOptions& options, const ClassTerms& class_terms, const GrowRun& run,
          const EngineLimits& limits)
        : terms(class_terms),
          labels(set, &run.progress),
          search(set, labels, options, terms, {run.threads, &run.progress}),
          measure(make_measure(search.context(), terms)),
          table(search.context(), *measure, run, limits) {}

    [[nodiscard]] Tree grow(const GrowRun& run, bool is_last) {
        LargeNodeSource source(table, run);
        source.is_last = is_last;
        LargeNodes nodes(source, run.threads, run.progress);
        return grow_with(nodes, search.context(), terms, run);
    }

    [[nodiscard]] std::vector<Tree> grow_one_by_one(std::span<const std::vector<std::uint32_t>> held_out, const GrowRun& run,
                                                    GrowthProgress& progress) {
        std::vector<std::uint32_t> all(run.rows.begin(), run.rows.end());
        if (all.empty()) {
            all.resize(table.context.set.rows);
            std::iota(all.begin(), all.end(), 0U);
        }
        std::vector<Tree> trees(held_out.size());
        const Threads alone(1);
        run.threads.for_each(held_out.size(), [&](std::size_t i) {
            Progress part(Progress::PartOf{run.progress});
            std::vector<std::uint32_t> others;
            std::ranges::set_difference(all, held_out[i], std::back_inserter(others));
            check_invariant(!others.empty(), "a tree grows from some rows");
            trees[i] = grow({alone, part, nullptr, others}, false);
            progress.leaf_done(others.size());
        });
        return trees;
    }

    const ClassTerms& terms;
    Labels labels;
    SplitSearch search;
    std::unique_ptr<CutMeasure> measure;
    IndexedTable table;
};

PreparedGrowth::PreparedGrowth(const TrainingSet& set, const GrowOptions& options, const ClassTerms& terms, const GrowRun& run,
                               const EngineLimits& limits)
    : parts_(std::make_unique<Parts>(set, options, terms, run, checked(limits))) {}

PreparedGrowth::~PreparedGrowth() = default;

Tree PreparedGrowth::grow(const GrowRun& run) const { return parts_->grow(run, false); }

std::vector<Tree> PreparedGrowth::grow_without(std::span<const std::vector<std::uint32_t>> held_out, const GrowRun& run) const {
    std::vector<Tree> trees(held_out.size());
    std::size_t rows = held_out.size() * (run.rows.empty() ? parts_->table.context.set.rows : run.rows.size());
    for (const auto& list : held_out) rows -= list.size();
    GrowthProgress progress(run.progress, rows, "cross-validating");
    const std::size_t batches = (held_out.size() + most_shared_folds - 1) / most_shared_folds;
    for (std::size_t batch = 0; batch < batches; ++batch) {
        const auto lists = part_of(held_out, batch, batches);
        std::ranges::move(FoldNodes::serves(parts_->table, lists, run)
                              ? FoldNodes(parts_->table, lists, run, progress).grow(parts_->terms)
                              : parts_->grow_one_by_one(lists, run, progress),
                          trees.begin() + (lists.data() - held_out.data()));
    }
    return trees;
}

Tree PreparedGrowth::grow_last(const GrowRun& run) { return parts_->grow(run, true); }

}  // namespace treewright
