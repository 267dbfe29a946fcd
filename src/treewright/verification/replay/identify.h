// Which export of a model a file is: the target by its name or extension, the options by trying them.
#pragma once

#include "treewright/export/targets.h"
#include "treewright/verification/verify.h"

namespace treewright {

struct IdentifiedExport {
    const ExportTarget* target = nullptr;
    ExportOptions options;
    bool is_equal = false;  ///< byte by byte what the model makes with them
};

/// A usage `Error` if the file is no export of the model and its target is neither given nor clear.
[[nodiscard]] IdentifiedExport identify(const Model& model, const ExportFile& file);

/// The options that the target takes, as text.
[[nodiscard]] std::vector<NamedOption> options_in_effect(const IdentifiedExport& found);

}  // namespace treewright
