// Tables from Python's columns: NumPy arrays without a copy where their memory allows it, codes with their levels, and Arrow streams.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string>

#include "treewright/treewright.h"

namespace treewright::python {

/// Keeps a Python object alive as long as somebody holds the pointer, on whatever thread it is let go.
std::shared_ptr<const void> keep_alive(nanobind::object object);

/// What Python calls the type of a column: number, date, time, ordered, category.
std::string word_of_type(ColumnType type);

void bind_tables(nanobind::module_& module);

}  // namespace treewright::python
