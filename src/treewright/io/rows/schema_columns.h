// Finds a schema's features among the columns of a file.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "treewright/data/level_dictionary.h"
#include "treewright/data/schema.h"
#include "treewright/io/csv/csv_dialect.h"
#include "treewright/io/read_by_schema.h"
#include "treewright/io/read_options.h"

namespace treewright {

/// The position of a feature that a file does not have, and need not have.
inline constexpr std::size_t not_in_file = std::numeric_limits<std::size_t>::max();

/// The position in the file of each feature. Throws an input error that names those that are not there but needed (`needed` empty:
/// all are).
[[nodiscard]] std::vector<std::size_t> find_features(const Schema& schema, const std::vector<bool>& needed,
                                                     const std::vector<std::string>& columns, const std::string& file);

/// Names the features that the file does not have.
void note_absent_features(const Schema& schema, const std::vector<std::size_t>& positions, const std::string& file,
                          Messages& messages);

/// The positions in the file of the columns to be kept. Throws an input error for a name that is not there.
[[nodiscard]] std::vector<std::size_t> find_kept_columns(const KeepColumns& keep, const std::vector<std::string>& columns,
                                                         const std::string& file);

/// Names the columns that are neither at one of the positions in `used` nor the schema's target.
void note_unused_columns(const Schema& schema, const std::vector<std::string>& columns, const std::vector<std::size_t>& used,
                         const std::string& file, Messages& messages);

/// The levels of one feature that the model never saw.
class UnseenLevels {
public:
    void add(std::string_view level, std::size_t rows) {
        levels_.code(level);
        rows_ += rows;
    }
    void say(const std::string& feature, Messages& messages) const;

private:
    LevelDictionary levels_;
    std::size_t rows_ = 0;
};

/// Whether the first row of a file holds the names: it does if it holds one of the schema's; it does not if the schema's names
/// were made up (c1…), because then its table had no header either.
[[nodiscard]] bool first_row_names_features(const Schema& schema, const ReadOptions& options,
                                            const std::vector<Record>& records, FirstRow looks);

}  // namespace treewright
