// Pruning by the χ² test: from the bottom, a split whose children are all leaves stays only if the classes of its branches differ significantly.
#pragma once

#include "treewright/growing/options.h"
#include "treewright/pruning/bottom_up.h"

namespace treewright {

/// The p-value of each split, from the classes of its children; 1 for leaves.
std::vector<double> split_p_values(const Tree& tree);

struct ChiSquaredRule {
    double significance = 0.05;
    /// none is the textbook. bonferroni: where a class is expected fewer than 5 times in a branch, the exact test takes the place of χ²,
    /// and p is multiplied by the number of tests that were possible at the node, which the tree must hold (Node::test).
    Adjust adjust = Adjust::bonferroni;
};

/// Whether the tree holds what the rule needs: with an adjustment, every split must record how many tests were possible.
bool has_tests_for(const Tree& tree, const ChiSquaredRule& rule);

CutMarks chi_squared_cuts(const Tree& tree, const ChiSquaredRule& rule);

}  // namespace treewright
