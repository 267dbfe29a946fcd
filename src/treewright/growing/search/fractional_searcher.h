// C4.5's treatment of missing values: a row that lacks the tested value goes down all branches, with a share in each. So a row
// may be in many nodes, and nodes are lists of rows with shares. Each is sorted by every feature when it is searched.
#pragma once

#include "treewright/base/run.h"
#include "treewright/data/ids.h"
#include "treewright/growing/node_searcher.h"
#include "treewright/growing/share_split.h"
#include "treewright/growing/split_search.h"

namespace treewright {

class FractionalSearcher : public NodeSearcher {
public:
    /// `labels` are those of the search, with `RowParts::shares`.
    FractionalSearcher(const SplitSearch& search, Labels& labels, const RowSelection& rows, const Run& run);

    [[nodiscard]] RowRange all() const override { return all_; }
    [[nodiscard]] std::span<const RowId> rows(RowRange range) const override {
        return std::span(rows_).subspan(range.begin, range.size());
    }
    [[nodiscard]] bool has_shares() const override { return true; }
    [[nodiscard]] std::vector<double> shares(RowRange range) const override;
    Found find(const NodeFacts& node, RowRange range, std::span<const FeatureId> used) override;
    std::vector<RowRange> split(RowRange range, const Tree& tree, NodeId node, std::vector<Sums>& branches) override;

private:
    void rank_rows(FeatureId feature);
    [[nodiscard]] NodeRows sorted_rows(RowRange range) const;
    void spread_missing(RowRange range, Candidate& candidate) const;
    [[nodiscard]] std::vector<RowRange> write_parts(RowRange range, const ShareSplit& parts,
                                                    std::span<const std::uint32_t> child_of_entry);
    [[nodiscard]] RowRange place_for(RowRange range, std::size_t entries);

    const SplitSearch& search_;
    Labels& labels_;
    Run run_;
    RowRange all_;
    std::vector<std::vector<std::uint32_t>> ranks_;  ///< by feature and row: the rank of its value; missing ones last
    // The entries of the nodes as parallel arrays. Children take their parent's place if they fit into it, else they are
    // appended.
    std::vector<RowId> rows_;
    std::vector<std::uint32_t> shares_;
};

}  // namespace treewright
