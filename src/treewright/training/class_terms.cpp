#include "treewright/training/class_terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "treewright/base/error.h"
#include "treewright/base/nearest.h"
#include "treewright/base/number_text.h"
#include "treewright/base/positions.h"
#include "treewright/base/spelling.h"
#include "treewright/growing/split_search.h"

namespace treewright {

namespace {

std::size_t class_number(const ColumnSchema& target, const std::string& name, const std::string& where) {
    const std::vector<std::string>& classes = target.levels;
    const auto found = std::find(classes.begin(), classes.end(), name);
    if (found != classes.end()) return index_in(classes, found);
    const std::string hint = did_you_mean(name, classes);
    throw input_error(fmt::format("{} names a class '{}' that the target '{}' does not have{}", where, name, target.name,
                                  hint.empty() ? fmt::format(": its classes are {}", fmt::join(classes, ", ")) : ": " + hint));
}

std::vector<double> class_weights_of(const TrainingSet& set) {
    std::vector<std::vector<double>> by_class(set.target.schema.levels.size());
    for (std::size_t row = 0; row < set.rows; ++row) by_class[set.class_of(row)].push_back(set.weight(row));
    std::vector<double> totals;
    for (std::vector<double>& weights : by_class) {
        std::sort(weights.begin(), weights.end());  // so that the sum does not depend on the order of the rows
        double total = 0.0;
        for (const double weight : weights) total += weight;
        totals.push_back(total);
    }
    return totals;
}

/// πⱼ / (Nⱼ / N): what turns the shares of the data into the priors.
void apply_priors(const TrainingSet& set, const TrainOptions& options, ClassFactors& factors) {
    if (options.priors == PriorsKind::data) return;
    const std::vector<double> weights = class_weights_of(set);
    std::vector<double> priors(weights.size(), 1.0);
    if (options.priors == PriorsKind::given) {
        std::fill(priors.begin(), priors.end(), 0.0);
        for (const ClassNumber& given : options.given_priors)
            priors[class_number(set.target.schema, given.name, named("priors"))] = given.number;
        for (std::size_t j = 0; j < priors.size(); ++j)
            if (!(priors[j] > 0.0))
                throw input_error(fmt::format("{} gives the class '{}' no prior above 0: give every class one", named("priors"),
                                              set.target.schema.levels[j]));
    }
    for (std::size_t j = 0; j < factors.size(); ++j) factors[j] *= priors[j] / weights[j];
}

void apply_class_weights(const TrainingSet& set, const TrainOptions& options, ClassFactors& factors) {
    for (const ClassNumber& given : options.class_weights) {
        if (!(given.number > 0.0) || !std::isfinite(given.number))
            throw input_error(fmt::format("{} gives the class '{}' {}: it takes a number above 0", named("class-weight"),
                                          given.name, number_text(given.number)));
        factors[class_number(set.target.schema, given.name, named("class-weight"))] *= given.number;
    }
}

/// Breiman's altered priors: a class counts by the sum of what it costs to miss it.
void apply_altered_priors(const CostMatrix& costs, const std::string& source, ClassFactors& factors) {
    for (std::size_t i = 0; i < costs.classes; ++i) {
        double sum = 0.0;
        for (std::size_t j = 0; j < costs.classes; ++j) sum += costs.at(i, j);
        if (!(sum > 0.0))
            throw input_error(fmt::format(
                "{}: a class whose misclassification costs nothing has no weight in growing: give it a small cost", source));
        factors[i] *= sum;
    }
}

bool all_ones(const ClassFactors& factors) {
    return std::all_of(factors.begin(), factors.end(), [](double factor) { return factor == 1.0; });
}

std::string numbers_text(const std::vector<ClassNumber>& numbers) {
    std::string text;
    for (const ClassNumber& number : numbers)
        text += fmt::format("{}{}={}", text.empty() ? "" : ",", number.name, number_text(number.number));
    return text;
}

/// A table that was read from a file has been checked there, with the line; here is for tables from elsewhere.
void check_costs(const CostTable& table) {
    const std::size_t classes = table.classes.size();
    if (table.cells.size() != classes * classes)
        throw input_error(fmt::format("{} has {} costs, but {} classes need {}", table.source, table.cells.size(), classes,
                                      classes * classes));
    for (std::size_t i = 0; i < table.cells.size(); ++i) {
        const bool diagonal = i / classes == i % classes;
        if (!(table.cells[i] >= 0.0) || !std::isfinite(table.cells[i]) || (diagonal && table.cells[i] != 0.0))
            throw input_error(fmt::format("{}: predicting '{}' where '{}' is true cannot cost {}: {}", table.source,
                                          table.classes[i % classes], table.classes[i / classes], number_text(table.cells[i]),
                                          diagonal ? "the diagonal is 0" : "a cost is a number of at least 0"));
    }
    for (std::size_t i = 0; i < classes; ++i)
        if (std::count(table.classes.begin(), table.classes.end(), table.classes[i]) > 1)
            throw input_error(fmt::format("{} names the class '{}' twice", table.source, table.classes[i]));
}

}  // namespace

CostMatrix cost_matrix(const ColumnSchema& target, const CostTable& table) {
    check_costs(table);
    const std::size_t classes = target.levels.size();
    std::vector<std::size_t> number;
    for (const std::string& name : table.classes) number.push_back(class_number(target, name, table.source));
    if (table.classes.size() != classes)
        throw input_error(fmt::format("{} has costs for {} class{}, but the target '{}' has {}: {}", table.source,
                                      table.classes.size(), table.classes.size() == 1 ? "" : "es", target.name, classes,
                                      fmt::join(target.levels, ", ")));
    CostMatrix costs{classes, std::vector<double>(classes * classes, 0.0)};
    for (std::size_t i = 0; i < classes; ++i)
        for (std::size_t j = 0; j < classes; ++j) costs.cells[number[i] * classes + number[j]] = table.cells[i * classes + j];
    return costs;
}

ClassTerms resolve_class_terms(const TrainingSet& set, const TrainOptions& options) {
    ClassTerms terms;
    const bool asked = options.priors != PriorsKind::data || !options.class_weights.empty() || options.costs;
    const CriterionKind& criterion = kind_of(effective_criterion(options.grow, set.task()));
    if (criterion.needs_costs && !options.costs)
        throw usage_error(
            fmt::format("{} needs a cost matrix: add {}", named("criterion", criterion.word), named("costs", "FILE")));
    if (set.task() == Task::regression) {
        if (asked)
            throw set.complaint(fmt::format("the target '{}' is a number: {}, {} and {} are for classes",
                                            set.target.schema.name, named("priors"), named("class-weight"), named("costs")));
        return terms;
    }
    terms.label_factors.assign(set.target.schema.levels.size(), 1.0);
    apply_priors(set, options, terms.label_factors);
    apply_class_weights(set, options, terms.label_factors);
    terms.score_factors = terms.label_factors;
    if (options.costs) {
        terms.costs = cost_matrix(set.target.schema, *options.costs);
        if (!criterion.needs_costs) apply_altered_priors(terms.costs, options.costs->source, terms.score_factors);
    }
    if (all_ones(terms.label_factors)) terms.label_factors.clear();
    if (all_ones(terms.score_factors)) terms.score_factors.clear();
    return terms;
}

std::vector<NamedOption> describe_class_terms(const TrainOptions& options) {
    std::vector<NamedOption> named;
    if (options.priors == PriorsKind::equal) named.push_back({"priors", "equal"});
    if (options.priors == PriorsKind::given) named.push_back({"priors", numbers_text(options.given_priors)});
    if (!options.class_weights.empty()) named.push_back({"class-weight", numbers_text(options.class_weights)});
    if (!options.costs) return named;
    std::string text;
    const std::vector<std::string>& classes = options.costs->classes;
    for (std::size_t i = 0; i < classes.size(); ++i)
        for (std::size_t j = 0; j < classes.size(); ++j)
            if (i != j)
                text += fmt::format("{}{}>{}={}", text.empty() ? "" : ",", classes[i], classes[j],
                                    number_text(options.costs->cells[i * classes.size() + j]));
    named.push_back({"costs", text});
    return named;
}

}  // namespace treewright
