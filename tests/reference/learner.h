// The reference learner for differential tests: brute force, written from the description of the method for clarity alone.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "reference/questions.h"

namespace treewright::reference {

struct PlainNode {
    Rows rows;
    const PlainNode* parent = nullptr;
    std::size_t depth = 0;
    std::optional<Question> question;  ///< the chosen split, once there is one
    std::optional<NodeTest> test;
    std::vector<std::unique_ptr<PlainNode>> children;
    ClassId label = no_class;
};

/// `set` is the table, with one more row for every share of a row that went down several branches: `Rows` may contain these.
struct PlainTree {
    TrainingSet set;
    std::unique_ptr<PlainNode> root;
    bool is_undecided = false;  ///< somewhere two messages are equally long up to rounding: another tree may be equally right
};

PlainTree grow_plainly(const TrainingSet& set, const GrowOptions& options, const ClassTerms& terms);

/// The first difference between a tree and the reference tree, empty if there is none; no value if the reference is undecided.
std::optional<std::string> difference(const TrainingSet& set, const GrowOptions& options, const ClassTerms& terms,
                                      const Tree& tree);

}  // namespace treewright::reference
