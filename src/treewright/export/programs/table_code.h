// A tree as arrays, for a loop that follows a row through them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "treewright/export/programs/level_sets.h"
#include "treewright/export/programs/program.h"

namespace treewright {

/// Where a row goes on: the position of a question, or ~position of a leaf. 0 stands for "not decided", because the root is nobody's
/// successor.
using TableTarget = std::int64_t;

enum class TableTest {
    threshold,   ///< value <= threshold: yes, else no; undecided if missing
    is_missing,  ///< yes or no
    subset,      ///< level in the set at `first`: yes; in that at `second`: no; else undecided
    multiway,    ///< level below `second`: targets[first + level]; else undecided
};

struct TableTestRow {
    TableTest kind = TableTest::threshold;
    std::size_t feature = 0;  ///< position in Program::features
    double threshold = 0.0;
    std::size_t first = 0;
    std::size_t second = 0;
    TableTarget yes = 0;
    TableTarget no = 0;
};

/// A question: the tests from `first_test` up to that of the next row are asked in order, the own one and its surrogates.
struct TableStepRow {
    std::size_t first_test = 0;
    TableTarget missing = 0;
    TableTarget unseen = 0;
    std::size_t first_part = 0;  ///< the parts up to those of the next row are taken instead of the two above, if there are any
};

struct TablePart {
    TableTarget target = 0;
    double share = 0.0;
};

struct TableCode {
    explicit TableCode(const Program& program);

    std::vector<TableStepRow> steps;  ///< and one more at the end
    std::vector<TableTestRow> tests;
    std::vector<TableTarget> targets;
    std::vector<TablePart> parts;
    LevelSets sets;
    std::size_t most_waiting = 1;  ///< parts of a row that wait while the first is followed, at most
};

}  // namespace treewright
