// What a result keeps of the table that it is about, so that it can be reported after the table is gone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "treewright/data/training_set.h"

namespace treewright {

struct TableFacts {
    std::string source;  ///< what the table is called in sentences
    std::size_t rows = 0;
    double weight = 0.0;  ///< of all rows
    std::string target;
    std::vector<std::string> classes;  ///< empty: the target is a number
    std::optional<std::string> group;  ///< the column whose rows stay together
    std::vector<std::uint32_t> lines;  ///< of each row in its file; may be empty
    std::vector<RowId> origin;         ///< row of the table that each row was, where rows were left out; else empty
    std::size_t first_row = 1;         ///< the number of the first row, where there are no lines

    [[nodiscard]] bool is_regression() const { return classes.empty(); }
    /// The row of the table that a row of the set was: those without a label are not in the set.
    [[nodiscard]] std::size_t row_of(std::size_t row) const { return origin.empty() ? row : origin[row]; }
    /// The line of a row in its file, or its number in its table from `first_row` on.
    [[nodiscard]] std::uint64_t line_of(std::size_t row) const { return lines.empty() ? row_of(row) + first_row : lines[row]; }
};

inline TableFacts table_facts(const TrainingSet& set) {
    TableFacts facts{set.source, set.rows, weight_of_all(set), set.target.schema.name, {}, {}, set.lines, set.origin};
    if (set.task() == Task::classification) facts.classes = set.target.schema.levels;
    if (set.group) facts.group = set.group->schema.name;
    return facts;
}

}  // namespace treewright
