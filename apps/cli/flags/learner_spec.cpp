#include "cli/flags/learner_spec.h"

#include <fmt/format.h>

#include <sstream>

#include "cli/flags/parameter_flags.h"
#include "treewright/base/error.h"

namespace treewright::cli {

namespace {

std::vector<std::string> words_in(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

void refuse_list(const std::string& preset) {
    if (preset.starts_with("-") || preset.find(',') == std::string::npos) return;
    throw usage_error(fmt::format(
        "--preset cannot be '{}': it names one learner; repeat it for others, as in --preset id3 --preset cart", preset));
}

void apply(const Settings& settings, bool presets, TrainOptions& options) {
    for (const auto& [parameter, text] : settings)
        if ((parameter->name == "preset") == presets) parameter->set(options, text);
}

}  // namespace

LearnerSpec learner_spec(const std::string& text) {
    std::vector<std::string> words = words_in(text);
    if (words.empty())
        throw usage_error("--preset cannot be empty: it is id3, c45, cart or auto, optionally followed by options");
    LearnerSpec spec{fmt::format("{}", fmt::join(words, " ")), {}};
    const LearnerParameter& preset = *find_parameter("preset");
    const auto take = [&spec](const LearnerParameter& parameter) {
        return [&spec, &parameter](const std::string& given) {
            TrainOptions trial;
            parameter.set(trial, given);
            spec.settings.emplace_back(&parameter, given);
        };
    };
    refuse_list(words.front());
    if (!words.front().starts_with("-")) {
        take(preset)(words.front());
        words.erase(words.begin());
    }
    for (std::string& word : words)  // its name outside the quotes, where --folds is the cross-validation's own
        if (word == "--prune-folds" || word.starts_with("--prune-folds=")) word.replace(0, 13, "--folds");
    ArgumentParser parser(fmt::format("--preset '{}'", spec.name), "a learner");
    parser.advise("only the growing and pruning options of train go inside the quotes; put all others outside");
    for (const LearnerParameter& parameter : parameters()) declare_parameter(parser, parameter, take(parameter));
    if (!parser.parse(words)) throw usage_error("--help stands alone");
    return spec;
}

TrainOptions learner_options(const LearnerSpec& spec, const TrainOptions& classes, const Settings& for_all) {
    TrainOptions options = classes;
    apply(spec.settings, true, options);
    apply(for_all, false, options);
    apply(spec.settings, false, options);
    return options;
}

}  // namespace treewright::cli
