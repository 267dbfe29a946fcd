// The operators are in a file of their own: if they are inlined, g++ takes malloc and delete for a mismatch.
#include "tree/allocation_counter.h"

#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <new>

using treewright::allocation::in_use;
using treewright::allocation::most;

void* operator new(std::size_t size) {
    void* memory = std::malloc(size == 0 ? 1 : size);
    if (memory == nullptr) throw std::bad_alloc();
    const std::size_t now = in_use += malloc_usable_size(memory);
    most = std::max(most.load(), now);
    return memory;
}

void operator delete(void* memory) noexcept {
    if (memory != nullptr) in_use -= malloc_usable_size(memory);
    std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }

// The forms for arrays call those above by themselves, but not under the address sanitizer.
void* operator new[](std::size_t size) { return operator new(size); }
void operator delete[](void* memory) noexcept { operator delete(memory); }
void operator delete[](void* memory, std::size_t) noexcept { operator delete(memory); }
