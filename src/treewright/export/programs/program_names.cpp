#include "treewright/export/program_names.h"

#include "treewright/export/programs/program.h"

namespace treewright {

namespace {

/// What callers see; how constants are called does not matter to them here.
Naming names_for_callers(std::string_view target) {
    if (target == "java") return {.program = Casing::pascal, .field = Casing::camel};
    if (target == "javascript") return {.program = Casing::pascal, .field = Casing::camel};
    if (target == "python") return {.program = Casing::pascal};
    return {};
}

}  // namespace

ProgramNames program_names(const Model& model, const ExportOptions& options, std::string_view target) {
    const Program program(model, options, names_for_callers(target));
    ProgramNames names{program.name(), {}};
    for (const ProgramFeature& feature : program.features())
        names.features.push_back({feature.number, feature.field, feature.type, feature.has_levels()});
    return names;
}

}  // namespace treewright
