// The gain of a cut in fast arithmetic, with an upper bound of its rounding error, and an upper bound of the gain of any cut
// inside a bin.
//
// The search discards only what is below the tie line by more than the error; the exact gain of the criterion decides on the
// rest. So the tree does not depend on anything here.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "treewright/base/error.h"
#include "treewright/engine/measure/tally.h"
#include "treewright/growing/branch_scorer.h"
#include "treewright/growing/search_context.h"

namespace treewright {

inline constexpr double bound_slack = 1e-9;  ///< bounds may be a little too high, never too low

/// A feature at a node with its missing rows on one side: the common input of all its cuts.
struct CutView {
    MissingSide side = MissingSide::none;
    FewIntegers known;            ///< the rows that have a value
    FewIntegers total;            ///< the rows that the gain includes
    FewIntegers offset;           ///< missing rows that count on the left
    std::int64_t least_left = 1;  ///< the row limits, as the known weight allowed on the left
    std::int64_t most_left = 0;
    std::int64_t least_in_branch = 1;  ///< of all rows, missing ones included
    double scale = 1.0;                ///< share of the node's mass that the gain includes

    // Set by CutMeasure::prepare.
    double mass = 0.0;
    double unit = 0.0;
    double middle = 0.0;
};

/// The span of the labels of a node, for bounds: weight·target per weight. Classes: 0 to 1.
struct LabelSpan {
    std::int64_t low = 0;
    std::int64_t high = 1;
};

class CutMeasure {
public:
    CutMeasure() = default;
    CutMeasure(const CutMeasure&) = delete;
    CutMeasure& operator=(const CutMeasure&) = delete;
    virtual ~CutMeasure() = default;

    virtual void prepare(CutView& view) const = 0;
    /// Whether the gain is D²/(left·right) of the pair (spread_gain.h), or Σ c²/n of many classes (gini_gain.h): there are
    /// faster loops for these if rows have weight 1.
    [[nodiscard]] virtual bool is_spread() const { return false; }
    [[nodiscard]] virtual bool is_plain_gini() const { return false; }
    /// Whether the gain is that of a purity of the sides, times their mass, which is convex: then `purity` gives it.
    [[nodiscard]] virtual bool is_purity() const { return false; }
    [[nodiscard]] virtual double purity(const CutView&, const std::int64_t* /*left*/) const {
        throw InternalError("a measure that is not of a purity");
    }
    /// Upper bound of its decrease per unit of weight that is removed from a side.
    [[nodiscard]] virtual double purity_fall() const { throw InternalError("a measure that is not of a purity"); }
    /// Of the cut with these known rows on its left.
    [[nodiscard]] virtual double gain(const CutView& view, const std::int64_t* left) const = 0;
    /// Upper bound of the gain of every cut strictly inside a bin; `below`: known rows below the bin. The ends of the bin are
    /// cuts of their own and not included.
    [[nodiscard]] virtual double bound(const CutView& view, const std::int64_t* below, const std::int64_t* bin,
                                       LabelSpan span) const = 0;
    /// Upper bound of the gain of every partition of levels with these tallies, given one after the other.
    [[nodiscard]] virtual double level_bound(const CutView& view, ConstTally levels) const = 0;
    /// Upper bound of |`gain` − the criterion's own gain|, for any node of impurity at most `impurity`.
    [[nodiscard]] virtual double error(const CutView& view, double impurity) const = 0;
};

/// The measure for the criterion in effect, by its cut kernel; for gain ratio, that of the gain. A criterion without a kernel
/// uses its own arithmetic, without bounds. Refers to the context.
std::unique_ptr<CutMeasure> make_measure(const SearchContext& context, const ClassTerms& terms);

}  // namespace treewright
