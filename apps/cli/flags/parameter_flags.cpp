#include "cli/flags/parameter_flags.h"

#include <fmt/format.h>

#include <cctype>
#include <memory>
#include <utility>

#include "treewright/base/spelling.h"

namespace treewright::cli {

namespace {

/// Choices that do not fit next to the name of the option are listed in the sentence.
bool is_long(const Parameter& parameter) { return parameter.takes().size() > 64; }

bool can_be_off(const Parameter& parameter) { return parameter.group == ParameterGroup::learner || !parameter.off.empty(); }

/// The catalogue has full sentences; the help lists them without capital and full stop.
std::string in_a_list(const std::string& whole) {
    std::string sentence = spelled(whole, command_line_spelling);
    if (!sentence.empty() && sentence.back() == '.') sentence.pop_back();
    if (sentence.size() > 1 && (std::islower(static_cast<unsigned char>(sentence[1])) != 0 || sentence[1] == ' '))
        sentence[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(sentence[0])));
    return sentence;
}

std::string help_sentence(const Parameter& parameter) {
    std::string sentence = in_a_list(parameter.sentence);
    if (is_long(parameter)) sentence += fmt::format(": {}", fmt::join(parameter.choices, ", "));
    const bool is_plain_flag = parameter.kind == ParameterKind::toggle && !can_be_off(parameter);
    if (is_plain_flag || parameter.usual_text.empty()) return sentence;
    return fmt::format("{} [{}]", sentence, parameter.usual_text);
}

void declare_toggle(ArgumentParser& parser, const Parameter& parameter, const ArgumentParser::Take& take) {
    const std::string name(parameter.name);
    const auto is_on = std::make_shared<bool>(false);  // values come in the order of declaration
    parser.option({"--" + name, "", help_sentence(parameter), Times::many}, [take, is_on](const std::string&) {
        *is_on = true;
        take("yes");
    });
    if (!can_be_off(parameter)) return;
    const bool of_preset = parameter.off.empty();
    const std::string sentence = of_preset ? fmt::format("turn off the preset's --{}", name) : in_a_list(parameter.off);
    parser.option({"--no-" + name, "", sentence, Times::many}, [take, is_on, of_preset, name](const std::string&) {
        if (*is_on && !of_preset)
            throw usage_error(fmt::format("--{0} and --no-{0} contradict each other: give only one of them", name));
        take("no");
    });
}

}  // namespace

void declare_parameter(ArgumentParser& parser, const Parameter& parameter, const ArgumentParser::Take& take) {
    if (parameter.kind == ParameterKind::toggle) return declare_toggle(parser, parameter, take);
    parser.option({"--" + std::string(parameter.name), is_long(parameter) ? "METHOD" : parameter.takes(),
                   help_sentence(parameter), parameter.adds_up ? Times::many : Times::once},
                  take);
}

void declare_parameter(ArgumentParser& parser, Parameter parameter, const ArgumentParser::Take& take, std::string usual) {
    parameter.usual_text = std::move(usual);
    declare_parameter(parser, parameter, take);
}

}  // namespace treewright::cli
