// Random trees of any shape for the tests of drawings: splits of all kinds, few and many classes or numbers, long and hostile names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "treewright/tree/model.h"

namespace treewright::drawn {

/// Names that markup could take for its own, or that cannot be printed.
inline const std::vector<std::string>& hostile_names() {
    static const std::vector<std::string> names = {
        "</svg><script>alert(1)</script>", "]]>", "<!--", "-->", "\"quoted\" & 'single'", "&lt;&#0;&amp", "\x01\x1b[31m", std::string("nul\0nul", 7),
        "\xe2\x80\xae" "turned", "\xef\xbf\xbe\xef\xbf\xbf", "bad \xff\xfe bytes", "tab\tand\nline", "<![CDATA[", "日本語の名前", "\xf0\x9f\x99\x82 smile",
        "</title></desc>", "x' onload='alert(1)", "{0} {} %s", "C:\\path\\", std::string(300, 'W'), ""};
    return names;
}

class RandomTree {
public:
    RandomTree(std::uint64_t seed, std::size_t splits) : random_(seed), splits_(splits) {}

    Model model() {
        make_schema();
        grow();
        number();
        model_.provenance.total_weight = model_.tree.nodes[0].weight;
        return std::move(model_);
    }

private:
    struct Draft {
        Node node;
        std::vector<std::size_t> children;
        std::vector<double> weights;
        std::vector<LevelCode> left, right;
    };

    std::size_t below(std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_); }
    double share() { return std::uniform_real_distribution<double>(0.0, 1.0)(random_); }
    std::string name() {
        if (below(4) == 0) return hostile_names()[below(hostile_names().size())];
        return std::string(1 + below(below(5) == 0 ? 80 : 12), static_cast<char>('a' + below(26)));
    }
    /// Distinct ones.
    std::vector<std::string> names(std::size_t count) {
        std::vector<std::string> list;
        for (std::size_t i = 0; i < count; ++i) list.push_back(name() + std::to_string(i));
        return list;
    }

    void make_schema() {
        model_.schema.features = {{name() + "1", ColumnType::numeric, {}},
                                  {name() + "2", ColumnType::categorical, names(1 + below(below(4) == 0 ? 60 : 6))},
                                  {name() + "3", ColumnType::numeric, {}}};
        classes_ = below(3) == 0 ? 0 : 2 + below(below(3) == 0 ? 40 : 4);
        model_.schema.target = {name(), classes_ == 0 ? ColumnType::numeric : ColumnType::categorical, names(classes_)};
        model_.tree.classes = classes_;
    }

    void grow() {
        drafts_.emplace_back();
        std::vector<std::size_t> leaves = {0};
        const bool is_deep = below(3) == 0;  // the newest leaf is split more often
        for (std::size_t i = 0; i < splits_; ++i) {
            const std::size_t place = is_deep && below(3) != 0 ? leaves.size() - 1 : below(leaves.size());
            const std::size_t leaf = leaves[place];
            leaves.erase(leaves.begin() + static_cast<std::ptrdiff_t>(place));
            const std::size_t branches = make_split(drafts_[leaf]);
            for (std::size_t branch = 0; branch < branches; ++branch) {
                drafts_[leaf].children.push_back(drafts_.size());
                leaves.push_back(drafts_.size());
                drafts_.emplace_back();
            }
        }
        fill();
    }

    std::size_t make_split(Draft& draft) {
        const std::vector<std::string>& levels = model_.schema.features[1].levels;
        draft.node.gain = share();
        const std::size_t kind = below(4);
        draft.node.feature = kind < 2 ? static_cast<FeatureId>(2 * kind) : 1;
        draft.node.kind = SplitKind::threshold;
        draft.node.threshold = below(2) == 0 ? static_cast<double>(below(1000)) / 8.0 : share();
        if (kind < 2) return 2;
        draft.node.threshold = 0.0;
        if (kind == 2 && levels.size() >= 2) {
            draft.node.kind = SplitKind::subset;
            const std::size_t cut = 1 + below(levels.size() - 1);
            for (std::size_t level = 0; level < levels.size(); ++level)
                (level < cut ? draft.left : draft.right).push_back(static_cast<LevelCode>(level));
            return 2;
        }
        draft.node.kind = SplitKind::multiway;
        draft.node.missing_branch = below(3) == 0;
        return levels.size() + (draft.node.missing_branch ? 1 : 0);
    }

    /// Rows from the leaves upwards; children have larger numbers.
    void fill() {
        for (std::size_t i = drafts_.size(); i-- > 0;) {
            Draft& draft = drafts_[i];
            draft.weights.assign(classes_ == 0 ? 1 : classes_, 0.0);
            if (draft.children.empty())
                for (double& weight : draft.weights) weight = below(3) == 0 ? static_cast<double>(below(100)) : 0.0;
            for (const std::size_t child : draft.children)
                for (std::size_t c = 0; c < draft.weights.size(); ++c) draft.weights[c] += drafts_[child].weights[c];
            for (const double weight : draft.weights) draft.node.weight += weight;
            draft.node.label = classes_ == 0 ? no_class : static_cast<ClassId>(below(classes_));
            draft.node.mean = classes_ == 0 ? 1000.0 * share() - 300.0 : 0.0;
            draft.node.impurity = 100.0 * share();
        }
    }

    void number() {
        std::vector<std::size_t> open = {0};
        Tree& tree = model_.tree;
        std::vector<std::size_t> order;
        std::vector<NodeId> number_of(drafts_.size());
        while (!open.empty()) {
            const std::size_t draft = open.back();
            open.pop_back();
            number_of[draft] = static_cast<NodeId>(order.size());
            order.push_back(draft);
            open.insert(open.end(), drafts_[draft].children.rbegin(), drafts_[draft].children.rend());
        }
        for (const std::size_t place : order) {
            Draft& draft = drafts_[place];
            draft.node.first_child = static_cast<std::uint32_t>(tree.children.size());
            draft.node.child_count = static_cast<std::uint32_t>(draft.children.size());
            for (const std::size_t child : draft.children) tree.children.push_back(number_of[child]);
            draft.node.first_level = static_cast<std::uint32_t>(tree.levels.size());
            draft.node.left_levels = static_cast<std::uint32_t>(draft.left.size());
            draft.node.right_levels = static_cast<std::uint32_t>(draft.right.size());
            tree.levels.insert(tree.levels.end(), draft.left.begin(), draft.left.end());
            tree.levels.insert(tree.levels.end(), draft.right.begin(), draft.right.end());
            tree.nodes.push_back(draft.node);
            if (classes_ > 0) tree.class_weights.add_row(classes_, [&](std::size_t c) { return draft.weights[c]; });
        }
    }

    std::mt19937_64 random_;
    std::size_t splits_;
    std::size_t classes_ = 0;
    Model model_;
    std::vector<Draft> drafts_;
};

}  // namespace treewright::drawn
