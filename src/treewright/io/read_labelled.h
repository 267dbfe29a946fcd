// Rows with their labels, read by a schema: for judging a tree that is already there.
#pragma once

#include <string>

#include "treewright/data/training_set.h"
#include "treewright/io/read_by_schema.h"

namespace treewright {

struct LabelledFile {
    std::string path;
    std::string weight;  ///< name of the weight column; empty: none
};

/// Features and classes have the codes of the schema. Rows without a label or with weight 0 are left out, with a note. An input `Error` for
/// a class that the schema does not have, for a bad weight, and if no row is left.
[[nodiscard]] TrainingSet read_labelled(const LabelledFile& file, const Schema& schema, const ReadOptions& options,
                                        Messages& messages, Progress& progress);

}  // namespace treewright
