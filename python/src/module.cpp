// The extension module treewright._core: the library's face, as thin as it can be. What users see is written in Python on top of it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "calls.h"
#include "imports.h"
#include "levels.h"
#include "models.h"
#include "studies.h"
#include "tables.h"
#include "treewright/face/parameters.h"

NB_MODULE(_core, module) {
    module.doc() = "The compiled part of treewright. Its names may change: use the package.";
    module.attr("version") = TREEWRIGHT_VERSION;
    module.def("parameters_json", [] { return treewright::parameters_json(treewright::python_spelling); });
    treewright::python::translate_errors();
    treewright::python::bind_tables(module);
    treewright::python::bind_models(module);
    treewright::python::bind_levels(module);
    treewright::python::bind_imports(module);
    treewright::python::bind_studies(module);
}
