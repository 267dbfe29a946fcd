#include "treewright/export/drawing_options.h"

#include <vector>

#include "treewright/base/spelling.h"
#include "treewright/data/parameter_entry.h"

namespace treewright {

namespace {

using DrawingParameter = ParameterOf<DrawingOptions>;

/// The compiler stops here when an option is added: give it an entry below and a name here.
[[maybe_unused]] void every_drawing_option_has_its_entry(const DrawingOptions& options) {
    [[maybe_unused]] const auto& [depth, min_rows, direction] = options;
}

template <class Access>
DrawingParameter about_drawing(Parameter declared, Access access) {
    DrawingParameter parameter = entry_of<DrawingOptions>(std::move(declared), access);
    parameter.group = ParameterGroup::drawing;
    return parameter;
}

std::vector<DrawingParameter> entries_about_drawings() {
    return {
        about_drawing({.name = "depth",
                       .unit = "N",
                       .sentence = "Draw the tree down to this depth, and only count the nodes below.",
                       .absent = "all"},
                      [](auto& o) -> auto& { return o.depth; }),
        about_drawing({.name = "min-rows",
                       .unit = "ROWS",
                       .sentence = "Fold branches with fewer rows, and only count them."},
                      [](auto& o) -> auto& { return o.min_rows; }),
        about_drawing({.name = "direction", .sentence = "Let the tree grow down, or to the right."},
                      [](auto& o) -> auto& { return o.direction; }),
    };
}

}  // namespace

std::string_view word_of(DrawingDirection direction) {
    switch (direction) {
        case DrawingDirection::down: return "down";
        case DrawingDirection::right: return "right";
    }
    return {};
}

std::span<const DrawingParameter> drawing_parameters() {
    static const std::vector<DrawingParameter> list = entries_about_drawings();
    return list;
}

}  // namespace treewright
