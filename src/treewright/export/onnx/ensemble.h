// A tree as the nodes of ONNX's tree operators, which ask about columns of one matrix of doubles and end in leaves that are numbered in the
// order of the tree. Multiway splits become binary ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/export/onnx/graph.h"
#include "treewright/export/steps/outcomes.h"
#include "treewright/export/onnx/split_states.h"
#include "treewright/tree/lowered.h"

namespace treewright {

enum class EnsembleTest { at_most, member };

/// Where a node sends a row.
struct EnsembleTarget {
    bool is_leaf = false;
    std::size_t number = 0;  ///< of the node, or of the leaf
};

/// A column of the matrix: a feature, or a column of `SplitStates`.
struct EnsembleColumn {
    bool is_state = false;
    std::size_t position = 0;  ///< in `Ensemble::features`, or among the states
};

struct EnsembleNode {
    EnsembleTest test = EnsembleTest::at_most;
    EnsembleColumn column = {};
    double threshold = 0.0;            ///< at_most
    std::vector<std::size_t> members = {};  ///< codes
    bool missing_is_yes = false;       ///< where NaN goes
    EnsembleTarget yes = {};
    EnsembleTarget no = {};
};

struct Ensemble {
    std::vector<EnsembleNode> nodes;  ///< the first is the root
    std::vector<FeatureId> features;  ///< the first columns of the matrix; the states follow
};

/// The leaves of a tree in the order of their numbers; then, if the tree refuses rows, one for these.
struct LeafNumbers {
    explicit LeafNumbers(const LoweredTree& tree);

    std::vector<NodeId> leaves;
    std::map<NodeId, std::size_t> position;
};

/// Splits that the operator cannot express are added to the states.
Ensemble ensemble_of(const LoweredTree& tree, const Schema& schema, std::size_t opset, SplitStates& states);

/// The operator: [N, 1], the number of the leaf of each row.
OnnxValue write_ensemble(OnnxGraph& graph, const Ensemble& ensemble, const OnnxValue& matrix, std::size_t opset);

}  // namespace treewright
