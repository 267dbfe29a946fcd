// Random small tables full of ties, with random options.
#pragma once

#include <cstdint>

#include "reference/case.h"

namespace treewright::reference {

Case random_case(std::uint64_t seed);

}  // namespace treewright::reference
