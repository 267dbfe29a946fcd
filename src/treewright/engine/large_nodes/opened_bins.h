// The content of bins, as a value: the distinct values of a node's rows in them, each with its label counts. The contents of
// the same bins in different partitions merge.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "treewright/base/bytes.h"
#include "treewright/data/ids.h"
#include "treewright/engine/index/bin_index.h"
#include "treewright/engine/index/row_labels.h"

namespace treewright {

struct BinRequest {
    std::uint32_t feature = 0;  ///< its number in the index
    std::uint32_t bin = 0;
    bool ends_only = false;  ///< the lowest and the highest value are enough: for the threshold of a cut at the edge of the bin

    bool operator==(const BinRequest&) const = default;
};
void write_requests(std::span<const BinRequest> requests, ByteWriter& to);
std::vector<BinRequest> read_requests(ByteReader& from);

struct OpenedBin {
    BinRequest request;
    std::vector<double> values;         ///< ascending
    std::vector<std::int64_t> tallies;  ///< one for each of them

    void merge(const OpenedBin& other);
    [[nodiscard]] std::size_t numbers() const { return values.empty() ? 0 : tallies.size() / values.size(); }
    [[nodiscard]] ConstTally tally(std::size_t i) const { return ConstTally(tallies).subspan(i * numbers(), numbers()); }
    /// Of the rows with this value, which must exist.
    [[nodiscard]] ConstTally tally_of(double value) const;
    void keep_ends();
};

struct OpenedBins {
    std::vector<OpenedBin> bins;  ///< in the order of the requests

    /// Both must answer the same requests.
    void merge(const OpenedBins& other);
    /// The bin must exist.
    [[nodiscard]] const OpenedBin& at(std::size_t indexed, std::size_t bin) const;

    void write(ByteWriter& to) const;
    static OpenedBins read(ByteReader& from);
};

/// Opens bins by the rows of a node.
OpenedBins open_bins(std::span<const BinRequest> requests, std::span<const RowId> rows, const TrainingSet& set,
                     const BinIndex& bins, const RowLabels& labels);

}  // namespace treewright
