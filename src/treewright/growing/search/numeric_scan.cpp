#include "treewright/growing/search/numeric_scan.h"

#include <algorithm>
#include <utility>

#include "treewright/base/positions.h"
#include "treewright/growing/threshold.h"

namespace treewright {

namespace {

/// Sentinel for the split "is the value missing?", which comes after all thresholds.
constexpr std::uint32_t missing_test_place = UINT32_MAX;

constexpr std::size_t groups_between_checks = 4096;  // a cut may take some hundred nanoseconds

std::span<const std::uint32_t> known_rows(const Numbers& values, std::span<const RowId> sorted) {
    const auto known = [&](RowId row) { return !is_missing(values[row]); };
    const auto end = std::partition_point(sorted.begin(), sorted.end(), known);
    return sorted.first(index_in(sorted, end));
}

}  // namespace

NumericScan::NumericScan(const SearchContext& context, const NodeView& node, FeatureId feature, const Progress& progress)
    : context_(context),
      node_(node),
      progress_(progress),
      feature_(feature),
      values_(context.set.features[feature].values),
      rows_(known_rows(values_, node.sorted(feature))),
      every_cut_(!context.labels.is_classification() || !context.criterion.is_concave(node.classes_present)),
      scorer_(std::make_unique<BranchScorer>(context, node,
                                             rows_.size() == node.range.size() ? node.sums : context.labels.sums_of(rows_))) {}

NumericScan::Group NumericScan::group_at(std::size_t begin) const {
    Group group{begin, begin + 1, true, context_.labels.weight(rows_[begin])};
    const double shared = value(begin);
    while (group.end < rows_.size() && value(group.end) == shared) {
        group.pure = group.pure && context_.labels.same_label(rows_[begin], rows_[group.end]);
        group.weight += context_.labels.weight(rows_[group.end]);
        ++group.end;
    }
    return group;
}

bool NumericScan::label_changes(const Group& below, const Group& above) const {
    return !below.pure || !above.pure || !context_.labels.same_label(rows_[below.begin], rows_[above.begin]);
}

void NumericScan::run(bool keep_all) {
    cuts_ = std::make_unique<CutCollector>(node_.impurity, keep_all);
    branches_ = {Sums(context_.labels.slots()), scorer_->known()};
    if (!rows_.empty()) {
        Group below = group_at(0);
        for (std::size_t group = 0; below.end < rows_.size(); ++group) {
            if (group % groups_between_checks == 0) progress_.stop_if_cancelled();
            constant_ = false;
            const Group above = group_at(below.end);
            for (std::size_t i = below.begin; i < below.end; ++i) context_.labels.move(rows_[i], branches_[1], branches_[0]);
            if (separable(value(below.begin), value(above.begin))) offer_cut(below, above);
            below = above;
        }
    }
    if (context_.options.missing == MissingMethod::category && scorer_->has_missing() && !rows_.empty()) offer_missing_test();
}

// Between two pure neighbours of the same class no cut can be best (only boundary points are), unless the row limits end there:
// the first and the last cut that the limits allow are candidates, too.
void NumericScan::offer_cut(const Group& below, const Group& above) {
    const std::int64_t left = branches_[0].weight;
    const std::int64_t right = branches_[1].weight;
    const bool changes = every_cut_ || label_changes(below, above);
    bool allowed_somehow = false;
    for (const MissingSide side : scorer_->sides()) {
        if (!scorer_->allows_threshold(left, right, side)) continue;
        allowed_somehow = true;
        const bool first = !std::exchange(allowed_before_[static_cast<std::size_t>(side)], true);
        const auto is_last = [&] {
            return above.end == rows_.size() || !scorer_->allows_threshold(left + above.weight, right - above.weight, side);
        };
        if (changes || first || is_last())
            cuts_->offer({scorer_->gain(branches_, side), static_cast<std::uint32_t>(below.end), 0, side});
    }
    if (allowed_somehow) thresholds_ += 1.0;
}

void NumericScan::offer_missing_test() {
    if (!scorer_->allows(0, scorer_->known().weight, MissingSide::left)) return;
    missing_tests_ = 1.0;
    const std::array<Sums, 2> branches{Sums(context_.labels.slots()), scorer_->known()};
    cuts_->offer({scorer_->gain(branches, MissingSide::left), missing_test_place, 0, MissingSide::left});
}

NoCandidate NumericScan::why_none() const {
    if (rows_.empty()) return NoCandidate::all_missing;
    return constant_ ? NoCandidate::constant : NoCandidate::row_limits;
}

double NumericScan::threshold_of(const ScoredCut& cut) const {
    const double t = halfway(value(cut.place - 1), value(cut.place));
    return context_.options.threshold == ThresholdPlace::halfway ? t : value_not_above(context_.table_values[feature_], t);
}

Candidate NumericScan::candidate(const ScoredCut& cut) {
    if (cut.place != missing_test_place) return candidate_at(threshold_of(cut), cut.side);
    Split split;
    split.kind = SplitKind::is_missing;
    split.feature = feature_;
    return scorer_->complete(std::move(split), {Sums(context_.labels.slots()), scorer_->known()}, MissingSide::left);
}

Candidate NumericScan::candidate_at(double threshold, MissingSide side) {
    const auto above = std::partition_point(rows_.begin(), rows_.end(), [&](RowId row) { return values_[row] <= threshold; });
    const Sums left = context_.labels.sums_of({rows_.begin(), above});
    Split split;
    split.kind = SplitKind::threshold;
    split.feature = feature_;
    split.threshold = threshold;
    return scorer_->complete(std::move(split), {left, scorer_->known() - left}, side);
}

bool NumericScan::comes_first(const ScoredCut& a, const ScoredCut& b) {
    return std::pair(a.place, a.side) < std::pair(b.place, b.side);
}

std::vector<CutRecord> NumericScan::records() {
    std::vector<CutRecord> records;
    Sums below(context_.labels.slots());
    Sums above = context_.labels.sums_of(rows_);
    std::size_t passed = 0;
    for (const ScoredCut& cut : cuts_->all()) {  // offered in the order of their places
        if (cut.place == missing_test_place) continue;
        for (; passed < cut.place; ++passed) context_.labels.move(rows_[passed], above, below);
        records.push_back({threshold_of(cut), cut.side, cut.gain, above});
    }
    return records;
}

}  // namespace treewright
