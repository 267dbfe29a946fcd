// Grows the fold models of a cross-validation together. Folds mostly split on the same feature, at thresholds that are close
// together: then their nodes differ by the held-out rows and by those between the thresholds.
//
// A shared node is a list of rows, its histogram, and for each fold what it lacks of both. All folds search it, each by its own
// histogram (histogram subtraction: the shared one minus what it lacks) and its own rows. Folds that split on the same feature
// split the node together, by the threshold of one of them; for each of the others the rows between the two thresholds change
// sides. A fold that splits on another feature, or has too many displaced rows, continues on its own. So counting and
// partitioning are done once for all folds, and every tree is the one that would have grown by itself.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "treewright/engine/folds/fold_searcher.h"
#include "treewright/engine/folds/shared_node.h"
#include "treewright/growing/branch_growth.h"

namespace treewright {

/// The tree of one fold with its searcher.
struct FoldGrowth {
    FoldGrowth(const IndexedTable& table, std::shared_ptr<TableIndex> index, std::size_t rows, const BinSearchSource& search,
               GrowthProgress& progress)
        : searcher(table, std::move(index), rows, search), growth(table.context, searcher, progress) {}
    FoldSearcher searcher;
    Growth growth;
};

class FoldNodes {
public:
    /// Whether trees can be grown together, and whether that pays.
    static bool serves(const IndexedTable& table, const TableIndex* index, const RowSelection& rows,
                       std::span<const RowList> held_out, const Run& run);

    /// Each fold holds out one list of `rows`. At most `most_shared_folds` of them.
    FoldNodes(const IndexedTable& table, std::shared_ptr<TableIndex> index, const RowSelection& rows,
              std::span<const RowList> held_out, const Run& run, GrowthProgress& progress);
    std::vector<Tree> grow(const ClassTerms& terms);

private:
    [[nodiscard]] SharedNode root(std::span<const RowList> held_out);
    [[nodiscard]] bool is_searched(const SharedNode& node) const;
    void count(SharedNode& node) const;
    void search(SharedNode& node);
    void search_part(const SharedNode& node, FoldPart& part, SharedBins& bins);
    [[nodiscard]] bool pays(const SharedNode& node) const;
    [[nodiscard]] bool sorts_early(const SharedNode& node) const;
    void sort_rows(SharedNode& node) const;
    void grow_subtree(std::size_t fold, GrowthRoot& root, const SharedLists& lists);
    [[nodiscard]] std::shared_ptr<Growth> grown_from(const GrowthRoot& root, NodeSearcher& searcher);
    void grow_branches_from(const SharedLists& lists);
    void detach(const SharedNode& node, FoldPart& part);
    void split_by_groups(SharedNode node);
    void split(SharedNode node);
    void split_parts(const SharedNode& node, std::vector<SharedNode>& children);
    void make_child_histograms(SharedNode& node, std::vector<SharedNode>& children) const;
    std::vector<Tree> finish(const ClassTerms& terms);

    [[nodiscard]] const GrowOptions& options() const { return table_.context.options; }
    [[nodiscard]] const Threads& threads_for(const SharedNode& node) const {
        return search_.counts.threads_for(node.rows.size() * node.parts.size());
    }
    /// Regression: a fold's rows are written node by node, since squares and spans of the targets must be computed per fold.
    [[nodiscard]] bool writes_rows() const { return !table_.context.labels.is_classification(); }

    const IndexedTable& table_;
    std::shared_ptr<TableIndex> index_;
    Run run_;
    BinSearchSource search_;
    GrowthProgress& progress_;
    LargeArray<AbsentBits> absent_;
    LargeArray<std::uint32_t> rows_;
    LargeArray<std::uint32_t> scratch_;
    std::vector<std::unique_ptr<FoldGrowth>> folds_;
    std::vector<SharedNode> waiting_;  ///< a stack: last in, first out
    std::vector<std::size_t> alone_;   ///< folds that have just been detached to a branch
};

}  // namespace treewright
