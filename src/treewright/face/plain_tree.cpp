#include "treewright/face/plain_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

#include "treewright/base/error.h"
#include "treewright/base/positions.h"
#include "treewright/training/catalogue.h"
#include "treewright/tree/check.h"

namespace treewright {

namespace {

Error refusal(const std::string& flaw) { return input_error("the tree cannot be taken over: " + flaw); }
Error refusal(std::size_t node, std::string_view flaw) { return refusal(fmt::format("node {}: {}", node, flaw)); }

bool is_leaf(const PlainNode& node) { return node.left < 0 && node.right < 0; }

const std::string* value_of(const std::vector<NamedOption>& options, std::string_view name) {
    const auto found = std::ranges::find(options, name, &NamedOption::name);
    return found == options.end() ? nullptr : &found->value;
}

/// What was given, and the defaults of pruning: a model that is pruned again writes its new ones over them.
std::vector<NamedOption> kept_options(const PlainTree& plain) {
    for (const NamedOption& option : plain.options)
        if (find_parameter(option.name) == nullptr) throw refusal(fmt::format("there is no parameter '{}'", option.name));
    TrainOptions unpruned;
    unpruned.prune = {};
    std::vector<NamedOption> options;
    bool is_pruning = false;  // these come after `prune` in the catalogue
    for (const LearnerParameter& parameter : parameters()) {
        is_pruning = is_pruning || parameter.name == "prune";
        const bool is_test = parameter.name == "significance" || parameter.name == "adjust";
        const std::string name(parameter.name);
        if (const std::string* const given = value_of(plain.options, name))
            options.push_back({name, *given});
        else if ((is_pruning || is_test) && !is_left_out(parameter, unpruned))
            options.push_back({name, parameter.get(unpruned)});
    }
    options.push_back({std::string(grown_by), plain.program});
    return options;
}

/// A node of the plain tree and the place among `Tree::children` that refers to it.
struct WaitingNode {
    std::size_t plain = 0;
    std::size_t place = 0;
};

class Importer {
public:
    explicit Importer(const PlainTree& plain) : plain_(plain), class_order_(plain.classes.size()) {
        std::iota(class_order_.begin(), class_order_.end(), std::size_t{0});
        std::ranges::sort(class_order_, {}, [&](std::size_t i) -> const std::string& { return plain.classes[i]; });
        class_ids_.resize(class_order_.size());
        for (std::size_t id = 0; id < class_order_.size(); ++id) class_ids_[class_order_[id]] = static_cast<ClassId>(id);
    }

    Model model() {
        refuse_wrong_sizes();
        copy_in_preorder();
        fill_inner_nodes();
        Model model{schema(), kept_options(plain_), {}, std::move(tree_), {}};
        model.provenance.total_weight = model.tree.nodes.front().weight;
        model.provenance.content_hash = unknown_rows;
        model.provenance.program_version = plain_.program;
        if (const auto flaw = find_flaw(model)) throw refusal(*flaw);
        return model;
    }

private:
    void refuse_wrong_sizes() const {
        const std::size_t nodes = plain_.nodes.size();
        const std::size_t classes = plain_.classes.size();
        if (nodes == 0) throw refusal("it has no nodes");
        if (nodes >= std::numeric_limits<NodeId>::max()) throw refusal("it has too many nodes");
        const std::vector<double>& weights = plain_.class_weights;
        if (classes == 0 ? !weights.empty() : weights.size() / classes != nodes || weights.size() % classes != 0)
            throw refusal("the number of class weights is not that of nodes times classes");
    }

    /// Every node is copied once; what is met twice or never is refused.
    void copy_in_preorder() {
        tree_.classes = plain_.classes.size();
        std::vector<char> met(plain_.nodes.size(), 0);
        std::vector<WaitingNode> waiting = {{0, no_place}};
        while (!waiting.empty()) {
            const WaitingNode next = waiting.back();
            waiting.pop_back();
            if (met[next.plain] != 0) throw refusal(next.plain, "it is reached on two ways, or from below itself");
            met[next.plain] = 1;
            if (next.place != no_place) tree_.children[next.place] = size32(tree_.nodes);
            copy_node(next.plain, waiting);
        }
        const auto lost = std::ranges::find(met, 0);
        if (lost != met.end()) throw refusal(index_in(met, lost), "no way leads to it from the first node");
    }

    void copy_node(std::size_t number, std::vector<WaitingNode>& waiting) {
        const PlainNode& plain = plain_.nodes[number];
        Node node;
        node.weight = plain.weight;
        node.impurity = plain.impurity;
        if (tree_.classes == 0)
            node.mean = plain.mean;
        else
            node.label = class_of(number);
        if (!is_leaf(plain)) store_plain_split(number, node, waiting);
        tree_.nodes.push_back(node);
        tree_.class_weights.add_row(
            tree_.classes, [&](std::size_t id) { return plain_.class_weights[number * tree_.classes + class_order_[id]]; });
    }

    [[nodiscard]] ClassId class_of(std::size_t number) const {
        const std::int64_t label = plain_.nodes[number].label;
        if (label < 0 || static_cast<std::size_t>(label) >= class_ids_.size())
            throw refusal(number, fmt::format("its label {} is not a class", label));
        return class_ids_[static_cast<std::size_t>(label)];
    }

    /// A threshold; or, at infinity, whether the value is missing.
    void store_plain_split(std::size_t number, Node& node, std::vector<WaitingNode>& waiting) {
        const PlainNode& plain = plain_.nodes[number];
        const std::size_t left = child_of(number, plain.left);
        const std::size_t right = child_of(number, plain.right);
        if (plain.feature < 0 || static_cast<std::size_t>(plain.feature) >= plain_.features.size())
            throw refusal(number, fmt::format("there is no feature {}", plain.feature));
        const bool asks_whether_missing = plain.threshold == std::numeric_limits<double>::infinity();
        if (asks_whether_missing ? plain.missing_goes_left : !std::isfinite(plain.threshold))
            throw refusal(number, asks_whether_missing ? "it sends all rows to the left" : "its threshold is not finite");
        node.kind = asks_whether_missing ? SplitKind::is_missing : SplitKind::threshold;
        node.feature = static_cast<FeatureId>(plain.feature);
        node.threshold = asks_whether_missing ? 0.0 : plain.threshold + 0.0;  // -0 becomes 0
        node.missing_child = asks_whether_missing || plain.missing_goes_left ? 0 : 1;
        node.first_child = size32(tree_.children);
        node.child_count = 2;
        tree_.children.resize(tree_.children.size() + 2);
        WaitingNode first{left, node.first_child};
        WaitingNode second{right, node.first_child + std::size_t{1}};
        if (asks_whether_missing) std::swap(first.plain, second.plain);
        waiting.push_back(second);
        waiting.push_back(first);
    }

    [[nodiscard]] std::size_t child_of(std::size_t number, std::int64_t child) const {
        if (child < 0 || static_cast<std::size_t>(child) >= plain_.nodes.size())
            throw refusal(number, fmt::format("its child {} is not in the tree", child));
        return static_cast<std::size_t>(child);
    }

    /// Weights from the leaves upwards, then what depends on them. Children have larger numbers than their parents.
    void fill_inner_nodes() {
        for (std::size_t i = tree_.nodes.size(); i-- > 0;) {
            const auto number = static_cast<NodeId>(i);
            Node& node = tree_.nodes[number];
            if (node.is_leaf()) continue;
            const auto children = tree_.children_of(number);
            const Node& first = tree_.nodes[children[0]];
            const Node& second = tree_.nodes[children[1]];
            node.weight = first.weight + second.weight;
            const double remaining = (first.weight * first.impurity + second.weight * second.impurity) / node.weight;
            node.gain = node.impurity - remaining;
            if (node.kind == SplitKind::is_missing) node.missing_weight = first.weight;
            const ClassRow<double> of_second = tree_.class_weights_of(children[1]);
            const ClassRow<double> of_first = tree_.class_weights_of(children[0]);
            tree_.class_weights.set_row(number, tree_.classes, [&](std::size_t id) { return of_first[id] + of_second[id]; });
        }
    }

    [[nodiscard]] Schema schema() const {
        Schema schema;
        for (const std::string& name : plain_.features) schema.features.push_back({name, ColumnType::numeric, {}, {}});
        schema.target.name = plain_.target;
        schema.target.type = plain_.classes.empty() ? ColumnType::numeric : ColumnType::categorical;
        for (const std::size_t position : class_order_) schema.target.levels.push_back(plain_.classes[position]);
        return schema;
    }

    static constexpr std::size_t no_place = std::numeric_limits<std::size_t>::max();

    const PlainTree& plain_;
    std::vector<std::size_t> class_order_;  ///< positions in `PlainTree::classes` by class of the model
    std::vector<ClassId> class_ids_;        ///< the other way round
    Tree tree_;
};

}  // namespace

FittedModel model_of_plain_tree(const PlainTree& plain) { return FittedModel(Importer(plain).model()); }

}  // namespace treewright
