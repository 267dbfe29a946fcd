// The labels of the nodes: the majority class, or the class of least expected cost.
#pragma once

#include "treewright/growing/options.h"
#include "treewright/tree/tree.h"

namespace treewright {

/// Sets `Node::label` of every node of a classification tree in preorder. Ties: the class that is better in the parent, then in
/// its parent and so on, then the first in byte order. An empty node has its parent's label.
void assign_labels(Tree& tree, const ClassTerms& terms);

}  // namespace treewright
