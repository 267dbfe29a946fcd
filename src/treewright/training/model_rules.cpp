#include "treewright/training/model_rules.h"

#include <fmt/format.h>

#include <numeric>

#include "treewright/base/error.h"
#include "treewright/base/spelling.h"
#include "treewright/training/model_options.h"
#include "treewright/training/prune_model.h"
#include "treewright/training/train.h"

namespace treewright {

namespace {

double mean_loss(const ClassTerms& terms, std::size_t truth, std::size_t classes) {
    double sum = 0.0;
    for (std::size_t predicted = 0; predicted < classes; ++predicted) sum += terms.loss(truth, predicted);
    return classes < 2 ? 1.0 : sum / static_cast<double>(classes - 1);
}

}  // namespace

double error_confidence_of(const Model& model) { return options_of(model).prune.confidence; }

RuleTerms rule_terms(const ClassTerms& terms, std::span<const double> class_weights) {
    RuleTerms rules;
    rules.losses = terms.losses(class_weights.size());
    if (rules.losses.empty()) return rules;
    double mass = 0.0;
    for (std::size_t j = 0; j < class_weights.size(); ++j) {
        rules.factors.push_back(mean_loss(terms, j, class_weights.size()));
        mass += rules.factors.back() * class_weights[j];
    }
    const double weight = std::accumulate(class_weights.begin(), class_weights.end(), 0.0);
    if (mass == 0.0) return {};  // nothing costs anything
    for (double& factor : rules.factors) factor *= weight / mass;
    return rules;
}

void note_if_other_rows(const RuleModel& rules, const Model& model, const std::string& source, Messages& messages) {
    const std::string& of_tree = model.provenance.content_hash;
    if (of_tree != unknown_rows && of_tree != rules.provenance.content_hash)
        messages.note(fmt::format("the rows of {} are not the training rows of the tree", source));
}

RuleModel make_rules(const Model& model, const TrainingSet& set, double confidence, const Run& run) {
    if (model.schema.task() == Task::regression)
        return simplified_model(model, set, {}, confidence, run);  // refuses, with its reason
    return simplified_model(model, set, rule_terms(class_terms_of(model), model.tree.class_weights_of(0)), confidence, run);
}

RuleModel simplify_tree(const Model& model, const TrainingSet& set, const Run& run) {
    RuleModel rules = make_rules(model, set, error_confidence_of(model), run);
    note_if_other_rows(rules, model, set.source, run.messages);
    return rules;
}

AnyModel model_in(TrainedAny trained) {
    if (auto* rules = std::get_if<TreeAsRules>(&trained)) return std::move(rules->rules);
    return std::move(std::get<TrainedModel>(trained).model);
}

TrainedAny train_any(const TrainingSet& set, const TrainOptions& options, const Run& run, const TrainingSet* validation) {
    TrainedModel trained = train(set, options, run, validation);
    if (options.prune.method != PruneMethod::rules) return trained;
    return TreeAsRules{make_rules(trained.model, set, options.prune.confidence, run), leaf_count(trained.model.tree)};
}

TrainedAny prune_any(const Model& model, const TrainOptions& options, const PruneData& data, const Run& run) {
    if (options.prune.method != PruneMethod::rules) return prune_model(model, options, data, run);
    check_pruning(model, options, run.messages);
    if (data.training == nullptr)
        throw usage_error(
            fmt::format("simplifying rules needs rows, usually the training rows: add {}", named("data", "FILE")));
    Model grown = model;
    grown.tree = tree_to_prune(model);
    grown.options = options_after_pruning(model, options);
    TreeAsRules made{make_rules(grown, *data.training, options.prune.confidence, run), leaf_count(grown.tree)};
    note_if_other_rows(made.rules, model, data.training->source, run.messages);
    return made;
}

}  // namespace treewright
