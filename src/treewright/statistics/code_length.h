// Code lengths in bits, for the minimum description length (MDL) principle: the length of a message that tells the labels to a
// receiver who has the rows without labels. MDL weighs the bits of a tree against the bits of its errors.
#pragma once

#include <cstddef>

namespace treewright {

/// log₂ n!; n need not be an integer.
double log2_factorial(double n);
/// log₂ of n choose k, for any real 0 ≤ k ≤ n.
double log2_choose(double n, double k);

/// The labels of a leaf: the number of errors, which rows they are, and with more than two classes the majority class and the
/// class of each error.
double error_bits(double errors, double weight, std::size_t classes);

/// The statistics of a regression leaf.
struct NumberLeaf {
    double weight = 0.0;
    double variance = 0.0;
    double variance_of_all = 0.0;  ///< at the root of the tree; counts as one more row, so that no leaf costs nothing
};
/// The targets of a leaf, coded by the normal distribution with its mean and variance, and these two parameters. The precision
/// of the targets adds the same to every tree and is left out, so that lengths may be negative.
double number_bits(const NumberLeaf& leaf);

/// Which of `choices` equally likely things; 0 for one or none.
double choice_bits(double choices);

/// Which of the 2^(levels − 1) − 1 binary partitions of the levels.
double subset_bits(double levels);

/// What a split encodes besides its feature.
struct SplitSize {
    double features = 1.0;      ///< of the schema
    double thresholds = 0.0;    ///< gaps between the known rows of the node, for a threshold
    double levels = 0.0;        ///< in the node, for a subset
    double missing_ways = 0.0;  ///< branches that missing values may go to; 0: no values are missing
};
/// Includes the bit that says that the node is not a leaf.
double split_code_length(const SplitSize& size);

/// The bit that says that a node is a leaf.
inline constexpr double leaf_bit = 1.0;

}  // namespace treewright
