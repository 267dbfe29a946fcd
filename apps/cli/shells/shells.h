// What other programs need to know about the verbs, made from the descriptions that their help is made from: scripts of shells that complete
// names, options and choices, and the manual page.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/flags/verb_description.h"

namespace treewright::cli {

/// Every verb as its help describes it.
[[nodiscard]] std::vector<VerbDescription> all_descriptions();

[[nodiscard]] std::string bash_completion(std::span<const VerbDescription> verbs);
[[nodiscard]] std::string zsh_completion(std::span<const VerbDescription> verbs);
[[nodiscard]] std::string fish_completion(std::span<const VerbDescription> verbs);
/// For man(1), in groff's language.
[[nodiscard]] std::string manual_page(std::span<const VerbDescription> verbs);

}  // namespace treewright::cli
