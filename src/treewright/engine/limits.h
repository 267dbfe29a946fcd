// The sizes at which the engine switches algorithms. None of them affects the tree; tests set them low to exercise every path
// with small tables.
#pragma once

#include <cstddef>

namespace treewright {

struct EngineLimits {
    std::size_t small_rows = 0;  ///< nodes of at most this many rows are grown in the cache; 0: by the number of features
    std::size_t bins = 256;      ///< of a feature, at most; at least 3
    bool keeps_columns = false;  ///< a column-major copy of the bins, too, if memory allows: pays if several trees are grown
    std::size_t least_rows_for_threads = 32768;  ///< of a node whose work is shared by threads
    std::size_t branches_per_thread = 4;         ///< nodes are left to branches when there could be this many per thread
    double bytes_of_waiting = 1.0;               ///< per row: histograms of branches that wait for a thread
    double bytes_of_branches = 16.0;             ///< per row: histograms of branches that grow, all threads together
    double bytes_of_sharing = 64.0;              ///< per row, or 16 MB: histograms of folds that are grown together
    double cells_to_share = 4.0;                 ///< cells of a shared node per number in its histogram, at least
    std::size_t levels_for_lists =
        8;  ///< levels still to grow from which on folds sort the rows of a node early, once for the whole subtree
    double most_displaced = 0.25;             ///< share of a fold's rows that may be in another node of the shared tree
    std::size_t least_rows_for_fine = 16384;  ///< of a node for which the fine index pays
    double share_for_fine = 0.05;             ///< of the node's weight in open bins
    double demand_for_fine =
        0.12;  ///< open rows that nodes have requested so far, as a share of the table's, at which it is made
    std::size_t rows_per_fine_bin = 64;       ///< of the node, on average
    std::size_t most_fine_numbers = 1 << 17;  ///< in the fine histogram of a feature: it should stay in the cache
};

}  // namespace treewright
