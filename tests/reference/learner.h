// A plain learner to hold the real one against: brute force, written from the description of the method for clarity alone.
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
    std::optional<Question> question;  ///< the one that is asked, once it is
    std::optional<NodeTest> test;
    std::vector<std::unique_ptr<PlainNode>> children;
    ClassId label = no_class;
};

/// `set` is the table, with a row more for every part of a row that went down several branches: `Rows` may hold these.
struct PlainTree {
    TrainingSet set;
    std::unique_ptr<PlainNode> root;
    bool is_undecided = false;  ///< somewhere two messages are equally long but for rounding: another tree may be as right
};

PlainTree grow_plainly(const TrainingSet& set, const GrowOptions& options, const ClassTerms& terms);

/// The first difference between a tree and the plain one, empty if there is none; no value if the plain tree is undecided.
std::optional<std::string> difference(const TrainingSet& set, const GrowOptions& options, const ClassTerms& terms,
                                      const Tree& tree);

}  // namespace treewright::reference
