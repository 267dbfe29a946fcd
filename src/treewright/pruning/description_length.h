// Minimum description length: a split stays only if it saves more bits of errors than it takes to encode it.
#pragma once

#include "treewright/growing/options.h"
#include "treewright/pruning/bottom_up.h"

namespace treewright {

/// In bits, node by node. A tree is encoded in preorder: one bit per node, leaf or question; for a question the feature, one of all features
/// of the schema, and what it asks: a threshold as one of the gaps between the node's rows, a set as one of those that
/// partition the levels of the node; where missing values go if there are any. With priors, class weights or costs an error
/// counts by its share of the worst that could be lost (pessimistic.h). Then come the errors of the leaves
/// (statistics/code_length.h).
struct CodeLengths {
    std::vector<double> as_leaf;
    std::vector<double> of_question;  ///< 0 for leaves
};
CodeLengths code_lengths(const Tree& tree, std::size_t features, const ClassTerms& terms = {});

/// The length of the whole message.
double total_bits(const Tree& tree, const CodeLengths& lengths);

CutMarks description_length_cuts(const Tree& tree, std::size_t features, const ClassTerms& terms = {});

}  // namespace treewright
