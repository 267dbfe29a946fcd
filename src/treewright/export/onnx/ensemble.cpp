#include "treewright/export/onnx/ensemble.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "treewright/base/positions.h"

namespace treewright {

namespace {

/// The place that a node's number, or a leaf's, is still to be written to.
struct OpenEnd {
    std::size_t node = 0;
    bool is_yes = false;
};

/// One of the branches of a column of small integers, and the highest integer that takes it.
struct KeyedStep {
    std::size_t highest = 0;
    NodeId step = 0;
};

/// Some readers take the sets in the order of the nodes, others in that of a walk which takes the branch for yes first: so the two are one.
std::vector<EnsembleNode> in_preorder(std::vector<EnsembleNode> nodes) {
    std::vector<std::size_t> order;
    std::vector<std::size_t> number_of(nodes.size());
    std::vector<std::size_t> waiting = {0};
    while (!waiting.empty()) {
        const std::size_t node = waiting.back();
        waiting.pop_back();
        number_of[node] = order.size();
        order.push_back(node);
        for (const EnsembleTarget target : {nodes[node].no, nodes[node].yes})
            if (!target.is_leaf) waiting.push_back(target.number);
    }
    std::vector<EnsembleNode> sorted;
    for (const std::size_t node : order) {
        for (EnsembleTarget* target : {&nodes[node].yes, &nodes[node].no})
            if (!target->is_leaf) target->number = number_of[target->number];
        sorted.push_back(std::move(nodes[node]));
    }
    return sorted;
}

class EnsembleLowering {
public:
    EnsembleLowering(const LoweredTree& tree, const Schema& schema, std::size_t opset, SplitStates& states)
        : tree_(tree), schema_(schema), opset_(opset), states_(states), leaves_(tree) {}

    Ensemble run() {
        add_root();
        while (!open_.empty()) {
            const auto [step, end] = open_.back();
            open_.pop_back();
            lower(step, end);
        }
        ensemble_.nodes = in_preorder(std::move(ensemble_.nodes));
        return std::move(ensemble_);
    }

private:
    /// The operator needs a question, even where the tree is a single leaf.
    void add_root() {
        const NodeId root = 0;
        if (!tree_.is_leaf(root)) return open_.push_back({root, {no_node, true}});
        add({.column = column_of_feature(0)}, {no_node, true});
        open_.push_back({root, {0, true}});
        open_.push_back({root, {0, false}});
    }

    void lower(NodeId number, OpenEnd end) {
        if (number == refused_step) return close(end, {true, leaves_.position.at(refused_step)});
        if (tree_.is_leaf(number)) return close(end, {true, leaves_.position.at(number)});
        const LoweredStep step = tree_.step(number);
        const bool by_value = holds_values(schema_.features[step.test.split.feature].type);
        if (!step.surrogates.empty() || (opset_ < 5 && !by_value))
            lower_by_state(step, end);
        else if (by_value)
            lower_by_value(step, end);
        else
            lower_by_code(step, end);
    }

    void lower_by_state(const LoweredStep& step, OpenEnd end) {
        const std::vector<NodeId> targets = targets_of(step, schema_);
        const EnsembleColumn column{true, states_.add(step)};
        std::vector<KeyedStep> branches;
        for (std::size_t i = 0; i < targets.size(); ++i) branches.push_back({i, targets[i]});
        bisect(branches, column, end);
    }

    void lower_by_value(const LoweredStep& step, OpenEnd end) {
        const ValueOutcomes outcomes = outcomes_by_value(step);
        const EnsembleColumn column = column_of_feature(step.test.split.feature);
        const bool follows_yes = outcomes.missing == outcomes.at_most;
        if (!follows_yes && outcomes.missing != outcomes.above) {  // a branch of its own: is there a value?
            const std::size_t guard = add(at_most(column, std::numeric_limits<double>::infinity()), end);
            open_.push_back({outcomes.missing, {guard, false}});
            end = {guard, true};
        }
        if (outcomes.at_most == outcomes.above) return open_.push_back({outcomes.above, end});
        EnsembleNode node = at_most(column, outcomes.threshold);
        node.missing_is_yes = follows_yes;
        branch(std::move(node), outcomes.at_most, outcomes.above, end);
    }

    /// Steps with several codes are asked for as sets, the smaller ones first; the others by a search for their code.
    void lower_by_code(const LoweredStep& step, OpenEnd end) {
        const EnsembleColumn column = column_of_feature(step.test.split.feature);
        const CodeOutcomes outcomes = outcomes_by_code(step, schema_.features[step.test.split.feature].levels.size());
        std::map<NodeId, std::vector<std::size_t>> codes_of;
        for (std::size_t code = code_of_missing; code < outcomes.size(); ++code) codes_of[outcomes[code]].push_back(code);
        std::vector<std::pair<NodeId, std::vector<std::size_t>>> steps(codes_of.begin(), codes_of.end());
        std::ranges::stable_sort(steps, {}, [](const auto& each) { return each.second.size(); });
        const std::size_t largest = steps.size() - 1;
        std::vector<KeyedStep> single;
        for (std::size_t i = 0; i < largest; ++i) {
            auto& [target, codes] = steps[i];
            if (codes.size() == 1 && largest > 1) {
                single.push_back({codes.front(), target});
                continue;
            }
            end = ask_for_set(column, std::move(codes), target, end);
        }
        auto& [last, codes] = steps[largest];
        if (single.empty()) return open_.push_back({last, end});
        if (codes.size() == 1)
            single.push_back({codes.front(), last});
        else
            end = ask_for_set(column, std::move(codes), last, end);
        std::ranges::sort(single, {}, &KeyedStep::highest);
        bisect(single, column, end);
    }

    /// Returns the end of the rows that are not in the set.
    OpenEnd ask_for_set(EnsembleColumn column, std::vector<std::size_t> codes, NodeId target, OpenEnd end) {
        EnsembleNode node{.test = EnsembleTest::member, .column = column, .members = std::move(codes)};
        const std::size_t number = add(std::move(node), end);
        open_.push_back({target, {number, true}});
        return {number, false};
    }

    void bisect(std::span<const KeyedStep> branches, EnsembleColumn column, OpenEnd end) {
        if (branches.size() == 1) return open_.push_back({branches.front().step, end});
        const std::size_t half = branches.size() / 2;
        const std::size_t node = add(at_most(column, static_cast<double>(branches[half - 1].highest) + 0.5), end);
        bisect(branches.first(half), column, {node, true});
        bisect(branches.subspan(half), column, {node, false});
    }

    void branch(EnsembleNode node, NodeId yes, NodeId no, OpenEnd end) {
        const std::size_t number = add(std::move(node), end);
        open_.push_back({no, {number, false}});
        open_.push_back({yes, {number, true}});
    }

    static EnsembleNode at_most(EnsembleColumn column, double threshold) {
        return {.column = column, .threshold = threshold};
    }

    std::size_t add(EnsembleNode node, OpenEnd end) {
        const std::size_t number = ensemble_.nodes.size();
        ensemble_.nodes.push_back(std::move(node));
        close(end, {false, number});
        return number;
    }

    void close(OpenEnd end, EnsembleTarget target) {
        if (end.node == no_node) return;  // the root
        EnsembleNode& node = ensemble_.nodes[end.node];
        (end.is_yes ? node.yes : node.no) = target;
    }

    EnsembleColumn column_of_feature(FeatureId feature) {
        auto& features = ensemble_.features;
        auto found = std::ranges::find(features, feature);
        if (found == features.end()) found = features.insert(found, feature);
        return {false, index_in(features, found)};
    }

    static constexpr std::size_t no_node = SIZE_MAX;

    const LoweredTree& tree_;
    const Schema& schema_;
    std::size_t opset_;
    SplitStates& states_;
    LeafNumbers leaves_;
    Ensemble ensemble_;
    std::vector<std::pair<NodeId, OpenEnd>> open_;
};

std::int64_t column_number(const Ensemble& ensemble, EnsembleColumn column) {
    return static_cast<std::int64_t>((column.is_state ? ensemble.features.size() : 0) + column.position);
}

using Integers = std::vector<std::int64_t>;

/// The arrays of ai.onnx.ml 5: leaves are numbered on their own.
class TreeEnsembleArrays {
public:
    explicit TreeEnsembleArrays(const Ensemble& ensemble) {
        for (const EnsembleNode& node : ensemble.nodes) {
            features_.push_back(column_number(ensemble, node.column));
            modes_.push_back(node.test == EnsembleTest::member ? branch_member : branch_at_most);
            splits_.push_back(node.threshold);
            missing_.push_back(node.missing_is_yes ? 1 : 0);
            add_target(node.yes, yes_, yes_is_leaf_);
            add_target(node.no, no_, no_is_leaf_);
            for (const std::size_t code : node.members) members_.push_back(static_cast<double>(code));
            if (!node.members.empty()) members_.push_back(std::numeric_limits<double>::quiet_NaN());  // ends a set
        }
    }

    [[nodiscard]] std::vector<OnnxAttribute> attributes() const {
        std::vector<OnnxAttribute> list = {
            {"n_targets", std::int64_t{1}},
            {"aggregate_function", std::int64_t{1}},  // sum
            {"post_transform", std::int64_t{0}},
            {"tree_roots", Integers{0}},
            {"nodes_featureids", features_},
            {"nodes_modes", OnnxTensor::bytes(shape_of(modes_), modes_)},
            {"nodes_splits", OnnxTensor::reals(shape_of(splits_), splits_)},
            {"nodes_missing_value_tracks_true", missing_},
            {"nodes_truenodeids", yes_},
            {"nodes_trueleafs", yes_is_leaf_},
            {"nodes_falsenodeids", no_},
            {"nodes_falseleafs", no_is_leaf_},
            {"leaf_targetids", Integers(leaves_.size(), 0)},
            {"leaf_weights", OnnxTensor::reals(shape_of(leaves_), leaves_)},
        };
        if (!members_.empty()) list.emplace_back("membership_values", OnnxTensor::reals(shape_of(members_), members_));
        return list;
    }

private:
    static constexpr std::uint8_t branch_at_most = 0;
    static constexpr std::uint8_t branch_member = 6;

    template <class List>
    static OnnxTensor::Shape shape_of(const List& list) {
        return {static_cast<std::int64_t>(list.size())};
    }

    void add_target(EnsembleTarget target, Integers& numbers, Integers& are_leaves) {
        are_leaves.push_back(target.is_leaf ? 1 : 0);
        numbers.push_back(static_cast<std::int64_t>(target.is_leaf ? leaves_.size() : target.number));
        if (target.is_leaf) leaves_.push_back(static_cast<double>(target.number));
    }

    Integers features_;
    std::vector<std::uint8_t> modes_;
    std::vector<double> splits_;
    Integers missing_;
    Integers yes_;
    Integers yes_is_leaf_;
    Integers no_;
    Integers no_is_leaf_;
    std::vector<double> leaves_;
    std::vector<double> members_;
};

/// The arrays of ai.onnx.ml 3: leaves are nodes, which follow the others. Only the answer is a float, and it is a small integer.
class TreeRegressorArrays {
public:
    explicit TreeRegressorArrays(const Ensemble& ensemble) : leaves_from_(ensemble.nodes.size()) {
        for (const EnsembleNode& node : ensemble.nodes) {
            features_.push_back(column_number(ensemble, node.column));
            modes_.emplace_back("BRANCH_LEQ");
            values_.push_back(node.threshold);
            missing_.push_back(node.missing_is_yes ? 1 : 0);
            yes_.push_back(number_of(node.yes));
            no_.push_back(number_of(node.no));
        }
        for (std::size_t leaf = 0; leaf < answers_.size(); ++leaf) add_leaf();
    }

    [[nodiscard]] std::vector<OnnxAttribute> attributes() const {
        const Integers zeros(modes_.size(), 0);
        const Integers answer_zeros(answers_.size(), 0);
        return {
            {"n_targets", std::int64_t{1}},
            {"nodes_treeids", zeros},
            {"nodes_nodeids", counted_from(0, modes_.size())},
            {"nodes_featureids", features_},
            {"nodes_modes", modes_},
            {"nodes_values_as_tensor", OnnxTensor::reals({static_cast<std::int64_t>(values_.size())}, values_)},
            {"nodes_missing_value_tracks_true", missing_},
            {"nodes_truenodeids", yes_},
            {"nodes_falsenodeids", no_},
            {"target_treeids", answer_zeros},
            {"target_nodeids", counted_from(leaves_from_, answers_.size())},
            {"target_ids", answer_zeros},
            {"target_weights_as_tensor", OnnxTensor::reals({static_cast<std::int64_t>(answers_.size())}, answers_)},
        };
    }

private:
    static Integers counted_from(std::size_t first, std::size_t count) {
        Integers numbers;
        for (std::size_t i = 0; i < count; ++i) numbers.push_back(static_cast<std::int64_t>(first + i));
        return numbers;
    }

    std::int64_t number_of(EnsembleTarget target) {
        if (!target.is_leaf) return static_cast<std::int64_t>(target.number);
        answers_.push_back(static_cast<double>(target.number));
        return static_cast<std::int64_t>(leaves_from_ + answers_.size() - 1);
    }

    void add_leaf() {
        features_.push_back(0);
        modes_.emplace_back("LEAF");
        values_.push_back(0.0);
        missing_.push_back(0);
        yes_.push_back(0);
        no_.push_back(0);
    }

    std::size_t leaves_from_;
    Integers features_;
    std::vector<std::string> modes_;
    std::vector<double> values_;
    Integers missing_;
    Integers yes_;
    Integers no_;
    std::vector<double> answers_;
};

}  // namespace

LeafNumbers::LeafNumbers(const LoweredTree& tree) {
    bool refuses = false;
    for (NodeId number = 0; number < tree.size(); ++number) {
        if (tree.is_leaf(number))
            leaves.push_back(number);
        else
            refuses = refuses || tree.step(number).refuses_missing;
    }
    if (refuses) leaves.push_back(refused_step);
    for (std::size_t i = 0; i < leaves.size(); ++i) position.emplace(leaves[i], i);
}

Ensemble ensemble_of(const LoweredTree& tree, const Schema& schema, std::size_t opset, SplitStates& states) {
    return EnsembleLowering(tree, schema, opset, states).run();
}

OnnxValue write_ensemble(OnnxGraph& graph, const Ensemble& ensemble, const OnnxValue& matrix, std::size_t opset) {
    if (opset >= 5) return graph.add({"TreeEnsemble", {matrix}, TreeEnsembleArrays(ensemble).attributes(), onnx_ml});
    return graph.add({"TreeEnsembleRegressor", {matrix}, TreeRegressorArrays(ensemble).attributes(), onnx_ml});
}

}  // namespace treewright
