// A cost-complexity sequence with its cross-validated errors: the error of each member, and a small plot in text.
#pragma once

#include <string>

#include "treewright/base/spelling.h"
#include "treewright/data/schema.h"
#include "treewright/statistics/intervals.h"
#include "treewright/training/fold_models.h"

namespace treewright {

/// The loss of a member of the sequence on held-out rows as a reader wants it: a share of errors, a root mean squared error, or a mean
/// cost; with its 95 % interval.
struct FoldFigure {
    std::string measure;  ///< as in JSON: "error_rate", "root_mean_squared_error", "mean_cost"
    double value = 0.0;
    Interval interval;
};
FoldFigure fold_figure(Task task, const FoldReport& folds, std::size_t member);
/// "14.3 % (13.9 to 14.7 %)", or "3.21 (3.05 to 3.36)".
std::string fold_figure_text(const FoldFigure& figure);

/// One line per tree, from the largest to the root alone; of a long sequence the notable ones and some between them.
std::string sequence_plot(Task task, const FoldReport& folds, const Spelling& spelling);

}  // namespace treewright
