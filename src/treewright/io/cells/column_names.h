// Names for the columns of a file: given, found, or generated; all distinct in the end.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "treewright/base/messages.h"
#include "treewright/io/read_options.h"

namespace treewright {

/// c1, c2, …
[[nodiscard]] std::string made_up_name(std::size_t position);
/// Whether all of the names look as if `made_up_name` had made them.
[[nodiscard]] bool all_made_up(const std::vector<std::string>& names);

/// The names with those that are empty or repeat changed, each change said.
[[nodiscard]] std::vector<std::string> distinct_names(std::vector<std::string> names, std::string_view file,
                                                      Messages& messages);

/// `options.names` in place of `found` if there are any. As many must be given as the file has columns.
[[nodiscard]] std::vector<std::string> chosen_names(std::vector<std::string> found, const ReadOptions& options,
                                                    std::string_view file);

}  // namespace treewright
