// A table made ready for learning: features, labels and weights apart, rows without a label or with weight 0 gone, levels that
// no longer occur gone. Folds, validation parts and single trees all work on one `TrainingSet`.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "treewright/base/error.h"
#include "treewright/data/ids.h"
#include "treewright/data/row_selection.h"
#include "treewright/data/table.h"

namespace treewright {

struct TrainingSet {
    std::string source;  ///< what the table is called in sentences: the file's name; may be empty
    std::size_t rows = 0;
    std::vector<Column> features;
    Column target;                        ///< categorical: codes into its levels, the classes; or numeric. Never missing.
    std::vector<std::uint32_t> lines;     ///< of each row in its file, for sentences; may be empty
    std::vector<double> weights;          ///< empty: every row counts once. Else finite and > 0.
    std::vector<LeftOutColumn> left_out;  ///< columns of the table that are neither feature, target nor weight, sorted by name
    std::optional<Column> group;  ///< rows with the same value are never parted by folds; a row without one stands alone

    [[nodiscard]] Task task() const {
        return target.schema.type == ColumnType::categorical ? Task::classification : Task::regression;
    }
    /// Classification: the class of a row.
    [[nodiscard]] ClassId class_of(std::size_t row) const { return static_cast<ClassId>(target.codes[row]); }
    /// That of every row.
    [[nodiscard]] std::vector<ClassId> classes_of_rows() const { return {target.codes.begin(), target.codes.end()}; }
    [[nodiscard]] double weight(std::size_t row) const { return weights.empty() ? 1.0 : weights[row]; }
    [[nodiscard]] RowSelection all_rows() const { return RowSelection::all(rows); }
    [[nodiscard]] Schema schema() const;
    /// An input `Error` whose sentence starts with the source.
    [[nodiscard]] Error complaint(const std::string& sentence) const;
    /// " in line 7", or nothing where the line is not known.
    [[nodiscard]] std::string in_line(std::size_t row) const;
};

/// A pointer to a set that it does not own: for learners that are gone before it.
std::shared_ptr<const TrainingSet> borrowed(const TrainingSet& set);
std::shared_ptr<const TrainingSet> borrowed(const TrainingSet&& set) = delete;

/// The number of rows that the weights come to; does not depend on their order.
double weight_of_all(const TrainingSet& set);

/// 0, 1, 2, …
std::vector<RowId> row_numbers(std::size_t count);

/// The set with these of its rows, in this order.
TrainingSet pick_rows(const TrainingSet& set, std::span<const RowId> rows);

}  // namespace treewright
