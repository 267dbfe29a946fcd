// Lengths of messages, in bits: what it takes to tell someone who has the rows without their labels what the labels are. Description
// length weighs the bits of a tree against the bits of the errors that it leaves.
#pragma once

#include <cstddef>

namespace treewright {

/// log₂ n!; n need not be whole.
double log2_factorial(double n);
/// log₂ of n choose k, for any 0 ≤ k ≤ n, whole or not.
double log2_choose(double n, double k);

/// The labels of a leaf: how many errors there are, which of its rows they are, and with more than two classes which one the others have,
/// and for each error which of the other classes it has.
double error_bits(double errors, double weight, std::size_t classes);

/// What is known of the numbers in a leaf.
struct NumberLeaf {
    double weight = 0.0;
    double variance = 0.0;
    double variance_of_all = 0.0;  ///< at the root of the tree; counts as one more row, so that no leaf is told for nothing
};
/// The numbers of a leaf under the normal distribution of its own mean and variance, and these two. The precision to which numbers are
/// told adds the same to every tree and is left out, so that lengths may be negative.
double number_bits(const NumberLeaf& leaf);

/// Which of so many equally likely things; 0 for one or none.
double choice_bits(double choices);

/// Which of the 2^(levels − 1) − 1 ways to send levels two ways.
double subset_bits(double levels);

/// What is told of a question beside its feature.
struct QuestionSize {
    double features = 1.0;      ///< of the schema
    double thresholds = 0.0;    ///< gaps between the known rows of the node, for a threshold
    double levels = 0.0;        ///< in the node, for a subset
    double missing_ways = 0.0;  ///< branches that missing values may go to, if there are any
};
/// With the bit that says that it is no leaf.
double question_bits(const QuestionSize& size);

/// The bit that says that a node is a leaf.
inline constexpr double leaf_bit = 1.0;

}  // namespace treewright
