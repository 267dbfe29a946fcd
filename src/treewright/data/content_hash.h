// Hashes of the training rows. That of all rows does not depend on their order: the hashes of the rows, each times its weight, added up
// modulo 2^128. docs/model-file.md says how a row is hashed.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "treewright/base/parallel.h"
#include "treewright/base/progress.h"
#include "treewright/data/training_set.h"

namespace treewright {

/// 32 hexadecimal digits.
std::string content_hash(const TrainingSet& set, const Threads& threads, Progress& progress);
/// Of some of the rows; empty: of all.
std::string content_hash(const TrainingSet& set, std::span<const std::uint32_t> rows, const Threads& threads,
                         Progress& progress);

/// Of every row with its label and its weight; another one for every seed. Equal rows have equal hashes, so that whatever is drawn by
/// them does not depend on the order of the rows.
std::vector<std::uint64_t> row_hashes(const TrainingSet& set, std::uint64_t seed, const Threads& threads, Progress& progress);

}  // namespace treewright
