#include <algorithm>
#include <iterator>
#include <numeric>

#include "treewright/base/error.h"
#include "treewright/statistics/contingency_internal.h"

namespace treewright {

Contingency without_empty(std::span<const double> table, std::size_t columns) {
    check_invariant(columns > 0 && table.size() % columns == 0, "a contingency table has whole rows");
    Contingency result;
    std::vector<double> column_totals(columns, 0.0);
    for (std::size_t i = 0; i < table.size(); ++i) column_totals[i % columns] += table[i];
    for (std::size_t begin = 0; begin < table.size(); begin += columns) {
        const std::span<const double> row = table.subspan(begin, columns);
        const double row_total = std::accumulate(row.begin(), row.end(), 0.0);
        if (row_total <= 0.0) continue;
        result.row_totals.push_back(row_total);
        for (std::size_t column = 0; column < columns; ++column)
            if (column_totals[column] > 0.0) result.cells.push_back(row[column]);
    }
    std::copy_if(column_totals.begin(), column_totals.end(), std::back_inserter(result.column_totals),
                 [](double total) { return total > 0.0; });
    result.total = std::accumulate(result.row_totals.begin(), result.row_totals.end(), 0.0);
    return result;
}

}  // namespace treewright
