#include "treewright/engine/measure/level_counts.h"

#include "treewright/engine/small_nodes/node_views.h"

namespace treewright {

std::vector<LevelSums> levels_in(const Histogram& histogram, const HistogramSource& source, const SearchContext& context,
                                 std::size_t indexed) {
    const BinnedFeature& binned = source.bins.features()[indexed];
    const TallyShape& shape = source.labels.shape;
    FewIntegers tally(shape.size());
    std::vector<LevelSums> levels;
    for (std::size_t level = 0; level < binned.bins; ++level) {
        histogram.read(indexed, level, shape, tally);
        if (tally[0] != 0) levels.push_back({static_cast<std::int32_t>(level), shape.to_sums(tally)});
    }
    if (const auto code = code_of_missing(context, binned.feature)) {
        histogram.read(indexed, missing_bin, shape, tally);
        if (tally[0] != 0) levels.push_back({*code, shape.to_sums(tally)});
    }
    return levels;
}

std::vector<LevelSums> levels_of(const RowView& rows, const HistogramSource& source, const SearchContext& context,
                                 std::size_t feature) {
    const TallyShape& shape = source.labels.shape;
    const Column& column = context.set.features[feature];
    const auto missing = code_of_missing(context, feature);
    const std::size_t size = shape.size();
    std::vector<std::int64_t> tallies((column.schema.levels.size() + 1) * size, 0);
    rows.for_all(source.progress, [&](std::span<const std::uint32_t> block) {
        for (const std::uint32_t row : block) {
            if (column.codes[row] < 0 && !missing) continue;
            const auto level = static_cast<std::size_t>(column.codes[row] < 0 ? *missing : column.codes[row]);
            shape.add_row(context.labels, row, Tally(tallies).subspan(level * size, size));
        }
    });
    std::vector<LevelSums> levels;
    for (std::size_t level = 0; level <= column.schema.levels.size(); ++level) {
        const ConstTally tally = ConstTally(tallies).subspan(level * size, size);
        if (tally[0] != 0) levels.push_back({static_cast<std::int32_t>(level), shape.to_sums(tally)});
    }
    return levels;
}

}  // namespace treewright
