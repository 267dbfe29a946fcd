// New tables by a model's own names of levels, and the levels that it does not have.
#pragma once

#include <nanobind/nanobind.h>

namespace treewright::python {

void bind_levels(nanobind::module_& module);

}  // namespace treewright::python
