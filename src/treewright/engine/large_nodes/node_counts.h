// The histogram of a node: the labels of its rows, counted for every bin of every feature. Histogram subtraction gives the
// largest child's: the parent's minus those of its siblings. Counts are integers, so it is exact. Categories with more levels than bins are
// counted by level.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "treewright/base/bytes.h"
#include "treewright/base/parallel.h"
#include "treewright/base/progress.h"
#include "treewright/data/ids.h"
#include "treewright/engine/index/bin_index.h"
#include "treewright/engine/index/row_labels.h"
#include "treewright/engine/small_nodes/row_view.h"
#include "treewright/growing/category_scan.h"
#include "treewright/growing/search_context.h"

namespace treewright {

/// The input of histograms; shared by the nodes of a branch.
struct HistogramSource {
    const BinIndex& bins;
    const RowLabels& labels;
    const Threads& threads;
    Progress& progress;
    std::size_t least_rows_for_threads = 0;
    Threads alone{1};

    /// The threads that share the work of a node of that many rows.
    [[nodiscard]] const Threads& threads_for(std::size_t rows) const {
        return rows >= least_rows_for_threads ? threads : alone;
    }
};

/// The histogram of a node over some of the rows, as a value: counts of disjoint sets of rows add up to those of their union.
///
/// As bytes (base/bytes.h): the kind of labels (1 byte), the number of features in the index, of bins per feature and of numbers per
/// bin (8 bytes each), then these numbers, bin by bin and feature by feature, as a list. A number is count·2^32 + rows of the
/// second class for two classes, the rows of each class for more (4 bytes each), the weight of each class, or weight and sum.
class NodeCounts {
public:
    NodeCounts(LabelKind kind, std::size_t classes, std::size_t features);
    /// With every count 0.
    explicit NodeCounts(const HistogramSource& source);

    /// The size of one, in numbers and in bytes.
    [[nodiscard]] static std::size_t numbers(const HistogramSource& source);
    [[nodiscard]] static std::size_t bytes(const HistogramSource& source);

    void count(const HistogramSource& source, std::span<const RowId> rows);
    void add(const NodeCounts& other);
    /// Histogram subtraction: leaves the counts of the other rows.
    void subtract(const NodeCounts& other);
    /// The rows in a bin of a feature (its number in the index).
    void read(std::size_t indexed, std::size_t bin, const TallyShape& shape, Tally to) const;

    void write(ByteWriter& to) const;
    static NodeCounts read(ByteReader& from);
    bool operator==(const NodeCounts&) const = default;

private:
    void count_part(const HistogramSource& source, std::span<const RowId> rows);

    LabelKind kind_;
    std::size_t features_;
    std::size_t slots_;                  ///< numbers per bin
    std::vector<std::uint64_t> packed_;  ///< two_classes: count·2^32 + rows of the second class
    std::vector<std::uint32_t> counts_;  ///< classes
    std::vector<std::int64_t> sums_;     ///< weighted_classes; moments: weight and sum
};

/// The counts of a category with more levels than bins, over some of the rows: a value, like `NodeCounts`.
struct LevelCounts {
    FeatureId feature = 0;
    std::vector<std::int64_t> tallies;  ///< one for each level, then one for missing rows

    void add(const LevelCounts& other);
    void write(ByteWriter& to) const;
    static LevelCounts read(ByteReader& from);
};

/// Whether a category has too many levels for the index.
inline bool is_wide(const Column& column) { return !column.has_values() && column.schema.levels.size() > missing_bin; }
LevelCounts count_levels(const TrainingSet& set, FeatureId feature, const RowView& rows, const RowLabels& labels,
                         const Progress& progress);

/// The levels that occur. `indexed`: the feature's number in the index.
std::vector<LevelSums> levels_in(const NodeCounts& counts, const BinnedFeature& feature, std::size_t indexed,
                                 const SearchContext& context);
std::vector<LevelSums> levels_in(const LevelCounts& counts, const SearchContext& context);

}  // namespace treewright
