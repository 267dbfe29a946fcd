// A model's tree as a simplified list of rules, with the priors, class weights and costs that the tree was made with.
#pragma once

#include <span>
#include <variant>

#include "treewright/growing/options.h"
#include "treewright/prediction/any_model.h"
#include "treewright/rules/simplify.h"
#include "treewright/training/prune_model.h"

namespace treewright {

/// The confidence of the pessimistic error: that of the model's options.
double error_confidence_of(const Model& model);

/// For simplifying, of classes with that much weight: costs become altered priors, which are exact for two classes; for more, a row counts
/// as much as its mistakes cost on average. On average over the rows a row counts once.
RuleTerms rule_terms(const ClassTerms& terms, std::span<const double> class_weights);

/// `simplify_rules` for the model's tree. The set and the errors are those of `simplified_model`.
RuleModel make_rules(const Model& model, const TrainingSet& set, double confidence, const Run& run);

/// Notes it if the rules were simplified by other rows than the tree grew from.
void note_if_other_rows(const RuleModel& rules, const Model& model, const std::string& source, Messages& messages);

/// `make_rules` by the model's own confidence. Notes it if these are not the rows that the tree grew from.
RuleModel simplify_tree(const Model& model, const TrainingSet& set, const Run& run);

/// A rule list, and how many leaves the tree had that it was made from.
struct TreeAsRules {
    RuleModel rules;
    std::size_t leaves = 0;
};
/// A tree, or a rule list if the pruning is `rules`.
using TrainedAny = std::variant<TrainedModel, TreeAsRules>;
AnyModel model_in(TrainedAny trained);

/// `train`, whatever the pruning.
TrainedAny train_any(const TrainingSet& set, const TrainOptions& options, const Run& run,
                     const TrainingSet* validation = nullptr);
/// `prune_model`, whatever the pruning. `rules` are made from the tree as it was grown, if the model has it, by the rows of `data.training`:
/// a usage `Error` without these.
TrainedAny prune_any(const Model& model, const TrainOptions& options, const PruneData& data, const Run& run);

}  // namespace treewright
