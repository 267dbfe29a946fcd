#include "treewright/engine/large_nodes/node_counts.h"

#include <algorithm>

#include "treewright/base/error.h"
#include "treewright/engine/large_nodes/row_blocks.h"
#include "treewright/engine/small_nodes/node_views.h"

namespace treewright {

namespace {

/// Calls add(first cell of the row, row) for each row, with its bins prefetched.
template <class Add>
void for_rows(const HistogramSource& source, std::span<const RowId> rows, const Add& add) {
    const std::uint8_t* cells = source.bins.cells();
    const std::size_t stride = source.bins.stride();
    for_blocks(rows, source.progress, [&](std::span<const RowId> block) {
        for (std::size_t i = 0; i < block.size(); ++i) {
            __builtin_prefetch(cells + row_ahead(block, i) * stride);
            add(cells + block[i] * stride, block[i]);
        }
    });
}

/// One addition per cell: the count and the rows of the second class share a word.
void count_two_classes(const HistogramSource& source, std::span<const RowId> rows, std::uint64_t* counts) {
    const std::size_t features = source.bins.stride();
    const std::uint8_t* is_second = source.labels.is_second.data();
    for_rows(source, rows, [=](const std::uint8_t* bins, RowId row) {
        const std::uint64_t one = (std::uint64_t{1} << 32) | is_second[row];
        for (std::size_t f = 0; f < features; ++f) counts[f * bins_per_feature + bins[f]] += one;
    });
}

void count_classes(const HistogramSource& source, std::span<const RowId> rows, std::uint32_t* counts) {
    const std::size_t features = source.bins.stride();
    const std::size_t classes = source.labels.shape.classes();
    const std::uint16_t* codes = source.labels.codes.data();
    for_rows(source, rows, [=](const std::uint8_t* bins, RowId row) {
        std::uint32_t* of_class = counts + codes[row];
        for (std::size_t f = 0; f < features; ++f) ++of_class[(f * bins_per_feature + bins[f]) * classes];
    });
}

void count_weights(const HistogramSource& source, std::span<const RowId> rows, std::int64_t* sums) {
    const std::size_t features = source.bins.stride();
    const std::size_t classes = source.labels.shape.classes();
    const Labels& labels = source.labels.labels;
    const std::uint16_t* codes = source.labels.codes.data();
    for_rows(source, rows, [=, &labels](const std::uint8_t* bins, RowId row) {
        std::int64_t* of_class = sums + codes[row];
        const std::int64_t weight = labels.weight(row);
        for (std::size_t f = 0; f < features; ++f) of_class[(f * bins_per_feature + bins[f]) * classes] += weight;
    });
}

/// Weight and sum of a bin are adjacent: one cache line per cell.
void count_moments(const HistogramSource& source, std::span<const RowId> rows, std::int64_t* sums) {
    const std::size_t features = source.bins.stride();
    const Labels& labels = source.labels.labels;
    const std::int64_t* products = labels.products().data();
    for_rows(source, rows, [=, &labels](const std::uint8_t* bins, RowId row) {
        const std::int64_t weight = labels.weight(row);
        const std::int64_t product = products[row];
        for (std::size_t f = 0; f < features; ++f) {
            std::int64_t* cell = sums + (f * bins_per_feature + bins[f]) * 2;
            cell[0] += weight;
            cell[1] += product;
        }
    });
}

template <class Number>
void subtract_all(std::vector<Number>& from, const std::vector<Number>& less) {
    for (std::size_t i = 0; i < from.size(); ++i) from[i] -= less[i];
}

std::size_t slots_of(LabelKind kind, std::size_t classes) {
    if (kind == LabelKind::two_classes) return 1;
    return kind == LabelKind::moments ? 2 : classes;
}

}  // namespace

std::size_t NodeCounts::numbers(const HistogramSource& source) {
    return source.bins.stride() * bins_per_feature * slots_of(source.labels.kind, source.labels.shape.classes());
}

std::size_t NodeCounts::bytes(const HistogramSource& source) {
    return numbers(source) * (source.labels.kind == LabelKind::classes ? sizeof(std::uint32_t) : sizeof(std::int64_t));
}

NodeCounts::NodeCounts(const HistogramSource& source)
    : NodeCounts(source.labels.kind, source.labels.shape.classes(), source.bins.stride()) {}

NodeCounts::NodeCounts(LabelKind kind, std::size_t classes, std::size_t features)
    : kind_(kind), features_(features), slots_(slots_of(kind, classes)) {
    const std::size_t cells = features * bins_per_feature * slots_;
    if (kind_ == LabelKind::two_classes)
        packed_.resize(cells);
    else if (kind_ == LabelKind::classes)
        counts_.resize(cells);
    else
        sums_.resize(cells);
}

void NodeCounts::count_part(const HistogramSource& source, std::span<const RowId> rows) {
    switch (kind_) {
        case LabelKind::two_classes: return count_two_classes(source, rows, packed_.data());
        case LabelKind::classes: return count_classes(source, rows, counts_.data());
        case LabelKind::weighted_classes: return count_weights(source, rows, sums_.data());
        case LabelKind::moments: return count_moments(source, rows, sums_.data());
    }
}

void NodeCounts::count(const HistogramSource& source, std::span<const RowId> rows) {
    const Threads& threads = source.threads_for(rows.size());
    const std::size_t parts = threads.count();
    std::vector<NodeCounts> others;
    for (std::size_t part = 1; part < parts; ++part) others.emplace_back(source);
    threads.for_each(parts, [&](std::size_t part) {
        (part == 0 ? *this : others[part - 1]).count_part(source, part_of(rows, part, parts));
    });
    for (const NodeCounts& other : others) add(other);
}

void NodeCounts::add(const NodeCounts& other) {
    add_all(packed_, other.packed_);
    add_all(counts_, other.counts_);
    add_all(sums_, other.sums_);
}

void NodeCounts::subtract(const NodeCounts& other) {
    subtract_all(packed_, other.packed_);
    subtract_all(counts_, other.counts_);
    subtract_all(sums_, other.sums_);
}

void NodeCounts::read(std::size_t indexed, std::size_t bin, const TallyShape& shape, Tally to) const {
    const std::size_t cell = (indexed * bins_per_feature + bin) * slots_;
    if (kind_ == LabelKind::two_classes) {
        to[0] = static_cast<std::int64_t>(packed_[cell] >> 32);
        to[1] = static_cast<std::int64_t>(packed_[cell] & 0xffffffffU);
    } else if (kind_ == LabelKind::moments) {
        to[0] = sums_[cell];
        to[1] = sums_[cell + 1];
    } else {
        to[0] = 0;
        for (std::size_t j = 0; j < slots_; ++j) {
            const std::int64_t weight = kind_ == LabelKind::classes ? std::int64_t{counts_[cell + j]} : sums_[cell + j];
            to[0] += weight;
            if (!shape.is_pair())
                to[1 + j] = weight;
            else if (j == 1)
                to[1] = weight;
        }
        if (shape.is_pair() && slots_ < 2) to[1] = 0;
    }
}

void NodeCounts::write(ByteWriter& to) const {
    to.put(static_cast<std::uint8_t>(kind_));
    for (const std::size_t size : {features_, bins_per_feature, slots_}) to.put(std::uint64_t{size});
    if (kind_ == LabelKind::two_classes)
        to.put_list(packed_);
    else if (kind_ == LabelKind::classes)
        to.put_list(counts_);
    else
        to.put_list(sums_);
}

NodeCounts NodeCounts::read(ByteReader& from) {
    const auto kind = from.get<std::uint8_t>();
    const auto features = from.get<std::uint64_t>();
    const auto bins = from.get<std::uint64_t>();
    const auto slots = from.get<std::uint64_t>();
    ByteReader::require(kind <= static_cast<std::uint8_t>(LabelKind::moments) && bins == bins_per_feature);
    NodeCounts counts(static_cast<LabelKind>(kind), slots, 0);
    counts.features_ = features;
    ByteReader::require(counts.slots_ == slots);
    if (counts.kind_ == LabelKind::two_classes)
        counts.packed_ = from.get_list<std::uint64_t>();
    else if (counts.kind_ == LabelKind::classes)
        counts.counts_ = from.get_list<std::uint32_t>();
    else
        counts.sums_ = from.get_list<std::int64_t>();
    const std::size_t numbers = counts.packed_.size() + counts.counts_.size() + counts.sums_.size();
    ByteReader::require(features <= numbers && numbers == features * bins * slots);
    return counts;
}

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
