#include "treewright/engine/measure/level_counts.h"

#include "treewright/base/error.h"
#include "treewright/engine/small_nodes/node_views.h"

namespace treewright {

void LevelCounts::add(const LevelCounts& other) {
    ByteReader::require(feature == other.feature && tallies.size() == other.tallies.size());
    add_all(tallies, other.tallies);
}

void LevelCounts::write(ByteWriter& to) const {
    to.put(feature);
    to.put_list(tallies);
}

LevelCounts LevelCounts::read(ByteReader& from) {
    const auto feature = from.get<FeatureId>();
    return {feature, from.get_list<std::int64_t>()};
}

LevelCounts count_levels(const TrainingSet& set, FeatureId feature, const RowView& rows, const RowLabels& labels,
                         const Progress& progress) {
    const Column& column = set.features[feature];
    const std::size_t levels = column.schema.levels.size();
    const std::size_t size = labels.shape.size();
    LevelCounts counts{feature, std::vector<std::int64_t>((levels + 1) * size, 0)};
    rows.for_all(progress, [&](std::span<const RowId> block) {
        for (const RowId row : block) {
            const std::size_t level = column.codes[row] < 0 ? levels : position_of(column.codes[row]);
            labels.shape.add_row(labels.labels, row, Tally(counts.tallies).subspan(level * size, size));
        }
    });
    return counts;
}

std::vector<LevelSums> levels_in(const NodeCounts& counts, const BinnedFeature& feature, std::size_t indexed,
                                 const SearchContext& context) {
    const TallyShape shape(context.labels);
    FewIntegers tally(shape.size());
    std::vector<LevelSums> levels;
    for (std::size_t level = 0; level < feature.bins; ++level) {
        counts.read(indexed, level, shape, tally);
        if (tally[0] != 0) levels.push_back({level_code(level), shape.to_sums(tally)});
    }
    if (const auto code = code_of_missing(context, feature.feature)) {
        counts.read(indexed, missing_bin, shape, tally);
        if (tally[0] != 0) levels.push_back({*code, shape.to_sums(tally)});
    }
    return levels;
}

std::vector<LevelSums> levels_in(const LevelCounts& counts, const SearchContext& context) {
    const TallyShape shape(context.labels);
    const std::size_t size = shape.size();
    const std::size_t known = context.set.features[counts.feature].schema.levels.size();
    ByteReader::require(counts.tallies.size() == (known + 1) * size);
    const std::size_t end = code_of_missing(context, counts.feature) ? known + 1 : known;
    std::vector<LevelSums> levels;
    for (std::size_t level = 0; level < end; ++level) {
        const ConstTally tally = ConstTally(counts.tallies).subspan(level * size, size);
        if (tally[0] != 0) levels.push_back({level_code(level), shape.to_sums(tally)});
    }
    return levels;
}

}  // namespace treewright
