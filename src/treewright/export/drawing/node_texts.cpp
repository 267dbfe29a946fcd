#include "treewright/export/drawing/node_texts.h"

#include <cmath>

#include "treewright/export/drawing/deciding_terms.h"
#include "treewright/export/names.h"
#include "treewright/export/wording.h"
#include "treewright/training/model_options.h"

namespace treewright {

NodeTexts::NodeTexts(const Model& model)
    : model_(model),
      decimals_(decimals_for(std::sqrt(model.tree.nodes[0].impurity))),
      adjusted_(readable_options(model).grow.adjust == Adjust::bonferroni),
      deciders_(deciding_terms(model)) {
    for (const ColumnSchema& feature : model.schema.features) features_.push_back(shown_name(feature.name));
}

const std::string& NodeTexts::feature(NodeId number) const { return features_[model_.tree.nodes[number].feature]; }

std::string NodeTexts::prediction(NodeId number) const {
    const Node& node = model_.tree.nodes[number];
    return node.label != no_class ? shown_name(model_.schema.classes()[node.label]) : value(node.mean);
}

std::string NodeTexts::value(double number) const { return value_with_decimals(number, decimals_); }

std::string NodeTexts::rows(NodeId number, std::size_t counts_width) const {
    return rows_text_of(number, counts_width, Names::whole);
}

std::string NodeTexts::short_rows(NodeId number, std::size_t counts_width) const {
    return rows_text_of(number, counts_width, Names::shortened);
}

std::string NodeTexts::rows_text_of(NodeId number, std::size_t counts_width, Names names) const {
    const Node& rows = model_.tree.nodes[number];
    if (rows.is_leaf() && rows.weight == 0.0) return "0 rows, as its parent";
    const std::string count = rows_text(rows.weight);
    if (rows.label == no_class) {
        const std::string mean = rows.is_leaf() ? "" : ": " + value(rows.mean);
        return count + mean + (rows.impurity > 0.0 ? " ± " + value(std::sqrt(rows.impurity)) : "");
    }
    const auto weights = model_.tree.class_weights_of(number);
    if (rows.is_leaf() && classes_by_weight(weights, no_class).size() == 1) return count + ", pure";
    const auto& classes = model_.schema.classes();
    return count + ": " +
           (names == Names::whole ? whole_class_counts_text(classes, weights, rows.label, counts_width)
                                  : class_counts_text(classes, weights, rows.label, counts_width));
}

std::string NodeTexts::decided_by(NodeId number) const {
    const Node& leaf = model_.tree.nodes[number];
    const bool is_odd = leaf.is_leaf() && leaf.weight > 0.0 && leaf.label != no_class &&
                        decided_against_weight(model_.tree.class_weights_of(number), leaf.label);
    return is_odd ? deciders_ : "";
}

std::string NodeTexts::gain(NodeId number) const {
    const Node& split = model_.tree.nodes[number];
    std::string gain = "gain " + figure_text(split.gain);
    if (split.test) gain += ", " + test_text(*split.test, adjusted_);
    if (split.heuristic) gain += ", heuristic";
    return gain;
}

}  // namespace treewright
