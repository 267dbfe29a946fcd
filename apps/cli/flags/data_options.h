// How a file of rows is to be read: the flags of every verb that reads one.
#pragma once

#include <optional>
#include <string>

#include "cli/console/console.h"
#include "cli/flags/argument_parser.h"
#include "treewright/data/prepare.h"
#include "treewright/io/read_options.h"

namespace treewright::cli {

/// How a file is called in results and sentences: its path, or "standard input".
std::string file_name(const std::string& path);

/// Delimiter, header, names, words for missing.
void declare_format(ArgumentParser& parser, ReadOptions& read);
/// Types, and columns to leave out.
void declare_types(ArgumentParser& parser, ReadOptions& read);

/// What the target is and what the rows weigh.
struct TargetOptions {
    std::string target;
    std::string weight;
    std::optional<Task> task;
    std::string group = {};  ///< rows of one value of this column are never parted
};
void declare_target(ArgumentParser& parser, TargetOptions& target, const std::string& sentence);
/// For verbs that part the rows.
void declare_group(ArgumentParser& parser, TargetOptions& target);

/// What `prepare` is to know of a file that was read with `read`. A usage `Error` if the target is among the ignored columns.
PrepareOptions prepare_options(const std::string& path, const ReadOptions& read, const TargetOptions& target);

/// Reads a table to learn from.
TrainingSet read_training_set(const std::string& path, const ReadOptions& read, const TargetOptions& target, Console& console);

}  // namespace treewright::cli
