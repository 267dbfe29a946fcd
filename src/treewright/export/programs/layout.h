// Whether a program is written as nested code or as tables. Compilers and interpreters limit how deep code may be nested and how long a
// function may be: trees beyond that become tables even if nested code was asked for.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "treewright/export/programs/program.h"
#include "treewright/export/targets.h"

namespace treewright {

/// What a language can nest.
struct NestingLimits {
    std::size_t depth = 100;     ///< questions in one another
    std::size_t tests = 20'000;  ///< in one function, surrogates included
    std::size_t branches = 500;  ///< of one question
};

struct Layout {
    CodeStyle style = CodeStyle::nested;
    std::string reason = {};  ///< a sentence, where nested code was asked for and cannot be had
};
[[nodiscard]] Layout layout_of(const Program& program, const ExportOptions& options, const NestingLimits& limits,
                               std::string_view language);

}  // namespace treewright
