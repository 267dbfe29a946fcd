#include "cli/flags/training_options.h"

#include <fmt/format.h>

#include <filesystem>

#include "cli/flags/parameter_flags.h"
#include "treewright/base/error.h"
#include "treewright/io/class_tables.h"
#include "treewright/io/read_labelled.h"
#include "treewright/training/catalogue.h"
#include "treewright/training/option_check.h"

namespace treewright::cli {

namespace {

const LearnerParameter& prune_folds() {
    static const LearnerParameter folds = [] {
        LearnerParameter parameter = *find_parameter("folds");
        parameter.name = "prune-folds";
        return parameter;
    }();
    return folds;
}

/// Calls declare(parameter) for each, in the order of the catalogue, under its headings.
template <class Declare>
void declare_catalogue(ArgumentParser& parser, bool has_folds, const Declare& declare) {
    parser.group("Learner (defaults in brackets are those of the default preset)");
    for (const LearnerParameter& listed : parameters()) {
        const LearnerParameter& parameter = has_folds && listed.name == "folds" ? prune_folds() : listed;
        if (parameter.name == "prune") parser.group("Pruning");
        declare(parameter);
    }
}

void declare_validation(ArgumentParser& parser, TrainingFlags& flags) {
    declare_parameter(parser, *find_parameter("validation"), [&flags](const std::string& text) { flags.validation = text; });
}

/// Priors are words, a file, or class=number. Numbers alone do not say whose they are.
bool names_file(const std::string& priors) {
    if (priors == "data" || priors == "equal") return false;
    if (std::filesystem::exists(priors)) return true;
    if (priors.find('=') != std::string::npos) return false;
    if (priors.find_first_not_of("0123456789.,;: ") == std::string::npos)
        throw usage_error(fmt::format(
            "--priors cannot be '{}': it does not say which class has which; write yes=0.5,no=0.5, equal, or a file", priors));
    return true;
}

}  // namespace

void declare_classes(ArgumentParser& parser, TrainingFlags& flags) {
    parser.group("Class priors, weights and costs");
    declare_parameter(parser, *find_parameter("priors"), [&flags](const std::string& text) { flags.priors = text; });
    declare_field(parser, *find_parameter("class-weight"), flags.options);
    declare_parameter(parser, *find_parameter("costs"), [&flags](const std::string& text) { flags.costs = text; });
}

void declare_settings(ArgumentParser& parser, Settings& settings) {
    declare_catalogue(parser, true, [&](const LearnerParameter& parameter) {
        if (parameter.name == "preset") return;
        declare_parameter(parser, parameter, [&settings, &parameter](const std::string& text) {
            TrainOptions trial;
            parameter.set(trial, text);
            settings.emplace_back(&parameter, text);
        });
    });
}

void declare_training(ArgumentParser& parser, TrainingFlags& flags) {
    declare_catalogue(parser, false, [&](const LearnerParameter& parameter) {
        // The preset comes first and is applied first, wherever it stands.
        declare_field(parser, parameter, flags.options);
    });
    declare_validation(parser, flags);
    declare_field(parser, *find_parameter("keep-unpruned"), flags.options);
    declare_classes(parser, flags);
}

void declare_training_with_prune_folds(ArgumentParser& parser, TrainingFlags& flags) {
    declare_catalogue(parser, true, [&](const LearnerParameter& parameter) {
        declare_parameter(parser, parameter, [&flags, &parameter](const std::string& text) {
            parameter.set(flags.options, text);
            flags.settings.emplace_back(&parameter, text);
        });
    });
    declare_validation(parser, flags);
    declare_classes(parser, flags);
}

std::vector<std::string> files_of(const TrainingFlags& flags) {
    std::vector<std::string> files{flags.costs, flags.validation};
    if (names_file(flags.priors)) files.push_back(flags.priors);
    return files;
}

std::shared_ptr<const TrainingSet> read_validation(const TrainingFlags& flags, const TargetOptions& target,
                                                   const ReadOptions& read, const TrainingSet& set, const Run& run) {
    if (flags.validation.empty()) return nullptr;
    refuse_idle_validation(flags.options.prune);
    return std::make_shared<const TrainingSet>(
        read_labelled({flags.validation, target.weight, target.weights_are}, set.schema(), read, run));
}

void read_class_files(TrainingFlags& flags, Progress& progress) {
    const bool is_file = names_file(flags.priors);
    find_parameter("priors")->set(flags.options,
                                  is_file ? ParameterValue(read_priors(flags.priors, progress)) : ParameterValue(flags.priors));
    if (!flags.costs.empty()) flags.options.costs = read_costs(flags.costs, progress);
}

}  // namespace treewright::cli
