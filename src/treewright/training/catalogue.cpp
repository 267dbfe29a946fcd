#include "treewright/training/catalogue.h"

#include <fmt/format.h>

#include <algorithm>

#include "treewright/base/spelling.h"
#include "treewright/data/parameter_entry.h"
#include "treewright/training/catalogue/option_words.h"

namespace treewright {

namespace {

using Options = TrainOptions;

constexpr ParameterRange share{0.0, 1.0};

template <class Access>
LearnerParameter entry(Parameter declared, Access access) {
    return entry_of<Options>(std::move(declared), access);
}

// --- those that are more than a field -----------------------------------------------------------------------------------------

LearnerParameter preset() {
    LearnerParameter parameter =
        entry({.name = "preset",
               .sentence = "The learner: sets all parameters below, each of which can be changed on top of it.",
               .elsewhere = {{"j48", "c45"},
                             {"J48", "c45"},
                             {"c4.5", "c45"},
                             {"C4.5", "c45"},
                             {"c5.0", "c45"},
                             {"weka", "c45"},
                             {"rpart", "cart"},
                             {"sklearn", "cart"},
                             {"scikit-learn", "cart"},
                             {"CART", "cart"},
                             {"ID3", "id3"},
                             {"default", "auto"}}},
              [](auto& o) -> auto& { return o.preset; });
    parameter.assign = [](Options& options, const ParameterValue& value) {
        options.preset = *enumerator_of<Preset>(std::get<std::string>(value));
        options.grow = preset_options(options.preset);
        options.prune = preset_pruning(options.preset);
    };
    return parameter;
}

/// Without a value it is the criterion of the preset, which depends on the task.
LearnerParameter criterion() {
    LearnerParameter parameter = entry({.name = "criterion",
                                        .sentence = "The measure of the quality of a split.",
                                        .choices = words_of<CriterionName>(),
                                        .elsewhere = {{"entropy", "information-gain"},
                                                      {"infogain", "information-gain"},
                                                      {"information_gain", "information-gain"},
                                                      {"information", "information-gain"},
                                                      {"log_loss", "information-gain"},
                                                      {"gainratio", "gain-ratio"},
                                                      {"gain_ratio", "gain-ratio"},
                                                      {"mse", "squared-error"},
                                                      {"squared_error", "squared-error"},
                                                      {"variance", "squared-error"},
                                                      {"anova", "squared-error"},
                                                      {"error", "misclassification"}}},
                                       [](auto& o) -> auto& { return o.grow.criterion; });
    parameter.shown = [](const Options& options) {
        if (options.grow.criterion) return std::string(word_of(*options.grow.criterion));
        return fmt::format("{}; {}", word_of(options.grow.class_criterion), word_of(CriterionName::squared_error));
    };
    parameter.assign = [](Options& options, const ParameterValue& value) {
        const CriterionKind& kind = kind_of(*enumerator_of<CriterionName>(std::get<std::string>(value)));
        options.grow.criterion = kind.name;
        if (kind.often_gains_nothing) options.grow.zero_gain = ZeroGain::refuse;  // zero-gain is set after this
    };
    return with_default(std::move(parameter));
}

/// Standard errors given by the user replace the price of the preset.
LearnerParameter standard_errors() {
    LearnerParameter parameter = entry({.name = "se",
                                        .unit = "S",
                                        .sentence = "Cost-complexity: choose the smallest tree within that many standard "
                                                    "errors of the best (1: the 1-SE rule; 0: the best)."},
                                       [](auto& o) -> auto& { return o.prune.standard_errors; });
    parameter.assign = [](Options& options, const ParameterValue& value) {
        options.prune.standard_errors = std::get<double>(value);
        options.prune.price.reset();
    };
    return parameter;
}

LearnerParameter priors() {
    LearnerParameter parameter{{.name = "priors",
                                .unit = "FILE",
                                .sentence = "Class frequencies where the tree will be used; FILE: a CSV of class,prior.",
                                .choices = {"data", "equal"},
                                .kind = ParameterKind::class_numbers,
                                .group = ParameterGroup::classes}};
    parameter.field = [](const Options& options) -> ParameterValue {
        if (options.priors == PriorsKind::given) return options.given_priors;
        return std::string(options.priors == PriorsKind::equal ? "equal" : "data");
    };
    parameter.assign = [](Options& options, const ParameterValue& value) {
        const auto* given = std::get_if<std::vector<ClassNumber>>(&value);
        options.given_priors = given != nullptr ? *given : std::vector<ClassNumber>{};
        options.priors = given != nullptr                          ? PriorsKind::given
                         : std::get<std::string>(value) == "equal" ? PriorsKind::equal
                                                                   : PriorsKind::data;
    };
    return with_default(std::move(parameter));
}

LearnerParameter class_weights() {
    LearnerParameter parameter{{.name = "class-weight",
                                .unit = "CLASS=W,…",
                                .sentence = "Count a row of CLASS W times in scores and labels, not in row limits; balanced: "
                                            "all classes count the same.",
                                .absent = "1",
                                .choices = {"balanced"},
                                .kind = ParameterKind::class_numbers,
                                .group = ParameterGroup::classes,
                                .adds_up = true}};
    parameter.field = [](const Options& options) -> ParameterValue {
        if (options.balances_classes) return std::string("balanced");
        if (options.class_weights.empty()) return {};
        return options.class_weights;
    };
    parameter.assign = [](Options& options, const ParameterValue& value) {
        options.class_weights.clear();
        options.balances_classes = std::holds_alternative<std::string>(value);
        if (const auto* given = std::get_if<std::vector<ClassNumber>>(&value)) options.class_weights = *given;
    };
    return with_default(std::move(parameter));
}

LearnerParameter costs() {
    LearnerParameter parameter{
        {.name = "costs",
         .unit = "FILE",
         .sentence = "Misclassification costs as CSV: one row per true class, one column per predicted class, zero diagonal.",
         .absent = "none",
         .kind = ParameterKind::cost_table,
         .group = ParameterGroup::classes}};
    parameter.field = [](const Options& options) { return options.costs ? ParameterValue(*options.costs) : ParameterValue(); };
    parameter.assign = [](Options& options, const ParameterValue& value) {
        options.costs.reset();
        if (const auto* given = std::get_if<CostTable>(&value)) options.costs = *given;
    };
    return with_default(std::move(parameter));
}

// --- the list -----------------------------------------------------------------------------------------------------------------

/// The compiler stops here when an option is added: give it an entry below and a name here.
[[maybe_unused]] void every_option_has_its_entry(const Options& options) {
    [[maybe_unused]] const auto& [preset, grow, prune, keep_unpruned, priors, given_priors, class_weights, balances_classes,
                                  costs] = options;
    // `class_criterion` is the preset's part of criterion; `notes_tests` follows from the pruning; `keeps_work` asks for a result.
    [[maybe_unused]] const auto& [criterion, class_criterion, criterion_parameters, categories, threshold, feature_use, missing,
                                  surrogates, max_depth, max_leaves, min_split, min_leaf, min_gain, zero_gain, branch_rule,
                                  numeric_limit, gain_filter, threshold_penalty, stop_test, notes_tests, keeps_work,
                                  significance, adjust] = grow;
    [[maybe_unused]] const auto& [tsallis_q] = criterion_parameters;
    [[maybe_unused]] const auto& [method, validation_fraction, confidence, raise, alpha, cp, leaves, se, price, complexity,
                                  folds, seed, merge_same_class] = prune;
}

std::vector<LearnerParameter> parts_of_a_split() {
    return {
        preset(),
        criterion(),
        entry({.name = "tsallis-q",
               .unit = "Q",
               .sentence = fmt::format("With {}: the order of the entropy; 1 is entropy in nats, 2 is Gini.",
                                       named("criterion", "tsallis")),
               .range = {0.01, 100.0}},
              [](auto& o) -> auto& { return o.grow.criterion_parameters.tsallis_q; }),
        entry({.name = "categories",
               .sentence = "How a category splits: one branch per level, a subset of the levels against the rest, or one level "
                           "against the rest."},
              [](auto& o) -> auto& { return o.grow.categories; }),
        entry({.name = "threshold",
               .sentence = "Where a threshold lies: halfway between two values, or at the largest value of the table that is "
                           "not above that."},
              [](auto& o) -> auto& { return o.grow.threshold; }),
        entry({.name = "feature-use", .sentence = "Whether a feature may be asked about again further down a path."},
              [](auto& o) -> auto& { return o.grow.feature_use; }),
        entry({.name = "missing",
               .sentence =
                   "Rows without a value go to the heaviest branch, to the branch where they gain most, to a level of their "
                   "own, are refused, go down all branches in parts, or follow a similar question about another feature."},
              [](auto& o) -> auto& { return o.grow.missing; }),
        entry({.name = "surrogates",
               .unit = "N",
               .sentence = fmt::format("With {}: maximum number of similar questions kept per split; auto: 5 if the table has "
                                       "missing values, else none.",
                                       named("missing", "surrogate")),
               .absent = "auto"},
              [](auto& o) -> auto& { return o.grow.surrogates; }),
    };
}

std::vector<LearnerParameter> limits_of_growth() {
    return {
        entry({.name = "max-depth",
               .unit = "N",
               .sentence = "Maximum number of questions on a path; 1 makes a decision stump.",
               .absent = "none"},
              [](auto& o) -> auto& { return o.grow.max_depth; }),
        entry({.name = "max-leaves",
               .unit = "N",
               .sentence = "Maximum number of leaves; the tree then grows where it gains most.",
               .range = {.lowest = 1.0},
               .absent = "none"},
              [](auto& o) -> auto& { return o.grow.max_leaves; }),
        entry({.name = "min-split", .unit = "ROWS", .sentence = "Minimum number of rows in a node that is split."},
              [](auto& o) -> auto& { return o.grow.min_split; }),
        entry({.name = "min-leaf", .unit = "ROWS", .sentence = "Minimum number of rows in a branch."},
              [](auto& o) -> auto& { return o.grow.min_leaf; }),
        entry({.name = "branch-rule", .sentence = "Which branches need min-leaf rows: all of them, or at least two."},
              [](auto& o) -> auto& { return o.grow.branch_rule; }),
        entry({.name = "numeric-limit",
               .sentence = "Minimum number of rows on each side of a threshold: min-leaf, or C4.5's larger number (a tenth of "
                           "the rows per class, at most 25)."},
              [](auto& o) -> auto& { return o.grow.numeric_limit; }),
        entry({.name = "min-gain", .unit = "GAIN", .sentence = "Minimum gain of a split, in the unit of the criterion."},
              [](auto& o) -> auto& { return o.grow.min_gain; }),
        entry({.name = "zero-gain",
               .sentence = "Whether to take a split that gains nothing by itself, in the hope that the next one does."},
              [](auto& o) -> auto& { return o.grow.zero_gain; }),
    };
}

std::vector<LearnerParameter> gain_ratio_and_tests() {
    return {
        entry({.name = "gain-filter",
               .sentence = "Gain ratio: choose among all tests, or only among those of at least average gain."},
              [](auto& o) -> auto& { return o.grow.gain_filter; }),
        entry({.name = "threshold-penalty",
               .sentence = "Gain ratio: subtract log2(thresholds)/rows from the gain of a numeric test, as C4.5 does."},
              [](auto& o) -> auto& { return o.grow.threshold_penalty; }),
        entry({.name = "stop-test",
               .sentence = "Split only where a test finds that the branches differ (f for numbers, chi-squared and exact for "
                           "classes), or where a question saves more bits than it takes to describe it."},
              [](auto& o) -> auto& { return o.grow.stop_test; }),
        entry({.name = "significance",
               .unit = "P",
               .sentence = "Significance level: the largest p-value at which a split is made.",
               .range = share},
              [](auto& o) -> auto& { return o.grow.significance; }),
        entry({.name = "adjust", .sentence = "Bonferroni: multiply p by the number of tests that were possible at the node."},
              [](auto& o) -> auto& { return o.grow.adjust; }),
    };
}

std::vector<LearnerParameter> ways_to_prune() {
    return {
        entry({.name = "prune", .sentence = "How to prune the tree."}, [](auto& o) -> auto& { return o.prune.method; }),
        entry({.name = "validation-fraction",
               .unit = "SHARE",
               .sentence = "Reduced error: share of the rows to hold out as the validation set.",
               .range = {0.01, 0.99}},
              [](auto& o) -> auto& { return o.prune.validation_fraction; }),
        entry({.name = "confidence",
               .unit = "CF",
               .sentence = "Pessimistic: confidence level of the error bound; lower values prune more.",
               .range = {1e-9, 1.0}},
              [](auto& o) -> auto& { return o.prune.confidence; }),
        entry({.name = "raise",
               .sentence = "Pessimistic, reduced error: a branch may also replace its parent and take all its rows."},
              [](auto& o) -> auto& { return o.prune.raise; }),
    };
}

std::vector<LearnerParameter> cost_complexity() {
    return {
        entry({.name = "alpha",
               .unit = "A",
               .sentence = "Cost-complexity: how much error a leaf must save, instead of cross-validation.",
               .absent = "none"},
              [](auto& o) -> auto& { return o.prune.alpha; }),
        entry({.name = "cp",
               .unit = "CP",
               .sentence = "Cost-complexity: the same as a share of the loss of the root alone, as in rpart.",
               .range = share,
               .absent = "none"},
              [](auto& o) -> auto& { return o.prune.cp; }),
        entry({.name = "leaves",
               .unit = "N",
               .sentence = "Cost-complexity: choose the largest tree of the sequence with at most that many leaves, instead of "
                           "cross-validation.",
               .range = {.lowest = 1.0},
               .absent = "none"},
              [](auto& o) -> auto& { return o.prune.leaves; }),
        standard_errors(),
        entry({.name = "price",
               .unit = "D",
               .sentence =
                   "Cost-complexity for classes: how much each doubling of the leaves must bring, instead of standard errors.",
               .absent = "none"},
              [](auto& o) -> auto& { return o.prune.price; }),
        entry({.name = "complexity",
               .sentence = "Cost-complexity: the loss that leaves are weighed against; scikit-learn's is impurity."},
              [](auto& o) -> auto& { return o.prune.complexity; }),
        entry({.name = "folds",
               .unit = "N",
               .sentence = "Cost-complexity: number of folds of the cross-validation.",
               .range = {.lowest = 2.0}},
              [](auto& o) -> auto& { return o.prune.folds; }),
        entry({.name = "merge-same-class", .sentence = "Afterwards, merge sibling leaves that predict the same class."},
              [](auto& o) -> auto& { return o.prune.merge_same_class; }),
    };
}

std::vector<LearnerParameter> about_classes() { return {priors(), class_weights(), costs()}; }

std::vector<LearnerParameter> of_the_run() {
    std::vector<LearnerParameter> list = {
        with_default(LearnerParameter{
            {.name = "validation",
             .unit = "FILE",
             .sentence = "Reduced error: read the validation set from FILE, instead of holding out training rows.",
             .absent = "none"}}),
        entry({.name = "keep-unpruned",
               .sentence = "Keep the unpruned tree in the model as well, so that it can be pruned again."},
              [](auto& o) -> auto& { return o.keep_unpruned; }),
        entry({.name = "seed", .unit = "N", .sentence = "Seed of every random draw of rows."},
              [](auto& o) -> auto& { return o.prune.seed; }),
        with_default(
            LearnerParameter{{.name = "threads",
                              .unit = "N",
                              .sentence = "Number of threads; 0 or all: one per core. The result does not depend on it.",
                              .range = {0.0, 1024.0},
                              .absent = "all",
                              .kind = ParameterKind::integer}}),
    };
    for (Parameter& parameter : list) parameter.group = ParameterGroup::run;
    return list;
}

/// What a saved tree is pruned by, besides the learner's own parameters of pruning.
std::vector<LearnerParameter> saved_models_pruning() {
    std::vector<LearnerParameter> list = {
        entry({.name = "method", .sentence = "Pruning method."}, [](auto& o) -> auto& { return o.prune.method; }),
        LearnerParameter{{.name = "validation",
                          .unit = "FILE",
                          .sentence = "Reduced error: the validation set, rows that were not used for training."}},
        LearnerParameter{
            {.name = "data", .unit = "FILE", .sentence = "Training rows, for cross-validation, raising and rules."}},
    };
    for (Parameter& parameter : list) parameter.group = ParameterGroup::pruning;
    list.front().usual = {};  // who prunes says how
    list.front().usual_text.clear();
    return list;
}

const std::vector<LearnerParameter>& table() {
    static const std::vector<LearnerParameter> list = [] {
        std::vector<LearnerParameter> all;
        for (auto* const part : {parts_of_a_split, limits_of_growth, gain_ratio_and_tests, ways_to_prune, cost_complexity,
                                 about_classes, of_the_run})
            for (LearnerParameter& parameter : part()) all.push_back(std::move(parameter));
        return all;
    }();
    return list;
}

}  // namespace

std::span<const LearnerParameter> parameters() {
    static const std::size_t of_learner = static_cast<std::size_t>(std::count_if(
        table().begin(), table().end(), [](const Parameter& each) { return each.group == ParameterGroup::learner; }));
    return std::span(table()).first(of_learner);
}

std::span<const LearnerParameter> pruning_parameters() {
    static const std::vector<LearnerParameter> list = saved_models_pruning();
    return list;
}

std::span<const LearnerParameter> all_parameters() { return table(); }

const LearnerParameter* find_parameter(std::string_view name) {
    for (const LearnerParameter& parameter : table())
        if (parameter.name == name) return &parameter;
    return nullptr;
}

bool is_left_out(const Parameter& parameter, const TrainOptions& options) {
    return parameter.name == "cp" && !options.prune.cp;
}

bool belongs_to_other_criterion(const Parameter& parameter, CriterionName criterion) {
    for (const CriterionKind* kind : criterion_kinds())
        if (kind->parameter == parameter.name) return kind->name != criterion;
    return false;
}

}  // namespace treewright
