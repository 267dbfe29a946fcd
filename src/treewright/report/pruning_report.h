// The effect of pruning on a tree, its cost-complexity sequence, and a comparison of the pruning methods: as text and JSON.
#pragma once

#include <string>

#include "treewright/base/json_writer.h"
#include "treewright/base/spelling.h"
#include "treewright/pruning/weakest_links.h"
#include "treewright/report/document.h"
#include "treewright/training/prune_comparison.h"
#include "treewright/training/train.h"

namespace treewright {

/// A line or two behind the summary of a tree; nothing if it was not pruned. `grown_leaves`: before.
std::string pruning_text(const Model& model, const TrainReport& report, std::size_t grown_leaves);
Document pruning_document(const Model& model, const TrainReport& report, std::size_t grown_leaves);
/// Members "pruning" and "cross_validated" of an object that the caller has begun.
void write_pruning(JsonWriter& json, const Model& model, const TrainReport& report, std::size_t grown_leaves);

/// The cost-complexity sequence of a tree.
std::string sequence_text(Task task, const WeakestLinks& links);
std::string sequence_json(const WeakestLinks& links);

/// Every way to prune, a recommendation, and the sequence as a plot.
std::string prunings_text(const PruningComparison& comparison, const Spelling& spelling = plain_spelling);
/// A page of its own. `title`: what was pruned.
std::string prunings_html(const PruningComparison& comparison, const std::string& title,
                          const Spelling& spelling = plain_spelling);
/// The cost-complexity curve.
std::string prunings_svg(const PruningComparison& comparison);
std::string prunings_json(const PruningComparison& comparison, const Spelling& spelling = plain_spelling);

}  // namespace treewright
