#include "treewright/export/onnx/onnx_answers.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "treewright/base/error.h"

namespace treewright {

namespace {

constexpr double largest_file = 2147483647.0;          // of protocol buffers, in bytes
constexpr std::size_t most_float_leaves = 1U << 24U;  // floats count no further one by one

std::int64_t length(std::size_t size) { return static_cast<std::int64_t>(size); }

/// The same arithmetic as `Predictor::probabilities`.
void add_probabilities(const LoweredLeaf& leaf, std::vector<double>& table) {
    const double total = std::accumulate(leaf.class_weights.begin(), leaf.class_weights.end(), 0.0);
    for (const double weight : leaf.class_weights) table.push_back(weight / total);
}

}  // namespace

AnswerTables::AnswerTables(OnnxGraph& graph, const Schema& schema, const LoweredTree& tree) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const bool is_class = schema.task() == Task::classification;
    const std::size_t classes = is_class ? schema.classes().size() : 0;
    std::vector<std::int64_t> numbers;
    std::vector<std::int64_t> labels;
    std::vector<double> shares;
    std::vector<double> values;
    for (const NodeId node : LeafNumbers(tree).leaves) {
        const bool is_refused = node == refused_step;
        const LoweredLeaf leaf = is_refused ? LoweredLeaf{} : tree.step(node).leaf;
        numbers.push_back(is_refused ? -1 : length(node));
        labels.push_back(length(is_refused ? classes : leaf.constant.label));
        values.push_back(is_refused ? nan : leaf.constant.value);
        if (is_refused)
            shares.insert(shares.end(), classes, nan);
        else
            add_probabilities(leaf, shares);
    }
    leaf_count_ = numbers.size();
    node_numbers_ = graph.constant(OnnxTensor::list(numbers));
    if (!is_class) {
        values_ = graph.constant(OnnxTensor::reals({length(leaf_count_), 1}, values));
        return;
    }
    labels_ = graph.constant(OnnxTensor::list(labels));
    probabilities_ = graph.constant(OnnxTensor::reals({length(leaf_count_), length(classes)}, shares));
    std::vector<std::string> names = schema.classes();
    names.emplace_back();
    class_names_ = graph.constant(OnnxTensor::texts({length(classes + 1)}, std::move(names)));
}

void check_onnx_size(const Schema& schema, const LoweredTree& tree, std::size_t opset) {
    const std::size_t leaves = LeafNumbers(tree).leaves.size();
    const double bytes_per_leaf = 200.0 + 8.0 * static_cast<double>(schema.classes().size());
    if (static_cast<double>(leaves) * bytes_per_leaf > largest_file)
        throw input_error(fmt::format("an ONNX file cannot hold more than 2 GB, which {} leaves of {} classes exceed: prune the tree first",
                                      leaves, schema.classes().size()));
    if (opset < 5 && leaves > most_float_leaves)
        throw input_error(fmt::format("ONNX of {} numbers leaves by floats, which cannot tell {} leaves apart: export with {}",
                                      named("opset", std::to_string(opset)), leaves, named("opset", "5")));
}

}  // namespace treewright
