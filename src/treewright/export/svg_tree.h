// A tree as a flowchart in SVG: `treewright show model.tree --svg tree.svg`. A box per node with its question or prediction, its rows and a
// bar of its classes; edges as wide as their share of the rows. One file that needs no other, for slides, pages and print.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "treewright/data/table.h"
#include "treewright/export/drawing_options.h"
#include "treewright/tree/model.h"

namespace treewright {

/// `rows`: columns of the training rows, found by their names, where they are at hand: thresholds of many digits are then rounded as far as
/// these rows allow. A tooltip has the exact number.
std::string tree_svg(const Model& model, const DrawingOptions& options = {}, std::span<const Column> rows = {});

/// In pixels, of a drawing made by `tree_svg` or `rules_svg`.
std::size_t svg_width(std::string_view svg);

}  // namespace treewright
