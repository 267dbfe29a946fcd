// The reference searcher: every feature's rows are sorted once, and every cut of a node is scored.
#pragma once

#include "treewright/base/run.h"
#include "treewright/data/ids.h"
#include "treewright/growing/node_searcher.h"
#include "treewright/growing/split_search.h"

namespace treewright {

/// The part of a search result that growth needs.
Found found_in(SearchResult result, bool keep_detail);

class PlainSearcher : public NodeSearcher {
public:
    PlainSearcher(const SplitSearch& search, const RowSelection& rows, const Run& run);

    [[nodiscard]] RowRange all() const override { return rows_.all(); }
    [[nodiscard]] std::span<const RowId> rows(RowRange range) const override { return rows_.rows(range); }
    Found find(const NodeFacts& node, RowRange range, std::span<const FeatureId> used) override;
    std::vector<RowRange> split(RowRange range, const Tree& tree, NodeId node, std::vector<Sums>& branches) override;

private:
    void add_surrogates(const NodeView& node, Candidate& candidate);

    const SplitSearch& search_;
    std::size_t most_surrogates_;
    Run run_;
    bool keep_detail_;
    NodeRows rows_;
    std::vector<std::uint32_t> child_of_row_;
};

}  // namespace treewright
