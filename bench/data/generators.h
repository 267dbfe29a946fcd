// The benchmark's tables. Each is a function of its name and the number of rows, and (shuffled aside) the first
// rows of a longer one are the shorter one.
#pragma once

#include <string>
#include <vector>

#include "bench/data/raw_table.h"

namespace bench {

/// two_classes, regression, mixed, ten_classes, integers, shuffled.
std::vector<std::string> set_names();

/// Throws std::runtime_error for a name that is not a set's.
RawTable generate(const std::string& set, Part part, std::size_t rows);

}  // namespace bench
