#include "treewright/data/content_hash.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <span>
#include <string_view>

#include "treewright/base/int128.h"

namespace treewright {

namespace {

/// The finalizer of SplitMix64: every input bit reaches every output bit.
std::uint64_t mix(std::uint64_t x) {
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9ULL;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

std::uint64_t hash_text(std::string_view text) {  // FNV-1a
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return mix(hash);
}

constexpr std::uint64_t missing_cell = 0x6d697373696e6721ULL;

/// Two independent lanes make the 128 bits of a row; one of them is enough for random draws.
constexpr std::array<std::uint64_t, 2> lane_seeds = {0x9e3779b97f4a7c15ULL, 0xc2b2ae3d27d4eb4fULL};
template <std::size_t Count>
using Lanes = std::array<std::uint64_t, Count>;

template <std::size_t Count>
void mix_in(Lanes<Count>& lanes, std::uint64_t cell) {
    for (std::size_t lane = 0; lane < Count; ++lane) lanes[lane] = mix(lanes[lane] + lane_seeds[lane] + cell);
}

/// Mixes the cells of a column into the hashes of its rows: the bits of the double, or the hash of the level's name.
class ColumnHasher {
public:
    explicit ColumnHasher(const Column& column) : column_(column) {
        for (const std::string& level : column.schema.levels) levels_.push_back(hash_text(level));
    }
    template <std::size_t Count>
    void mix_in_rows(std::size_t begin, std::vector<Lanes<Count>>& rows) const {
        if (!column_.has_values()) {
            for (std::size_t i = 0; i < rows.size(); ++i) mix_in(rows[i], level_cell(column_.codes[begin + i]));
            return;
        }
        const bool ordered = column_.schema.type == ColumnType::ordered;
        column_.values.visit([&](auto values) {
            auto cell = values.subspan(begin, rows.size()).begin();
            for (Lanes<Count>& row : rows) {
                const double value = static_cast<double>(*cell++) + 0.0;
                if (is_missing(value))
                    mix_in(row, missing_cell);
                else
                    mix_in(row, ordered ? level_cell(static_cast<std::int32_t>(value)) : std::bit_cast<std::uint64_t>(value));
            }
        });
    }

private:
    [[nodiscard]] std::uint64_t level_cell(LevelCode code) const {
        return code < 0 ? missing_cell : levels_[position_of(code)];
    }
    const Column& column_;
    std::vector<std::uint64_t> levels_;
};

/// A weight as an integer: itself if it is one, so that it counts as repeated rows, else the bits of the double.
UInt128 weight_factor(double weight) {
    const bool whole = weight == std::floor(weight) && weight < 0x1p63;
    return whole ? static_cast<UInt128>(weight) : static_cast<UInt128>(std::bit_cast<std::uint64_t>(weight));
}

constexpr std::size_t rows_per_block = 256;  // of a row-major matrix, too, they stay in the core's own cache

/// Hashes rows block by block and column by column within a block: cells are read sequentially, and many rows are mixed at a
/// time.
template <std::size_t Count>
class RowHasher {
public:
    explicit RowHasher(const TrainingSet& set) : rows_(set.rows) {
        std::copy_n(lane_seeds.begin(), Count, seeds_.begin());
        for (const Column& feature : set.features) add_column(feature);
        add_column(set.target);
    }
    [[nodiscard]] std::size_t blocks() const { return (rows_ + rows_per_block - 1) / rows_per_block; }
    [[nodiscard]] std::vector<Lanes<Count>> hash_block(std::size_t block) const {
        const std::size_t begin = block * rows_per_block;
        std::vector<Lanes<Count>> rows(std::min(rows_per_block, rows_ - begin), seeds_);
        for (const ColumnHasher& column : columns_) column.mix_in_rows(begin, rows);
        return rows;
    }

private:
    void add_column(const Column& column) {
        columns_.emplace_back(column);
        mix_in(seeds_, hash_text(column.schema.name));
    }
    std::size_t rows_;
    std::vector<ColumnHasher> columns_;
    Lanes<Count> seeds_;
};

}  // namespace

namespace {

/// The sum of the row hashes times their weights.
UInt128 sum_of_rows(const TrainingSet& set, const RowSelection& rows, const Run& run) {
    const RowHasher<2> hasher(set);
    std::vector<UInt128> sums(hasher.blocks(), 0);
    run.threads.for_each(sums.size(), [&](std::size_t block) {
        run.progress.stop_if_cancelled();
        const std::size_t first = block * rows_per_block;
        const auto hashes = hasher.hash_block(block);
        const auto add = [&](std::size_t row) {
            const Lanes<2>& lanes = hashes[row - first];
            sums[block] += ((static_cast<UInt128>(lanes[0]) << 64) | lanes[1]) * weight_factor(set.weight(row));
        };
        const std::size_t end = rows.lower_bound(first + hashes.size());
        for (std::size_t i = rows.lower_bound(first); i < end; ++i) add(rows[i]);
    });
    UInt128 sum = 0;
    for (const UInt128 part : sums) sum += part;
    return sum;
}

std::string hash_text_of(UInt128 sum) {
    return fmt::format("{:016x}{:016x}", static_cast<std::uint64_t>(sum >> 64), static_cast<std::uint64_t>(sum));
}

}  // namespace

std::string content_hash(const TrainingSet& set, const Run& run) { return content_hash(set, set.all_rows(), run); }

std::string content_hash(const TrainingSet& set, const RowSelection& rows, const Run& run) {
    return hash_text_of(sum_of_rows(set, rows, run));
}

std::vector<std::uint64_t> row_hashes(const TrainingSet& set, std::uint64_t seed, const Run& run) {
    const RowHasher<1> hasher(set);
    std::vector<std::uint64_t> hashes(set.rows);
    run.threads.for_each(hasher.blocks(), [&](std::size_t block) {
        run.progress.stop_if_cancelled();
        const auto rows = hasher.hash_block(block);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const std::size_t row = block * rows_per_block + i;
            Lanes<1> lanes = rows[i];
            mix_in(lanes, static_cast<std::uint64_t>(weight_factor(set.weight(row))));
            mix_in(lanes, seed);
            hashes[row] = lanes[0];
        }
    });
    return hashes;
}

}  // namespace treewright
