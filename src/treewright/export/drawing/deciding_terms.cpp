#include "treewright/export/drawing/deciding_terms.h"

#include <algorithm>
#include <string_view>

#include "treewright/training/model_options.h"

namespace treewright {

std::string deciding_terms(const TrainOptions& options) {
    std::string text;
    const auto add = [&text](std::string_view word) { text += (text.empty() ? "" : " and ") + std::string(word); };
    if (options.priors != PriorsKind::data) add("priors");
    if (!options.class_weights.empty() || options.balances_classes) add("class weights");
    if (options.costs) add("costs");
    return text;
}

std::string deciding_terms(const Model& model) {
    const std::string terms = deciding_terms(readable_options(model));
    return terms.empty() ? "costs or priors" : terms;
}

std::string decided_sentence(const std::string& terms, const std::string& class_name) {
    return "Decided by " + terms + ": " + class_name + " is predicted although another class has more of the training rows.";
}

bool decided_against_weight(std::span<const double> weights, ClassId label) {
    return label != no_class && !weights.empty() && weights[label] < *std::max_element(weights.begin(), weights.end());
}

}  // namespace treewright
