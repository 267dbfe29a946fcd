#include "treewright/engine/leave_one_out/left_out_search.h"

#include <algorithm>
#include <utility>

#include "treewright/base/positions.h"
#include "treewright/growing/growing_tree.h"
#include "treewright/growing/split_search.h"
#include "treewright/growing/stopping.h"

namespace treewright {

std::vector<NumericCut> LeftOutCuts::list(FeatureId feature, double floor) {
    std::vector<NumericCut> cuts;
    const Removal::Feature& own = removal_.of(feature);
    const std::uint32_t rank =
        row_ ? source_.table.rank(own.near->position, *row_) : 0;  // without a row both gains are the same
    const bool misses = row_ && rank == rank_of_missing;
    for (const Removal::Cut& cut : misses ? own.cuts_if_missing : own.cuts) {
        const bool left = misses || cut.near == nullptr || rank <= cut.near->boundary;
        const double gain = left ? cut.left : cut.right;
        if (gain < floor || gain == no_gain) continue;
        const FewIntegers known = removal_.known_on_left(cut, left && !misses);
        // If only this row has its value, the cuts before and after it coincide.
        const bool is_same = std::any_of(cuts.begin(), cuts.end(), [&](const NumericCut& other) {
            return other.view == cut.view && other.left[0] == known[0];
        });
        if (is_same && cut.near != nullptr) continue;
        cuts.push_back({feature, gain, cut.near == nullptr ? place_of_missing_test : cut.near->place, cut.view, known});
    }
    return cuts;
}

LeftOutCuts::Adjacent LeftOutCuts::adjacent(const NumericCut& cut) const {
    const auto known = rows_of(cut.feature);
    Adjacent places{cut.place - 1, cut.place};
    if (known[places.low].row == row_) --places.low;
    if (known[places.high].row == row_) ++places.high;
    return places;
}

Gap LeftOutCuts::gap(const NumericCut& cut) {
    const auto known = rows_of(cut.feature);
    const Adjacent places = adjacent(cut);
    const Numbers& values = source_.context.set.features[cut.feature].values;
    return {values[known[places.low].row], values[known[places.high].row]};
}

Neighbours LeftOutCuts::neighbours(const NumericCut& cut, Gap) {
    const auto known = rows_of(cut.feature);
    const auto [low, high] = adjacent(cut);
    Neighbours around{FewIntegers(removal_.tally.size()), FewIntegers(removal_.tally.size())};
    for (std::size_t i = low + 1; i > 0 && known[i - 1].rank == known[low].rank; --i) add(known[i - 1].row, around.low);
    for (std::size_t i = high; i < known.size() && known[i].rank == known[high].rank; ++i) add(known[i].row, around.high);
    return around;
}

namespace {

Tree tree_of(const Labels& labels, const Sums& sums, const Candidate& candidate) {
    GrowingTree growing_tree(labels);
    growing_tree.split(growing_tree.add_root(sums), candidate);
    return std::move(growing_tree.tree());
}

}  // namespace

LeftOutSearch::LeftOutSearch(const LeftOutSource& source, const LeftOutNode& node, std::span<const FeatureId> used,
                             SplitDetail detail)
    : source_(source),
      node_(node),
      used_(used.begin(), used.end()),
      detail_(detail),
      by_ratio_(uses_gain_ratio(source.context)),
      thresholds_(source, node) {}

Removal& LeftOutSearch::removal_of(MaybeRow row) {
    const Labels& labels = source_.context.labels;
    const bool is_single = row && !source_.has_kinds;
    const auto of_kind = [&]() -> std::unique_ptr<Removal>& { return kinds_[{labels.classes()[*row], labels.weight(*row)}]; };
    std::unique_ptr<Removal>& place = !row ? none_ : (is_single ? single_ : of_kind());
    if (place != nullptr && (!is_single || place->row == row)) return *place;
    place = make_removal(source_, node_, row);
    return *place;
}

const std::vector<LevelSums>& LeftOutSearch::levels_of_node(FeatureId feature) {
    std::vector<LevelSums>& levels = levels_[feature];
    if (!levels.empty()) return levels;
    const auto& codes = source_.context.set.features[feature].codes;
    const auto missing = code_of_missing(source_.context, feature);
    std::map<std::int32_t, Sums> by_code;
    for (const RowId row : node_.rows) {
        const LevelCode code = codes[row] < 0 && missing ? *missing : codes[row];
        if (code < 0) continue;
        const auto [place, is_new] = by_code.try_emplace(code);
        if (is_new) place->second = Sums(source_.context.labels.slots());
        source_.context.labels.add(row, place->second);
    }
    for (auto& [code, sums] : by_code) levels.push_back({code, std::move(sums)});
    return levels;
}

std::unique_ptr<CategoryScan> LeftOutSearch::scan_without(const Removal& removal, FeatureId feature, MaybeRow row) {
    std::vector<LevelSums> levels = levels_of_node(feature);
    if (row) {
        LevelCode code = source_.context.set.features[feature].codes[*row];
        if (const auto missing = code_of_missing(source_.context, feature); code < 0 && missing) code = *missing;
        const std::uint32_t one[] = {*row};
        for (LevelSums& level : levels)
            if (level.code == code) level.sums -= source_.context.labels.sums_of(one);
        std::erase_if(levels, [](const LevelSums& level) { return level.sums.weight == 0; });
    }
    auto scan = std::make_unique<CategoryScan>(source_.context, removal.facts, feature, std::move(levels));
    scan->run(false);
    return scan;
}

const Removal::Level& LeftOutSearch::level_of(Removal& removal, FeatureId feature, MaybeRow row) {
    const LevelCode code = row ? source_.context.set.features[feature].codes[*row] : 0;
    const auto [place, is_new] = removal.levels.try_emplace({feature, code});
    Removal::Level& level = place->second;
    if (!is_new) return level;
    const auto scan = scan_without(removal, feature, row);
    level.tests = scan->tests();
    if (scan->cuts().empty()) return level;
    level.gain = scan->cuts().best();
    if (by_ratio_)
        level.rating = rating_of(removal, scan->candidate(first_tied(*scan, tie_line(level.gain, removal.facts.impurity))));
    return level;
}

LeftOutSearch::Place LeftOutSearch::place_in(const Removal::Feature& feature, MaybeRow row) const {
    const std::uint32_t rank = row ? source_.table.rank(feature.near->position, *row) : 0;
    if (row && rank == rank_of_missing) return {feature.top_if_missing, 2};
    const auto first = std::partition_point(feature.cuts.begin(), feature.cuts.end(), [&](const Removal::Cut& cut) {
        return cut.near != nullptr && cut.near->boundary < rank;
    });
    const auto before = index_in(feature.cuts, first);
    const Removal::Top& top = feature.tops[before];
    return {top, top.cut < static_cast<std::int32_t>(before) ? 1 : 0};
}

LeftOutSearch::RowBest LeftOutSearch::row_best_of(Removal& removal, MaybeRow row) {
    RowBest row_best;
    row_best.gains.assign(source_.context.set.features.size(), no_gain);
    for (const Removal::Feature& feature : removal.features) row_best.offer(feature.near->feature, place_in(feature, row));
    for (const FeatureId feature : source_.table.categories()) {
        if (is_used(feature)) continue;
        const LevelCode code = row ? source_.context.set.features[feature].codes[*row] : 0;
        row_best.offer(feature, {{level_of(removal, feature, row).gain, code, no_gain}, 0});
    }
    return row_best;
}

bool LeftOutSearch::is_used(FeatureId feature) const { return std::find(used_.begin(), used_.end(), feature) != used_.end(); }

double LeftOutSearch::numeric_tests(const Removal& removal, FeatureId feature, MaybeRow row) {
    const ThresholdCounts::Count count = thresholds_.without(source_.table.position(feature), removal, row);
    return count.thresholds + count.missing_tests;
}

TestNumbers LeftOutSearch::tests_without(MaybeRow row, FeatureId feature) {
    Removal& removal = removal_of(row);
    TestNumbers numbers;
    for (FeatureId each = 0; each < source_.context.set.features.size(); ++each) {
        if (is_used(each)) continue;
        const double tests = source_.context.set.features[each].has_values() ? numeric_tests(removal, each, row)
                                                                             : level_of(removal, each, row).tests;
        numbers.at_node += tests;
        if (each == feature) numbers.of_feature = tests;
    }
    return numbers;
}

std::uint32_t LeftOutSearch::boundary_of(const Split& split, MaybeRow row) const {
    if (split.kind != SplitKind::threshold) return 0;
    const auto known = node_.known(source_.table.position(split.feature));
    const Numbers& values = source_.context.set.features[split.feature].values;
    const auto above =
        std::partition_point(known.begin(), known.end(), [&](RowAtRank each) { return values[each.row] <= split.threshold; });
    auto last = above - 1;
    if (last->row == row) --last;
    return last->rank;
}

std::optional<Candidate> LeftOutSearch::choose(const Removal& removal, MaybeRow row, const RowBest& row_best) {
    const double impurity = removal.facts.impurity;
    const double floor =
        row_best.best <= clear_share * impurity ? no_gain : tie_line(row_best.best, impurity) - 2 * removal.error;
    std::vector<FeatureBest> best(row_best.gains.size());
    for (FeatureId feature = 0; feature < best.size(); ++feature) {
        best[feature].feature = feature;
        if (row_best.gains[feature] == no_gain || row_best.gains[feature] < floor) continue;
        best[feature].gain = row_best.gains[feature];
        best[feature].error = removal.error;
        if (!source_.context.set.features[feature].has_values()) best[feature].scan = scan_without(removal, feature, row);
    }
    LeftOutCuts cuts(source_, node_, removal, row);
    return CutChoice(source_.context, removal.facts, source_.labels.shape, cuts).choose(best);
}

std::shared_ptr<const LeftOutSplit> LeftOutSearch::split_without(const Removal& removal, MaybeRow row,
                                                                 const RowBest& row_best) {
    auto candidate = choose(removal, row, row_best);
    if (!candidate) return nullptr;
    if (!gain_suffices(source_.context, removal.facts, *candidate)) return nullptr;
    auto split = std::make_shared<LeftOutSplit>();
    split->tree = tree_of(source_.context.labels, removal.rest, *candidate);
    split->boundary = boundary_of(candidate->split, row);
    split->candidate = std::move(*candidate);
    return split;
}

std::shared_ptr<const LeftOutSplit> LeftOutSearch::find_without(MaybeRow row) {
    Removal& removal = removal_of(row);
    if (!std::exchange(removal.is_scored, true)) {
        if (scorer_ == nullptr) scorer_ = std::make_unique<RemovalScorer>(source_, node_, used_);
        scorer_->score(removal);
    }
    if (by_ratio_) return find_by_ratio(removal, row);
    const RowBest row_best = row_best_of(removal, row);
    if (row_best.best == no_gain) return nullptr;
    const bool is_shared = is_clear(removal, row_best.best, row_best.second) && row && detail_ == SplitDetail::condition;
    if (!is_shared || !gains_enough(removal, row_best.best)) return split_without(removal, row, row_best);
    return clear_split(removal, *row, row_best);
}

/// Whether the best split wins without a possible tie.
bool LeftOutSearch::is_clear(const Removal& removal, double best, double second) const {
    const double impurity = removal.facts.impurity;
    return second < tie_line(best, impurity) - 2 * removal.error && best > clear_share * impurity;
}

/// Conservative: near the limit the exact gain decides.
bool LeftOutSearch::gains_enough(const Removal& removal, double gain) const {
    const double least = source_.context.options.min_gain;
    return least <= 0.0 || source_.context.labels.real_gain(gain - 4 * removal.error) >= least * (1.0 + 1e-9);
}

/// A threshold is the same for all left-out rows that are not next to it; for those, the cut would tie with its neighbour.
std::shared_ptr<const LeftOutSplit> LeftOutSearch::clear_split(Removal& removal, RowId row, const RowBest& row_best) {
    if (!source_.context.set.features[row_best.feature].has_values()) {
        auto& known = removal.splits[{row_best.feature, row_best.cut}];
        if (known == nullptr) known = split_without(removal, row, row_best);
        return known;
    }
    const Removal::Feature& feature = removal.of(row_best.feature);
    const auto& cuts = row_best.side == 2 ? feature.cuts_if_missing : feature.cuts;
    const Removal::Cut& cut = cuts[static_cast<std::size_t>(row_best.cut)];
    if (cut.near == nullptr) return split_without(removal, row, row_best);
    const std::int64_t left = cut.near->left[0] - (row_best.side == 0 ? removal.tally[0] : 0);
    const std::uint32_t heavier = 2 * left >= cut.view->known[0] ? 0 : 1;
    auto& known = splits_[{cut.near, cut.view->side, heavier}];
    if (known == nullptr) known = split_without(removal, row, row_best);
    return known;
}

// --- gain ratio --------------------------------------------------------------------------------------------------------------
//
// Within a feature the gain decides, and features are ranked by the gain ratio of their best splits.

namespace {

/// The first of those that tie with the best; null if none is eligible.
const RatedSplit* winner_of(std::span<const RatedSplit> splits) {
    double best = no_gain;
    for (const RatedSplit& split : splits)
        if (split.eligible) best = std::max(best, split.ratio);
    if (best == no_gain) return nullptr;
    const double line = tie_line(best, 1.0);
    const auto wins = [line](const RatedSplit& split) { return split.eligible && split.ratio >= line; };
    return &*std::find_if(splits.begin(), splits.end(), wins);
}

RatedSplit rated(FeatureId feature, const Removal::Rating& rating) {
    return {feature, rating.kind, 0.0, rating.gain, rating.split_information};
}

}  // namespace

std::shared_ptr<const LeftOutSplit> LeftOutSearch::find_by_ratio(Removal& removal, MaybeRow row) {
    std::vector<RatedSplit> splits = rated_without(removal, row);
    rate_by_ratio(source_.context, removal.facts, splits);
    const RatedSplit* winner = winner_of(splits);
    if (winner == nullptr || !gain_suffices(source_.context, removal.facts, winner->gain - winner->penalty)) return nullptr;
    const RowBest row_best = row_best_in(removal, winner->feature, row);
    const bool is_shared = is_clear(removal, row_best.best, row_best.second) && row && detail_ == SplitDetail::condition;
    return is_shared ? clear_split(removal, *row, row_best) : split_without(removal, row, row_best);
}

/// In the order of the table.
std::vector<RatedSplit> LeftOutSearch::rated_without(Removal& removal, MaybeRow row) {
    std::vector<RatedSplit> splits;
    for (Removal::Feature& feature : removal.features) {
        const Place place = place_in(feature, row);
        if (place.top.gain == no_gain) continue;
        splits.push_back(rated(feature.near->feature, rating_of(removal, feature, place, row)));
        if (source_.context.options.threshold_penalty)
            splits.back().thresholds = thresholds_.without(feature.near->position, removal, row).thresholds;
    }
    for (const FeatureId feature : source_.table.categories()) {
        if (is_used(feature)) continue;
        const Removal::Level& level = level_of(removal, feature, row);
        if (level.gain != no_gain) splits.push_back(rated(feature, level.rating));
    }
    std::sort(splits.begin(), splits.end(), [](const RatedSplit& a, const RatedSplit& b) { return a.feature < b.feature; });
    return splits;
}

/// Of a single feature.
LeftOutSearch::RowBest LeftOutSearch::row_best_in(Removal& removal, FeatureId feature, MaybeRow row) {
    RowBest row_best;
    row_best.gains.assign(source_.context.set.features.size(), no_gain);
    if (source_.context.set.features[feature].has_values()) {
        row_best.offer(feature, place_in(removal.of(feature), row));
        return row_best;
    }
    const LevelCode code = row ? source_.context.set.features[feature].codes[*row] : 0;
    row_best.offer(feature, {{level_of(removal, feature, row).gain, code, no_gain}, 0});
    return row_best;
}

const Removal::Rating& LeftOutSearch::rating_of(Removal& removal, Removal::Feature& feature, const Place& place, MaybeRow row) {
    if (is_clear(removal, place.top.gain, place.top.second)) {
        feature.ratings.resize(std::max(feature.cuts.size(), feature.cuts_if_missing.size()));
        const auto number = static_cast<std::size_t>(place.top.cut);
        Removal::Rating& rating = feature.ratings[number][static_cast<std::size_t>(place.side)];
        const Removal::Cut& cut = (place.side == 2 ? feature.cuts_if_missing : feature.cuts)[number];
        if (!rating.is_known) rating = rating_of_cut(removal, cut, place.side == 0);
        return rating;
    }
    const std::uint32_t rank = row ? source_.table.rank(feature.near->position, *row) : 0;
    Removal::Rating& rating = removal.tied_ratings[{feature.near->feature, rank}];
    if (!rating.is_known)
        rating = rating_of(removal, choose(removal, row, row_best_in(removal, feature.near->feature, row)).value());
    return rating;
}

Removal::Rating LeftOutSearch::rating_of_cut(const Removal& removal, const Removal::Cut& cut, bool on_left) const {
    const TallyShape& shape = source_.labels.shape;
    const Sums known = shape.to_sums(cut.view->known);
    const Sums left = shape.to_sums(removal.known_on_left(cut, on_left));
    Split split;
    split.kind = cut.near == nullptr ? SplitKind::is_missing : SplitKind::threshold;
    return rating_of(
        removal,
        BranchScorer(source_.context, removal.facts, known).complete(std::move(split), {left, known - left}, cut.view->side));
}

Removal::Rating LeftOutSearch::rating_of(const Removal& removal, const Candidate& candidate) const {
    return {true, candidate.gain, split_information_of(source_.context, removal.facts, candidate), candidate.split.kind};
}

}  // namespace treewright
