#include "treewright/rules/simplified_model.h"

#include <numeric>

#include "treewright/base/error.h"
#include "treewright/base/number_text.h"
#include "treewright/base/spelling.h"
#include "treewright/data/content_hash.h"

namespace treewright {

RuleModel simplified_model(const Model& model, const TrainingSet& set, const RuleTerms& terms, double confidence,
                           const Run& run) {
    if (model.schema.task() == Task::regression)
        throw input_error("'" + model.schema.target.name +
                          "' is a number, and rules are simplified for classes only: read the tree's own rules without " +
                          named("simplify"));
    RuleModel rules;
    rules.schema = model.schema;
    rules.options = model.options;
    std::erase_if(rules.options, [](const NamedOption& option) { return option.name == "rules-confidence"; });
    rules.options.push_back({"rules-confidence", number_text(confidence)});
    rules.list = simplify_rules(model.tree, {set.features, set.classes_of_rows(), set.weights, terms}, confidence, run);
    const std::vector<double>& weights = rules.list.class_weights;
    rules.provenance = {std::accumulate(weights.begin(), weights.end(), 0.0), content_hash(set, run), TREEWRIGHT_VERSION,
                        model.provenance.seed, model.provenance.left_out};
    const auto flaw = find_flaw(rules);
    check_invariant(!flaw, flaw ? flaw->c_str() : "");
    return rules;
}

}  // namespace treewright
