// Means and variances of a regression tree, from exact sums: every row is added once, to its leaf, and children merge into parents.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "treewright/base/exact_sum.h"
#include "treewright/base/progress.h"
#include "treewright/data/ids.h"
#include "treewright/growing/node_searcher.h"
#include "treewright/tree/tree.h"

namespace treewright {

/// The rows of a leaf, as a range of the searcher's rows.
struct LeafRows {
    NodeId node = 0;
    RowRange range;
};

/// How the targets of a table are summed: decided once, since it takes a pass over all of them.
class TargetSums {
public:
    explicit TargetSums(const TrainingSet& set);
    ~TargetSums();

    /// Sets mean and impurity (the variance) of every node of a tree in preorder; `leaves` in its order. An empty leaf gets its parent's
    /// mean.
    void assign_moments(Tree& tree, const NodeSearcher& searcher, const std::vector<LeafRows>& leaves,
                        const Progress& progress) const;

    struct Rows;
    [[nodiscard]] const Rows& rows() const { return *rows_; }

private:
    std::unique_ptr<Rows> rows_;
};

/// The exact sums of a leaf's rows, computed elsewhere.
struct LeafSums {
    NodeId node = 0;
    ExactMoments sums;
};
/// The same result as `TargetSums::assign_moments`, bit for bit; `leaves` in the order of the tree.
void assign_moments(Tree& tree, const std::vector<LeafSums>& leaves);

void give_empty_leaves_means(Tree& tree);

struct Moments {
    double mean = 0.0;
    double variance = 0.0;
};

/// Moments of a set of rows without one of them (leave-one-out), bit for bit those of `assign_moments`.
class MomentsWithout {
public:
    explicit MomentsWithout(const TargetSums& targets);
    ~MomentsWithout();

    /// Sets the rows, until the next call.
    void set_rows(std::span<const RowId> rows);
    [[nodiscard]] double mean() const;
    [[nodiscard]] double mean_without(RowId row) const;
    [[nodiscard]] Moments moments() const;
    [[nodiscard]] Moments moments_without(RowId row) const;

private:
    struct Sums;
    template <class Of>
    [[nodiscard]] auto without(RowId row, const Of& of) const;

    const TargetSums& targets_;
    std::unique_ptr<Sums> sums_;
};

}  // namespace treewright
