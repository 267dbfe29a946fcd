// Rows in parts (C4.5's way with missing values): a row that lacks a tested value goes to all branches, to each with a share. An ONNX graph
// says it with general operators: a column per node with the share of the row that reaches it, level by level. Sums are taken one leaf
// after the other, in the order in which `Predictor` takes them, so that they are the same doubles.
#pragma once

#include <cstddef>
#include <span>

#include "treewright/export/onnx/feature_inputs.h"
#include "treewright/export/onnx/graph.h"
#include "treewright/tree/lowered.h"

namespace treewright {

/// [leaves, N], doubles: the share of each row in each leaf.
OnnxValue write_leaf_shares(OnnxGraph& graph, FeatureInputs& inputs, const LoweredTree& tree);
/// [N], booleans: rows that end in a single leaf.
OnnxValue write_is_single(OnnxGraph& graph, const OnnxValue& shares);
/// [N], integers: the leaf with the largest share, as its position (`main_leaf` of prediction).
OnnxValue write_main_leaf(OnnxGraph& graph, const OnnxValue& shares, std::size_t leaves);

/// What is in the rows of a table [count, columns], weighted by [count, N]: [N, columns].
OnnxValue write_weighted_sums(OnnxGraph& graph, const OnnxValue& weights, const OnnxValue& table, std::size_t columns);
/// [N], integers: the class of least expected loss of probabilities [N, classes] (`Predictor`'s rule for ties).
OnnxValue write_cheapest_class(OnnxGraph& graph, const OnnxValue& probabilities, std::span<const double> losses,
                               std::size_t classes);

}  // namespace treewright
