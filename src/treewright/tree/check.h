// The structural check that every tree passes before it leaves the learner or enters from a file. The invariants of a sound
// model:
//
//  1. Names and levels are UTF-8. Features and target have distinct names; levels are distinct, those of a category sorted by
//     bytes; only categories have levels; the target is categorical with at least one class, or numeric. Options have distinct
//     names; the content hash is 32 hexadecimal digits. How a column is read fits its type; columns that were left out are not
//     in the schema, and are sorted by name.
//  2. Nodes are numbered in preorder: a node's first child follows it, every node but the root is the child of exactly one
//     node. The children and the levels of the nodes fill their arrays in the order of the nodes, without gaps.
//  3. A leaf has no split. A split refers to a feature of the schema; threshold splits need a column of values,
//     subset and multiway splits a category; is_missing splits take either. Thresholds are finite. The two sets of a
//     subset are sorted, not empty and have no level in common; every level is one of the feature's. A multiway split
//     has a child for every level of the feature, and one more for missing values if `missing_branch` is set; other
//     splits have two. Missing values go to one of the children. Surrogates belong to threshold and subset splits of
//     a tree that is not fractional and fill their arrays as children and levels do. Each is a threshold or a subset
//     on another feature; it agrees on some of the weight that knows both values, at most on all.
//  4. Weights are finite and not negative. Class weights add up to the node's weight, and those of the children to those of
//     their parent (to 1 part in 10^9: fractions of rows are rounded). The root's weight is positive and equals that of the
//     provenance.
//  5. Labels are classes; regression has finite means instead. An empty branch is a leaf that predicts what its parent does.
//  6. Impurities are finite and not negative, gains finite. A test has a p-value from 0 to 1 and 1 <= tests_of_feature <=
//     tests_at_node.
//  7. Members that a node's kind or the task does not use have their default value.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "treewright/tree/model.h"

namespace treewright {

/// The first part of the check, the same for every kind of model.
std::optional<std::string> find_flaw_of_head(const Schema& schema, const std::vector<NamedOption>& options,
                                             const Provenance& provenance);

/// None if the model is sound, else what is wrong and at which node, as a clause ("node 7: its left set is empty").
std::optional<std::string> find_flaw(const Model& model);

}  // namespace treewright
