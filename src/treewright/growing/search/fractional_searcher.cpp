#include "treewright/growing/search/fractional_searcher.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "treewright/base/positions.h"
#include "treewright/base/spelling.h"
#include "treewright/growing/plain_searcher.h"
#include "treewright/tree/routing.h"

namespace treewright {

namespace {

constexpr std::uint32_t missing_rank = UINT32_MAX;
constexpr std::uint32_t all_children = UINT32_MAX;
constexpr std::size_t least_for_threads = 1024;  // rows below which a thread costs more than it saves

/// Rows in the order of their ranks.
std::vector<std::uint32_t> sorted_by(const std::vector<std::uint32_t>& ranks, std::span<const RowId> rows) {
    std::vector<std::uint64_t> keys;
    keys.reserve(rows.size());
    for (const RowId row : rows) keys.push_back(std::uint64_t{ranks[row]} << 32U | row);
    std::sort(keys.begin(), keys.end());
    std::vector<RowId> sorted;
    sorted.reserve(rows.size());
    for (const std::uint64_t key : keys) sorted.push_back(static_cast<std::uint32_t>(key));
    return sorted;
}

}  // namespace

FractionalSearcher::FractionalSearcher(const SplitSearch& search, Labels& labels, const RowSelection& rows, const Run& run)
    : search_(search), labels_(labels), run_(run), rows_(rows.list()) {
    const TrainingSet& set = search.context().set;
    all_ = {0, size32(rows_)};
    shares_.assign(rows_.size(), labels.whole_row());
    ranks_.resize(set.features.size());
    run.threads.for_each(ranks_.size(), [&](FeatureId feature) {
        run.progress.stop_if_cancelled();
        rank_rows(feature);
    });
}

void FractionalSearcher::rank_rows(FeatureId feature) {
    const Column& column = search_.context().set.features[feature];
    std::vector<std::uint32_t>& ranks = ranks_[feature];
    ranks.assign(column.size(), missing_rank);
    std::vector<RowId> known;
    for (RowId row = 0; row < column.size(); ++row)
        if (!column.missing_at(row)) known.push_back(row);
    if (!column.has_values()) {
        for (const RowId row : known) ranks[row] = static_cast<std::uint32_t>(column.codes[row]);
        return;
    }
    std::sort(known.begin(), known.end(), [&](auto a, auto b) { return column.values[a] < column.values[b]; });
    std::uint32_t rank = 0;
    for (std::size_t i = 0; i < known.size(); ++i) {
        if (i > 0 && column.values[known[i - 1]] < column.values[known[i]]) ++rank;
        ranks[known[i]] = rank;
    }
}

std::vector<double> FractionalSearcher::shares(RowRange range) const {
    std::vector<double> shares;
    shares.reserve(range.size());
    for (std::uint32_t i = range.begin; i < range.end; ++i)
        shares.push_back(std::ldexp(static_cast<double>(shares_[i]), -labels_.share_bits()));
    return shares;
}

NodeRows FractionalSearcher::sorted_rows(RowRange range) const {
    const auto here = rows(range);
    std::vector<std::vector<RowId>> sorted(ranks_.size());
    const auto sort = [&](FeatureId feature) { sorted[feature] = sorted_by(ranks_[feature], here); };
    if (here.size() < least_for_threads) {
        for (FeatureId feature = 0; feature < sorted.size(); ++feature) sort(feature);
    } else {
        run_.threads.for_each(sorted.size(), sort);
    }
    return {{here.begin(), here.end()}, std::move(sorted)};
}

Found FractionalSearcher::find(const NodeFacts& node, RowRange range, std::span<const FeatureId> used) {
    for (std::uint32_t i = range.begin; i < range.end; ++i) labels_.set_share(rows_[i], shares_[i]);
    const NodeRows sorted = sorted_rows(range);
    const bool keep_detail = search_.context().options.keeps_work;
    SearchResult result = search_.find({node, sorted, sorted.all()}, used, {keep_detail, false}, run_);
    if (result.winner) spread_missing(range, *result.features[*result.winner].best);
    return found_in(std::move(result), keep_detail);
}

/// Adds the shares of the missing rows to the branches.
void FractionalSearcher::spread_missing(RowRange range, Candidate& candidate) const {
    if (candidate.missing_weight == 0) return;
    const Column& column = search_.context().set.features[candidate.split.feature];
    std::vector<std::int64_t> known;
    for (const Sums& branch : candidate.counted) known.push_back(branch.weight);
    const ShareSplit parts(std::move(known));
    candidate.branches = candidate.counted;
    for (std::uint32_t i = range.begin; i < range.end; ++i)
        if (column.missing_at(rows_[i]))
            parts.split(shares_[i], [&](std::size_t branch, std::uint32_t part) {
                labels_.add_share(rows_[i], part, candidate.branches[branch]);
            });
}

/// By the tree's own definition of routing (tree/routing.h), so that training and prediction cannot differ.
std::vector<RowRange> FractionalSearcher::split(RowRange range, const Tree& tree, NodeId node, std::vector<Sums>& branches) {
    const TrainingSet& set = search_.context().set;
    std::vector<std::uint32_t> child_of_entry(range.size(), all_children);
    std::vector<std::int64_t> known(branches.size(), 0);
    for (std::uint32_t i = 0; i < range.size(); ++i) {
        const RowId row = rows_[range.begin + i];
        const ColumnRow cells{set.features, row};
        if (lacks_answer(tree, node, cells)) continue;
        child_of_entry[i] = child_for_row(tree, node, cells);
        known[child_of_entry[i]] += labels_.weight_of_share(row, shares_[range.begin + i]);
    }
    return write_parts(range, ShareSplit(std::move(known)), child_of_entry);
}

std::vector<RowRange> FractionalSearcher::write_parts(RowRange range, const ShareSplit& parts,
                                                      std::span<const std::uint32_t> child_of_entry) {
    std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> children(parts.branches());
    std::size_t entries = 0;
    for (std::uint32_t i = 0; i < range.size(); ++i) {
        const RowId row = rows_[range.begin + i];
        const std::uint32_t share = shares_[range.begin + i];
        const auto put = [&](std::size_t child, std::uint32_t part) {
            children[child].emplace_back(row, part);
            ++entries;
        };
        if (child_of_entry[i] == all_children)
            parts.split(share, put);
        else
            put(child_of_entry[i], share);
    }
    std::vector<RowRange> ranges;
    std::uint32_t at = place_for(range, entries).begin;
    for (const auto& child : children) {
        const std::uint32_t begin = at;
        for (const auto& [row, share] : child) {
            rows_[at] = row;
            shares_[at++] = share;
        }
        ranges.push_back({begin, at});
    }
    return ranges;
}

RowRange FractionalSearcher::place_for(RowRange range, std::size_t entries) {
    if (entries <= range.size()) return range;
    const std::size_t begin = rows_.size();
    if (begin + entries > UINT32_MAX)
        throw search_.context().set.complaint(
            "the rows with missing values are split into too many shares: limit the tree's depth, or choose another " +
            named("missing") + " method");
    rows_.resize(begin + entries);
    shares_.resize(begin + entries);
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin + entries)};
}

}  // namespace treewright
