#include "treewright/export/programs/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "treewright/base/error.h"

namespace treewright {

namespace {

constexpr std::size_t most_share_cells = 2'000'000;  // beyond, a compiler takes gigabytes
constexpr std::size_t most_level_constants = 1000;   // C99 promises 1023 in an enum
constexpr std::size_t most_constants = 10'000;       // of a program; Java has room for some 30,000

std::vector<double> shares_of(const LoweredLeaf& leaf) {
    const double total = std::accumulate(leaf.class_weights.begin(), leaf.class_weights.end(), 0.0);
    std::vector<double> shares;
    for (const double weight : leaf.class_weights) shares.push_back(weight / total);
    return shares;
}

/// All steps that a question may lead to, each once.
std::vector<std::uint32_t> successors(const LoweredStep& step) {
    std::vector<std::uint32_t> next = {step.when_missing, step.when_unseen};
    if (step.test.split.kind == SplitKind::multiway)
        next.insert(next.end(), step.test.by_level.begin(), step.test.by_level.end());
    else
        next.insert(next.end(), {step.test.yes, step.test.no});
    for (const LoweredPart& part : step.parts) next.push_back(part.step);
    std::ranges::sort(next);
    next.erase(std::ranges::unique(next).begin(), next.end());
    return next;
}

}  // namespace

Program::Program(const Model& model, const ExportOptions& options, const Naming& naming)
    : model_(model), lowered_(model.tree), leaf_positions_(lowered_.size()) {
    const std::string wish = options.name.empty() ? model.schema.target.name : options.name;
    const std::string word = cleaned(wish, naming.program);
    const bool is_taken = is_taken_word(word) || is_reserved_name(word);
    name_ = Identifiers(naming.program).make(is_taken ? wish + " tree" : wish, "tree");
    read_steps();
    name_features(naming);
    name_levels(naming);
}

void Program::read_steps() {
    std::vector<std::size_t> depths(lowered_.size(), 0);
    std::vector<bool> is_asked(model_.schema.features.size(), false);
    std::map<std::vector<double>, std::size_t> known_shares;
    for (std::uint32_t number = 0; number < lowered_.size(); ++number) {
        const LoweredStep step = lowered_.step(number);
        depth_ = std::max(depth_, depths[number]);
        if (step.is_leaf) {
            read_leaf(number, step.leaf, known_shares);
            continue;
        }
        tests_ += 1 + step.surrogates.size();
        is_asked[step.test.split.feature] = true;
        for (const LoweredTest& surrogate : step.surrogates) is_asked[surrogate.split.feature] = true;
        has_parts_ = has_parts_ || !step.parts.empty();
        refuses_ = refuses_ || step.refuses_missing;
        const std::vector<std::uint32_t> next = successors(step);
        most_branches_ = std::max(most_branches_, next.size());
        for (const std::uint32_t each : next) depths[each] = depths[number] + 1;
    }
    positions_.assign(is_asked.size(), 0);
    for (FeatureId f = 0; f < is_asked.size(); ++f) {
        if (!is_asked[f]) continue;
        positions_[f] = features_.size();
        features_.push_back({.number = f, .column = &model_.schema.features[f]});
    }
}

void Program::read_leaf(std::uint32_t number, const LoweredLeaf& leaf, std::map<std::vector<double>, std::size_t>& known_shares) {
    switch (leaf.kind) {
        case LeafKind::constant: break;
    }
    leaf_positions_[number] = leaves_.size();
    leaves_.push_back({number, leaf.constant.label, leaf.constant.value, leaf.weight, 0});
    if (!is_classification()) return;
    const auto [known, is_new] = known_shares.emplace(shares_of(leaf), shares_.size());
    leaves_.back().shares = known->second;
    if (is_new) shares_.push_back(known->first);
    if (shares_.size() * classes().size() > most_share_cells)
        throw input_error(fmt::format("the tree has {} classes in too many leaves for a program: its table of probabilities would hold "
                                      "more than {} numbers",
                                      classes().size(), most_share_cells));
}

void Program::name_features(const Naming& naming) {
    // Names that the programs themselves use where fields are, in any of the languages.
    Identifiers fields(naming.field, {"row", "mix", "prediction", "test", "leaf", "leaves", "share", "level"});
    Identifiers types(Casing::pascal, {"Row", "Mix", "Prediction", "Test", "Leaf", "Level", "Label"});
    for (ProgramFeature& feature : features_) {
        feature.field = fields.make(feature.column->name, "feature");
        feature.type = types.make(feature.column->name, "feature");
    }
}

void Program::name_levels(const Naming& naming) {
    Identifiers shared(naming.constant);
    Identifiers prefixes(naming.constant);
    std::size_t constants = 0;
    for (ProgramFeature& feature : features_) {
        if (!feature.has_levels()) continue;
        const std::vector<std::string>& levels = feature.column->levels;
        Identifiers own(naming.constant, {"missing", "unseen", "Level"});
        if (naming.constants_by_feature) {
            const std::string wish = prefixes.make(feature.column->name, "feature");
            feature.prefix = (naming.constants_by_program ? cleaned(name_, naming.constant) + "_" : std::string()) + wish;
            for (const std::string_view word : {"missing", "unseen"}) (void)shared.make_behind(feature.prefix, word, word);
        }
        constants += levels.size();
        if (levels.size() > most_level_constants || constants > most_constants) continue;
        for (const std::string& level : levels)
            feature.constants.push_back(naming.constants_by_feature ? shared.make_behind(feature.prefix, level, "level")
                                                                    : own.make(level, "level"));
    }
    name_labels(naming, shared);
}

void Program::name_labels(const Naming& naming, Identifiers& shared) {
    if (!is_classification() || classes().size() > most_level_constants) return;
    Identifiers own(naming.constant);
    const std::string word = cleaned("label", naming.constant);
    const std::string prefix = naming.constants_by_program ? cleaned(name_, naming.constant) + "_" + word : word;
    for (const std::string& name : classes())
        label_constants_.push_back(naming.constants_by_feature ? shared.make_behind(prefix, name, "class") : own.make(name, "label"));
}

}  // namespace treewright
