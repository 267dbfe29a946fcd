// Several names in one text, as a user writes them.
#pragma once

#include <string>
#include <vector>

namespace treewright {

/// By commas. A name that holds one stands in double quotes (a quote inside is doubled), or the comma is written \, as in
/// `a,"b,c",d\,e`.
std::vector<std::string> split_names(const std::string& text);

/// The same back: `split_names` gives these names again.
std::string joined_names(const std::vector<std::string>& names);

}  // namespace treewright
