// Chooses among the best splits of a node by the documented tie rule.
//
// What the fast measure cannot distinguish is scored again by the criterion itself; nothing else is. So the choice is that of
// the plain search.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/engine/measure/cut_measure.h"
#include "treewright/growing/category_scan.h"

namespace treewright {

inline constexpr double no_gain = -std::numeric_limits<double>::infinity();
/// Below this share of the impurity a gain may count as 0: the criterion decides.
inline constexpr double least_clear_gain = 8 * tie_tolerance;
/// Sentinel: the place of the split "is the value missing?", which comes after all thresholds.
inline constexpr std::uint64_t place_of_missing_test = UINT64_MAX;

/// A threshold between two neighbouring values of a node's rows.
struct NumericCut {
    FeatureId feature = 0;
    double gain = 0.0;        ///< by the fast measure
    std::uint64_t place = 0;  ///< ascending with the threshold
    const CutView* view = nullptr;
    FewIntegers left;  ///< known rows on its left
};

/// The values on both sides of a cut.
struct Gap {
    double low = 0.0;
    double high = 0.0;
};

/// The rows that have the two values.
struct Neighbours {
    FewIntegers low;
    FewIntegers high;
};

/// The interface to a search's numeric cuts.
class CutLister {
public:
    CutLister() = default;
    CutLister(const CutLister&) = delete;
    CutLister& operator=(const CutLister&) = delete;
    virtual ~CutLister() = default;
    /// The cuts of a feature with a gain of at least `floor`, by place and side, without those that row limits forbid.
    virtual std::vector<NumericCut> list(FeatureId feature, double floor) = 0;
    virtual Gap gap(const NumericCut& cut) = 0;
    virtual Neighbours neighbours(const NumericCut& cut, Gap gap) = 0;
};

/// The best gain of one feature: by the fast measure for numbers, exact for categories.
struct FeatureBest {
    FeatureId feature = 0;
    double gain = no_gain;
    double error = 0.0;
    std::unique_ptr<CategoryScan> scan;  ///< categories
};

class CutChoice {
public:
    CutChoice(const SearchContext& context, const NodeFacts& node, const TallyShape& shape, CutLister& lister)
        : context_(context), node_(node), shape_(shape), lister_(lister) {}

    /// `features` in the order of the table.
    std::optional<Candidate> choose(std::vector<FeatureBest>& features);

private:
    /// None: the fast measure cannot decide.
    std::optional<Candidate> choose_by_measure(std::vector<FeatureBest>& features);
    std::optional<Candidate> choose_exactly(std::vector<FeatureBest>& features);
    /// A cut with its exact gain.
    struct Scored {
        NumericCut cut;
        double gain = no_gain;
    };
    [[nodiscard]] std::vector<Scored> scored_cuts(FeatureId feature, double floor) const;
    /// The best gain of a candidate. Few cuts are checked whether they are one: the check may take a pass over all rows of the
    /// node.
    [[nodiscard]] double best_gain(const std::vector<std::vector<Scored>>& scored) const;
    [[nodiscard]] bool is_candidate(const NumericCut& cut) const;
    [[nodiscard]] bool label_changes(const Neighbours& around) const;
    Candidate candidate_of(const NumericCut& cut);
    [[nodiscard]] Sums known_sums(const NumericCut& cut) const;

    const SearchContext& context_;
    const NodeFacts& node_;
    const TallyShape& shape_;
    CutLister& lister_;
    double best_ = no_gain;
    double line_ = no_gain;
    double slack_ = 0.0;  ///< twice the error of the measure: that of the best and that of the cut compared with it
};

}  // namespace treewright
