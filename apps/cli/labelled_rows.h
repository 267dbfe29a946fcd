// Rows with their classes, read by the columns of a model that exists.
#pragma once

#include <string>

#include "cli/console.h"
#include "treewright/data/training_set.h"
#include "treewright/io/read_options.h"

namespace treewright::cli {

struct LabelledRequest {
    const std::string& path;
    const ReadOptions& read;
    std::string weight;  ///< name of the weight column; empty: none
};

/// The schema's features in its order and its classes as target, which must be a column of the file. Rows without one of these classes or
/// of weight 0 are left out, with a note. An input `Error` if no row is left or a weight is none.
[[nodiscard]] TrainingSet read_labelled_rows(const LabelledRequest& request, const Schema& schema, Console& console);

}  // namespace treewright::cli
