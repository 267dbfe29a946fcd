// The flags of every verb that reads a table: file format, column types, target.
#pragma once

#include <string>

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

/// Target, weight and task.
void declare_target(ArgumentParser& parser, TargetOptions& target);
/// Requires a target; without one, the error names the columns of `data`, which is read for it.
void require_target(ArgumentParser& parser, const std::string& data);
/// For verbs whose target is the model's.
void declare_weight(ArgumentParser& parser, TargetOptions& target);
/// For verbs that split the rows.
void declare_group(ArgumentParser& parser, TargetOptions& target);

}  // namespace treewright::cli
