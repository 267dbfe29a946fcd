// How an export to a program names what its callers use: docs/exports.md shows the interface in each language.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/export/targets.h"
#include "treewright/tree/model.h"

namespace treewright {

struct ProgramNames {
    struct Feature {
        FeatureId number = 0;  ///< in the schema
        std::string field;     ///< of a row
        std::string type;      ///< what holds its levels, in languages that have such
        bool has_levels = false;
    };
    std::string name;               ///< of the function, class or namespace
    std::vector<Feature> features;  ///< those that the tree asks about, in the order of the schema
};

/// The target is a program: c, cpp, java, javascript or python.
[[nodiscard]] ProgramNames program_names(const Model& model, const ExportOptions& options, std::string_view target);

}  // namespace treewright
