#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/shells/shells.h"

namespace treewright::cli {

namespace {

/// In single quotes, in which fish knows two escapes.
std::string fish_word(std::string_view text) {
    std::string quoted = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\') quoted += '\\';
        quoted += c;
    }
    return quoted + "'";
}

std::string fish_option(const VerbDescription& verb, const DescribedOption& option) {
    std::string line = fmt::format("complete -c treewright -n '__fish_seen_subcommand_from {}'", verb.verb);
    for (const std::string& name : names_of(option))
        line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    if (const std::vector<std::string> choices = choices_of(option); !choices.empty())
        line += fmt::format(" -xa {}", fish_word(fmt::format("{}", fmt::join(choices, " "))));
    else if (takes_file(option))
        line += " -rF";
    else if (!option.value.empty())
        line += " -x";
    return fmt::format("{} -d {}\n", line, fish_word(option.sentence));
}

}  // namespace

std::string fish_completion(std::span<const VerbDescription> verbs) {
    std::string script =
        "# Completion of treewright for fish, written by 'treewright completion fish'. Put it into ~/.config/fish/completions/treewright.fish.\n";
    for (const VerbDescription& verb : verbs)
        script += fmt::format("complete -c treewright -n __fish_use_subcommand -xa {} -d {}\n", verb.verb, fish_word(verb.purpose));
    for (const VerbDescription& verb : verbs)
        for (const DescribedOption& option : verb.options) script += fish_option(verb, option);
    return script;
}

}  // namespace treewright::cli
