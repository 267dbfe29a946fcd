// The worked arithmetic of one feature at one node: its thresholds, its best question with the branches, and the gain.
#pragma once

#include <cstddef>
#include <string>

#include "treewright/export/worked/figure_columns.h"
#include "treewright/export/worked/ledger.h"
#include "treewright/growing/candidate.h"

namespace treewright {

class FeatureWork {
public:
    /// Tables may be wider than the page if nothing is to be shortened.
    FeatureWork(const Ledger& ledger, std::size_t width, std::size_t table_width)
        : ledger_(ledger), columns_(ledger, width), width_(width), table_width_(table_width) {}

    /// A few lines, the first with the feature's name.
    [[nodiscard]] std::string text(const FeatureResult& feature) const;

private:
    [[nodiscard]] std::string cuts_text(const FeatureResult& feature) const;
    [[nodiscard]] std::string branches_text(const FeatureResult& feature) const;
    [[nodiscard]] std::string formulas_text(const FeatureResult& feature) const;
    [[nodiscard]] std::string missing_text(const FeatureResult& feature) const;
    [[nodiscard]] const ColumnSchema& column(const FeatureResult& feature) const {
        return ledger_.set().features[feature.feature].schema;
    }

    const Ledger& ledger_;
    FigureColumns columns_;
    std::size_t width_;
    std::size_t table_width_;
};

/// Why a feature has no question: "the same in all rows".
std::string why_no_candidate(NoCandidate reason);

}  // namespace treewright
