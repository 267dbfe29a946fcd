#include "treewright/export/programs/layout.h"

#include <fmt/format.h>

namespace treewright {

Layout layout_of(const Program& program, const ExportOptions& options, const NestingLimits& limits, std::string_view language) {
    if (program.depth() == 0) return {};  // a single leaf has nothing for a table
    if (options.style == CodeStyle::table) return {CodeStyle::table};
    const auto too_much = [&](std::size_t count, std::string_view of_what, std::size_t limit) {
        return Layout{CodeStyle::table, fmt::format("It is laid out as tables, because {} {} are too many for nested code in {} (at most {}).",
                                                    count, of_what, language, limit)};
    };
    if (program.depth() > limits.depth) return too_much(program.depth(), "questions in one another", limits.depth);
    if (program.tests() > limits.tests) return too_much(program.tests(), "questions", limits.tests);
    if (program.most_branches() > limits.branches) return too_much(program.most_branches(), "branches of a question", limits.branches);
    return {};
}

}  // namespace treewright
