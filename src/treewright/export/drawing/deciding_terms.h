// Why a leaf or a rule can predict another class than most of its rows have.
#pragma once

#include <span>
#include <string>

#include "treewright/data/ids.h"
#include "treewright/training/train_options.h"
#include "treewright/tree/model.h"

namespace treewright {

/// "costs", "priors and class weights"; empty where there were none.
std::string deciding_terms(const TrainOptions& options);
/// The same for a tree, which has such leaves for no other reason: a general word if its options cannot be read.
std::string deciding_terms(const Model& model);

/// For a reader who sees both the label and the larger share of another class.
std::string decided_sentence(const std::string& terms, const std::string& class_name);

/// Whether another class has more weight than `label`, so that those terms decided.
bool decided_against_weight(std::span<const double> weights, ClassId label);

}  // namespace treewright
