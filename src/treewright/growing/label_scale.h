// The fixed-point scale of labels and weights, computed from facts about all rows, however they are partitioned. With one
// scale, every partition converts its labels to the same integers, and the sums of the partitions add up to those of the whole.
//
// A weight w becomes w·2^weight_bits: exact for integers (weight_bits 0) and for all dyadic fractions that fit, else rounded.
// A target y becomes round((y − lowest)·2^target_bits), target_bits being the largest integer for which all sums stay below 2^62,
// so that integers and halves stay exact.
#pragma once

#include <cstdint>
#include <string>

#include "treewright/base/bytes.h"
#include "treewright/data/training_set.h"

namespace treewright {

/// Whether rows are in nodes as a whole or, if they go down several branches, in shares.
enum class RowParts { whole, shares };

/// The facts about some rows that the scale depends on. Facts about disjoint sets of rows merge into those of their union.
struct LabelFacts {
    std::uint64_t rows = 0;
    std::uint64_t classes = 0;  ///< 0: regression
    bool has_weights = false;
    double least_weight = 0.0;  ///< of a row; 0 without rows
    double largest_weight = 0.0;
    int fraction_bits = 0;  ///< number of bits after the binary point that hold every weight exactly
    double lowest = 0.0;    ///< regression: of the targets; 0 without rows
    double highest = 0.0;

    void merge(const LabelFacts& other);
    /// The unit of `weight_units` is 2^-unit_bits: the finest for which the sum over all rows stays below 2^62.
    [[nodiscard]] int unit_bits() const;

    void write(ByteWriter& to) const;
    static LabelFacts read(ByteReader& from);
    bool operator==(const LabelFacts&) const = default;
};

LabelFacts label_facts(const TrainingSet& set);

/// The sum of the weights, each rounded to units of 2^-unit_bits: integers, so that sums of parts add up. Without weights: the rows.
std::int64_t weight_units(const TrainingSet& set, int unit_bits);

struct LabelScale {
    std::uint64_t classes = 0;
    bool is_classification = false;
    bool has_weights = false;
    int weight_bits = 0;
    int target_bits = 0;
    int share_bits = 0;
    double lowest = 0.0;                ///< of all targets
    std::int64_t least_row_weight = 1;  ///< of a row, as an integer

    /// `facts` and `units` (`weight_units`) are those of all rows; `source`: the table's name in messages.
    static LabelScale of(const LabelFacts& facts, std::int64_t units, RowParts parts, const std::string& source);

    [[nodiscard]] std::size_t slots() const { return is_classification ? classes : 1; }
    [[nodiscard]] std::uint32_t whole_row() const { return std::uint32_t{1} << share_bits; }
    /// The weight that reaches a limit of that many rows: a thousandth less with fractional rows, whose shares are rounded up
    /// or down.
    [[nodiscard]] double lowered_limit(double rows) const;
    /// The least integer weight that reaches it.
    [[nodiscard]] std::int64_t least_weight(double rows) const;
    [[nodiscard]] double real_weight(std::int64_t weight) const;
    /// A gain or impurity of the fixed-point target in the target's own unit; classes have no unit.
    [[nodiscard]] double real_gain(double gain) const;

    void write(ByteWriter& to) const;
    static LabelScale read(ByteReader& from);
    bool operator==(const LabelScale&) const = default;
};

/// The scale of a table that is not partitioned.
LabelScale label_scale(const TrainingSet& set, RowParts parts);

/// x·2^bits, by a product if 2^bits is a normal double: exact either way, without a library call.
class PowerOfTwo {
public:
    explicit PowerOfTwo(int bits);
    [[nodiscard]] double times(double x) const { return factor_ > 0.0 ? x * factor_ : slow_times(x); }

private:
    [[nodiscard]] double slow_times(double x) const;
    int bits_;
    double factor_;
};
/// A weight on a scale of 2^weight_bits; at least 1, since a row of weight 0 would not count at all.
std::int64_t integer_weight(double weight, const PowerOfTwo& scale);

}  // namespace treewright
