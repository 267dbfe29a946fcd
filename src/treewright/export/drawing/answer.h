// A row's answer to the question of a node, in words.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/data/table.h"
#include "treewright/tree/model.h"

namespace treewright {

struct Answer {
    std::string text;  ///< "Outlook is sunny", "Humidity = 90 > 77.5", "Humidity is missing"
    /// Where a row goes that has no answer: "goes to the heaviest branch, > 77.5", "62 % goes to ≤ 77.5, 38 % to > 77.5", "goes to
    /// > 77.5: the surrogate Temperature = 81 > 70 agreed in 81 % of the rows"; else empty.
    std::string detour;
    std::string branch;   ///< "> 77.5"
    bool unseen = false;  ///< a level that the model does not know
};

/// `features` are the columns of the model's schema.
struct RowOfFeatures {
    const std::vector<Column>& features;
    std::size_t row = 0;
};

/// `node` is a split, `position` the branch that the row (or most of it) took.
Answer answer_of(const Model& model, NodeId node, const RowOfFeatures& row, std::size_t position);

}  // namespace treewright
