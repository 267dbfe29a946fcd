// The variance of the target around its mean, in the fixed-point units of the sums.
#include <cmath>

#include "treewright/base/uint256.h"
#include "treewright/criteria/registry.h"
#include "treewright/criteria/spread_internal.h"

namespace treewright {

namespace {

class SquaredErrorCriterion : public Criterion {
public:
    explicit SquaredErrorCriterion(int weight_bits) : weight_bits_(weight_bits) {}

    // n·Σwq² − (Σwq)² in 256 bits: in deep nodes the spread is far below the mean, where doubles would cancel to noise.
    // With n = w·2^k this is 2^k times the square sum, hence the shifts; the result is in the unit of spread_gain.
    [[nodiscard]] double impurity(const Sums& rows) const override {
        if (rows.weight <= 0) return 0.0;
        const std::int64_t sum = rows.slots[0];
        const UInt128 size = sum < 0 ? -static_cast<UInt128>(sum) : static_cast<UInt128>(sum);
        const UInt256 squares = product(static_cast<UInt128>(rows.weight), rows.squares);
        const UInt256 square = product(size, size) << weight_bits_;
        if (!(square < squares)) return 0.0;
        const auto n = static_cast<double>(rows.weight);
        return std::ldexp(to_double(squares - square) / (n * n), -weight_bits_);
    }
    [[nodiscard]] double gain(const Sums& rows, std::span<const Sums> branches) const override {
        return spread_gain(rows, branches);
    }
    [[nodiscard]] CutKernel cut_kernel() const override { return CutKernel::spread; }
    [[nodiscard]] bool is_concave(std::size_t /*classes_present*/) const override { return true; }
    /// F falls by m·n/(n − m)·(y − mean)², n and mean being those of the row's side.
    [[nodiscard]] std::optional<double> movement(const LeavingRow& row) const override {
        return row.mass * (1.0 + row.share) * row.distance * row.distance;
    }

private:
    int weight_bits_;
};

}  // namespace

extern const CriterionKind squared_error_kind;
constinit const CriterionKind squared_error_kind = {
    .name = CriterionName::squared_error,
    .word = "squared-error",
    .measure = "variance",
    .symbol = "variance",
    .task = Task::regression,
    .make = [](CriterionTerms terms) -> std::unique_ptr<Criterion> {
        return std::make_unique<SquaredErrorCriterion>(terms.weight_bits);
    },
};

}  // namespace treewright
