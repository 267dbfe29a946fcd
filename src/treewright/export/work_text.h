// The arithmetic of every choice, as a teacher would write it on the board: `train --show-work`.
#pragma once

#include <string>
#include <vector>

#include "treewright/data/training_set.h"
#include "treewright/export/text.h"
#include "treewright/growing/grown_tree.h"
#include "treewright/growing/options.h"
#include "treewright/tree/model.h"

namespace treewright {

/// Everything that the worked arithmetic of a tree needs. `model.tree` is the tree that `grow` made from the set, `work` what
/// it recorded on the way. A view for the length of a call: all of it stays the caller's.
struct WorkedTree {
    const TrainingSet& set;
    const GrowOptions& options;
    const ClassTerms& terms;
    const Model& model;
    const std::vector<NodeWork>& work;
};

/// A section for every node, in preorder.
std::string work_text(const WorkedTree& worked, const TextStyle& style = {});

}  // namespace treewright
