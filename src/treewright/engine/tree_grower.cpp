#include "treewright/engine/tree_grower.h"

#include <algorithm>
#include <limits>
#include <mutex>
#include <utility>

#include "treewright/base/error.h"
#include "treewright/engine/folds/fold_nodes.h"
#include "treewright/growing/branch_growth.h"
#include "treewright/growing/grower.h"
#include "treewright/growing/missing_method.h"
#include "treewright/growing/split_search.h"

namespace treewright {

namespace {

// A histogram has one number per class, bin and feature: beyond this it is larger than the table.
constexpr std::size_t most_classes = 1000;

/// -Inf and the lowest double have no finite threshold between them: too rare to be fast.
bool has_inseparable_values(const Column& column) {
    if (!column.has_values() || column.values.range().lowest != -std::numeric_limits<double>::infinity()) return false;
    return std::find(column.values.begin(), column.values.end(), std::numeric_limits<double>::lowest()) != column.values.end();
}

}  // namespace

bool engine_reads(const TrainingSet& set, const Progress& progress) {
    if (set.task() == Task::classification && set.target.schema.levels.size() > most_classes) return false;
    return std::none_of(set.features.begin(), set.features.end(), [&](const Column& feature) {
        progress.stop_if_cancelled();
        return has_inseparable_values(feature);
    });
}

bool engine_covers(const TrainingSet& set, const GrowOptions& options, const Progress& progress) {
    const CriterionName criterion = effective_criterion(options, set.task());
    if (options.keeps_work || options.stop_test != StopTest::none || options.notes_tests) return false;
    if (kind_of(criterion).ranks_by_ratio) return false;
    if (make_criterion(options, set.task(), {})->cut_kernel() == CutKernel::none) return false;
    if (splits_rows(set, options) || surrogates_to_make(set, options) > 0) return false;
    return engine_reads(set, progress);
}

namespace {

EngineLimits checked(const EngineLimits& limits) {
    check_invariant(limits.small_rows <= most_small_rows && limits.bins >= 3 && limits.bins <= bins_per_feature &&
                        limits.rows_per_fine_bin > 0 && limits.branches_per_thread > 0,
                    "the engine's limits");
    return limits;
}

}  // namespace

/// The engine's data about a table and its labels.
struct TreeGrower::EngineTable {
    EngineTable(const TrainingSet& set, const GrowOptions& options, const ClassTerms& terms, const EngineLimits& limits,
                const Run& run)
        : labels(set, &run.progress),
          search(set, labels, options, terms, run),
          measure(make_measure(search.context(), terms)),
          table(search.context(), *measure, limits) {}

    Labels labels;
    SplitSearch search;
    std::unique_ptr<CutMeasure> measure;
    IndexedTable table;
};

/// What all handles share.
struct TreeGrower::Source {
    Source(std::shared_ptr<const TrainingSet> table, const GrowOptions& grow_options, const ClassTerms& class_terms,
           const EngineLimits& engine_limits, const Progress& progress)
        : set(std::move(table)),
          options(grow_options),
          terms(class_terms),
          limits(checked(engine_limits)),
          is_covered(engine_covers(*set, options, progress)) {}

    std::shared_ptr<const TrainingSet> set;
    GrowOptions options;
    ClassTerms terms;
    EngineLimits limits;
    bool is_covered;
    mutable std::once_flag once;
    mutable std::unique_ptr<const EngineTable> engine;  ///< made when it is first needed

    [[nodiscard]] const EngineTable& engine_table(const Run& run) const {
        std::call_once(once, [&] { engine = std::make_unique<EngineTable>(*set, options, terms, limits, run); });
        return *engine;
    }
    [[nodiscard]] GrownTree grow_by_engine(std::shared_ptr<TableIndex> index, const RowSelection& rows, const Run& run) const {
        const EngineTable& own = engine_table(run);
        LargeNodeSource large(own.table, std::move(index), rows, run.threads);
        LargeNodeSearcher nodes(large, run.threads, run.progress);
        return grow_with(nodes, own.search.context(), terms, run);
    }
};

/// The index, held by the handles that may need it again and by the trees that grow from it.
struct TreeGrower::IndexCell {
    std::once_flag once;
    std::shared_ptr<TableIndex> index;  ///< null until it is made, and if the table needs none

    [[nodiscard]] std::shared_ptr<TableIndex> get(const Source& source, bool keeps_columns, const Run& run) {
        std::call_once(once, [&] {
            const IndexedTable& table = source.engine_table(run).table;
            if (table.needs_index()) index = std::make_shared<TableIndex>(table, keeps_columns, run);
        });
        return index;
    }
};

TreeGrower::TreeGrower(std::shared_ptr<const TrainingSet> set, const GrowOptions& options, const ClassTerms& terms,
                       const Run& run, const EngineLimits& limits)
    : source_(std::make_shared<Source>(std::move(set), options, terms, limits, run.progress)),
      index_(std::make_shared<IndexCell>()) {}

void TreeGrower::prepare(const Run& run) const {
    if (source_->is_covered) (void)index_->get(*source_, source_->limits.keeps_columns, run);
}

GrownTree TreeGrower::grow(const RowSelection& rows, const Run& run) const& {
    const Source& own = *source_;
    if (!own.is_covered) return treewright::grow(*own.set, rows, own.options, own.terms, run);
    refuse_no_rows(*own.set, rows);
    return own.grow_by_engine(index_->get(own, own.limits.keeps_columns, run), rows, run);
}

GrownTree TreeGrower::grow(const RowSelection& rows, const Run& run) && {
    const Source& own = *source_;
    if (!own.is_covered) return std::as_const(*this).grow(rows, run);
    refuse_no_rows(*own.set, rows);
    // A column-major copy pays for several trees only.
    std::shared_ptr<TableIndex> index = std::exchange(index_, nullptr)->get(own, false, run);
    return own.grow_by_engine(std::move(index), rows, run);
}

std::vector<Tree> TreeGrower::grow_without(std::span<const RowList> held_out, const RowSelection& rows, const Run& run) const {
    const Source& own = *source_;
    std::vector<Tree> trees(held_out.size());
    std::size_t all = held_out.size() * rows.size();
    for (const RowList& list : held_out) all -= list.size();
    GrowthProgress progress(run.progress, all, "cross-validating");
    const auto grow_one_by_one = [&](std::span<const RowList> lists, std::span<Tree> to) {
        run.threads.for_each(lists.size(), [&](std::size_t i) {
            const RowList others = rows_without(lists[i], rows);
            to[i] = grow(RowSelection::of(others), QuietRun(run)).tree;
            progress.leaf_done(others.size());
        });
    };
    if (!own.is_covered) {
        grow_one_by_one(held_out, trees);
        return trees;
    }
    const std::shared_ptr<TableIndex> index = index_->get(own, own.limits.keeps_columns, run);
    const IndexedTable& table = own.engine_table(run).table;
    const std::size_t batches = (held_out.size() + most_shared_folds - 1) / most_shared_folds;
    for (std::size_t batch = 0; batch < batches; ++batch) {
        const auto lists = part_of(held_out, batch, batches);
        const std::span<Tree> to = part_of(std::span(trees), batch, batches);
        if (FoldNodes::serves(table, index.get(), rows, lists, run))
            std::ranges::move(FoldNodes(table, index, rows, lists, run, progress).grow(own.terms), to.begin());
        else
            grow_one_by_one(lists, to);
    }
    return trees;
}

const std::shared_ptr<const TrainingSet>& TreeGrower::shared_set() const { return source_->set; }
const GrowOptions& TreeGrower::options() const { return source_->options; }
const ClassTerms& TreeGrower::terms() const { return source_->terms; }

}  // namespace treewright
