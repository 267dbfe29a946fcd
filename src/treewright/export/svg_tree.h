// A tree as a flowchart in SVG: `treewright show model.tree --svg tree.svg`. A box per node with its question or prediction, its rows and a
// bar of its classes; edges as wide as their share of the rows. One file that needs no other, for slides, pages and print.
#pragma once

#include <string>
#include <vector>

#include "treewright/data/table.h"
#include "treewright/export/drawing_options.h"
#include "treewright/tree/model.h"

namespace treewright {

/// `rows`: the feature columns of the training rows, where they are at hand: thresholds of many digits are then rounded as far as these rows
/// allow. A tooltip has the exact number.
std::string tree_svg(const Model& model, const DrawingOptions& options = {}, const std::vector<Column>* rows = nullptr);

}  // namespace treewright
