// Finds a schema's features among the columns of a file.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "treewright/data/schema.h"
#include "treewright/io/csv_dialect.h"
#include "treewright/io/read_options.h"

namespace treewright {

/// The position in the file of each feature. Throws an input error that names those that are not there.
[[nodiscard]] std::vector<std::size_t> find_features(const Schema& schema, const std::vector<std::string>& columns,
                                                     const std::string& file);

/// Whether the first row of a file holds the names: it does if it holds one of the schema's; it does not if the schema's names
/// were made up (c1…), because then its table had no header either.
[[nodiscard]] bool first_row_names_features(const Schema& schema, const ReadOptions& options,
                                            const std::vector<Record>& records, FirstRow looks);

}  // namespace treewright
