// The remark next to a leaf in the drawing: how many rows it holds and how pure they are.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/export/drawing/outline.h"
#include "treewright/training/train_options.h"
#include "treewright/tree/model.h"

namespace treewright {

/// The pieces of a remark, the most important first; a piece starts with what joins it to those before.
struct Remark {
    std::string count;                ///< the number of rows, to be aligned; empty where the pieces do not begin with one
    std::vector<std::string> pieces;  ///< follow the number
    std::optional<std::size_t> bar;   ///< which piece is the bar of blocks; the one behind it counts the classes
    std::string short_counts;         ///< used where there is no room for that one
};

class RemarkWriter {
public:
    explicit RemarkWriter(const Model& model);
    [[nodiscard]] Remark remark(const OutlineItem& item) const;
    /// What a node predicts: the class or the mean, as drawn.
    [[nodiscard]] std::string prediction(NodeId node) const;

private:
    RemarkWriter(const Model& model, const TrainOptions& options);
    [[nodiscard]] Remark of_leaf(const OutlineItem& item) const;
    void add_classes(const OutlineItem& item, Remark& remark) const;
    void add_spread(const Node& node, Remark& remark) const;
    [[nodiscard]] std::vector<std::string> note_on_label(const OutlineItem& item) const;

    const Model& model_;
    std::vector<std::size_t> leaves_;
    std::optional<int> decimals_;  ///< of means, from the spread of the whole table
    bool adjusted_;
    bool heaviest_class_wins_;  ///< no priors, class weights or costs
};

}  // namespace treewright
