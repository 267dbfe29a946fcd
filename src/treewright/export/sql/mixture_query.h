// The query of a tree that sends a row without a value down all branches, in parts. SQL has no set of leaves, so every row gets the step that
// follows each question, then its share in every leaf, then the sums of these shares: the products and sums of the predictor (prediction/predict.cpp), in
// the same order, so that they are the same to the last bit.
#pragma once

#include <vector>

#include "treewright/export/sql/context.h"

namespace treewright {

/// From the table of leaves to the last line. An input `Error` if the tree is too large.
void write_mixture_query(const SqlContext& context, SqlLayout& layout);

}  // namespace treewright
