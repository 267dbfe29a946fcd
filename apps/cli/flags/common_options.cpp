#include "cli/flags/common_options.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>

#include "treewright/base/error.h"

namespace treewright::cli {

namespace {

constexpr std::uint64_t most_threads = 1024;

}  // namespace

std::uint64_t whole_number(const std::string& option, const std::string& text, std::uint64_t lowest, std::uint64_t highest) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size() && value >= lowest && value <= highest) return value;
    const bool open = highest >= std::numeric_limits<std::uint32_t>::max();
    const std::string range = open ? fmt::format("of at least {}", lowest) : fmt::format("from {} to {}", lowest, highest);
    throw usage_error(fmt::format("{} cannot be '{}': it is a whole number {}", option, text, range));
}

void declare_common(ArgumentParser& parser, CommonOptions& common) {
    parser.group("Everywhere");
    parser.flag("--json", "print the result as JSON (docs/command-line.md describes it)", common.json);
    parser.flag("--quiet", "no notes and no progress bar; warnings and errors stay", common.quiet);
    parser.option({"--threads", "N", "threads to use; 0 or all: one a core [0]. The result does not depend on it", Times::once},
                  [&common](const std::string& text) {
                      common.threads =
                          text == "all" ? 0 : static_cast<unsigned>(whole_number("--threads", text, 0, most_threads));
                  });
    parser.option({"--seed", "N", "which rows are drawn where rows are drawn [1]", Times::once},
                  [&common](const std::string& text) {
                      common.seed = whole_number("--seed", text, 0, std::numeric_limits<std::uint64_t>::max());
                  });
    // Answered by the parser itself.
    parser.option({"-h,--help", "", "this text", Times::many}, [](const std::string&) {});
}

bool parse_or_help(ArgumentParser& parser, const std::vector<std::string>& arguments, const CommonOptions& common,
                   Console& console) {
    if (!parser.parse(arguments)) {
        console.print(parser.help());
        return false;
    }
    if (common.quiet) console.be_quiet();
    return true;
}

}  // namespace treewright::cli
