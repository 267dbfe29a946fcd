#include "treewright/engine/large_nodes/opened_bins.h"

#include <algorithm>
#include <array>

#include "treewright/base/error.h"
#include "treewright/base/positions.h"

namespace treewright {

namespace {

void append(std::vector<std::int64_t>& to, ConstTally tally) { to.insert(to.end(), tally.begin(), tally.end()); }

/// The distinct values of some rows, with the labels of each.
OpenedBin opened(const BinRequest& request, std::vector<RowId>& rows, const Numbers& values, const RowLabels& labels) {
    const std::size_t numbers = labels.shape.size();
    std::sort(rows.begin(), rows.end(), [&](std::uint32_t a, std::uint32_t b) { return values[a] < values[b]; });
    OpenedBin bin{request, {}, {}};
    for (const RowId row : rows) {
        if (bin.values.empty() || bin.values.back() != values[row]) {
            bin.values.push_back(values[row]);
            bin.tallies.resize(bin.tallies.size() + numbers, 0);
        }
        labels.shape.add_row(labels.labels, row, Tally(bin.tallies).last(numbers));
    }
    bin.keep_ends();
    return bin;
}

}  // namespace

void OpenedBin::keep_ends() {
    if (!request.ends_only || values.size() <= 2) return;
    std::vector<std::int64_t> ends;
    append(ends, tally(0));
    append(ends, tally(values.size() - 1));
    tallies = std::move(ends);
    values = {values.front(), values.back()};
}

void OpenedBin::merge(const OpenedBin& other) {
    ByteReader::require(request == other.request);
    OpenedBin all{request, {}, {}};
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < values.size() || j < other.values.size()) {
        const bool from_this = j == other.values.size() || (i < values.size() && values[i] <= other.values[j]);
        const bool from_other = i == values.size() || (j < other.values.size() && other.values[j] <= values[i]);
        const OpenedBin& first = from_this ? *this : other;
        const std::size_t at = from_this ? i : j;
        all.values.push_back(first.values[at]);
        append(all.tallies, first.tally(at));
        if (from_this && from_other) add(Tally(all.tallies).last(numbers()), other.tally(j));
        i += from_this ? 1 : 0;
        j += from_other ? 1 : 0;
    }
    all.keep_ends();
    *this = std::move(all);
}

ConstTally OpenedBin::tally_of(double value) const {
    const auto found = std::lower_bound(values.begin(), values.end(), value);
    check_invariant(found != values.end() && *found == value, "an opened bin has the values next to its cuts");
    return tally(index_in(values, found));
}

void OpenedBins::merge(const OpenedBins& other) {
    ByteReader::require(bins.size() == other.bins.size());
    for (std::size_t i = 0; i < bins.size(); ++i) bins[i].merge(other.bins[i]);
}

const OpenedBin& OpenedBins::at(std::size_t indexed, std::size_t bin) const {
    const auto found = std::find_if(bins.begin(), bins.end(), [&](const OpenedBin& each) {
        return each.request.feature == indexed && each.request.bin == bin;
    });
    check_invariant(found != bins.end(), "the bins that a decision needs were opened");
    return *found;
}

void write_requests(std::span<const BinRequest> requests, ByteWriter& to) {
    to.put(std::uint64_t{requests.size()});
    for (const BinRequest& request : requests) {
        to.put(request.feature);
        to.put(request.bin);
        to.put(request.ends_only);
    }
}

std::vector<BinRequest> read_requests(ByteReader& from) {
    std::vector<BinRequest> requests(from.get_count(9));
    for (BinRequest& request : requests) {
        request.feature = from.get<std::uint32_t>();
        request.bin = from.get<std::uint32_t>();
        request.ends_only = from.get<bool>();
        ByteReader::require(request.bin < bins_per_feature);
    }
    return requests;
}

void OpenedBins::write(ByteWriter& to) const {
    std::vector<BinRequest> requests;
    for (const OpenedBin& bin : bins) requests.push_back(bin.request);
    write_requests(requests, to);
    for (const OpenedBin& bin : bins) {
        to.put_list(bin.values);
        to.put_list(bin.tallies);
    }
}

OpenedBins OpenedBins::read(ByteReader& from) {
    OpenedBins opened;
    for (const BinRequest& request : read_requests(from)) opened.bins.push_back({request, {}, {}});
    for (OpenedBin& bin : opened.bins) {
        bin.values = from.get_list<double>();
        bin.tallies = from.get_list<std::int64_t>();
        ByteReader::require(bin.values.empty() ? bin.tallies.empty() : bin.tallies.size() % bin.values.size() == 0);
    }
    return opened;
}

OpenedBins open_bins(std::span<const BinRequest> requests, std::span<const RowId> rows, const TrainingSet& set,
                     const BinIndex& bins, const RowLabels& labels) {
    OpenedBins opened_bins;
    for (std::size_t begin = 0;
         begin < requests.size();) {  // the requests of a feature are consecutive: one pass over its bins
        const std::uint32_t feature = requests[begin].feature;
        ByteReader::require(feature < bins.stride() && bins.features()[feature].is_number);
        std::size_t end = begin;
        std::array<std::int32_t, bins_per_feature> place;
        place.fill(-1);
        for (; end < requests.size() && requests[end].feature == feature; ++end)
            place[requests[end].bin] = static_cast<std::int32_t>(end - begin);
        std::vector<std::vector<std::uint32_t>> found(end - begin);
        const BinColumn column = bins.column(feature);
        for (const RowId row : rows)
            if (place[column[row]] >= 0) found[static_cast<std::size_t>(place[column[row]])].push_back(row);
        const Numbers& values = set.features[bins.features()[feature].feature].values;
        for (std::size_t i = 0; i < found.size(); ++i)
            opened_bins.bins.push_back(opened(requests[begin + i], found[i], values, labels));
        begin = end;
    }
    return opened_bins;
}

}  // namespace treewright
