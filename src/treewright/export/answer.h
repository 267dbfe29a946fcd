// A row's answer to the question of a node, in words.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "treewright/data/table.h"
#include "treewright/tree/model.h"

namespace treewright {

struct Answer {
    std::string text;     ///< "Outlook is sunny", "Humidity = 90 > 77.5", "Humidity is missing"
    std::string detour;   ///< where a row goes that has no answer: "goes to the heaviest branch, > 77.5"; else empty
    std::string branch;   ///< "> 77.5"
    bool unseen = false;  ///< a level that the model does not know
};

/// `node` is a split; `features` are the columns of the model's schema.
Answer answer_of(const Model& model, std::size_t node, const std::vector<Column>& features, std::size_t row);

}  // namespace treewright
