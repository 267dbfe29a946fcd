// Rows for the self-test of a program, with the answers of our own predictor.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "treewright/export/programs/program.h"

namespace treewright {

struct TestRow {
    std::vector<double> cells;  ///< of Program::features; a level's position, -1 missing and -2 unseen, where there are levels
    NodeId leaf = 0;
    ClassId label = no_class;
    double value = 0.0;
    std::vector<double> probabilities;
    bool is_refused = false;
};

/// Rows that reach leaves from all over the tree, lie on thresholds and next to them, and lack values. At most some hundred.
[[nodiscard]] std::vector<TestRow> test_rows(const Program& program);

}  // namespace treewright
