// The options that every verb takes.
#pragma once

#include <cstdint>
#include <optional>

#include "cli/console/console.h"
#include "cli/flags/argument_parser.h"

namespace treewright::cli {

struct CommonOptions {
    bool json = false;
    bool quiet = false;
    unsigned threads = 0;  ///< 0: all cores
    std::uint64_t seed = 1;
    std::optional<std::size_t> width = {};  ///< of pages; none: the terminal's, or COLUMNS
    bool all_levels = false;                ///< of sets in trees and rules
};

void declare_common(ArgumentParser& parser, CommonOptions& common);

/// For verbs that print trees or rules.
void declare_levels(ArgumentParser& parser, CommonOptions& common);

/// Parses the arguments; prints the help and returns false for --help.
[[nodiscard]] bool parse_or_help(ArgumentParser& parser, const std::vector<std::string>& arguments, const CommonOptions& common,
                                 Console& console);

/// A whole number from `lowest` to `highest`; a usage `Error` that names the option for anything else.
std::uint64_t whole_number(const std::string& option, const std::string& text, std::uint64_t lowest, std::uint64_t highest);

}  // namespace treewright::cli
