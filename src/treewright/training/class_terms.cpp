#include "treewright/training/class_terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "treewright/base/error.h"
#include "treewright/base/nearest.h"
#include "treewright/base/number_text.h"
#include "treewright/base/positions.h"
#include "treewright/base/spelling.h"
#include "treewright/data/level_spelling.h"
#include "treewright/growing/split_search.h"

namespace treewright {

namespace {

std::size_t class_number(const ColumnSchema& target, const std::string& name, const std::string& where) {
    const std::vector<std::string>& classes = target.levels;
    const auto found = std::find(classes.begin(), classes.end(), name);
    if (found != classes.end()) return index_in(classes, found);
    const LevelCode spelled_so = LevelFinder(target).find(name);  // one of several spellings, where they are folded
    if (spelled_so >= 0) return position_of(spelled_so);
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

constexpr int kept_digits = 12;
constexpr double kept_share = 1e-12;

/// To twelve digits: what was given in another unit (0.65 and 0.35, or 65 and 35) is the same to the last bit.
double rounded(double number) {
    const std::string text = fmt::format("{:.{}g}", number, kept_digits);
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

void refuse_no_prior(const ColumnSchema& target, const std::vector<double>& priors) {
    for (std::size_t j = 0; j < priors.size(); ++j)
        if (!(priors[j] > 0.0) || !std::isfinite(priors[j]))
            throw input_error(fmt::format("{} gives the class '{}' no prior above 0: give every class one", named("priors"),
                                          target.levels[j]));
}

/// Shares of 1. Those that add up to 1 already, but for the rounding, stay as they are: what a model stores is read back unchanged.
std::vector<double> priors_by_class(const ColumnSchema& target, const std::vector<ClassNumber>& given) {
    std::vector<double> priors(target.levels.size(), 0.0);
    for (const ClassNumber& one : given) {
        double& prior = priors[class_number(target, one.name, named("priors"))];
        if (prior != 0.0) throw input_error(fmt::format("{} names the class '{}' twice", named("priors"), one.name));
        prior = one.number;
    }
    refuse_no_prior(target, priors);
    double sum = std::accumulate(priors.begin(), priors.end(), 0.0);
    if (!std::isfinite(sum)) {  // in a smaller unit
        const double largest = *std::max_element(priors.begin(), priors.end());
        for (double& prior : priors) prior /= largest;
        sum = std::accumulate(priors.begin(), priors.end(), 0.0);
    }
    const bool adds_up = std::abs(sum - 1.0) <= kept_share * static_cast<double>(priors.size());
    for (double& prior : priors) prior = rounded(adds_up ? prior : prior / sum);
    refuse_no_prior(target, priors);  // one that is nothing compared with the others
    return priors;
}

/// In units of the least of them.
std::vector<double> weights_by_class(const ColumnSchema& target, const std::vector<ClassNumber>& given) {
    std::vector<double> weights(target.levels.size(), 1.0);
    for (const ClassNumber& one : given) {
        if (!(one.number > 0.0) || !std::isfinite(one.number))
            throw input_error(fmt::format("{} gives the class '{}' {}: it takes a number above 0", named("class-weight"),
                                          one.name, number_text(one.number)));
        weights[class_number(target, one.name, named("class-weight"))] *= one.number;
    }
    const double least = *std::min_element(weights.begin(), weights.end());
    for (double& weight : weights) {
        weight = rounded(weight / least);
        if (!std::isfinite(weight))
            throw input_error(
                fmt::format("{}: the largest is too large compared with the least: bring them nearer", named("class-weight")));
    }
    return weights;
}

/// πⱼ / (Nⱼ / N), which turns the shares of the data into the priors, times the weights of the classes; 1 on average over the table,
/// so that losses are those of a row, whatever unit priors and weights were given in.
ClassFactors label_factors_of(const TrainingSet& set, const TrainOptions& options) {
    const ColumnSchema& target = set.target.schema;
    ClassFactors factors(target.levels.size(), 1.0);
    const std::vector<double> given = weights_by_class(target, options.class_weights);
    const std::vector<double> rows = class_weights_of(set);
    if (options.priors == PriorsKind::given) factors = priors_by_class(target, options.given_priors);
    double mass = 0.0;
    double weight = 0.0;
    for (std::size_t j = 0; j < factors.size(); ++j) {
        if (options.priors != PriorsKind::data) factors[j] /= rows[j];
        factors[j] *= options.balances_classes ? 1.0 / rows[j] : given[j];
        mass += factors[j] * rows[j];
        weight += rows[j];
    }
    const bool all_equal = std::all_of(factors.begin(), factors.end(), [&](double each) { return each == factors.front(); });
    for (double& factor : factors) factor = all_equal ? 1.0 : factor * (weight / mass);
    return factors;
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
    const bool weighs = !options.class_weights.empty() || options.balances_classes;
    const bool asked = options.priors != PriorsKind::data || weighs || options.costs;
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
    terms.label_factors = label_factors_of(set, options);
    terms.score_factors = terms.label_factors;
    if (options.costs) {
        terms.costs = cost_matrix(set.target.schema, *options.costs);
        if (!criterion.needs_costs) apply_altered_priors(terms.costs, options.costs->source, terms.score_factors);
    }
    if (all_ones(terms.label_factors)) terms.label_factors.clear();
    if (all_ones(terms.score_factors)) terms.score_factors.clear();
    return terms;
}

void unify_class_numbers(const ColumnSchema& target, TrainOptions& options) {
    const auto by_name = [&](const std::vector<double>& numbers, double left_out) {
        std::vector<ClassNumber> list;
        for (std::size_t j = 0; j < numbers.size(); ++j)
            if (numbers[j] != left_out) list.push_back({target.levels[j], numbers[j]});
        return list;
    };
    if (options.costs)
        for (std::string& name : options.costs->classes)
            name = target.levels[class_number(target, name, options.costs->source)];
    if (options.priors == PriorsKind::given) options.given_priors = by_name(priors_by_class(target, options.given_priors), 0.0);
    if (!options.class_weights.empty()) options.class_weights = by_name(weights_by_class(target, options.class_weights), 1.0);
}

std::vector<NamedOption> describe_class_terms(const TrainOptions& options) {
    std::vector<NamedOption> named;
    if (options.priors == PriorsKind::equal) named.push_back({"priors", "equal"});
    if (options.priors == PriorsKind::given) named.push_back({"priors", numbers_text(options.given_priors)});
    if (options.balances_classes) named.push_back({"class-weight", "balanced"});
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
