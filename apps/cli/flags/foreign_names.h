// Options under the names that other programs give them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace treewright::cli {

/// What to write instead of an option that is not ours, with the value that follows it: "here it is --min-leaf", "'treewright cv --tune' chooses parameters". None if we have no
/// such thing, or the verb, whose options are `known`, does not take it.
std::optional<std::string> our_words_for(std::string_view option, std::string_view value,
                                         const std::vector<std::string>& known);

}  // namespace treewright::cli
