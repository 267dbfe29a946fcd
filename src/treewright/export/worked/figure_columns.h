// Table columns with the statistics of some rows: how many, of which classes or with which mean.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "treewright/export/table_text.h"
#include "treewright/export/worked/ledger.h"

namespace treewright {

class FigureColumns {
public:
    /// Classes get a column each where they fit into half of the page, else one column lists them.
    FigureColumns(const Ledger& ledger, std::size_t page_width);

    /// A table with `left` columns in front, the figures, and `right` columns behind them.
    [[nodiscard]] TextTable table(std::size_t left, std::size_t right) const;
    [[nodiscard]] std::vector<std::string> headings(const std::string& rows) const;
    [[nodiscard]] std::vector<std::string> cells(const Figures& figures) const;

private:
    const Ledger& ledger_;
    bool column_a_class_ = false;
};

}  // namespace treewright
