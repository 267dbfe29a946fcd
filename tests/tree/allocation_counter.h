// Counts the memory that `operator new` hands out in this test program.
#pragma once

#include <atomic>
#include <cstddef>

namespace treewright::allocation {

inline std::atomic<std::size_t> in_use{0};
inline std::atomic<std::size_t> most{0};  ///< of `in_use`, since it was last set

}  // namespace treewright::allocation
