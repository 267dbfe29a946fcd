// The output of train and prune: a tree or a rule list, saved and printed.
#pragma once

#include "cli/console/console.h"
#include "cli/flags/common_options.h"
#include "cli/flags/output_file.h"
#include "treewright/base/json_writer.h"
#include "treewright/rules/rule_model.h"
#include "treewright/training/train.h"

namespace treewright::cli {

struct ResultOptions {
    const CommonOptions& common;
    const OutputOptions& output;
};

/// The tree, truncated at a depth if it is large (with a note), its summary, and what pruning did. `grown_leaves`: the leaves before
/// pruning.
void print_tree(const Model& model, const TrainReport& report, std::size_t grown_leaves, const ResultOptions& options,
                Console& console);

/// The same as JSON, as members of an object that the caller has begun.
void write_result(JsonWriter& json, const Model& model, const TrainReport& report, std::size_t grown_leaves,
                  const OutputOptions& output);

/// Saves the rule list if an output file was given, and prints it. `grown_leaves`: the leaves of the tree that it was made from.
void finish_with_rules(const RuleModel& rules, std::size_t grown_leaves, const ResultOptions& options, Console& console);

}  // namespace treewright::cli
