#include "treewright/base/large_array.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace treewright {

void request_large_pages([[maybe_unused]] void* begin, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
    if (std::align(large_page, large_page, begin, bytes) == nullptr) return;  // smaller than one large page
    (void)::madvise(begin, bytes / large_page * large_page, MADV_HUGEPAGE);
#endif
}

}  // namespace treewright
