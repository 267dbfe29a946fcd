#include "treewright/training/learner.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "treewright/base/step_count.h"
#include "treewright/data/content_hash.h"
#include "treewright/growing/grower.h"
#include "treewright/growing/split_search.h"
#include "treewright/training/catalogue.h"
#include "treewright/training/class_terms.h"
#include "treewright/training/folds.h"
#include "treewright/training/option_check.h"
#include "treewright/training/prune_tree_internal.h"

namespace treewright {

namespace {

std::vector<NamedOption> options_in_effect(const TrainOptions& options) {
    std::vector<NamedOption> named;
    for (const LearnerParameter& parameter : parameters())
        if (!belongs_to_other_criterion(parameter, *options.grow.criterion) && !is_left_out(parameter, options))
            named.push_back({std::string(parameter.name), parameter.get(options)});
    for (NamedOption& option : describe_class_terms(options)) named.push_back(std::move(option));
    return named;
}

/// Those of the trees that are grown by the thousand: the arithmetic is kept of none of them.
GrowOptions options_of_grower(const TrainOptions& options) {
    GrowOptions grow = options_to_grow(options.grow, options.prune);
    grow.keeps_work = false;
    return grow;
}

bool same_terms(const ClassTerms& a, const ClassTerms& b) {
    return a.score_factors == b.score_factors && a.label_factors == b.label_factors && a.costs.cells == b.costs.cells;
}

RowList joined(const RowList& some, const RowList& others) {
    RowList rows;
    std::set_union(some.begin(), some.end(), others.begin(), others.end(), std::back_inserter(rows));
    return rows;
}

void add_all(const Messages& some, Messages& to) {
    for (const Message& message : some.list()) to.add(message);
}

}  // namespace

Learner::Settled Learner::settle(const TrainingSet& set, const TrainingSet* validation, const TrainOptions& asked,
                                 const Run& run) {
    check_options(set, asked);
    note_idle_options(asked, run.messages);
    Settled settled{asked, {}, {}};
    TrainOptions& options = settled.options;
    options.grow.criterion = effective_criterion(asked.grow, set.task());
    settled.terms = resolve_class_terms(set, options);
    if (set.task() == Task::classification) unify_class_numbers(set.target.schema, options);
    if (validation != nullptr) warn_of_known_validation(*validation, content_hash(set, run), run);
    options.prune = effective_pruning(set, settled.terms, options.preset, options.prune, settled.about_pruning);
    return settled;
}

Learner::Learner(Settled settled, TreeGrower grower, std::shared_ptr<const TrainingSet> validation)
    : validation_(std::move(validation)),
      options_(std::move(settled.options)),
      about_pruning_(std::move(settled.about_pruning)),
      grower_(std::move(grower)) {}

Learner Learner::made(std::shared_ptr<const TrainingSet> set, const TrainOptions& asked, const Run& run,
                      std::shared_ptr<const TrainingSet> validation) {
    Settled settled = settle(*set, validation.get(), asked, run);
    TreeGrower grower(std::move(set), options_of_grower(settled.options), settled.terms, run);
    return {std::move(settled), std::move(grower), std::move(validation)};
}

Learner Learner::made_like(const Learner& other, const TrainOptions& asked, const Run& run) {
    Settled settled = settle(other.set(), other.validation_.get(), asked, run);
    const GrowOptions options = options_of_grower(settled.options);
    // Priors, class weights and costs come by file and flag, not by the options that are compared here.
    const bool is_alike = options == other.grow_options() && same_terms(settled.terms, other.terms());
    TreeGrower grower = is_alike ? other.grower_ : TreeGrower(other.grower_.shared_set(), options, settled.terms, run);
    return {std::move(settled), std::move(grower), other.validation_};
}

Learner::Learner(std::shared_ptr<const TrainingSet> set, const TrainOptions& asked, const Run& run,
                 std::shared_ptr<const TrainingSet> validation, PruningNotes notes)
    : Learner(made(std::move(set), asked, run, std::move(validation))) {
    if (notes == PruningNotes::now) add_all(about_pruning_, run.messages);
}

Learner::Learner(const Learner& other, const TrainOptions& asked, const Run& run) : Learner(made_like(other, asked, run)) {
    add_all(about_pruning_, run.messages);
}

bool Learner::grows_like(const Learner& other) const {
    return &set() == &other.set() && grow_options() == other.grow_options() && same_terms(terms(), other.terms()) &&
           !draws_validation_rows() && !other.draws_validation_rows();
}

bool Learner::draws_validation_rows() const {
    return options_.prune.method == PruneMethod::reduced_error && validation_ == nullptr;
}

RowList Learner::drawn_validation_rows(const RowSelection& rows, const Run& run) const {
    if (!draws_validation_rows()) return {};
    return draw_rows(set(), {options_.prune.validation_fraction, options_.prune.seed}, rows, run);
}

template <class Grower>
GrownTree Learner::grow_by(Grower&& grower, const RowSelection& rows, const Run& run) const {
    const RowList apart = drawn_validation_rows(rows, run);
    const RowList others = apart.empty() ? RowList{} : rows_without(apart, rows);
    const RowSelection own = apart.empty() ? rows : RowSelection::of(others);
    // The engine neither counts tests, which χ² wants to know later, nor keeps its arithmetic.
    const bool counts_tests = options_.keep_unpruned && set().task() == Task::classification;
    if (!counts_tests && !options_.grow.keeps_work) return std::forward<Grower>(grower).grow(own, run);
    const GrowOptions options = options_to_grow(options_.grow, options_.prune);
    return treewright::grow(set(), own, counts_tests ? with_tests(options) : options, terms(), run);
}

GrownTree Learner::grow(const RowSelection& rows, const Run& run) const { return grow_by(grower_, rows, run); }

std::vector<Tree> Learner::grow_without(const std::vector<RowList>& held_out, const RowSelection& rows, const Run& run) const {
    if (!draws_validation_rows()) return grower_.grow_without(held_out, rows, run);
    std::vector<RowList> apart(held_out.size());
    run.threads.for_each(held_out.size(), [&](std::size_t i) {
        const RowList others = rows_without(held_out[i], rows);
        apart[i] = joined(held_out[i], drawn_validation_rows(RowSelection::of(others), QuietRun(run)));
    });
    return grower_.grow_without(apart, rows, run);
}

/// With validation rows of its own the tree grew from the others; with those of another table, from all rows.
PrunedTree Learner::by_method(Tree tree, const RowSelection& rows, const Run& run) const {
    const PruneOptions& options = options_.prune;
    const bool draws = draws_validation_rows();
    PruningRows given{&set(), rows};
    RowList held_out, own;
    if (options.method == PruneMethod::reduced_error) {
        given.validation = draws ? &set() : validation_.get();
        held_out = draws ? drawn_validation_rows(rows, run) : validation_->all_rows().list();
        given.validation_rows = held_out;
    }
    if (draws && options.raise) {
        own = rows_without(held_out, rows);
        given.rows = RowSelection::of(own);
    }
    const auto ask_folds = [&](const WeakestLinks& links) {
        return cross_validate_sequence(grower_, links, options, rows, run);
    };
    TreeByMethod pruned = prune_tree(tree,
                                     {options,
                                      options_.grow,
                                      {options_.grow.significance, options_.grow.adjust},
                                      terms(),
                                      set().features.size(),
                                      given,
                                      ask_folds},
                                     run.progress);
    return {std::move(pruned.tree), std::move(tree), std::move(pruned.folds), pruned.validation_weight};
}

PrunedTree Learner::prune(Tree grown, const RowSelection& rows, const Run& run) const {
    const bool has_rows_to_hold_out = rows.size() > 1;
    const bool cuts = options_.prune.method != PruneMethod::rules || options_.prune.merge_same_class;
    if (!prunes() || !cuts || (options_.prune.uses_folds() && !has_rows_to_hold_out))
        return {std::move(grown), std::nullopt, std::nullopt};
    return by_method(std::move(grown), rows, run);
}

bool Learner::prunes() const { return options_.prune.method != PruneMethod::none || options_.prune.merge_same_class; }

bool Learner::prunes_by_nodes() const { return !needs_rows(options_.prune); }

TrainedModel Learner::fit(const RowSelection& rows, const Run& run) const& { return finished(grow(rows, run), rows, run); }

TrainedModel Learner::fit(const RowSelection& rows, const Run& run) && {
    if (options_.prune.uses_folds()) return std::as_const(*this).fit(rows, run);  // folds need the index once more
    return finished(grow_by(std::move(grower_), rows, run), rows, run);
}

Model Learner::around(Tree tree) const {
    Model model;
    model.schema = set().schema();
    model.options = options_in_effect(options_);
    if (options_.prune.method == PruneMethod::reduced_error && validation_ != nullptr)
        model.options.push_back({"validation", "file"});
    model.tree = std::move(tree);
    return model;
}

TrainedModel Learner::finished(GrownTree grown, const RowSelection& rows, const Run& run) const {
    PrunedTree pruned = prune(std::move(grown.tree), rows, run);
    Model model = around(std::move(pruned.tree));
    // Leaves that were merged keep what they know.
    if (options_.keep_unpruned || options_.prune.merge_same_class) model.unpruned = pruned.unpruned;
    if (options_.keep_unpruned && !model.unpruned) model.unpruned = model.tree;
    forget_idle_tests(model.tree, options_);
    model.provenance = {model.tree.nodes.front().weight,
                        content_hash(set(), rows, run),
                        TREEWRIGHT_VERSION,
                        options_.prune.seed,
                        set().left_out,
                        set().reading};
    return {
        std::move(model),
        {std::move(pruned.unpruned), std::move(pruned.folds), options_.prune, pruned.validation_weight, std::move(grown.work)}};
}

std::vector<Tree> fit_without(const Learner& learner, const std::vector<RowList>& held_out, const RowSelection& rows,
                              const Run& run) {
    const PruneOptions& prune = learner.options().prune;
    // The share of growing in the whole: pruning by folds grows as many trees more.
    const double growing = !learner.prunes() ? 1.0 : prune.uses_folds() ? 1.0 / static_cast<double>(prune.folds + 1) : 0.8;
    const auto showing = [&](double from, double share) {
        return [&run, from, share](std::string_view stage, double done) { run.progress.report(stage, from + share * done); };
    };
    Progress first({run.progress}, showing(0.0, growing));
    std::vector<Tree> trees = learner.grow_without(held_out, rows, {run.threads, first, run.messages});
    Progress second({run.progress}, showing(growing, 1.0 - growing));
    return prune_without(learner, held_out, std::move(trees), rows, {run.threads, second, run.messages});
}

std::vector<Tree> prune_without(const Learner& learner, const std::vector<RowList>& held_out, std::vector<Tree> grown,
                                const RowSelection& rows, const Run& run) {
    if (!learner.prunes()) return grown;
    StepCount steps(run.progress, "cross-validating", held_out.size());
    run.threads.for_each(held_out.size(), [&](std::size_t i) {
        const RowList others = rows_without(held_out[i], rows);
        grown[i] = learner.prune(std::move(grown[i]), RowSelection::of(others), QuietRun(run)).tree;
        steps.one_done();
    });
    return grown;
}

void forget_idle_tests(Tree& tree, const TrainOptions& options) {
    if (options.grow.stop_test != StopTest::none || options.prune.method == PruneMethod::chi_squared) return;
    for (Node& node : tree.nodes) node.test.reset();
}

}  // namespace treewright
