#include "treewright/export/onnx/shares.h"

#include <algorithm>
#include <limits>
#include <map>
#include <vector>

#include "treewright/base/positions.h"
#include "treewright/export/steps/outcomes.h"
#include "treewright/export/onnx/split_states.h"

namespace treewright {

namespace {

// Of prediction: fractional_walk.cpp and predict.cpp.
constexpr double share_rounding = 1e-6;
constexpr double loss_tolerance = 1e-12;

std::vector<std::int64_t> row_shape(std::size_t columns) { return {1, static_cast<std::int64_t>(columns)}; }

/// The nodes of one depth, with a column of shares each.
class ShareLevels {
public:
    ShareLevels(OnnxGraph& graph, FeatureInputs& inputs, const LoweredTree& tree) : graph_(graph), inputs_(inputs), tree_(tree) {}

    OnnxValue run() {
        const OnnxValue states = write_states();
        nodes_ = {0};
        shares_ = write_root();
        while (true) {
            take_leaves();
            if (!std::ranges::any_of(nodes_, [&](NodeId node) { return !tree_.is_leaf(node); })) break;
            go_down(states);
        }
        return sorted_leaves();
    }

private:
    /// What the branches of a level are made of, one element per branch.
    struct Branches {
        std::vector<NodeId> nodes;
        std::vector<std::int64_t> parents;  ///< positions in the level above
        std::vector<std::int64_t> splits;   ///< columns of the states
        std::vector<float> positions;
        std::vector<double> shares;  ///< of a row that lacks the value
    };

    OnnxValue write_states() {
        SplitStates states(inputs_.schema());
        for (NodeId node = 0; node < tree_.size(); ++node)
            if (!tree_.is_leaf(node)) state_of_.emplace(node, states.add(tree_.step(node)));
        return states.write(graph_, inputs_);
    }

    /// A column of ones.
    OnnxValue write_root() {
        const OnnxValue column = graph_.cast(inputs_.column(0), OnnxType::boolean);
        return graph_.cast(graph_.add({"Or", {column, graph_.add({"Not", {column}})}}), OnnxType::real);
    }

    void take_leaves() {
        blocks_.push_back(shares_);
        for (std::size_t i = 0; i < nodes_.size(); ++i)
            if (tree_.is_leaf(nodes_[i])) column_of_leaf_.emplace(nodes_[i], static_cast<std::int64_t>(columns_ + i));
        columns_ += nodes_.size();
    }

    void go_down(const OnnxValue& states) {
        Branches branches;
        for (std::size_t i = 0; i < nodes_.size(); ++i)
            if (!tree_.is_leaf(nodes_[i])) add_branches(i, branches);
        const std::size_t count = branches.nodes.size();
        const OnnxValue above = graph_.gather(shares_, graph_.constant(OnnxTensor::list(branches.parents)), 1);
        const OnnxValue state = graph_.gather(states, graph_.constant(OnnxTensor::list(branches.splits)), 1);
        const OnnxValue position = graph_.constant(OnnxTensor::reals32(row_shape(count), branches.positions));
        const OnnxValue undecided = graph_.constant(OnnxTensor::real32(SplitStates::undecided));
        const OnnxValue part = graph_.where(graph_.add({"Equal", {state, undecided}}),
                                            graph_.constant(OnnxTensor::reals(row_shape(count), branches.shares)),
                                            graph_.constant(OnnxTensor::real(0.0)));
        const OnnxValue factor =
            graph_.where(graph_.add({"Equal", {state, position}}), graph_.constant(OnnxTensor::real(1.0)), part);
        shares_ = graph_.add({"Mul", {above, factor}});
        nodes_ = std::move(branches.nodes);
    }

    void add_branches(std::size_t parent, Branches& branches) {
        const LoweredStep step = tree_.step(nodes_[parent]);
        const std::vector<NodeId> targets = targets_of(step, inputs_.schema());
        for (std::size_t position = 0; position < targets.size(); ++position) {
            branches.nodes.push_back(targets[position]);
            branches.parents.push_back(static_cast<std::int64_t>(parent));
            branches.splits.push_back(static_cast<std::int64_t>(state_of_.at(nodes_[parent])));
            branches.positions.push_back(static_cast<float>(position));
            const auto part = std::ranges::find(step.parts, targets[position], &LoweredPart::step);
            branches.shares.push_back(part == step.parts.end() ? 0.0 : part->share);
        }
    }

    OnnxValue sorted_leaves() {
        std::vector<std::int64_t> columns;
        for (const auto& [leaf, column] : column_of_leaf_) columns.push_back(column);
        const OnnxValue all = graph_.concatenated(blocks_);
        const OnnxValue shares = graph_.gather(all, graph_.constant(OnnxTensor::list(columns)), 1);
        return graph_.add({"Transpose", {shares}});
    }

    OnnxGraph& graph_;
    FeatureInputs& inputs_;
    const LoweredTree& tree_;
    std::map<NodeId, std::size_t> state_of_;
    std::vector<NodeId> nodes_;  ///< of the level
    OnnxValue shares_;           ///< [N, nodes of the level]
    std::vector<OnnxValue> blocks_;
    std::size_t columns_ = 0;
    std::map<NodeId, std::int64_t> column_of_leaf_;
};

/// A tensor of that number with the shape of the second axis of `like` [any, N], and further sizes.
OnnxValue filled_tensor(OnnxGraph& graph, const OnnxTensor& value, const OnnxValue& like, const std::vector<std::int64_t>& sizes = {}) {
    const OnnxValue shape = graph.add({"Shape", {like}});
    OnnxValue wanted = graph.gather(shape, graph.constant(OnnxTensor::list({1})));
    if (!sizes.empty())
        wanted = graph.add({"Concat", {wanted, graph.constant(OnnxTensor::list(sizes))}, {{"axis", std::int64_t{0}}}});
    return graph.add({"ConstantOfShape", {wanted}, {{"value", value}}});
}

/// A loop over the first axis of the last inputs.
std::vector<OnnxValue> scan(OnnxGraph& graph, const OnnxGraph& body, const std::vector<OnnxValue>& inputs, std::size_t states) {
    const auto scanned = static_cast<std::int64_t>(inputs.size() - states);
    return graph.add({"Scan", inputs, {{"body", body.proto()}, {"num_scan_inputs", scanned}}}, states);
}

/// The least of the rows of [count, N], and their sum, one after the other: [N] each.
std::vector<OnnxValue> least_and_sum(OnnxGraph& graph, const OnnxValue& rows) {
    OnnxGraph body = graph.body("least_and_sum");
    const OnnxValue least = body.input({body.fresh_name(), OnnxType::real, {"N"}});
    const OnnxValue sum = body.input({body.fresh_name(), OnnxType::real, {"N"}});
    const OnnxValue row = body.input({body.fresh_name(), OnnxType::real, {"N"}});
    body.output(body.add({"Min", {least, row}}), {body.fresh_name(), OnnxType::real, {"N"}});
    body.output(body.add({"Add", {sum, row}}), {body.fresh_name(), OnnxType::real, {"N"}});
    const OnnxValue none = filled_tensor(graph, OnnxTensor::reals({1}, {std::numeric_limits<double>::infinity()}), rows);
    const OnnxValue zero = filled_tensor(graph, OnnxTensor::reals({1}, {0.0}), rows);
    return scan(graph, body, {none, zero, rows}, 2);
}

}  // namespace

OnnxValue write_leaf_shares(OnnxGraph& graph, FeatureInputs& inputs, const LoweredTree& tree) {
    return ShareLevels(graph, inputs, tree).run();
}

OnnxValue write_is_single(OnnxGraph& graph, const OnnxValue& shares) {
    const OnnxValue taken = graph.add({"Greater", {shares, graph.constant(OnnxTensor::real(0.0))}});
    const OnnxValue axis = graph.constant(OnnxTensor::list({0}));
    const OnnxValue count =
        graph.add({"ReduceSum", {graph.cast(taken, OnnxType::integer), axis}, {{"keepdims", std::int64_t{0}}}});
    return graph.add({"Equal", {count, graph.constant(OnnxTensor::integer(1))}});
}

OnnxValue write_main_leaf(OnnxGraph& graph, const OnnxValue& shares, std::size_t leaves) {
    OnnxGraph body = graph.body("main_leaf");
    const OnnxValue largest = body.input({body.fresh_name(), OnnxType::real, {"N"}});
    const OnnxValue best = body.input({body.fresh_name(), OnnxType::integer, {"N"}});
    const OnnxValue share = body.input({body.fresh_name(), OnnxType::real, {"N"}});
    const OnnxValue leaf = body.input({body.fresh_name(), OnnxType::integer, {}});
    const OnnxValue line = body.add({"Mul", {largest, body.constant(OnnxTensor::real(1.0 + share_rounding))}});
    const OnnxValue is_better = body.add({"Greater", {share, line}});
    body.output(body.where(is_better, share, largest), {body.fresh_name(), OnnxType::real, {"N"}});
    body.output(body.where(is_better, leaf, best), {body.fresh_name(), OnnxType::integer, {"N"}});
    std::vector<std::int64_t> positions;
    for (std::size_t i = 0; i < leaves; ++i) positions.push_back(static_cast<std::int64_t>(i));
    const OnnxValue none = filled_tensor(graph, OnnxTensor::reals({1}, {0.0}), shares);
    const OnnxValue first = filled_tensor(graph, OnnxTensor::integers({1}, {0}), shares);
    return scan(graph, body, {none, first, shares, graph.constant(OnnxTensor::list(positions))}, 2)[1];
}

OnnxValue write_weighted_sums(OnnxGraph& graph, const OnnxValue& weights, const OnnxValue& table, std::size_t columns) {
    const std::string width = std::to_string(columns);
    OnnxGraph body = graph.body("weighted_sum");
    const OnnxValue before = body.input({body.fresh_name(), OnnxType::real, {"N", width}});
    const OnnxValue weight = body.input({body.fresh_name(), OnnxType::real, {"N"}});
    const OnnxValue row = body.input({body.fresh_name(), OnnxType::real, {width}});
    const OnnxValue summand = body.add({"Mul", {body.as_column(weight), row}});
    body.output(body.add({"Add", {before, summand}}), {body.fresh_name(), OnnxType::real, {"N", width}});
    const OnnxValue zeros = filled_tensor(graph, OnnxTensor::reals({1}, {0.0}), weights, {static_cast<std::int64_t>(columns)});
    return scan(graph, body, {zeros, weights, table}, 1).front();
}

OnnxValue write_cheapest_class(OnnxGraph& graph, const OnnxValue& probabilities, std::span<const double> losses,
                               std::size_t classes) {
    std::vector<double> table(losses.begin(), losses.end());
    if (table.empty()) {
        table.assign(classes * classes, 1.0);
        for (std::size_t c = 0; c < classes; ++c) table[c * classes + c] = 0.0;
    }
    const auto size = static_cast<std::int64_t>(classes);
    const OnnxValue by_class = graph.add({"Transpose", {probabilities}});
    const OnnxValue expected =
        write_weighted_sums(graph, by_class, graph.constant(OnnxTensor::reals({size, size}, table)), classes);
    const auto figures = least_and_sum(graph, graph.add({"Transpose", {expected}}));
    const OnnxValue least = graph.as_column(figures[0]);
    const OnnxValue total = graph.as_column(figures[1]);
    const OnnxValue scale = graph.add({"Max", {least, total}});
    const OnnxValue slack = graph.add({"Mul", {scale, graph.constant(OnnxTensor::real(loss_tolerance))}});
    const OnnxValue line = graph.add({"Add", {least, slack}});
    const OnnxValue is_least = graph.add({"LessOrEqual", {expected, line}});
    return graph.add({"ArgMax",
                      {graph.cast(is_least, OnnxType::real32)},
                      {{"axis", std::int64_t{1}}, {"keepdims", std::int64_t{0}}}});
}

}  // namespace treewright
