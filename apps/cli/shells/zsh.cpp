#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/shells/shells.h"

namespace treewright::cli {

namespace {

/// A part of a specification of _arguments in single quotes: brackets and colons would end it.
std::string zsh_text(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '\'')
            escaped += "'\\''";
        else if (c == '[' || c == ']' || c == ':' || c == '\\')
            (escaped += '\\') += c;
        else
            escaped += c;
    }
    return escaped;
}

std::string zsh_option(const DescribedOption& option) {
    const std::vector<std::string> names = names_of(option);
    std::string value;
    if (const std::vector<std::string> choices = choices_of(option); !choices.empty())
        value = fmt::format(":{}:({})", zsh_text(option.value), fmt::join(choices, " "));
    else if (takes_file(option))
        value = fmt::format(":{}:_files", zsh_text(option.value));
    else if (!option.value.empty())
        value = fmt::format(":{}: ", zsh_text(option.value));
    const std::string text = fmt::format("[{}]{}", zsh_text(option.sentence), value);
    if (names.size() == 1) return fmt::format("                '*{}{}' \\\n", names.front(), text);
    return fmt::format("                '*'{{{}}}'{}' \\\n", fmt::join(names, ","), text);
}

}  // namespace

std::string zsh_completion(std::span<const VerbDescription> verbs) {
    std::string script =
        "#compdef treewright\n"
        "# Completion of treewright for zsh, written by 'treewright completion zsh'. Put it as _treewright into a folder of $fpath.\n"
        "_treewright() {\n    local -a verbs\n    verbs=(\n";
    for (const VerbDescription& verb : verbs) script += fmt::format("        '{}:{}'\n", verb.verb, zsh_text(verb.purpose));
    script +=
        "    )\n    if (( CURRENT == 2 )); then\n        _describe verb verbs\n        return\n    fi\n    local verb=$words[2]\n    shift words\n"
        "    (( CURRENT-- ))\n    case $verb in\n        help) _describe verb verbs ;;\n";
    for (const VerbDescription& verb : verbs) {
        script += fmt::format("        {})\n            _arguments -s \\\n", verb.verb);
        for (const DescribedOption& option : verb.options) script += zsh_option(option);
        script += "                '*:file:_files' ;;\n";
    }
    return script + "    esac\n}\n_treewright \"$@\"\n";
}

}  // namespace treewright::cli
