// The rows of a node, cut into parts for threads.
#pragma once

#include <cstdint>
#include <span>

namespace treewright {

/// One of `parts` parts of about the same size, in order.
inline std::span<const std::uint32_t> part_of(std::span<const std::uint32_t> rows, std::size_t part, std::size_t parts) {
    const std::size_t begin = rows.size() * part / parts;
    return rows.subspan(begin, rows.size() * (part + 1) / parts - begin);
}

}  // namespace treewright
