// Labelled rows and models.
#pragma once

#include <nanobind/nanobind.h>

namespace treewright::python {

void bind_models(nanobind::module_& module);

}  // namespace treewright::python
