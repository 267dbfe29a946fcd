// A table as an Arrow stream, for other libraries of tables.
#pragma once

#include <nanobind/nanobind.h>

#include "treewright/data/table.h"

namespace treewright::python {

/// A capsule as `__arrow_c_stream__` gives it: one batch of all rows, copied. Missing cells are null.
nanobind::object arrow_stream_of(const Table& table);

}  // namespace treewright::python
