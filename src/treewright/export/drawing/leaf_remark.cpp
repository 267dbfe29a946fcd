#include "treewright/export/drawing/leaf_remark.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "treewright/export/wording.h"
#include "treewright/training/model_options.h"

namespace treewright {

namespace {

constexpr std::size_t widest_counts = 34;

bool is_pure(std::span<const double> weights) {
    return std::count_if(weights.begin(), weights.end(), [](double weight) { return weight > 0.0; }) <= 1;
}

}  // namespace

RemarkWriter::RemarkWriter(const Model& model) : RemarkWriter(model, readable_options(model)) {}

RemarkWriter::RemarkWriter(const Model& model, const TrainOptions& options)
    : model_(model),
      leaves_(leaves_below(model.tree)),
      decimals_(decimals_for(std::sqrt(model.tree.nodes[0].impurity))),
      adjusted_(options.grow.adjust == Adjust::bonferroni),
      heaviest_class_wins_(options.priors == PriorsKind::data && options.class_weights.empty() && !options.costs) {}

std::string RemarkWriter::prediction(NodeId node) const {
    const Node& leaf = model_.tree.nodes[node];
    if (leaf.label != no_class) return shown_name(model_.schema.classes()[leaf.label]);
    return value_with_decimals(leaf.mean, decimals_);
}

Remark RemarkWriter::remark(const OutlineItem& item) const {
    const Node& node = model_.tree.nodes[item.node];
    if (item.appearance == Appearance::deferred) return {};
    if (item.appearance == Appearance::cut) {
        const std::string count = count_text(node.weight);
        return {count, {node.weight == 1.0 ? " row" : " rows", fmt::format(", … {} leaves below", leaves_[item.node])}, {}, {}};
    }
    Remark remark = node.is_leaf() ? of_leaf(item) : Remark{};
    const auto add = [&remark](const std::string& text) {
        remark.pieces.push_back(remark.pieces.empty() ? text : fmt::format(", {}", text));
    };
    if (node.heuristic) add("heuristic");
    if (node.test) add(test_text(*node.test, adjusted_));
    return remark;
}

Remark RemarkWriter::of_leaf(const OutlineItem& item) const {
    const Node& leaf = model_.tree.nodes[item.node];
    Remark remark{count_text(leaf.weight), {leaf.weight == 1.0 ? " row" : " rows"}, {}, {}};
    if (leaf.weight == 0.0)
        remark.pieces.emplace_back(", as its parent");
    else if (leaf.label != no_class)
        add_classes(item, remark);
    else
        add_spread(leaf, remark);
    return remark;
}

void RemarkWriter::add_classes(const OutlineItem& item, Remark& remark) const {
    const Node& leaf = model_.tree.nodes[item.node];
    const auto weights = model_.tree.class_weights_of(item.node);
    if (is_pure(weights)) {
        remark.pieces.emplace_back(", pure");
    } else {
        const double agreeing = weights[leaf.label];
        remark.bar = remark.pieces.size();
        remark.pieces.push_back(fmt::format("{}{}", leaf.weight == 1.0 ? "  " : " ", bar_text(agreeing / leaf.weight)));
        remark.pieces.push_back(
            fmt::format(" {}", class_counts_text(model_.schema.classes(), weights, leaf.label, widest_counts)));
        remark.short_counts = fmt::format(" {}", class_count_text(agreeing, model_.schema.classes()[leaf.label]));
    }
    for (const std::string& piece : note_on_label(item)) remark.pieces.push_back(piece);
}

std::vector<std::string> RemarkWriter::note_on_label(const OutlineItem& item) const {
    const auto weights = model_.tree.class_weights_of(item.node);
    const auto label = model_.tree.nodes[item.node].label;
    if (weights[label] < *std::max_element(weights.begin(), weights.end())) return {": by costs or priors"};
    if (!heaviest_class_wins_) return {};
    if (std::count(weights.begin(), weights.end(), weights[label]) < 2) return {};
    if (item.parent == no_parent) return {": a tie"};
    const auto above = model_.tree.class_weights_of(item.parent);
    for (std::size_t c = 0; c < weights.size(); ++c)
        if (c != label && weights[c] == weights[label] && above[c] >= above[label]) return {": a tie"};
    return {": a tie", ", by the parent"};
}

void RemarkWriter::add_spread(const Node& leaf, Remark& remark) const {
    if (leaf.impurity > 0.0)
        remark.pieces.push_back(fmt::format(" ± {}", value_with_decimals(std::sqrt(leaf.impurity), decimals_)));
    else if (leaf.weight != 1.0)
        remark.pieces.emplace_back(", all equal");
}

}  // namespace treewright
