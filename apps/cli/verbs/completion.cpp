// treewright completion: a script for a shell, made from the help of all verbs.
#include <fmt/format.h>

#include "cli/flags/common_options.h"
#include "cli/shells/shells.h"
#include "cli/verbs.h"
#include "treewright/base/error.h"

namespace treewright::cli {

void run_completion(const Arguments& arguments, Console& console) {
    CommonOptions common;
    std::string shell;
    ArgumentParser parser("completion", "print a script that completes verbs, options and choices in a shell");
    parser.positional("SHELL", "bash, zsh or fish", shell);
    parser.explain("The installed program has all three where the shells look for them. The script says where it belongs otherwise.");
    declare_common(parser, common);
    parser.example("for bash", "treewright completion bash > treewright.bash; source treewright.bash");
    parser.example("for zsh", "treewright completion zsh > ~/.zfunc/_treewright");
    parser.example("for fish", "treewright completion fish > treewright.fish; source treewright.fish");
    if (!parse_or_help(parser, arguments, common, console)) return;
    if (shell == "bash") return console.print(bash_completion(all_descriptions()));
    if (shell == "zsh") return console.print(zsh_completion(all_descriptions()));
    if (shell == "fish") return console.print(fish_completion(all_descriptions()));
    throw usage_error(fmt::format("there is no completion for '{}': it is one of bash, zsh and fish", shell));
}

}  // namespace treewright::cli
