// Trees of other programs.
#pragma once

#include <nanobind/nanobind.h>

namespace treewright::python {

void bind_imports(nanobind::module_& module);

}  // namespace treewright::python
