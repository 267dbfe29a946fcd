// Losses of a tree and all its subtrees on held-out rows, summed by node in one pass over the rows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "treewright/base/progress.h"
#include "treewright/data/ids.h"
#include "treewright/data/training_set.h"
#include "treewright/growing/options.h"
#include "treewright/tree/tree.h"

namespace treewright {

/// Which rows of which table.
struct HeldOutRows {
    const TrainingSet& set;
    std::span<const RowId> rows;
};

/// Sums over the rows that reach a node, by node, as if it predicted for all of them. They do not depend on the order of the rows.
struct HeldOutSums {
    double weight = 0.0;         ///< of all rows
    std::vector<double> loss;    ///< by ClassTerms::loss, or squared errors
    std::vector<double> square;  ///< of each row's loss
    std::vector<double> brier;   ///< classes: Σ over classes (share − 1 where it is the row's)²; empty for numbers
};

HeldOutSums held_out_sums(const Tree& tree, const HeldOutRows& held_out, const ClassTerms& terms, const Progress& progress);

/// The loss of the predictions of a tree on held-out rows: in a fractional tree all leaves of a row predict together, which sums by node
/// cannot express.
struct LossSums {
    double weight = 0.0;
    double loss = 0.0;
    double square = 0.0;  ///< of each row's loss

    void add(const LossSums& other);
    [[nodiscard]] double mean() const { return loss / weight; }
    /// The standard deviation of the rows' losses / √rows.
    [[nodiscard]] double standard_error() const;
};
LossSums prediction_losses(const Tree& tree, const HeldOutRows& held_out, const ClassTerms& terms, const Progress& progress);

/// The same from the class that is predicted for each row; it does not depend on the order of the rows.
LossSums losses_of_labels(const HeldOutRows& held_out, std::span<const ClassId> predicted, const ClassTerms& terms);

}  // namespace treewright
