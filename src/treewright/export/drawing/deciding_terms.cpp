#include "treewright/export/drawing/deciding_terms.h"

#include <algorithm>
#include <string_view>

namespace treewright {

std::string deciding_terms(const TrainOptions& options) {
    std::string text;
    const auto add = [&text](std::string_view word) { text += (text.empty() ? "" : " and ") + std::string(word); };
    if (options.priors != PriorsKind::data) add("priors");
    if (!options.class_weights.empty()) add("class weights");
    if (options.costs) add("costs");
    return text.empty() ? "costs or priors" : text;
}

std::string decided_sentence(const std::string& terms, const std::string& class_name) {
    return "Decided by " + terms + ": " + class_name + " is predicted although another class has more of the training rows.";
}

bool decided_against_weight(std::span<const double> weights, ClassId label) {
    return label != no_class && !weights.empty() && weights[label] < *std::max_element(weights.begin(), weights.end());
}

}  // namespace treewright
