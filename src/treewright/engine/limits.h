// The sizes at which the engine changes its ways. None of them can be seen in a tree; tests set them low to walk every way with
// small tables.
#pragma once

#include <cstddef>

namespace treewright {

struct EngineLimits {
    std::size_t small_rows = 0;  ///< nodes of at most so many rows are grown in the cache; 0: by the number of features
    std::size_t bins = 256;      ///< of a feature, at most; at least 3
    bool keeps_columns = false;  ///< bins feature by feature, too, where memory allows: pays if several trees grow
    std::size_t least_rows_for_threads = 32768;  ///< a node whose own work is shared by threads
    std::size_t branches_a_thread = 4;           ///< nodes of so small a share of the rows are a thread's own
    double bytes_of_waiting = 1.0;               ///< a row: histograms of branches that wait for their thread
    double bytes_of_branches = 16.0;             ///< a row: histograms of branches that grow, all threads together
    double bytes_of_sharing = 64.0;              ///< a row, or 16 MB: histograms of folds that grow side by side
    double cells_to_share = 4.0;                 ///< of a node that folds share, for each number in its histogram
    std::size_t levels_for_lists = 8;  ///< so many to go: folds sort the rows of a node early, once for all that is below
    double most_strays = 0.25;         ///< of a fold's rows that stand elsewhere in the shared tree
    std::size_t least_rows_for_fine = 16384;  ///< a node for which the fine index pays
    double share_for_fine = 0.05;             ///< of the node's weight in open bins
    double demand_for_fine = 0.12;     ///< open rows that nodes asked about so far, as a share of the table's: then it is made
    std::size_t rows_a_fine_bin = 64;  ///< of the node, on average
    std::size_t most_fine_numbers = 1 << 17;  ///< in the fine counts of a feature: they are to stay in the cache
};

}  // namespace treewright
