#include "treewright/engine/measure/cut_choice.h"

#include <algorithm>
#include <utility>

#include "treewright/growing/threshold.h"

namespace treewright {

std::optional<Candidate> CutChoice::choose(std::vector<FeatureBest>& features) {
    for (const FeatureBest& each : features) {
        best_ = std::max(best_, each.gain);
        slack_ = std::max(slack_, 2 * each.error);
    }
    if (best_ == no_gain) return std::nullopt;
    line_ = tie_line(best_, node_.impurity);
    if (best_ > least_clear_gain * node_.impurity)
        if (auto clear = choose_by_measure(features)) return clear;
    return choose_exactly(features);
}

std::optional<Candidate> CutChoice::choose_by_measure(std::vector<FeatureBest>& features) {
    for (FeatureBest& each : features) {
        if (each.gain < line_ - slack_) continue;
        if (each.scan != nullptr) {
            for (const ScoredCut& cut : each.scan->cuts().tied())
                if (std::abs(cut.gain - line_) <= slack_) return std::nullopt;
            return each.scan->candidate(first_tied(*each.scan, line_));
        }
        const std::vector<NumericCut> cuts = lister_.list(each.feature, line_ - slack_);
        for (const NumericCut& cut : cuts) {
            if (cut.gain < line_ + slack_) return std::nullopt;
            // A cut that is not a candidate has a neighbour that gains as much: a single one is a candidate.
            if (cuts.size() == 1 || is_candidate(cut)) return candidate_of(cut);
        }
    }
    return std::nullopt;
}

std::vector<CutChoice::Scored> CutChoice::scored_cuts(FeatureId feature, double floor) const {
    std::vector<Scored> scored;
    for (NumericCut& cut : lister_.list(feature, floor)) {
        const Sums known = known_sums(cut);
        const Sums left = shape_.to_sums(cut.left);
        const std::array<Sums, 2> branches{left, known - left};
        const double gain = BranchScorer(context_, node_, known).gain(branches, cut.view->side);
        scored.push_back({std::move(cut), gain});
    }
    return scored;
}

double CutChoice::best_gain(const std::vector<std::vector<Scored>>& scored) const {
    std::vector<const Scored*> order;
    for (const auto& cuts : scored)
        for (const Scored& each : cuts) order.push_back(&each);
    std::stable_sort(order.begin(), order.end(), [](const Scored* a, const Scored* b) { return a->gain > b->gain; });
    for (const Scored* each : order)
        if (is_candidate(each->cut)) return each->gain;
    return no_gain;
}

std::optional<Candidate> CutChoice::choose_exactly(std::vector<FeatureBest>& features) {
    const bool near_zero = best_ <= 2 * least_clear_gain * node_.impurity;
    std::vector<std::vector<Scored>> scored(features.size());
    double best = no_gain;
    for (std::size_t i = 0; i < features.size(); ++i) {
        if (features[i].scan != nullptr)
            best = std::max(best, features[i].gain);
        else if (features[i].gain != no_gain && (near_zero || features[i].gain >= line_ - slack_))
            scored[i] = scored_cuts(features[i].feature, near_zero ? no_gain : line_ - slack_);
    }
    best = std::max(best, best_gain(scored));
    const double line = tie_line(best, node_.impurity);
    for (std::size_t i = 0; i < features.size(); ++i) {
        if (features[i].scan != nullptr && features[i].gain >= line)
            return features[i].scan->candidate(first_tied(*features[i].scan, line));
        for (const Scored& each : scored[i])
            if (each.gain >= line && is_candidate(each.cut)) return candidate_of(each.cut);
    }
    return std::nullopt;
}

// As in NumericScan: between two pure neighbours of one class only the first and the last cut that the row limits allow.
bool CutChoice::is_candidate(const NumericCut& cut) const {
    if (cut.place == place_of_missing_test || !context_.labels.is_classification()) return true;
    if (!context_.criterion.is_concave(node_.classes_present)) return true;
    const Neighbours around = lister_.neighbours(cut, lister_.gap(cut));
    const CutView& view = *cut.view;
    const std::int64_t before = cut.left[0] - around.low[0];
    const std::int64_t after = cut.left[0] + around.high[0];
    const bool first = before == 0 || before < view.least_left;
    const bool last = after >= view.known[0] || after > view.most_left;
    return first || last || label_changes(around);
}

bool CutChoice::label_changes(const Neighbours& around) const {
    const Sums low = shape_.to_sums(around.low);
    const Sums high = shape_.to_sums(around.high);
    for (std::size_t j = 0; j < low.slots.size(); ++j)  // both hold rows of class j only
        if (low.slots[j] == low.weight && high.slots[j] == high.weight) return false;
    return true;
}

Sums CutChoice::known_sums(const NumericCut& cut) const { return shape_.to_sums(cut.view->known); }

Candidate CutChoice::candidate_of(const NumericCut& cut) {
    BranchScorer scorer(context_, node_, known_sums(cut));
    Split split;
    split.feature = cut.feature;
    if (cut.place == place_of_missing_test) {
        split.kind = SplitKind::is_missing;
        return scorer.complete(std::move(split), {Sums(context_.labels.slots()), scorer.known()}, MissingSide::left);
    }
    split.kind = SplitKind::threshold;
    const Gap gap = lister_.gap(cut);
    const double t = halfway(gap.low, gap.high);
    split.threshold =
        context_.options.threshold == ThresholdPlace::halfway ? t : value_not_above(context_.table_values[split.feature], t);
    const Sums left = shape_.to_sums(cut.left);
    return scorer.complete(std::move(split), {left, scorer.known() - left}, cut.view->side);
}

}  // namespace treewright
