#include "treewright/io/cells/column_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "treewright/base/error.h"
#include "treewright/base/spelling.h"

namespace treewright {

namespace {

/// `wanted` if it is free, else the first free of wanted_2, wanted_3, …
std::string free_name(const std::string& wanted, std::size_t first_number, const std::unordered_set<std::string>& taken) {
    std::string name = wanted;
    for (std::size_t number = first_number; taken.contains(name); ++number) name = fmt::format("{}_{}", wanted, number);
    return name;
}

std::string ordinal(std::size_t number) {
    static const std::vector<std::string> words = {"", "first", "second", "third", "fourth", "fifth"};
    return number < words.size() ? words[number] : fmt::format("{}th", number);
}

}  // namespace

std::string made_up_name(std::size_t position) { return fmt::format("c{}", position + 1); }

bool all_made_up(const std::vector<std::string>& names) {
    return std::all_of(names.begin(), names.end(), [](const std::string& name) {
        return name.size() > 1 && name[0] == 'c' && name[1] != '0' &&
               name.find_first_not_of("0123456789", 1) == std::string::npos;
    });
}

std::vector<std::string> distinct_names(std::vector<std::string> names, std::string_view file, Messages& messages) {
    // Existing names stay; new ones must not equal any of them.
    std::unordered_set<std::string> taken(names.begin(), names.end());
    std::unordered_map<std::string, std::size_t> seen;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string given = names[i];
        const std::size_t number = ++seen[given];
        if (given.empty()) {
            names[i] = free_name(made_up_name(i), 2, taken);
            messages.note(fmt::format("{}: column {} has no name: it is called {}", file, i + 1, names[i]));
        } else if (number > 1) {
            names[i] = free_name(given, number, taken);
            messages.note(
                fmt::format("{}: two columns are called {}: the {} is called {}", file, given, ordinal(number), names[i]));
        }
        taken.insert(names[i]);
    }
    return names;
}

std::vector<std::string> chosen_names(std::vector<std::string> found, const ReadOptions& options, std::string_view file) {
    if (options.names.empty()) return found;
    if (options.names.size() != found.size())
        throw input_error(fmt::format("{}: it has {} columns but {} names are given; give a name for each column ({})", file,
                                      found.size(), options.names.size(), named("names")));
    return options.names;
}

}  // namespace treewright
