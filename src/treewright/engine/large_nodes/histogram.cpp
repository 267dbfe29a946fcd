#include "treewright/engine/large_nodes/histogram.h"

#include <algorithm>

#include "treewright/engine/large_nodes/row_blocks.h"

namespace treewright {

namespace {

/// Calls add(first cell of the row, row) for each row, its bins fetched ahead.
template <class Add>
void for_rows(const HistogramSource& source, std::span<const std::uint32_t> rows, const Add& add) {
    const std::uint8_t* cells = source.bins.cells();
    const std::size_t stride = source.bins.stride();
    for_blocks(rows, source.progress, [&](std::span<const std::uint32_t> block) {
        for (std::size_t i = 0; i < block.size(); ++i) {
            __builtin_prefetch(cells + row_ahead(block, i) * stride);
            add(cells + block[i] * stride, block[i]);
        }
    });
}

/// One addition a cell: the count and the rows of the second class share a word.
void count_two_classes(const HistogramSource& source, std::span<const std::uint32_t> rows, std::uint64_t* counts) {
    const std::size_t features = source.bins.stride();
    const std::uint8_t* is_second = source.labels.is_second.data();
    for_rows(source, rows, [=](const std::uint8_t* bins, std::uint32_t row) {
        const std::uint64_t one = (std::uint64_t{1} << 32) | is_second[row];
        for (std::size_t f = 0; f < features; ++f) counts[f * bins_a_feature + bins[f]] += one;
    });
}

void count_classes(const HistogramSource& source, std::span<const std::uint32_t> rows, std::uint32_t* counts) {
    const std::size_t features = source.bins.stride();
    const std::size_t classes = source.labels.shape.classes();
    const std::uint16_t* codes = source.labels.codes.data();
    for_rows(source, rows, [=](const std::uint8_t* bins, std::uint32_t row) {
        std::uint32_t* of_class = counts + codes[row];
        for (std::size_t f = 0; f < features; ++f) ++of_class[(f * bins_a_feature + bins[f]) * classes];
    });
}

void count_weights(const HistogramSource& source, std::span<const std::uint32_t> rows, std::int64_t* sums) {
    const std::size_t features = source.bins.stride();
    const std::size_t classes = source.labels.shape.classes();
    const Labels& labels = source.labels.labels;
    const std::uint16_t* codes = source.labels.codes.data();
    for_rows(source, rows, [=, &labels](const std::uint8_t* bins, std::uint32_t row) {
        std::int64_t* of_class = sums + codes[row];
        const std::int64_t weight = labels.weight(row);
        for (std::size_t f = 0; f < features; ++f) of_class[(f * bins_a_feature + bins[f]) * classes] += weight;
    });
}

/// Weight and sum of a bin stand side by side: one cache line a cell.
void count_moments(const HistogramSource& source, std::span<const std::uint32_t> rows, std::int64_t* sums) {
    const std::size_t features = source.bins.stride();
    const Labels& labels = source.labels.labels;
    const std::int64_t* products = labels.products().data();
    for_rows(source, rows, [=, &labels](const std::uint8_t* bins, std::uint32_t row) {
        const std::int64_t weight = labels.weight(row);
        const std::int64_t product = products[row];
        for (std::size_t f = 0; f < features; ++f) {
            std::int64_t* cell = sums + (f * bins_a_feature + bins[f]) * 2;
            cell[0] += weight;
            cell[1] += product;
        }
    });
}

template <class Number>
void subtract_all(std::vector<Number>& from, const std::vector<Number>& less) {
    for (std::size_t i = 0; i < from.size(); ++i) from[i] -= less[i];
}

std::size_t slots_of(const RowLabels& labels) {
    if (labels.kind == LabelKind::two_classes) return 1;
    return labels.kind == LabelKind::moments ? 2 : labels.shape.classes();
}

}  // namespace

std::size_t Histogram::numbers(const HistogramSource& source) {
    return source.bins.stride() * bins_a_feature * slots_of(source.labels);
}

std::size_t Histogram::bytes(const HistogramSource& source) {
    return numbers(source) * (source.labels.kind == LabelKind::classes ? sizeof(std::uint32_t) : sizeof(std::int64_t));
}

Histogram::Histogram(const HistogramSource& source) : kind_(source.labels.kind), slots_(slots_of(source.labels)) {
    const std::size_t cells = source.bins.stride() * bins_a_feature * slots_;
    if (kind_ == LabelKind::two_classes)
        packed_.resize(cells);
    else if (kind_ == LabelKind::classes)
        counts_.resize(cells);
    else
        sums_.resize(cells);
}

void Histogram::count_part(const HistogramSource& source, std::span<const std::uint32_t> rows) {
    switch (kind_) {
        case LabelKind::two_classes: return count_two_classes(source, rows, packed_.data());
        case LabelKind::classes: return count_classes(source, rows, counts_.data());
        case LabelKind::weighted_classes: return count_weights(source, rows, sums_.data());
        case LabelKind::moments: return count_moments(source, rows, sums_.data());
    }
}

void Histogram::count(const HistogramSource& source, std::span<const std::uint32_t> rows) {
    const Threads& threads = source.threads_for(rows.size());
    const std::size_t parts = threads.count();
    std::vector<Histogram> others;
    for (std::size_t part = 1; part < parts; ++part) others.emplace_back(source);
    threads.for_each(parts, [&](std::size_t part) {
        (part == 0 ? *this : others[part - 1]).count_part(source, part_of(rows, part, parts));
    });
    for (const Histogram& other : others) add(other);
}

void Histogram::add(const Histogram& other) {
    add_all(packed_, other.packed_);
    add_all(counts_, other.counts_);
    add_all(sums_, other.sums_);
}

void Histogram::subtract(const Histogram& other) {
    subtract_all(packed_, other.packed_);
    subtract_all(counts_, other.counts_);
    subtract_all(sums_, other.sums_);
}

void Histogram::read(std::size_t feature, std::size_t bin, const TallyShape& shape, Tally to) const {
    const std::size_t cell = (feature * bins_a_feature + bin) * slots_;
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

}  // namespace treewright
