// Suggestions for a misspelled name, by edit distance: for columns, options, presets and classes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace treewright {

/// The known names that `wanted` may be a misspelling of, nearest first, at most `most`: those that differ in the case of ASCII
/// letters only, then those within one edit (insert, delete, replace, swap neighbours) for every three letters.
std::vector<std::string> nearest_names(std::string_view wanted, const std::vector<std::string>& known, std::size_t most = 3);

/// "did you mean 'Humidity' or 'Windy'?", or an empty string if no known name is near.
std::string did_you_mean(std::string_view wanted, const std::vector<std::string>& known);
/// The same; if no known name is near, a list of the first known names: "its columns are 'Outlook', 'Humidity', …".
std::string nearest_or_first(std::string_view wanted, const std::vector<std::string>& known, std::string_view kind);

}  // namespace treewright
