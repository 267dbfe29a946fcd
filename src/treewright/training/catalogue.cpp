#include "treewright/training/catalogue.h"

#include <fmt/format.h>

#include <algorithm>

#include "treewright/training/catalogue/parameter_entry.h"

namespace treewright {

namespace {

using Options = TrainOptions;

constexpr ParameterRange share{0.0, 1.0};

// --- those that are more than a field -----------------------------------------------------------------------------------------

Parameter preset() {
    Parameter parameter = entry(
        {.name = "preset", .sentence = "The learner: a choice of all the parts below, each of which can be set on top of it."},
        [](auto& o) -> auto& { return o.preset; });
    parameter.assign = [](Options& options, const ParameterValue& value) {
        options.preset = *enumerator_of<Preset>(std::get<std::string>(value));
        options.grow = preset_options(options.preset);
        options.prune = preset_pruning(options.preset);
    };
    return parameter;
}

/// None: that of the preset, which depends on the task.
Parameter criterion() {
    Parameter parameter =
        entry({.name = "criterion", .sentence = "What a split is chosen by.", .choices = words_of<CriterionName>()},
              [](auto& o) -> auto& { return o.grow.criterion; });
    parameter.shown = [](const Options& options) {
        if (options.grow.criterion) return std::string(word_of(*options.grow.criterion));
        return fmt::format("{}; {}", word_of(options.grow.class_criterion), word_of(CriterionName::squared_error));
    };
    return parameter;
}

/// Who asks for standard errors does not ask for a price.
Parameter standard_errors() {
    Parameter parameter =
        entry({.name = "se",
               .unit = "S",
               .sentence = "Cost-complexity: the smallest tree within so many standard errors of the best; 0 for the best."},
              [](auto& o) -> auto& { return o.prune.standard_errors; });
    parameter.assign = [](Options& options, const ParameterValue& value) {
        options.prune.standard_errors = std::get<double>(value);
        options.prune.price.reset();
    };
    return parameter;
}

Parameter priors() {
    return {.name = "priors",
            .unit = "FILE",
            .sentence = "How frequent the classes are where the tree will be used; FILE: a CSV of class,prior.",
            .choices = {"data", "equal"},
            .kind = ParameterKind::class_numbers,
            .owner = ParameterOwner::classes,
            .field = [](const Options& options) -> ParameterValue {
                if (options.priors == PriorsKind::given) return options.given_priors;
                return std::string(options.priors == PriorsKind::equal ? "equal" : "data");
            },
            .assign =
                [](Options& options, const ParameterValue& value) {
                    const auto* given = std::get_if<std::vector<ClassNumber>>(&value);
                    options.given_priors = given != nullptr ? *given : std::vector<ClassNumber>{};
                    options.priors = given != nullptr                          ? PriorsKind::given
                                     : std::get<std::string>(value) == "equal" ? PriorsKind::equal
                                                                               : PriorsKind::data;
                }};
}

Parameter class_weights() {
    return {.name = "class-weight",
            .unit = "CLASS=W,…",
            .sentence = "A row of CLASS counts W times in scores and labels, not in row limits.",
            .absent = "1",
            .kind = ParameterKind::class_numbers,
            .owner = ParameterOwner::classes,
            .field = [](const Options& options) -> ParameterValue {
                if (options.class_weights.empty()) return {};
                return options.class_weights;
            },
            .assign =
                [](Options& options, const ParameterValue& value) {
                    options.class_weights.clear();
                    if (const auto* given = std::get_if<std::vector<ClassNumber>>(&value)) options.class_weights = *given;
                }};
}

Parameter costs() {
    return {.name = "costs",
            .unit = "FILE",
            .sentence =
                "A CSV of what each mistake costs: a row for each true class, a column for each predicted one, zero diagonal.",
            .absent = "none",
            .kind = ParameterKind::cost_table,
            .owner = ParameterOwner::classes,
            .field = [](const Options& options) { return options.costs ? ParameterValue(*options.costs) : ParameterValue(); },
            .assign =
                [](Options& options, const ParameterValue& value) {
                    options.costs.reset();
                    if (const auto* given = std::get_if<CostTable>(&value)) options.costs = *given;
                }};
}

// --- the list -----------------------------------------------------------------------------------------------------------------

/// The compiler stops here when an option is added: give it an entry below and a name here.
[[maybe_unused]] void every_option_has_its_entry(const Options& options) {
    [[maybe_unused]] const auto& [preset, grow, prune, keep_unpruned, priors, given_priors, class_weights, costs] = options;
    // `class_criterion` is the preset's part of criterion; `notes_tests` follows from the pruning; `keeps_work` asks for a result.
    [[maybe_unused]] const auto& [criterion, class_criterion, categories, threshold, feature_use, missing, surrogates,
                                  max_depth, max_leaves, min_split, min_leaf, min_gain, zero_gain, branch_rule, numeric_limit,
                                  gain_filter, threshold_penalty, stop_test, notes_tests, keeps_work, significance, adjust] =
        grow;
    [[maybe_unused]] const auto& [method, validation_fraction, confidence, raise, alpha, leaves, se, price, complexity, folds,
                                  seed, merge_same_class] = prune;
}

std::vector<Parameter> growing_parameters() {
    return {
        preset(),
        criterion(),
        entry({.name = "categories",
               .sentence = "How a category splits: a branch for each level, a subset of the levels against the rest, or one "
                           "level against "
                           "the rest."},
              [](auto& o) -> auto& { return o.grow.categories; }),
        entry(
            {.name = "threshold",
             .sentence =
                 "Where a threshold stands: halfway between two values, or at the largest value of the table not above that."},
            [](auto& o) -> auto& { return o.grow.threshold; }),
        entry({.name = "feature-use", .sentence = "Whether a feature may be asked about again further down a path."},
              [](auto& o) -> auto& { return o.grow.feature_use; }),
        entry(
            {.name = "missing",
             .sentence =
                 "Rows without a value go to the heaviest branch, where they help most, to a level of their own, are refused, "
                 "go to all branches in parts, or by a similar question about another feature."},
            [](auto& o) -> auto& { return o.grow.missing; }),
        entry({.name = "surrogates",
               .unit = "N",
               .sentence = fmt::format("With {}: similar questions kept for each split at most; auto: 5 if the table misses a "
                                       "value, else none.",
                                       named("missing", "surrogate")),
               .absent = "auto"},
              [](auto& o) -> auto& { return o.grow.surrogates; }),
        entry({.name = "max-depth",
               .unit = "N",
               .sentence = "Questions on a path at most; 1 makes a decision stump.",
               .absent = "none"},
              [](auto& o) -> auto& { return o.grow.max_depth; }),
        entry({.name = "max-leaves",
               .unit = "N",
               .sentence = "Leaves at most; the tree then grows where it gains most.",
               .range = {.lowest = 1.0},
               .absent = "none"},
              [](auto& o) -> auto& { return o.grow.max_leaves; }),
        entry({.name = "min-split", .unit = "ROWS", .sentence = "Rows that a node needs to be split."},
              [](auto& o) -> auto& { return o.grow.min_split; }),
        entry({.name = "min-leaf", .unit = "ROWS", .sentence = "Rows that a branch needs."},
              [](auto& o) -> auto& { return o.grow.min_leaf; }),
        entry({.name = "branch-rule", .sentence = "Which branches need min-leaf rows: every one, or at least two."},
              [](auto& o) -> auto& { return o.grow.branch_rule; }),
        entry(
            {.name = "numeric-limit",
             .sentence = "Rows on each side of a threshold: min-leaf, or C4.5's larger number (a tenth of the rows a class, at "
                         "most 25)."},
            [](auto& o) -> auto& { return o.grow.numeric_limit; }),
        entry({.name = "min-gain", .unit = "GAIN", .sentence = "Gain that a split needs, in the unit of the criterion."},
              [](auto& o) -> auto& { return o.grow.min_gain; }),
        entry({.name = "zero-gain",
               .sentence = "Whether a split that gains nothing by itself is taken, in the hope of the next."},
              [](auto& o) -> auto& { return o.grow.zero_gain; }),
        entry({.name = "gain-filter", .sentence = "Gain ratio among all tests, or only among those of at least average gain."},
              [](auto& o) -> auto& { return o.grow.gain_filter; }),
        entry({.name = "threshold-penalty",
               .sentence = "Gain ratio: take log2(thresholds)/rows from the gain of a numeric test, as C4.5 does."},
              [](auto& o) -> auto& { return o.grow.threshold_penalty; }),
        entry(
            {.name = "stop-test",
             .sentence =
                 "Split only where a test says that the branches differ (f for numbers, chi-squared and exact for classes), or "
                 "where a question spares more bits than it takes to tell it."},
            [](auto& o) -> auto& { return o.grow.stop_test; }),
        entry({.name = "significance", .unit = "P", .sentence = "The p-value up to which a split is made.", .range = share},
              [](auto& o) -> auto& { return o.grow.significance; }),
        entry({.name = "adjust", .sentence = "Whether p is multiplied by the number of tests that were possible at the node."},
              [](auto& o) -> auto& { return o.grow.adjust; }),
    };
}

std::vector<Parameter> pruning_parameters() {
    return {
        entry({.name = "prune", .sentence = "How the tree is pruned."}, [](auto& o) -> auto& { return o.prune.method; }),
        entry({.name = "validation-fraction",
               .unit = "SHARE",
               .sentence = "Reduced error: the share of the rows that the tree does not see and is judged by.",
               .range = {0.01, 0.99}},
              [](auto& o) -> auto& { return o.prune.validation_fraction; }),
        entry({.name = "confidence",
               .unit = "CF",
               .sentence = "Pessimistic pruning: the lower, the more is cut.",
               .range = {1e-9, 1.0}},
              [](auto& o) -> auto& { return o.prune.confidence; }),
        entry({.name = "raise",
               .sentence = "Pessimistic, reduced error: a branch may also take the place of its parent, with all its rows."},
              [](auto& o) -> auto& { return o.prune.raise; }),
        entry({.name = "alpha",
               .unit = "A",
               .sentence = "Cost-complexity: what a leaf must spare of the error, in place of cross-validation.",
               .absent = "none"},
              [](auto& o) -> auto& { return o.prune.alpha; }),
        entry(
            {.name = "leaves",
             .unit = "N",
             .sentence =
                 "Cost-complexity: the largest tree of the sequence with at most so many leaves, in place of cross-validation.",
             .range = {.lowest = 1.0},
             .absent = "none"},
            [](auto& o) -> auto& { return o.prune.leaves; }),
        standard_errors(),
        entry({.name = "price",
               .unit = "D",
               .sentence =
                   "Cost-complexity for classes: what each doubling of the leaves must bring, in place of standard errors.",
               .absent = "none"},
              [](auto& o) -> auto& { return o.prune.price; }),
        entry(
            {.name = "complexity", .sentence = "Cost-complexity: what leaves are weighed against; impurity is scikit-learn's."},
            [](auto& o) -> auto& { return o.prune.complexity; }),
        entry({.name = "folds",
               .unit = "N",
               .sentence = "Cost-complexity: the parts of the rows, each of which judges a tree that grew from the others.",
               .range = {.lowest = 2.0}},
              [](auto& o) -> auto& { return o.prune.folds; }),
        entry({.name = "merge-same-class", .sentence = "Afterwards, sibling leaves that predict the same class become one."},
              [](auto& o) -> auto& { return o.prune.merge_same_class; }),
    };
}

std::vector<Parameter> run_parameters() {
    std::vector<Parameter> list = {
        {.name = "validation",
         .unit = "FILE",
         .sentence = "Reduced error: the rows that judge the tree, in place of a part of the training rows.",
         .absent = "none"},
        entry({.name = "keep-unpruned", .sentence = "The model also keeps the tree as it was grown, to be pruned again."},
              [](auto& o) -> auto& { return o.keep_unpruned; }),
        entry({.name = "seed", .unit = "N", .sentence = "Which rows are drawn where rows are drawn."},
              [](auto& o) -> auto& { return o.prune.seed; }),
        {.name = "threads",
         .unit = "N",
         .sentence = "Threads to use; 0 or all: one for each core. The result does not depend on it.",
         .range = {0.0, 1024.0},
         .absent = "all",
         .kind = ParameterKind::integer},
    };
    for (Parameter& parameter : list) parameter.owner = ParameterOwner::run;
    return list;
}

const std::vector<Parameter>& table() {
    static const std::vector<Parameter> list = [] {
        std::vector<Parameter> all = growing_parameters();
        for (Parameter& parameter : pruning_parameters()) all.push_back(std::move(parameter));
        for (Parameter& parameter : std::vector{priors(), class_weights(), costs()}) all.push_back(std::move(parameter));
        for (Parameter& parameter : run_parameters()) all.push_back(std::move(parameter));
        return all;
    }();
    return list;
}

}  // namespace

std::span<const Parameter> parameters() {
    static const std::size_t of_learner = static_cast<std::size_t>(std::count_if(
        table().begin(), table().end(), [](const Parameter& each) { return each.owner == ParameterOwner::learner; }));
    return std::span(table()).first(of_learner);
}

std::span<const Parameter> all_parameters() { return table(); }

const Parameter* find_parameter(std::string_view name) {
    for (const Parameter& parameter : table())
        if (parameter.name == name) return &parameter;
    return nullptr;
}

std::string word_for(PruneMethod method) { return std::string(word_of(method)); }

}  // namespace treewright
