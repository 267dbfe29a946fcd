// Reading for prediction: a file is read by a model's schema, nothing is detected. Columns are found by their names, cells must
// fit their types, and levels that the model never saw are counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "treewright/base/run.h"
#include "treewright/data/schema.h"
#include "treewright/data/table.h"
#include "treewright/io/bad_rows.h"
#include "treewright/io/kept_cells.h"
#include "treewright/io/read_options.h"

namespace treewright {

/// Which columns of the file are handed back as they were written.
struct KeepColumns {
    bool all = false;
    std::vector<std::string> names;  ///< used unless `all`; a name that is not in the file is an input error
};

/// The type of the texts of a kept column, in a file that declares it (Parquet, Arrow). In a CSV everything is text.
enum class KeptType { text, whole, number, truth, date, time };

/// A column of the file as it was written.
struct KeptColumn {
    std::string name;
    KeptCells cells;
    KeptType type = KeptType::text;

    [[nodiscard]] KeptCell at(std::size_t row) const { return cells.at(row); }
};

struct SchemaRows {
    Table features;                  ///< the schema's features in the schema's order, with its levels; `unseen_code` for others
    std::vector<KeptColumn> kept;    ///< in the order of the file (`all`) or as asked for
    std::vector<std::size_t> lines;  ///< the line of the file in which each row begins
    bool has_lines = true;           ///< false for a Parquet or Arrow file: then `lines` holds the numbers of the rows
    std::vector<BadRow> bad_rows = {};  ///< that were left out before the next row, where rows are handed on one by one
};

/// Of `options` only delimiter, header, names, na and block_size are used: the types are the schema's. The target need not be
/// in the file, nor features that are not `needed` (empty: all are). A file without rows is an input error.
[[nodiscard]] SchemaRows read_by_schema(const std::string& path, const Schema& schema, const ReadOptions& options,
                                        const KeepColumns& keep, const Run& run, const std::vector<bool>& needed = {});

}  // namespace treewright
