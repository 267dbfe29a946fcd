#include "cli/flags/training_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "cli/flags/class_tables.h"
#include "treewright/base/error.h"
#include "treewright/io/read_labelled.h"
#include "treewright/training/catalogue.h"

namespace treewright::cli {

namespace {

/// Choices that do not fit beside the name of the option stand in the sentence.
bool is_long(const Parameter& parameter) { return parameter.value.size() > 64; }

std::string help_value(const Parameter& parameter) { return is_long(parameter) ? "METHOD" : std::string(parameter.value); }

/// Sentences of the catalogue are whole ones; in the help they stand in a list.
std::string help_sentence(const Parameter& parameter, const TrainOptions& usual) {
    std::string sentence(parameter.sentence);
    if (!sentence.empty() && sentence.back() == '.') sentence.pop_back();
    if (sentence.size() > 1 && std::islower(static_cast<unsigned char>(sentence[1])) != 0)
        sentence[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(sentence[0])));
    if (is_long(parameter)) sentence += fmt::format(": {}", fmt::join(choices_of(parameter), ", "));
    return fmt::format("{} [{}]", sentence, parameter.get(usual));
}

}  // namespace

void declare_parameter(ArgumentParser& parser, const Parameter& parameter, const ArgumentParser::Take& take,
                       const TrainOptions& usual) {
    const std::string name(parameter.name);
    if (!is_switch(parameter)) {
        parser.option({"--" + name, help_value(parameter), help_sentence(parameter, usual), Times::once}, take);
        return;
    }
    parser.option({"--" + name, "", help_sentence(parameter, usual), Times::many}, [take](const std::string&) { take("yes"); });
    parser.option({"--no-" + name, "", fmt::format("not so, where the preset says --{}", name), Times::many},
                  [take](const std::string&) { take("no"); });
}

namespace {

const Parameter& prune_folds() {
    static const Parameter folds = [] {
        Parameter parameter = *find_parameter("folds");
        parameter.name = "prune-folds";
        return parameter;
    }();
    return folds;
}

/// Calls declare(parameter) for each, in the order of the catalogue, under its headings.
template <class Declare>
void declare_catalogue(ArgumentParser& parser, bool has_folds, const Declare& declare) {
    parser.group("The learner (in brackets: the choice of the default preset)");
    for (const Parameter& listed : parameters()) {
        const Parameter& parameter = has_folds && listed.name == "folds" ? prune_folds() : listed;
        if (parameter.name == "prune") parser.group("Pruning");
        declare(parameter);
    }
}

void declare_validation(ArgumentParser& parser, TrainingFlags& flags) {
    parser.text("--validation", "FILE", "reduced error: the rows that judge the tree, in place of a part of DATA",
                flags.validation);
}

}  // namespace

void declare_classes(ArgumentParser& parser, TrainingFlags& flags) {
    parser.group("Classes that count differently");
    parser.text("--priors", "data|equal|FILE",
                "how frequent the classes are where the tree will be used; FILE: a CSV of class,prior [data]", flags.priors);
    parser.option({"--class-weight", "CLASS=W,…", "a row of CLASS counts W times in scores and labels, not in row limits [1]",
                   Times::many},
                  [&flags](const std::string& text) {
                      for (ClassNumber& weight : class_weights_of(text))
                          flags.options.class_weights.push_back(std::move(weight));
                  });
    parser.text("--costs", "FILE",
                "a CSV of what each mistake costs: a row a true class, a column a predicted one, zero diagonal", flags.costs);
}

void declare_settings(ArgumentParser& parser, std::vector<Setting>& settings) {
    declare_catalogue(parser, true, [&](const Parameter& parameter) {
        if (parameter.name == "preset") return;
        declare_parameter(parser, parameter, [&settings, &parameter](const std::string& text) {
            TrainOptions trial;
            parameter.set(trial, text);
            settings.emplace_back(&parameter, text);
        });
    });
}

void declare_training(ArgumentParser& parser, TrainingFlags& flags) {
    declare_catalogue(parser, false, [&](const Parameter& parameter) {
        // The preset comes first and is applied first, wherever it stands.
        declare_parameter(parser, parameter,
                          [&flags, &parameter](const std::string& text) { parameter.set(flags.options, text); });
    });
    declare_validation(parser, flags);
    parser.flag("--keep-unpruned", "the model also keeps the tree as it was grown, for 'treewright prune'",
                flags.options.keep_unpruned);
    declare_classes(parser, flags);
}

void declare_training_beside_folds(ArgumentParser& parser, TrainingFlags& flags) {
    declare_catalogue(parser, true, [&](const Parameter& parameter) {
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
    if (flags.priors != "data" && flags.priors != "equal") files.push_back(flags.priors);  // those two are words, not files
    return files;
}

std::shared_ptr<const TrainingSet> read_validation(const TrainingFlags& flags, const TargetOptions& target,
                                                   const ReadOptions& read, const TrainingSet& set, Console& console) {
    if (flags.validation.empty()) return nullptr;
    if (flags.options.prune.method != PruneMethod::reduced_error)
        throw usage_error(
            "--validation FILE is for --prune reduced-error, which needs rows to judge by: add that, or leave the file out");
    return std::make_shared<const TrainingSet>(
        read_labelled({flags.validation, target.weight}, set.schema(), read, console.messages(), console.progress()));
}

void tell_about_pruning(const Learner& learner, Console& console) {
    const std::vector<Message> said = console.messages().list();
    for (const Message& message : learner.about_pruning().list()) {
        const auto is_same = [&](const Message& other) { return other.text == message.text; };
        if (std::any_of(said.begin(), said.end(), is_same)) continue;
        message.level == Message::Level::note ? console.messages().note(message.text) : console.messages().warn(message.text);
    }
    console.tell();
}

void read_class_files(TrainingFlags& flags, Progress& progress) {
    if (flags.priors == "equal") {
        flags.options.priors = PriorsKind::equal;
    } else if (flags.priors != "data") {
        flags.options.priors = PriorsKind::given;
        flags.options.given_priors = read_priors(flags.priors, progress);
    }
    if (!flags.costs.empty()) flags.options.costs = read_costs(flags.costs, progress);
}

}  // namespace treewright::cli
