// Where a test sends each value that it can be asked about, as the lowered tree says: tables for exports. A category
// is known by its code: 1 is missing, 2 a level that the model never saw, then come the levels of the schema. (0 is no code:
// ONNX's reference implementation takes it for the end of a set.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/data/schema.h"
#include "treewright/tree/lowered.h"

namespace treewright {

inline constexpr std::size_t code_of_missing = 1;
inline constexpr std::size_t code_of_unseen = 2;
inline constexpr std::size_t code_of_first_level = 3;

inline constexpr NodeId refused_step = UINT32_MAX;        ///< the row is not predicted
inline constexpr NodeId undecided_step = UINT32_MAX - 1;  ///< surrogates or shares decide

/// Of a test of numbers.
struct ValueOutcomes {
    double threshold = 0.0;  ///< infinite where the test asks whether there is a value
    NodeId at_most = 0;
    NodeId above = 0;
    NodeId missing = 0;
};
ValueOutcomes outcomes_by_value(const LoweredStep& step);
/// As a surrogate: missing is undecided.
ValueOutcomes outcomes_by_value(const LoweredTest& surrogate);

/// Of a test of categories: the step for each code. (0: as missing.)
using CodeOutcomes = std::vector<NodeId>;
CodeOutcomes outcomes_by_code(const LoweredStep& step, std::size_t levels);
/// As a surrogate: whatever is in neither set is undecided.
CodeOutcomes outcomes_by_code(const LoweredTest& surrogate, std::size_t levels);

/// The steps that a step may lead to, each once, in a fixed order; then `refused_step` if it refuses rows.
std::vector<NodeId> targets_of(const LoweredStep& step, const Schema& schema);

}  // namespace treewright
