#include "treewright/io/cells/column_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "treewright/base/error.h"
#include "treewright/base/number_text.h"
#include "treewright/base/spelling.h"

namespace treewright {

namespace {

std::string ordinal(std::size_t number) {
    static const std::vector<std::string> words = {"", "first", "second", "third", "fourth", "fifth"};
    return number < words.size() ? words[number] : fmt::format("{}th", number);
}

/// Names that no column has yet.
class NameGiver {
public:
    explicit NameGiver(const std::vector<std::string>& existing) : taken_(existing.begin(), existing.end()) {}

    /// `wanted` if it is free, else the first free of wanted_2, wanted_3, …, beginning with `number`.
    std::string free_name(const std::string& wanted, std::size_t number) {
        std::string name = wanted;
        if (taken_.contains(name)) {
            // All below were found taken when the last one was looked for: none is looked at twice.
            std::size_t& next = next_[wanted];
            for (next = std::max(next, number); taken_.contains(name); ++next) name = fmt::format("{}_{}", wanted, next);
        }
        taken_.insert(name);
        return name;
    }

private:
    std::unordered_set<std::string> taken_;
    std::unordered_map<std::string, std::size_t> next_;
};

/// What is said about changed names: the first few one by one, the rest by their number.
class Notes {
public:
    Notes(std::string_view file, Messages& messages) : file_(file), messages_(messages) {}

    void unnamed(std::size_t position, const std::string& name) {
        if (++unnamed_ <= most_notes)
            messages_.note(fmt::format("{}: column {} has no name: it is called {}", file_, position + 1, name));
    }
    void repeated(const std::string& given, std::size_t number, const std::string& name) {
        if (++repeated_ <= most_notes)
            messages_.note(
                fmt::format("{}: two columns are called {}: the {} is called {}", file_, given, ordinal(number), name));
    }
    void count_the_rest() {
        if (unnamed_ > most_notes)
            messages_.note(fmt::format("{}: {} more without a name, named by position as well", file_,
                                       counted(unnamed_ - most_notes, "column")));
        if (repeated_ > most_notes)
            messages_.note(fmt::format("{}: {} more with the name of an earlier one, numbered as well", file_,
                                       counted(repeated_ - most_notes, "column")));
    }

private:
    static constexpr std::size_t most_notes = 5;

    std::string_view file_;
    Messages& messages_;
    std::size_t unnamed_ = 0;
    std::size_t repeated_ = 0;
};

}  // namespace

std::string made_up_name(std::size_t position) { return fmt::format("c{}", position + 1); }

bool all_made_up(const std::vector<std::string>& names) {
    return std::all_of(names.begin(), names.end(), [](const std::string& name) {
        return name.size() > 1 && name[0] == 'c' && name[1] != '0' &&
               name.find_first_not_of("0123456789", 1) == std::string::npos;
    });
}

std::vector<std::string> distinct_names(std::vector<std::string> names, std::string_view file, Messages& messages) {
    NameGiver giver(names);
    std::unordered_map<std::string, std::size_t> seen;
    Notes notes(file, messages);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string given = names[i];
        const std::size_t number = ++seen[given];
        if (given.empty()) {
            names[i] = giver.free_name(made_up_name(i), 2);
            notes.unnamed(i, names[i]);
        } else if (number > 1) {
            names[i] = giver.free_name(given, number);
            notes.repeated(given, number, names[i]);
        }
    }
    notes.count_the_rest();
    return names;
}

std::vector<std::string> chosen_names(std::vector<std::string> found, const ReadOptions& options, std::string_view file) {
    if (options.names.empty()) return found;
    if (options.names.size() != found.size())
        throw input_error(
            fmt::format("{}: it has {} but {} given; give a name for each column ({})", file, counted(found.size(), "column"),
                        counted(options.names.size(), "name") + (options.names.size() == 1 ? " is" : " are"), named("names")));
    return options.names;
}

}  // namespace treewright
