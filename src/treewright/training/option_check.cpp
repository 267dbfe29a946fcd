#include "treewright/training/option_check.h"

#include <fmt/format.h>

#include "treewright/base/error.h"
#include "treewright/base/number_text.h"
#include "treewright/base/spelling.h"
#include "treewright/data/content_hash.h"
#include "treewright/growing/split_search.h"
#include "treewright/training/catalogue.h"

namespace treewright {

namespace {

// Rows of the table, whatever their weights.
constexpr std::size_t least_rows_for_folds = 50;     // with fewer, cross-validation is too noisy
constexpr std::size_t most_rows_for_folds = 500000;  // `auto`: with more, pessimistic pruning saves the ten trees of the folds
constexpr double confidence_of_many = 0.01;
constexpr std::size_t most_rare_classes = 3;  // named one by one

/// The first missing cell of the features, for `--missing error`.
void refuse_missing(const TrainingSet& set) {
    for (const Column& feature : set.features)
        for (std::size_t row = 0; row < set.rows; ++row)
            if (feature.missing_at(row))
                throw set.complaint(
                    fmt::format("'{}' is missing{}, and {} refuses that: fill it in, or choose another {} method",
                                feature.schema.name, set.in_line(row), named("missing", "error"), named("missing")));
}

void refuse_for_numbers(const TrainingSet& set, const PruneOptions& options) {
    if (set.task() == Task::regression && is_for_classes(options.method))
        throw set.complaint(fmt::format(
            "the target '{}' is a number, but {} is for classes: use cost-complexity, reduced-error or description-length",
            set.target.schema.name, named("prune", word_of(options.method))));
}

}  // namespace

void check_options(const TrainingSet& set, const TrainOptions& options) {
    const bool regression = set.task() == Task::regression;
    const CriterionName criterion = effective_criterion(options.grow, set.task());
    const std::string& target = set.target.schema.name;
    const auto preset_word = parameters().front().get(options);
    if (regression && (options.preset == Preset::id3 || options.preset == Preset::c45))
        throw set.complaint(fmt::format("the target '{}' is a number, but {} is for classes: use {} or cart, or {}", target,
                                        preset_word, named("preset", "auto"), named("task", "classification")));
    if (kind_of(criterion).task != set.task())
        throw set.complaint(regression ? fmt::format("the target '{}' is a number: the criterion must be squared-error", target)
                                       : fmt::format("the target '{}' holds classes: squared-error is for numbers", target));
    const StopTest test = options.grow.stop_test;
    if (regression && (test == StopTest::chi_squared || test == StopTest::exact))
        throw set.complaint(fmt::format("the target '{}' is a number, but this test compares classes: use {}", target,
                                        named("stop-test", "f")));
    if (!regression && test == StopTest::f)
        throw set.complaint(fmt::format("the target '{}' holds classes, but f compares means: use {} or exact", target,
                                        named("stop-test", "chi-squared")));
    if (options.grow.missing == MissingMethod::error) refuse_missing(set);
}

void note_idle_options(const TrainOptions& options, Messages& messages) {
    const GrowOptions usual = preset_options(options.preset);
    if (options.grow.surrogates && options.grow.missing != MissingMethod::surrogate)
        messages.note(fmt::format("{} has no effect without {}", named("surrogates"), named("missing", "surrogate")));
    for (const CriterionKind* kind : criterion_kinds()) {
        const LearnerParameter* own = kind->parameter.empty() ? nullptr : find_parameter(kind->parameter);
        if (own == nullptr || options.grow.criterion == kind->name || own->get(options) == own->get(TrainOptions())) continue;
        messages.note(fmt::format("{} has no effect without {}", named(own->name), named("criterion", kind->word)));
    }
    note_idle_pruning(options.prune, preset_pruning(options.preset), messages);
    if (options.grow.stop_test != StopTest::none || options.prune.method == PruneMethod::chi_squared) return;
    const auto say = [&](std::string_view name) {
        messages.note(
            fmt::format("{} has no effect without {} or {}", named(name), named("stop-test"), named("prune", "chi-squared")));
    };
    if (options.grow.significance != usual.significance) say("significance");
    if (options.grow.adjust != usual.adjust) say("adjust");
}

void note_idle_pruning(const PruneOptions& prune, const PruneOptions& usual, Messages& messages) {
    const auto say = [&](bool differs, PruneMethod needed, std::string_view name) {
        if (differs && prune.method != needed)
            messages.note(fmt::format("{} has no effect without {}", named(name), named("prune", word_of(needed))));
    };
    say(prune.alpha != usual.alpha, PruneMethod::cost_complexity, "alpha");
    say(prune.cp != usual.cp, PruneMethod::cost_complexity, "cp");
    say(prune.leaves != usual.leaves, PruneMethod::cost_complexity, "leaves");
    say(prune.price && prune.price != usual.price, PruneMethod::cost_complexity, "price");
    say(prune.standard_errors != usual.standard_errors, PruneMethod::cost_complexity, "se");
    say(prune.folds != usual.folds, PruneMethod::cost_complexity, "folds");
    say(prune.validation_fraction != usual.validation_fraction, PruneMethod::reduced_error, "validation-fraction");
    const bool by_limit = prune.method == PruneMethod::pessimistic || prune.method == PruneMethod::rules;
    if (prune.confidence != usual.confidence && !by_limit)
        messages.note(fmt::format("{} has no effect without {} or rules", named("confidence"), named("prune", "pessimistic")));
    if (prune.raise && !usual.raise && !can_raise(prune.method))
        messages.note(
            fmt::format("{} has no effect without {} or reduced-error", named("raise"), named("prune", "pessimistic")));
}

void warn_of_known_validation(const TrainingSet& validation, const std::string& training_hash, const Run& run) {
    if (content_hash(validation, run) == training_hash)
        run.messages.warn("the validation set holds the training rows, which cannot show overfitting: use other rows");
}

void refuse_too_many_folds(const TrainingSet& set, std::size_t folds) {
    if (set.rows < folds)
        throw set.complaint(fmt::format("there are {} rows for {} folds: use at most {}", set.rows, folds,
                                        named("folds", std::to_string(set.rows))));
}

void warn_of_rare_classes(const TrainingSet& set, const FoldsInWords& folds, Messages& messages) {
    if (set.task() == Task::regression) return;
    std::vector<std::size_t> rows(set.target.schema.levels.size(), 0);
    for (const LevelCode code : set.target.codes) ++rows[position_of(code)];
    std::vector<std::size_t> rare;
    for (std::size_t j = 0; j < rows.size(); ++j)
        if (rows[j] < folds.count) rare.push_back(j);
    const std::string all = fmt::format("{} folds{}", folds.count, folds.purpose);
    if (rare.size() > most_rare_classes)
        return messages.warn(fmt::format("{} of {} classes have fewer rows than the {}: some folds will have none of them",
                                         rare.size(), rows.size(), all));
    for (const std::size_t j : rare)
        messages.warn(fmt::format("the class '{}' has {} {} for {}: some folds will have none of it",
                                  set.target.schema.levels[j], rows[j], rows[j] == 1 ? "row" : "rows", all));
}

void refuse_idle_validation(const PruneOptions& options) {
    if (options.method != PruneMethod::reduced_error)
        throw usage_error(fmt::format("{} is only used by {}: add that, or leave the validation set out", named("validation", "FILE"),
                                      named("prune", "reduced-error")));
}

void refuse_contradictions(const PruneOptions& options) {
    if (options.method != PruneMethod::cost_complexity) return;
    std::vector<std::string> given;
    if (options.alpha) given.push_back(named("alpha"));
    if (options.cp) given.push_back(named("cp"));
    if (options.leaves != no_limit) given.push_back(named("leaves"));
    if (given.size() > 1)
        throw usage_error(fmt::format("{} and {} both set how far to prune: give only one of them", given[0], given[1]));
}

PruneOptions effective_pruning(const TrainingSet& set, const ClassTerms& terms, Preset preset, PruneOptions options,
                               Messages& messages) {
    refuse_contradictions(options);
    refuse_for_numbers(set, options);
    // The price is in shares of errors: where rows count differently, standard errors decide.
    const bool counts_rows = terms.label_factors.empty() && terms.costs.empty();
    if (set.task() == Task::regression || !counts_rows) options.price.reset();
    if (!options.uses_folds()) return options;
    if (set.rows < least_rows_for_folds) {
        messages.note(fmt::format(
            "fewer than {} rows are too few for cross-validation, so the tree is not pruned; {}, {} or {} prune without it",
            least_rows_for_folds, named("prune", "pessimistic"), named("alpha"), named("leaves")));
        options.method = PruneMethod::none;
    } else if (preset == Preset::automatic && options.price && set.rows > most_rows_for_folds) {
        messages.note(
            fmt::format("with more than {} rows the tree is pruned pessimistically ({}) instead of by cross-validation, "
                        "which would grow ten more trees",
                        most_rows_for_folds, named("confidence", number_text(confidence_of_many))));
        options.method = PruneMethod::pessimistic;
        options.confidence = confidence_of_many;
    } else {
        refuse_too_many_folds(set, options.folds);
    }
    if (options.uses_folds()) warn_of_rare_classes(set, {options.folds, " of pruning"}, messages);
    return options;
}

}  // namespace treewright
