#include "cli/flags/common_options.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>

#include "cli/flags/parameter_flags.h"
#include "treewright/base/error.h"
#include "treewright/training/catalogue.h"

namespace treewright::cli {

std::uint64_t whole_number(const std::string& option, const std::string& text, std::uint64_t lowest, std::uint64_t highest) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size() && value >= lowest && value <= highest) return value;
    const bool open = highest >= std::numeric_limits<std::uint32_t>::max();
    const std::string range = open ? fmt::format("of at least {}", lowest) : fmt::format("from {} to {}", lowest, highest);
    throw usage_error(fmt::format("{} cannot be '{}': it is a whole number {}", option, text, range));
}

void declare_common(ArgumentParser& parser, CommonOptions& common) {
    parser.group("Common options");
    parser.flag("--json", "print the result as JSON (format: docs/command-line.md)", common.json);
    parser.flag("--quiet", "suppress notes and the progress bar, not warnings and errors", common.quiet);
    parser.option(
        {"--width", "N",
         "fit pages into N columns [those of the terminal, or COLUMNS; in a file or a pipe nothing is shortened]", Times::once},
        [&common](const std::string& text) {
            common.width = whole_number("--width", text, least_text_width, std::numeric_limits<std::uint32_t>::max());
        });
    const Parameter& threads = *find_parameter("threads");
    declare_parameter(parser, threads, [&common, &threads](const std::string& text) {
        const ParameterValue value = threads.read(text);
        const auto* number = std::get_if<std::uint64_t>(&value);
        common.threads = number == nullptr ? 0 : static_cast<unsigned>(*number);
    });
    const Parameter& seed = *find_parameter("seed");
    declare_parameter(parser, seed,
                      [&common, &seed](const std::string& text) { common.seed = std::get<std::uint64_t>(seed.read(text)); });
    // Answered by the parser itself.
    parser.option({"-h,--help", "", "print this help", Times::many}, [](const std::string&) {});
}

void declare_levels(ArgumentParser& parser, CommonOptions& common) {
    parser.option({"--levels", "few|all", "how many levels of a set to list: as many as fit a line, or all [few]", Times::once},
                  [&common](const std::string& text) {
                      if (text != "few" && text != "all")
                          throw usage_error(fmt::format("--levels cannot be '{}': it is few or all", text));
                      common.all_levels = text == "all";
                  });
}

bool parse_or_help(ArgumentParser& parser, const std::vector<std::string>& arguments, const CommonOptions& common,
                   Console& console) {
    if (!parser.parse(arguments)) {
        if (console.listener() != nullptr)
            console.listener()->push_back(parser.description());
        else
            console.print(parser.help());
        return false;
    }
    if (common.quiet) console.be_quiet();
    if (common.width) console.set_width(*common.width);
    if (common.all_levels) console.list_all_levels();
    return true;
}

}  // namespace treewright::cli
