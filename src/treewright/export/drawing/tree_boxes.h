// The boxes of a drawn tree: what is written in each and along the branch that leads to it, and how much room that takes.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "treewright/data/table.h"
#include "treewright/export/drawing/drawn_nodes.h"
#include "treewright/export/drawing/node_texts.h"
#include "treewright/export/drawing/threshold_texts.h"
#include "treewright/export/drawing/tree_layout.h"
#include "treewright/export/names.h"
#include "treewright/tree/model.h"

namespace treewright {

// Pixels.
struct BoxMetrics {
    static constexpr Pixels padding = 12;  ///< left and right of the text
    static constexpr Pixels top = 8;
    static constexpr Pixels title_font = 13;
    static constexpr Pixels title_line = 17;
    static constexpr Pixels bar_gap = 5;  ///< above and below the bar
    static constexpr Pixels bar = 9;
    static constexpr Pixels font = 11;
    static constexpr Pixels line = 15;
    static constexpr Pixels bottom = 6;
    static constexpr Pixels least_width = 112;
    static constexpr Pixels stripe = 8;  ///< left of the text of a leaf, in the colour of its class
    static constexpr Pixels label = 19;  ///< height of the label of a branch
    static constexpr Pixels label_padding = 8;
};

struct NodeBox {
    DrawnNode drawn;
    std::string title;               ///< bold: the feature or the prediction; empty for a stub, which is a line alone
    std::vector<std::string> lines;  ///< below the bar
    std::string label;               ///< what is written along the branch that leads here; empty for the root
    std::string condition;           ///< the same with the feature: "Humidity ≤ 77.5"
    Pixels width = 0;
    Pixels height = 0;
    Pixels label_width = 0;
};

/// What is written, with names in full: for tooltips and for readers who hear the drawing.
class TreeWords {
public:
    /// The model and the rows must outlive it. `rows`: see `ThresholdTexts`.
    TreeWords(const Model& model, std::span<const Column> rows);

    [[nodiscard]] const NodeTexts& nodes() const { return nodes_; }
    [[nodiscard]] const ThresholdTexts& thresholds() const { return thresholds_; }
    /// The question of a node, its threshold written as a drawing does.
    [[nodiscard]] NamedSplit split(NodeId node) const;
    /// What leads from a parent to a drawn node, in full as far as it is sensible: "Humidity ≤ 2.45 (exactly 2.4499999)".
    [[nodiscard]] std::string whole_condition(const DrawnNode& parent, const DrawnNode& child) const;

private:
    const Model& model_;
    NodeTexts nodes_;
    ThresholdTexts thresholds_;
};

/// In the order of `drawn_nodes`.
std::vector<NodeBox> tree_boxes(const Model& model, const TreeWords& words, const TreeExcerpt& excerpt);

}  // namespace treewright
