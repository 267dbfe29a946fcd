// Turns a table into a training set: decides on the target, the task, and which columns and rows to leave out.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "treewright/base/messages.h"
#include "treewright/data/parameter.h"
#include "treewright/data/training_set.h"

namespace treewright {

/// What is learned, and what a row counts.
struct TargetOptions {
    std::string target = {};                        ///< a name, `last`, or `#15` for the fifteenth column
    std::string weight = {};                        ///< a column that says how many rows each row stands for; empty: none
    std::optional<WeightMeaning> weights_are = {};  ///< empty: numbers of rows, with a warning where they are unlikely to be
    std::optional<Task> task = {};
    std::string group = {};  ///< rows of one value of this column stay in one part; empty: none
};
std::string_view word_of(Task task);
std::string_view word_of(WeightMeaning meaning);
/// In the order of the fields.
std::span<const ParameterOf<TargetOptions>> target_parameters();

struct PrepareOptions {
    std::string source;             ///< the table's name in messages: the file's name
    std::string target;             ///< a name, `last`, or `#15` for the fifteenth column of the file
    std::string weight;             ///< name of the weight column; empty: none
    std::optional<Task> task;       ///< empty: decided by the target
    std::vector<std::string> keep;  ///< columns that stay even if they look like identifiers
    std::string group =
        {};  ///< name of the group column (rows with equal values stay together in folds), which is not a feature; empty: none
    std::vector<std::string> ignored = {};  ///< columns that the user left out of the table, for the record
    bool drops_identifiers = true;          ///< false: columns that look like identifiers stay, with a warning
    std::optional<WeightMeaning> weights_are = {};
    std::vector<NamedOption> reading = {};  ///< options by which the table was read, for the record
    bool takes_one_class = false;           ///< also rows that are all of one class, which a model can be tested on
    bool describes_columns = false;         ///< nothing is said about values and levels of columns: a description does
};

/// A usage `Error` for a meaning of weights that are not there.
void refuse_idle_meaning(const std::string& weight, std::optional<WeightMeaning> weights_are);

/// Warns of weights that add up to less than a tenth or more than ten times the rows, if nobody said what they are. `column` may be empty.
void warn_of_odd_weights(double total, std::size_t rows, const std::string& column, Messages& messages);

/// Throws an input `Error` if no training set can be made. Reports what it left out.
TrainingSet prepare(Table table, const PrepareOptions& options, Messages& messages);

/// Position in `table.columns` of a name, `last` or `#15`; an input `Error` that suggests the nearest names if it does not
/// exist.
std::size_t find_column(const Table& table, const std::string& reference, const std::string& source);

}  // namespace treewright
