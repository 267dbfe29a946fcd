// A table prepared for learning: features, labels and weights separated; rows without a label or with weight 0 removed, and so
// are levels that no longer occur. Folds, validation parts and single trees all work on one `TrainingSet`.
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

/// The meaning of weights: numbers of equal rows, or sampling weights. Those are scaled to a mean of 1 over the table, and intervals use
/// the effective sample size (Σw)²/Σw².
enum class WeightMeaning { rows, importance };

struct TrainingSet {
    std::string source;  ///< the table's name in messages: the file's name; may be empty
    std::size_t rows = 0;
    std::vector<Column> features;
    Column target;                     ///< categorical: codes into its levels, the classes; or numeric. Never missing.
    std::vector<std::uint32_t> lines;  ///< line of each row in its file, for messages; may be empty
    std::vector<RowId> origin = {};    ///< row of the table that each row was, where rows were left out; else empty
    std::vector<double> weights;       ///< empty: every row counts once. Else finite and > 0.
    std::optional<WeightMeaning> weights_are = {};  ///< empty: numbers of rows, because nobody said anything else
    std::vector<LeftOutColumn> left_out;  ///< columns of the table that are neither feature, target nor weight, sorted by name
    std::vector<NamedOption> reading = {};  ///< options by which the table was read, as far as the user set them
    std::optional<Column>
        group;  ///< rows with the same value are in the same fold; a row without a value is a group of its own

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

/// A non-owning pointer, for learners that do not outlive the set.
std::shared_ptr<const TrainingSet> borrowed(const TrainingSet& set);
std::shared_ptr<const TrainingSet> borrowed(const TrainingSet&& set) = delete;

/// Sum of the weights (the number of rows if there are none); does not depend on their order.
double weight_of_all(const TrainingSet& set);

/// (Σw)²/Σw² over Σw: how many rows a unit of weight is worth in an interval. 1 where weights are numbers of rows.
double rows_per_weight(std::span<const double> weights, WeightMeaning meaning);
double rows_per_weight(const TrainingSet& set);

/// Sampling weights with a mean of 1.
void scale_to_rows(std::vector<double>& weights);

/// 0, 1, 2, …
std::vector<RowId> row_numbers(std::size_t count);

/// The set of these rows, in this order.
TrainingSet pick_rows(const TrainingSet& set, std::span<const RowId> rows);

}  // namespace treewright
