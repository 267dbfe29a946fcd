#include "treewright/data/content_hash.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>
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

/// The 64 bits that stand for each cell of a column: of the double, or of the level's name.
class CellBits {
public:
    explicit CellBits(const Column& column) : column_(column) {
        for (const std::string& level : column.schema.levels) levels_.push_back(hash_text(level));
    }
    [[nodiscard]] std::uint64_t at(std::size_t row) const {
        if (column_.missing_at(row)) return missing_cell;
        if (!column_.has_values()) return levels_[static_cast<std::size_t>(column_.codes[row])];
        if (column_.schema.type == ColumnType::ordered) return levels_[static_cast<std::size_t>(column_.values[row])];
        return std::bit_cast<std::uint64_t>(column_.values[row]);
    }

private:
    const Column& column_;
    std::vector<std::uint64_t> levels_;
};

/// Two independent lanes make the 128 bits of a row.
constexpr std::array<std::uint64_t, 2> lane_seeds = {0x9e3779b97f4a7c15ULL, 0xc2b2ae3d27d4eb4fULL};

UInt128 hash_row(const std::vector<CellBits>& columns, const std::array<std::uint64_t, 2>& seeds, std::size_t row) {
    std::array<std::uint64_t, 2> lanes = seeds;
    for (const CellBits& column : columns) {
        const std::uint64_t cell = column.at(row);
        for (std::size_t lane = 0; lane < 2; ++lane) lanes[lane] = mix(lanes[lane] + lane_seeds[lane] + cell);
    }
    return (static_cast<UInt128>(lanes[0]) << 64) | lanes[1];
}

/// A weight as an integer: itself if it is one, so that it counts as repeated rows, else the bits of the double.
UInt128 weight_factor(double weight) {
    const bool whole = weight == std::floor(weight) && weight < 0x1p63;
    return whole ? static_cast<UInt128>(weight) : static_cast<UInt128>(std::bit_cast<std::uint64_t>(weight));
}

}  // namespace

std::string content_hash(const TrainingSet& set) {
    std::vector<CellBits> columns;
    std::array<std::uint64_t, 2> seeds = lane_seeds;
    const auto add_column = [&](const Column& column) {
        columns.emplace_back(column);
        for (std::size_t lane = 0; lane < 2; ++lane)
            seeds[lane] = mix(seeds[lane] + lane_seeds[lane] + hash_text(column.schema.name));
    };
    for (const Column& feature : set.features) add_column(feature);
    add_column(set.target);

    UInt128 sum = 0;
    for (std::size_t row = 0; row < set.rows; ++row) sum += hash_row(columns, seeds, row) * weight_factor(set.weight(row));
    return fmt::format("{:016x}{:016x}", static_cast<std::uint64_t>(sum >> 64), static_cast<std::uint64_t>(sum));
}

}  // namespace treewright
