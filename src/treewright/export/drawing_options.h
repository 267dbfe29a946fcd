// What a user says about a drawing: which part of a tree it shows, and which way it grows.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string_view>

#include "treewright/data/parameter.h"

namespace treewright {

enum class DrawingDirection { down, right };
std::string_view word_of(DrawingDirection direction);

struct DrawingOptions {
    std::size_t depth = std::numeric_limits<std::size_t>::max();  ///< splits at this depth are drawn without their branches
    double min_rows = 0.0;                                        ///< branches with fewer rows are folded and counted
    DrawingDirection direction = DrawingDirection::down;
    bool operator==(const DrawingOptions&) const = default;
};
std::span<const ParameterOf<DrawingOptions>> drawing_parameters();

}  // namespace treewright
