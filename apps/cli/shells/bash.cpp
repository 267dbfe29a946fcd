#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/shells/shells.h"
#include "treewright/base/replaced.h"

namespace treewright::cli {

namespace {

constexpr std::string_view bash_head = R"sh(# Completion of treewright for bash, written by 'treewright completion bash'. Put it where bash looks for completions, such as
# ~/.local/share/bash-completion/completions/treewright, or source it.
_treewright() {
    local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" verb="${COMP_WORDS[1]}" options="" choices=""
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W "@verbs@ help --help --version" -- "$word"))
        return
    fi
    if [ "$verb" = help ]; then
        COMPREPLY=($(compgen -W "@verbs@" -- "$word"))
        return
    fi
    case "$verb $before" in
@choices@
    esac
    if [ -n "$choices" ]; then
        COMPREPLY=($(compgen -W "$choices" -- "$word"))
        return
    fi
    case "$verb" in
@options@
    esac
    if [[ "$word" == -* ]]; then
        COMPREPLY=($(compgen -W "$options --help" -- "$word"))
    else
        compopt -o filenames
        COMPREPLY=($(compgen -f -- "$word"))
    fi
}
complete -F _treewright treewright
)sh";

std::vector<std::string> all_names(const VerbDescription& verb) {
    std::vector<std::string> names;
    for (const DescribedOption& option : verb.options)
        for (std::string& name : names_of(option)) names.push_back(std::move(name));
    return names;
}

}  // namespace

std::string bash_completion(std::span<const VerbDescription> verbs) {
    std::vector<std::string> names;
    std::string options;
    std::string choices;
    for (const VerbDescription& verb : verbs) {
        names.push_back(verb.verb);
        options += fmt::format("        {}) options=\"{}\" ;;\n", verb.verb, fmt::join(all_names(verb), " "));
        for (const DescribedOption& option : verb.options) {
            const std::vector<std::string> words = choices_of(option);
            if (words.empty()) continue;
            for (const std::string& name : names_of(option))
                choices += fmt::format("        \"{} {}\") choices=\"{}\" ;;\n", verb.verb, name, fmt::join(words, " "));
        }
    }
    options.pop_back();
    choices.pop_back();
    const std::string script = replaced(bash_head, "@verbs@", fmt::format("{}", fmt::join(names, " ")));
    return replaced(replaced(script, "@options@", options), "@choices@", choices);
}

}  // namespace treewright::cli
