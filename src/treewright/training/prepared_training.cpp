#include "treewright/training/prepared_training.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "treewright/base/step_count.h"
#include "treewright/data/content_hash.h"
#include "treewright/growing/split_search.h"
#include "treewright/training/catalogue.h"

namespace treewright {

namespace {

std::vector<NamedOption> options_in_effect(const TrainOptions& options) {
    std::vector<NamedOption> named;
    for (const Parameter& parameter : parameters()) named.push_back({std::string(parameter.name), parameter.get(options)});
    for (NamedOption& option : describe_class_terms(options)) named.push_back(std::move(option));
    return named;
}

bool prunes(const PruneOptions& options) { return options.method != PruneMethod::none || options.merge_same_class; }

RowList joined(const RowList& some, const RowList& others) {
    RowList rows;
    std::set_union(some.begin(), some.end(), others.begin(), others.end(), std::back_inserter(rows));
    return rows;
}

}  // namespace

PreparedTraining::PreparedTraining(const TrainingSet& set, const TrainOptions& asked, const TrainRun& run)
    : set_(set), validation_(run.validation), options_(asked) {
    settle(asked, run);
    const GrowRun grow_run{run.threads, run.progress};
    grower_ = std::make_shared<TableGrower>(GrowthTask{set_, *grow_, *terms_, grow_run});
}

PreparedTraining::PreparedTraining(const PreparedTraining& alike, const TrainOptions& asked, const TrainRun& run)
    : set_(alike.set_), validation_(run.validation), options_(asked) {
    settle(asked, run);
    if (grows_like(alike)) {
        grow_ = alike.grow_;
        terms_ = alike.terms_;
        grower_ = alike.grower_;
        return;
    }
    const GrowRun grow_run{run.threads, run.progress};
    grower_ = std::make_shared<TableGrower>(GrowthTask{set_, *grow_, *terms_, grow_run});
}

void PreparedTraining::settle(const TrainOptions& asked, const TrainRun& run) {
    check_options(set_, asked);
    say_idle_options(asked, run.messages);
    options_.grow.criterion = effective_criterion(asked.grow, set_.task());
    terms_ = std::make_shared<ClassTerms>(resolve_class_terms(set_, options_));
    const GrowRun grow_run{run.threads, run.progress};
    if (validation_ != nullptr)
        say_if_judges_are_known(*validation_, content_hash(set_, run.threads, run.progress), grow_run, run.messages);
    options_.prune = effective_pruning(task_of(grow_run), options_.preset, options_.prune, about_pruning_);
    grow_ = std::make_shared<GrowOptions>(options_to_grow(options_.grow, options_.prune));
}

bool PreparedTraining::grows_like(const PreparedTraining& other) const {
    const auto draws = [](const PreparedTraining& training) {
        return training.options_.prune.method == PruneMethod::reduced_error && training.validation_ == nullptr;
    };
    // Priors, class weights and costs come by file and flag, not by the options that are compared here.
    return &set_ == &other.set_ && *grow_ == *other.grow_ && terms_->score_factors == other.terms_->score_factors &&
           terms_->label_factors == other.terms_->label_factors && terms_->costs.cells == other.terms_->costs.cells &&
           !draws(*this) && !draws(other);
}

GrowthTask PreparedTraining::task_of(const GrowRun& run) const {
    return {set_, options_.grow, *terms_, run, validation_, options_.keep_unpruned};
}

Model PreparedTraining::fit(const FitRun& run) const {
    const GrowRun grow_run{run.threads, run.progress, run.work, run.rows};
    const GrowthTask task = task_of(grow_run);
    Tree tree = grow_to_prune(task, options_.prune, *grower_, false);
    return made(prune_grown(task, options_.prune, *grower_, std::move(tree)), run);
}

Model PreparedTraining::fit_last(const FitRun& run) const {
    const GrowRun grow_run{run.threads, run.progress, run.work, run.rows};
    return made(grow_and_prune(task_of(grow_run), options_.prune), run);
}

std::vector<RowList> PreparedTraining::rows_apart(const std::vector<RowList>& held_out, const FitRun& run) const {
    const RowList all = rows_of(set_, {run.threads, run.progress, nullptr, run.rows});
    std::vector<RowList> apart(held_out.size());
    run.threads.for_each(held_out.size(), [&](std::size_t i) {
        Progress part(Progress::PartOf{run.progress});
        const Threads alone(1);
        const RowList rows = rows_without(held_out[i], all);
        const GrowRun grow_run{alone, part, nullptr, rows};
        apart[i] = joined(held_out[i], judges_among(task_of(grow_run), options_.prune));
    });
    return apart;
}

std::vector<Tree> PreparedTraining::fit_without(const std::vector<RowList>& held_out, const FitRun& run) const {
    const PruneOptions& prune = options_.prune;
    // What the growing takes of the whole: pruning by folds grows as many trees more.
    const double growing = !prunes() ? 1.0 : prune.uses_folds() ? 1.0 / static_cast<double>(prune.folds + 1) : 0.8;
    const auto showing = [&](double from, double share) {
        return [&run, from, share](std::string_view stage, double done) { run.progress.report(stage, from + share * done); };
    };
    Progress first({run.progress}, showing(0.0, growing));
    std::vector<Tree> trees = grow_without(held_out, {run.threads, first, run.rows});
    Progress second({run.progress}, showing(growing, 1.0 - growing));
    return prune_without(held_out, std::move(trees), {run.threads, second, run.rows});
}

std::vector<Tree> PreparedTraining::grow_without(const std::vector<RowList>& held_out, const FitRun& run) const {
    return grower_->grow_without(rows_apart(held_out, run), {run.threads, run.progress, nullptr, run.rows});
}

std::vector<Tree> PreparedTraining::prune_without(const std::vector<RowList>& held_out, std::vector<Tree> grown,
                                                  const FitRun& run) const {
    if (!prunes()) return grown;
    StepCount steps(run.progress, "cross-validating", held_out.size());
    const RowList all = rows_of(set_, {run.threads, run.progress, nullptr, run.rows});
    run.threads.for_each(held_out.size(), [&](std::size_t i) {
        Progress part(Progress::PartOf{run.progress});
        const Threads alone(1);
        const RowList rows = rows_without(held_out[i], all);
        const GrowRun grow_run{alone, part, nullptr, rows};
        grown[i] = prune_grown(task_of(grow_run), options_.prune, *grower_, std::move(grown[i])).tree;
        steps.one_done();
    });
    return grown;
}

bool PreparedTraining::prunes() const { return treewright::prunes(options_.prune); }

bool PreparedTraining::prunes_by_nodes() const {
    const PruneOptions& prune = options_.prune;
    switch (prune.method) {
        case PruneMethod::none:
        case PruneMethod::chi_squared:
        case PruneMethod::description_length: return true;
        case PruneMethod::pessimistic: return !prune.raise;
        case PruneMethod::cost_complexity: return !prune.uses_folds();
        case PruneMethod::reduced_error:
        case PruneMethod::rules: return false;
    }
    return false;
}

Tree PreparedTraining::prune_by_nodes(const Tree& tree) const {
    const Threads alone(1);
    Progress progress;
    const GrowRun run{alone, progress};
    return prune_grown(task_of(run), options_.prune, *grower_, tree).tree;
}

Model PreparedTraining::around(Tree tree) const {
    Model model;
    model.schema = set_.schema();
    model.options = options_in_effect(options_);
    model.tree = std::move(tree);
    return model;
}

Model PreparedTraining::made(PrunedTree grown, const FitRun& run) const {
    Model model = around(std::move(grown.tree));
    // Leaves that were merged keep what they know.
    if (options_.keep_unpruned || options_.prune.merge_same_class) model.unpruned = grown.unpruned;
    if (options_.keep_unpruned && !model.unpruned) model.unpruned = model.tree;
    forget_idle_tests(model.tree, options_);
    model.provenance = {model.tree.nodes.front().weight, content_hash(set_, run.rows, run.threads, run.progress),
                        TREEWRIGHT_VERSION, options_.prune.seed, set_.left_out};
    if (run.report != nullptr) *run.report = {std::move(grown.unpruned), std::move(grown.folds), options_.prune, grown.judges};
    return model;
}

}  // namespace treewright
