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

    [[nodiscard]] bool is_regression() const { return classes.empty(); }
    /// The line of a row in its file, or its number from 1 on.
    [[nodiscard]] std::uint64_t line_of(std::size_t row) const { return lines.empty() ? row + 1 : lines[row]; }
};

inline TableFacts table_facts(const TrainingSet& set) {
    TableFacts facts{set.source, set.rows, weight_of_all(set), set.target.schema.name, {}, {}, set.lines};
    if (set.task() == Task::classification) facts.classes = set.target.schema.levels;
    if (set.group) facts.group = set.group->schema.name;
    return facts;
}

}  // namespace treewright
