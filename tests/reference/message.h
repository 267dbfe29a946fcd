// The description length of the labels of a table given a tree (docs/pruning/description-length.md), in long doubles.
#pragma once

#include "reference/questions.h"

namespace treewright::reference {

class Message {
public:
    /// `variance`: regression, of the whole table.
    Message(const TrainingSet& set, const Measure& measure, Real variance)
        : set_(set), measure_(measure), variance_(variance) {}

    /// A leaf of these rows, with the exceptions to it.
    [[nodiscard]] Real bits_of_leaf(const Rows& rows) const;
    /// The bits of a split at a node of these rows, without its branches.
    [[nodiscard]] Real bits_of(const Question& question, const Rows& rows) const;

private:
    [[nodiscard]] Real bits_of_classes(const Rows& rows) const;
    [[nodiscard]] Real bits_of_numbers(const Rows& rows) const;

    const TrainingSet& set_;
    const Measure& measure_;
    Real variance_;
};

}  // namespace treewright::reference
