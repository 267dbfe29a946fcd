// The rows of a table split into named parts, such as train and test.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "treewright/base/run.h"
#include "treewright/data/parameter.h"
#include "treewright/resampling/row_groups.h"

namespace treewright {

struct SplitPart {
    std::string name;
    double share = 0.0;     ///< of the rows
    std::string file = {};  ///< where its rows are written
    RowList rows = {};
    std::vector<std::size_t> class_counts = {};  ///< of its rows; empty: there are no classes
};

struct SplitPlan {
    std::vector<SplitPart> parts = {{"train", 0.7}, {"test", 0.3}};  ///< names and shares, which add up to 1
    std::string target = {};  ///< the column whose classes are spread evenly; empty: none
    std::string group = {};   ///< the column whose rows stay together; empty: none
    std::uint64_t seed = 1;
    bool stratified = true;
};
std::span<const ParameterOf<SplitPlan>> split_parameters();

struct SplitResult {
    std::size_t rows = 0;
    std::uint64_t seed = 1;
    std::vector<std::string> classes;
    std::vector<std::uint32_t> lines;  ///< of each row in its file
    std::vector<SplitPart> parts;
};

/// Every row of the table goes to a part, even without a label. `source`: what the table is called. An input `Error` if a part would be empty;
/// warns of classes that are missing from a part because of groups.
SplitResult split_rows(Table table, const std::string& source, const SplitPlan& plan, const Run& run);

}  // namespace treewright
