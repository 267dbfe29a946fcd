// What training and pruning end with: a tree, or a list of rules, saved and printed.
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

/// The tree, cut at a depth if it is large (a note says so), its summary, and what pruning did. `grown_leaves`: before.
void print_tree(const Model& model, const TrainReport& report, std::size_t grown_leaves, const ResultOptions& options,
                Console& console);

/// The same as members of an object that the caller has begun.
void write_result(JsonWriter& json, const Model& model, const TrainReport& report, std::size_t grown_leaves,
                  const OutputOptions& output);

/// Saves the list, if asked to, and prints it. `grown_leaves`: of the tree that it was made of.
void finish_with_rules(const RuleModel& rules, std::size_t grown_leaves, const ResultOptions& options, Console& console);

}  // namespace treewright::cli
