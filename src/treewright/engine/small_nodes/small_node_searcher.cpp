#include "treewright/engine/small_nodes/small_node_searcher.h"

#include <algorithm>
#include <numeric>

#include "treewright/base/error.h"
#include "treewright/base/positions.h"
#include "treewright/engine/large_nodes/bin_scan.h"
#include "treewright/engine/measure/gini_gain.h"
#include "treewright/engine/small_nodes/node_views.h"
#include "treewright/tree/routing.h"

namespace treewright {

SmallNodeSearcher::SmallNodeSearcher(const SmallNodeSource& source, std::span<RowId> rows, RowRange range)
    : SmallNodeSearcher(source, rows, range, [&](FeatureId feature) {
          return ranked_rows(source.context.set.features[feature].values, rows.subspan(range.begin, range.size()));
      }) {}

SmallNodeSearcher::SmallNodeSearcher(const SmallNodeSource& source, std::span<RowId> rows, RowRange range,
                                     const ListOf& list_of)
    : source_(source),
      shape_(source.labels.shape),
      all_rows_(rows),
      range_(range),
      origin_(rows.begin() + range.begin, rows.begin() + range.end),
      members_(range.size()),
      place_of_(source.context.set.features.size(), -1),
      child_(range.size()),
      scratch_(range.size()) {
    std::iota(members_.begin(), members_.end(), std::uint16_t{0});
    const auto& features = source.context.set.features;
    for (FeatureId number = 0; number < features.size(); ++number) {
        if (features[number].has_values()) {
            place_of_[number] = static_cast<std::int32_t>(numeric_.size());
            numeric_.push_back({number, source.context.has_missing[number] != 0, list_of(number), {}});
        } else {
            categories_.push_back({number, {}});
            for (const RowId row : origin_) categories_.back().codes.push_back(features[number].codes[row]);
        }
    }
    if (!source.has_fast_pairs) return;
    pairs_tie_ =
        categories_.empty() && std::none_of(numeric_.begin(), numeric_.end(), [](const auto& f) { return f.has_missing; });
    for (const RowId row : origin_)
        sums_.push_back(shape_.classes() == 0 ? source.labels.labels.product(row) : source.labels.is_second[row]);
    for (std::size_t i = 0; i <= origin_.size(); ++i) reciprocals_.push_back(1.0 / static_cast<double>(i));
}

std::span<const std::uint32_t> SmallNodeSearcher::rows(RowRange range) const {
    return std::span<const std::uint32_t>(all_rows_).subspan(range.begin, range.size());
}

std::span<const SmallNodeSearcher::Entry> SmallNodeSearcher::known_entries(const NumericFeature& feature) const {
    const auto all = entries(feature);
    if (!feature.has_missing || rank(all.back()) != missing_rank) return all;
    const auto end = std::partition_point(all.begin(), all.end(), [](Entry entry) { return rank(entry) != missing_rank; });
    return all.first(index_in(all, end));
}

std::span<const CutView> SmallNodeSearcher::views(const NumericFeature& feature) const {
    return known_entries(feature).size() == size_ ? plain_views_ : feature.views;
}

void SmallNodeSearcher::add_local(std::uint32_t local_row, Tally to) const {
    if (!sums_.empty()) {
        to[0] += 1;
        to[1] += sums_[local_row];
    } else {
        shape_.add_row(source_.context.labels, origin_[local_row], to);
    }
}

Found SmallNodeSearcher::find(const NodeFacts& node, RowRange range, std::span<const FeatureId> used) {
    partition_lists();
    node_ = &node;
    begin_ = range.begin - range_.begin;
    size_ = range.size();
    plain_views_ = views_of(source_.context, source_.measure, node, FewIntegers(shape_.size()));
    std::vector<FeatureBest> best(place_of_.size());
    for (FeatureId i = 0; i < best.size(); ++i) best[i].feature = i;
    for (NumericFeature& feature : numeric_) {
        if (std::find(used.begin(), used.end(), feature.number) != used.end()) continue;
        FeatureBest& each = best[feature.number];
        each.gain = best_cut(feature);
        for (const CutView& view : views(feature))
            each.error = std::max(each.error, source_.measure.error(view, node.impurity));
        if (pairs_tie_ && size_ == 2 && each.gain != no_gain) break;
    }
    search_categories(best, used);
    Found found;
    found.winner = CutChoice(source_.context, node, shape_, *this).choose(best);
    return found;
}

double SmallNodeSearcher::best_cut(NumericFeature& feature) {
    const auto known = known_entries(feature);
    if (known.empty() || (rank(known.front()) == rank(known.back()) && known.size() == size_)) return no_gain;
    if (known.size() < size_)
        look_at_missing(feature);
    else if (source_.has_fast_pairs)
        return best_pair_cut(known);
    else if (source_.measure.is_plain_gini() && !source_.context.labels.has_weights())
        return best_class_cut(known);
    double best = no_gain;
    for_cuts(feature, [&](double gain, std::uint64_t, const CutView&, ConstTally) { best = std::max(best, gain); });
    return best;
}

void SmallNodeSearcher::look_at_missing(NumericFeature& feature) {
    FewIntegers missing(shape_.size());
    for (const Entry entry : entries(feature).subspan(known_entries(feature).size())) add_local(local(entry), missing);
    feature.views = views_of(source_.context, source_.measure, *node_, missing);
}

/// Every allowed cut of a feature, in the order of ties; the place of a cut is the number of known rows on its left.
template <class AtCut>
void SmallNodeSearcher::for_cuts(const NumericFeature& feature, const AtCut& at_cut) const {
    const auto known = known_entries(feature);
    const auto views = this->views(feature);
    FewIntegers left(shape_.size());
    for (std::size_t i = 0; i + 1 < known.size(); ++i) {
        add_local(local(known[i]), left);
        if (rank(known[i]) == rank(known[i + 1])) continue;
        for (const CutView& view : views)
            if (left[0] >= view.least_left && left[0] <= view.most_left)
                at_cut(source_.measure.gain(view, left.data()), i + 1, view, left);
    }
    if (views.empty() || !asks_for_missing(source_.context, views.front())) return;
    const FewIntegers none(shape_.size());
    at_cut(source_.measure.gain(views.front(), none.data()), place_of_missing_test, views.front(), none);
}

/// The inner loop of a fully grown tree: D² / (left·right) without a division. The sum is relative to the node's (integer)
/// mean, to avoid cancellation if the targets of a node are close together.
double SmallNodeSearcher::best_pair_cut(std::span<const Entry> known) const {
    const CutView& view = plain_views_.front();
    const auto n = static_cast<std::int64_t>(known.size());
    const std::int64_t mean = view.total[1] / n;
    const auto rest = static_cast<double>(view.total[1] - n * mean);
    const auto weight = static_cast<double>(n);
    const std::int64_t last = std::min(n - 1, view.most_left);
    const double* reciprocal = reciprocals_.data();
    std::int64_t sum = 0;
    double best = no_gain;
    for (std::int64_t i = 1; i <= last; ++i) {
        const Entry entry = known[static_cast<std::size_t>(i - 1)];
        sum += sums_[local(entry)] - mean;
        if (rank(entry) == rank(known[static_cast<std::size_t>(i)]) || i < view.least_left) continue;
        const double bracket = weight * static_cast<double>(sum) - static_cast<double>(i) * rest;
        best = std::max(best, bracket * bracket * reciprocal[i] * reciprocal[n - i]);
    }
    return best == no_gain ? no_gain : best * view.unit;
}

double SmallNodeSearcher::best_class_cut(std::span<const Entry> known) const {
    const CutView& view = plain_views_.front();
    GiniGain gini(view, FewIntegers(shape_.size()));
    const std::uint16_t* codes = source_.labels.codes.data();
    double best = no_gain;
    for (std::size_t i = 0; i + 1 < known.size(); ++i) {
        gini.move(codes[origin_[local(known[i])]]);
        if (rank(known[i]) == rank(known[i + 1])) continue;
        if (gini.left_weight() >= view.least_left && gini.left_weight() <= view.most_left) best = std::max(best, gini.gain());
    }
    return best;
}

void SmallNodeSearcher::search_categories(std::vector<FeatureBest>& best, std::span<const FeatureId> used) {
    Floor floor{no_gain, node_->impurity, 0.0, 1.0};
    for (const FeatureBest& each : best) {
        floor.best = std::max(floor.best, each.gain);
        floor.slack = std::max(floor.slack, 2 * each.error);
    }
    for (const CategoryFeature& feature : categories_) {
        if (std::find(used.begin(), used.end(), feature.number) != used.end()) continue;
        std::vector<LevelSums> levels = levels_of(feature, floor.cut());
        if (levels.size() < 2) continue;
        auto scan = std::make_unique<CategoryScan>(source_.context, *node_, feature.number, std::move(levels));
        scan->run(false);
        if (scan->cuts().empty()) continue;
        best[feature.number].gain = scan->cuts().best();
        best[feature.number].scan = std::move(scan);
        floor.best = std::max(floor.best, best[feature.number].gain);
    }
}

/// The levels of the node; empty if no split on them can reach the floor. Linear in the node's rows, not in the table's levels:
/// there may be a hundred thousand, and nodes of three rows.
std::vector<LevelSums> SmallNodeSearcher::levels_of(const CategoryFeature& feature, double floor) const {
    const std::size_t size = shape_.size();
    const LevelCode missing = level_code(source_.context.set.features[feature.number].schema.levels.size());
    thread_local std::vector<std::pair<std::int32_t, std::uint16_t>> by_code;
    by_code.clear();
    for (const std::uint16_t row : std::span(members_).subspan(begin_, size_))
        by_code.emplace_back(feature.codes[row] < 0 ? missing : feature.codes[row], row);
    std::sort(by_code.begin(), by_code.end());
    std::vector<LevelCode> codes;
    std::vector<std::int64_t> tallies;
    for (const auto& [code, row] : by_code) {
        if (codes.empty() || codes.back() != code) {
            codes.push_back(code);
            tallies.resize(tallies.size() + size, 0);
        }
        add_local(row, Tally(tallies).last(size));
    }
    std::vector<LevelSums> found;
    if (source_.measure.level_bound(plain_views_.front(), tallies) < floor) return found;
    const bool missing_is_level = code_of_missing(source_.context, feature.number).has_value();
    for (std::size_t i = 0; i < codes.size(); ++i)
        if (codes[i] != missing || missing_is_level)
            found.push_back({codes[i], shape_.to_sums(ConstTally(tallies).subspan(i * size, size))});
    return found;
}

std::vector<NumericCut> SmallNodeSearcher::list(FeatureId number, double floor) {
    const NumericFeature& feature = numeric_[static_cast<std::size_t>(place_of_[number])];
    std::vector<NumericCut> cuts;
    for_cuts(feature, [&](double gain, std::uint64_t place, const CutView& view, ConstTally left) {
        if (gain >= floor) cuts.push_back({number, gain, place, &view, FewIntegers(left)});
    });
    return cuts;
}

double SmallNodeSearcher::value(const NumericFeature& feature, Entry entry) const {
    return source_.context.set.features[feature.number].values[origin_[local(entry)]];
}

Gap SmallNodeSearcher::gap(const NumericCut& cut) {
    const NumericFeature& feature = numeric_[static_cast<std::size_t>(place_of_[cut.feature])];
    const auto known = known_entries(feature);
    return {value(feature, known[cut.place - 1]), value(feature, known[cut.place])};
}

Neighbours SmallNodeSearcher::neighbours(const NumericCut& cut, Gap) {
    const auto known = known_entries(numeric_[static_cast<std::size_t>(place_of_[cut.feature])]);
    Neighbours around{FewIntegers(shape_.size()), FewIntegers(shape_.size())};
    for (std::size_t i = cut.place; i > 0 && rank(known[i - 1]) == rank(known[cut.place - 1]); --i)
        add_local(local(known[i - 1]), around.low);
    for (std::size_t i = cut.place; i < known.size() && rank(known[i]) == rank(known[cut.place]); ++i)
        add_local(local(known[i]), around.high);
    return around;
}

std::vector<RowRange> SmallNodeSearcher::split(RowRange range, const Tree& tree, NodeId node, std::vector<Sums>& branches) {
    begin_ = range.begin - range_.begin;
    size_ = range.size();
    route(tree, node, branches);
    const std::vector<RowRange> ranges = partition_members(branches.size());
    fill_squares(ranges, branches);
    return ranges;
}

/// The list of the feature is sorted, and mostly the number of rows that go left is known: only the two values next to the
/// threshold are read.
void SmallNodeSearcher::route_by_threshold(const Node& node, std::int64_t left_weight) {
    const NumericFeature& feature = numeric_[static_cast<std::size_t>(place_of_[node.feature])];
    const auto known = known_entries(feature);
    const bool is_counted = !source_.context.labels.has_weights() && known.size() == size_;
    if (is_counted)
        check_invariant(value(feature, known[static_cast<std::size_t>(left_weight) - 1]) <= node.threshold &&
                            value(feature, known[static_cast<std::size_t>(left_weight)]) > node.threshold,
                        "the rows on the left are those that the threshold sends there");
    const auto above = is_counted ? known.begin() + left_weight
                                  : std::partition_point(known.begin(), known.end(),
                                                         [&](Entry entry) { return value(feature, entry) <= node.threshold; });
    for (auto entry = known.begin(); entry != above; ++entry) child_[local(*entry)] = 0;
    for (auto entry = above; entry != known.end(); ++entry) child_[local(*entry)] = 1;
    for (const Entry entry : entries(feature).subspan(known.size())) child_[local(entry)] = node.missing_child;
}

/// The child of each row, by the tree's own definition of routing (tree/routing.h).
void SmallNodeSearcher::route(const Tree& tree, NodeId node, const std::vector<Sums>& branches) {
    const Column& column = source_.context.set.features[tree.nodes[node].feature];
    if (tree.nodes[node].kind == SplitKind::threshold) return route_by_threshold(tree.nodes[node], branches[0].weight);
    for (const std::uint16_t row : std::span(members_).subspan(begin_, size_))
        child_[row] = column.has_values() ? child_for_value(tree, node, column.values[origin_[row]])
                                          : child_for_code(tree, node, column.codes[origin_[row]]);
}

namespace {

/// Stable; `begins`: where each child's part begins.
template <class Item, class LocalOf>
void partition_list(std::span<Item> list, const std::vector<std::uint32_t>& child, const std::vector<std::uint32_t>& begins,
                    std::vector<std::uint32_t>& scratch, const LocalOf& local_of) {
    if (begins.size() == 2) {  // branch-free: the side of a row is unpredictable
        std::size_t left = 0;
        std::size_t right = 0;
        for (const Item item : list) {
            const bool goes_right = child[local_of(item)] != 0;
            list[left] = item;
            scratch[right] = item;
            left += goes_right ? 0 : 1;
            right += goes_right ? 1 : 0;
        }
        for (std::size_t i = 0; i < right; ++i) list[left + i] = static_cast<Item>(scratch[i]);
        return;
    }
    std::vector<std::uint32_t> next = begins;
    for (std::size_t i = 0; i < list.size(); ++i) scratch[i] = list[i];
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Item item = static_cast<Item>(scratch[i]);
        list[next[child[local_of(item)]]++] = item;
    }
}

}  // namespace

std::vector<RowRange> SmallNodeSearcher::partition_members(std::size_t children) {
    begins_.assign(children, 0);
    const auto members = std::span(members_).subspan(begin_, size_);
    std::vector<RowRange> ranges(children);
    for (const std::uint16_t row : members) ++ranges[child_[row]].end;
    std::uint32_t at = 0;
    for (std::size_t c = 0; c < children; ++c) {
        begins_[c] = at;
        const std::uint32_t size = ranges[c].end;
        ranges[c] = {static_cast<std::uint32_t>(range_.begin + begin_ + at),
                     static_cast<std::uint32_t>(range_.begin + begin_ + at + size)};
        at += size;
    }
    partition_list(members, child_, begins_, scratch_, [](std::uint16_t row) { return row; });
    for (std::size_t i = 0; i < size_; ++i) all_rows_[range_.begin + begin_ + i] = origin_[members[i]];
    return ranges;
}

/// Partitions the lists of the node that was split last, lazily, when the first of its children is searched. Often none is.
void SmallNodeSearcher::partition_lists() {
    if (begins_.empty()) return;
    for (NumericFeature& feature : numeric_)
        partition_list(std::span(feature.list).subspan(begin_, size_), child_, begins_, scratch_,
                       [](Entry entry) { return local(entry); });
    begins_.clear();
}

void SmallNodeSearcher::fill_squares(std::span<const RowRange> ranges, std::vector<Sums>& branches) const {
    if (shape_.classes() != 0) return;
    for (std::size_t c = 0; c < branches.size(); ++c) {
        if (sums_.empty()) {
            branches[c] = source_.context.labels.sums_of(rows(ranges[c]));
            continue;
        }
        branches[c].squares = 0;
        for (const std::uint16_t row : std::span(members_).subspan(ranges[c].begin - range_.begin, ranges[c].size()))
            branches[c].squares += static_cast<UInt128>(sums_[row]) * static_cast<UInt128>(sums_[row]);
    }
}

}  // namespace treewright
