// The benchmark's cells as the library's columns. Floats are lent, not copied: the raw table must outlive what is made from it.
#pragma once

#include "bench/data/raw_table.h"
#include "treewright/data/training_set.h"

namespace bench {

treewright::TrainingSet as_training_set(const RawTable& raw);

}  // namespace bench
