#include "treewright/prediction/walk/compact_tree.h"

#include <cmath>
#include <utility>

#include "treewright/base/error.h"
#include "treewright/base/positions.h"
#include "treewright/tree/lowered.h"

namespace treewright {

namespace {

template <class Value>
constexpr Value infinity = std::numeric_limits<Value>::infinity();

template <class Value>
class Compactor {
public:
    explicit Compactor(const Model& model)
        : model_(model), tree_(model.tree), lowered_(model.tree), first_child_(model.tree.nodes.size()) {}

    CompactTree<Value> make() {
        check_invariant(model_.schema.features.size() < CompactNode<Value>::feature, "a model with too many features");
        result_.sets.push_back(0);  // read (and ignored) by nodes without a set
        lay_out();
        for (const NodeId number : result_.numbers) result_.nodes.push_back(node_for(number));
        measure_depth();
        return std::move(result_);
    }

private:
    using Out = CompactNode<Value>;

    [[nodiscard]] std::size_t levels_of(const LoweredTest& test) const {
        return model_.schema.features[test.split.feature].levels.size();
    }
    [[nodiscard]] bool asks_level(const LoweredTest& test) const {
        return !holds_values(model_.schema.features[test.split.feature].type);
    }
    /// See 1 in the header.
    static bool is_negated(const LoweredStep& step) {
        return step.test.split.kind == SplitKind::threshold && step.when_missing == step.test.yes;
    }

    /// Assigns the positions of the nodes: the children of one node adjacent, the heaviest child's own children next.
    void lay_out() {
        result_.numbers = {0};
        std::vector<NodeId> waiting = {0};
        while (!waiting.empty()) {
            const NodeId number = waiting.back();
            waiting.pop_back();
            if (lowered_.is_leaf(number)) continue;
            first_child_[number] = size32(result_.numbers);
            add_children(number);
            const auto children = tree_.children_of(number);
            const auto begin = waiting.insert(waiting.end(), children.begin(), children.end());
            std::sort(begin, waiting.end(), [&](std::uint32_t a, std::uint32_t b) {
                return std::pair(tree_.nodes[a].weight, b) < std::pair(tree_.nodes[b].weight, a);
            });
        }
    }

    void add_children(NodeId number) {
        const LoweredStep step = lowered_.step(number);
        const LoweredTest& test = step.test;
        if (test.split.kind == SplitKind::multiway) return add_child_of_each_key(step);
        // For `is_missing` the child of known values comes first: see `threshold_of`.
        const bool swapped = is_negated(step) || (test.split.kind == SplitKind::is_missing && !asks_level(test));
        result_.numbers.push_back(swapped ? test.no : test.yes);
        result_.numbers.push_back(swapped ? test.yes : test.no);
    }

    void add_child_of_each_key(const LoweredStep& step) {
        for (std::uint32_t key = 0; key < level_keys(levels_of(step.test)); ++key) {
            const LevelCode code = code_of_key(key);
            const std::uint32_t unknown = code == missing_code ? step.when_missing : step.when_unseen;
            result_.numbers.push_back(step_by_test(step.test, code).value_or(unknown));
        }
    }

    Out node_for(NodeId number) {
        const LoweredStep step = lowered_.step(number);
        Out out;
        if (step.is_leaf) {
            out.first_child = size32(result_.nodes) - 1;  // so that it is its own second child
            // The cell is read and ignored; that of the root's feature is in the cache.
            out.question = lowered_.is_leaf(0) ? 0 : tree_.nodes[0].feature;
            return out;
        }
        out.first_child = first_child_[number];
        out.question = step.test.split.feature;
        if (asks_level(step.test))
            ask_level(out, step);
        else
            out.threshold = threshold_of(step);
        if (is_negated(step)) out.question |= Out::negated;
        return out;
    }

    static Value threshold_of(const LoweredStep& step) {
        if (step.test.split.kind == SplitKind::is_missing) return infinity<Value>;  // every known value is at most that
        const auto threshold = rounded_down<Value>(step.test.split.threshold);
        return is_negated(step) ? std::nextafter(-threshold, -infinity<Value>) : threshold;
    }

    void ask_level(Out& out, const LoweredStep& step) {
        const LoweredTest& test = step.test;
        result_.has_categories = true;
        if (test.split.kind == SplitKind::multiway) {
            out.question |= Out::multiway;
            return;
        }
        // Bounds the memory of all bit sets by a few times that of the tree's lists, whatever the number of levels.
        const std::size_t words = level_keys(levels_of(test)) / 32 + 1;
        if (words > 16 + 4 * (test.split.left_levels.size() + test.split.right_levels.size())) {
            out.question |= Out::as_tree;
            return;
        }
        out.question |= Out::set;
        out.threshold = cell_of_key<Value>(size32(result_.sets));
        add_set(step, words);
    }

    void add_set(const LoweredStep& step, std::size_t words) {
        const LoweredTest& test = step.test;
        const std::size_t begin = result_.sets.size();
        const bool others_second = test.split.kind == SplitKind::is_missing || step.when_absent == test.no;
        result_.sets.resize(begin + words, others_second ? UINT32_MAX : 0);
        const auto put = [&](LevelCode code, bool second) {
            const std::uint32_t key = level_key(code, levels_of(test));
            std::uint32_t& word = result_.sets[begin + key / 32];
            const std::uint32_t bit = 1U << key % 32;
            word = second ? word | bit : word & ~bit;
        };
        for (const LevelCode level : test.split.left_levels) put(level, false);
        for (const LevelCode level : test.split.right_levels) put(level, true);
        put(missing_code, step.when_missing == test.no);
        put(unseen_code, step.when_unseen == test.no);
    }

    void measure_depth() {
        const std::vector<std::uint32_t> depths = depths_of(tree_);
        result_.shallowest = UINT32_MAX;
        for (std::size_t number = 0; number < depths.size(); ++number) {
            if (!tree_.nodes[number].is_leaf()) continue;
            result_.shallowest = std::min(result_.shallowest, depths[number]);
            result_.deepest = std::max(result_.deepest, depths[number]);
            result_.mean_depth += depths[number] * (tree_.nodes[number].weight / tree_.nodes[0].weight);
        }
    }

    const Model& model_;
    const Tree& tree_;
    LoweredTree lowered_;
    std::vector<std::uint32_t> first_child_;  ///< of each node of the tree, in the compact form
    CompactTree<Value> result_;
};

}  // namespace

template <>
double rounded_down(double threshold) {
    return threshold;
}

template <>
float rounded_down(double threshold) {
    constexpr float largest = std::numeric_limits<float>::max();
    if (threshold >= largest) return largest;  // thresholds are finite, and the largest float is at most any of these
    if (threshold < -largest) return -infinity<float>;
    const auto nearest = static_cast<float>(threshold);
    return static_cast<double>(nearest) > threshold ? std::nextafter(nearest, -infinity<float>) : nearest;
}

template <class Value>
CompactTree<Value> make_compact(const Model& model) {
    return Compactor<Value>(model).make();
}

template CompactTree<float> make_compact(const Model& model);
template CompactTree<double> make_compact(const Model& model);

}  // namespace treewright
