// What the comment at the head of a program says, whatever its language.
#pragma once

#include <string>
#include <vector>

#include "treewright/export/programs/layout.h"
#include "treewright/export/programs/literals.h"
#include "treewright/export/programs/program.h"

namespace treewright {

/// What is predicted, from which features, and how rows without a value are treated. Lines, some of them empty.
[[nodiscard]] std::vector<std::string> head_lines(const Program& program, const Layout& layout, CommentLetters letters);

/// "'Humidity': a number", with the unit of a date or time, or the number of its levels.
[[nodiscard]] std::string feature_line(const ProgramFeature& feature, CommentLetters letters);

/// Levels in their order: "'overcast', 'rain', … and 3 more".
[[nodiscard]] std::string level_list(const std::vector<std::string>& levels, CommentLetters letters);

}  // namespace treewright
