// What the leaves of a tree predict, as tables of an ONNX model by the number of the leaf (`LeafNumbers`).
#pragma once

#include <string>
#include <vector>

#include "treewright/data/schema.h"
#include "treewright/export/onnx/ensemble.h"
#include "treewright/export/onnx/graph.h"
#include "treewright/tree/lowered.h"

namespace treewright {

class AnswerTables {
public:
    AnswerTables(OnnxGraph& graph, const Schema& schema, const LoweredTree& tree);

    [[nodiscard]] const OnnxValue& node_numbers() const { return node_numbers_; }    ///< [leaves], integers
    [[nodiscard]] const OnnxValue& labels() const { return labels_; }                ///< [leaves], integers: positions of classes
    [[nodiscard]] const OnnxValue& class_names() const { return class_names_; }      ///< [classes + 1]; the last one is empty: refused
    [[nodiscard]] const OnnxValue& probabilities() const { return probabilities_; }  ///< [leaves, classes]
    [[nodiscard]] const OnnxValue& values() const { return values_; }                ///< [leaves, 1]: regression
    [[nodiscard]] std::size_t leaves() const { return leaf_count_; }

private:
    OnnxValue node_numbers_;
    OnnxValue labels_;
    OnnxValue class_names_;
    OnnxValue probabilities_;
    OnnxValue values_;
    std::size_t leaf_count_ = 0;
};

/// An input `Error` if they, or the sums of weights for rows in parts, do not fit into a file of protocol buffers.
void check_onnx_size(const Schema& schema, const LoweredTree& tree, std::size_t opset);

}  // namespace treewright
