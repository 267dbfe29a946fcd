// The flags of every verb that reads a table: file format, column types, target.
#pragma once

#include <optional>
#include <string>

#include "cli/console/console.h"
#include "cli/flags/argument_parser.h"
#include "treewright/data/prepare.h"
#include "treewright/io/read_options.h"

namespace treewright::cli {

/// The name of a file in results and messages: its path, or "standard input".
std::string file_name(const std::string& path);

/// Delimiter, header, column names, words for missing values.
void declare_format(ArgumentParser& parser, ReadOptions& read);
/// Types, and columns to leave out.
void declare_types(ArgumentParser& parser, ReadOptions& read);

/// Target, weight and group columns.
struct TargetOptions {
    std::string target;
    std::string weight;
    std::optional<Task> task;
    std::string group = {};  ///< rows with the same value of this column stay together
};
void declare_target(ArgumentParser& parser, TargetOptions& target, const std::string& sentence);
/// For verbs that split the rows.
void declare_group(ArgumentParser& parser, TargetOptions& target);

/// The options of `prepare` for a file that was read with `read`. A usage `Error` if the target is among the ignored columns.
PrepareOptions prepare_options(const std::string& path, const ReadOptions& read, const TargetOptions& target);

/// Reads a table to train on.
TrainingSet read_training_set(const std::string& path, const ReadOptions& read, const TargetOptions& target, Console& console);

}  // namespace treewright::cli
