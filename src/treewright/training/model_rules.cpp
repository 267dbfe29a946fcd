#include "treewright/training/model_rules.h"

#include <fmt/format.h>

#include <numeric>

#include "treewright/base/error.h"
#include "treewright/base/spelling.h"
#include "treewright/training/model_options.h"
#include "treewright/training/prune_model.h"

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
    if (rules.provenance.content_hash != model.provenance.content_hash)
        messages.note(fmt::format("the rows of {} are not the training rows of the tree", source));
}

RuleModel make_rules(const Model& model, const TrainingSet& set, double confidence, const Run& run) {
    if (model.schema.task() == Task::regression)
        return simplified_model(model, set, {}, confidence, run);  // refuses, with its reason
    return simplified_model(model, set, rule_terms(class_terms_of(model), model.tree.class_weights_of(0)), confidence, run);
}

RuleModel prune_to_rules(const Model& model, const TrainOptions& options, const PruneData& data, const Run& run) {
    check_pruning(model, options, run.messages);
    if (data.training == nullptr)
        throw usage_error(
            fmt::format("simplifying rules needs rows, usually the training rows: add {}", named("data", "FILE")));
    Model grown = model;
    grown.tree = tree_to_prune(model);
    grown.options = options_after_pruning(model, options);
    RuleModel rules = make_rules(grown, *data.training, options.prune.confidence, run);
    note_if_other_rows(rules, model, data.training->source, run.messages);
    return rules;
}

}  // namespace treewright
