// Grows trees from rows of one table: by the engine if it covers the options, else by the reference grower (growing/grower.h).
// Both give the same tree, byte for byte.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "treewright/base/run.h"
#include "treewright/data/training_set.h"
#include "treewright/engine/limits.h"
#include "treewright/growing/grown_tree.h"
#include "treewright/growing/options.h"

namespace treewright {

/// Whether the engine supports the table: not with more than 1,000 classes, nor with a feature of both -Inf and the lowest
/// double.
bool engine_reads(const TrainingSet& set, const Progress& progress);
/// Whether it covers the options, too. Not covered: gain ratio and stopping tests, which need the number of cuts; criteria
/// without a cut kernel (cost-gini); fractional rows and surrogates, if there are any; the worked arithmetic.
bool engine_covers(const TrainingSet& set, const GrowOptions& options, const Progress& progress);

/// A handle: copies share the index, which is made when the first tree needs it and freed with the last handle that may need it again.
class TreeGrower {
public:
    /// Scans the table once to see whether the engine covers it.
    TreeGrower(std::shared_ptr<const TrainingSet> set, const GrowOptions& options, const ClassTerms& terms, const Run& run,
               const EngineLimits& limits = {.keeps_columns = true});

    /// Makes the index now; otherwise the first tree does.
    void prepare(const Run& run) const;
    /// The tree of these rows. Thread-safe. An input `Error` if there are no rows.
    [[nodiscard]] GrownTree grow(const RowSelection& rows, const Run& run) const&;
    /// The same, consuming the handle: if it is the last one, the index is freed as soon as the large nodes are done.
    [[nodiscard]] GrownTree grow(const RowSelection& rows, const Run& run) &&;
    /// The fold models: one tree per list, grown from `rows` without the held-out rows of the list. Lists may overlap; each is
    /// in the order of the table. The trees share their work if that pays. An input `Error` if a list leaves no rows.
    [[nodiscard]] std::vector<Tree> grow_without(std::span<const RowList> held_out, const RowSelection& rows,
                                                 const Run& run) const;

    [[nodiscard]] const std::shared_ptr<const TrainingSet>& shared_set() const;
    [[nodiscard]] const TrainingSet& set() const { return *shared_set(); }
    [[nodiscard]] const GrowOptions& options() const;
    [[nodiscard]] const ClassTerms& terms() const;

private:
    struct EngineTable;
    struct Source;
    struct IndexCell;
    std::shared_ptr<const Source> source_;
    std::shared_ptr<IndexCell> index_;
};

}  // namespace treewright
