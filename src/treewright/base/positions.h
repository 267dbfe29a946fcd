// Positions in lists as the integers they are kept as.
#pragma once

#include <cstddef>
#include <cstdint>

namespace treewright {

/// Where an iterator of a list stands.
template <class List, class Iterator>
constexpr std::size_t index_in(const List& list, Iterator at) {
    return static_cast<std::size_t>(at - list.begin());
}

/// The size of a list in 32 bits, which is also the position that the next element gets. For lists that are short enough by their nature:
/// rows, nodes, levels.
template <class List>
constexpr std::uint32_t size32(const List& list) {
    return static_cast<std::uint32_t>(list.size());
}

}  // namespace treewright
