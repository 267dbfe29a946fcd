// Evaluation, resampling, comparison, description: each gives its JSON and its text.
#pragma once

#include <nanobind/nanobind.h>

namespace treewright::python {

void bind_studies(nanobind::module_& module);

}  // namespace treewright::python
