#include "tables.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "arrays.h"
#include "arrow_out.h"
#include "calls.h"
#include "settings.h"
#include "treewright/base/number_text.h"
#include "treewright/data/by_schema.h"

namespace nb = nanobind;

namespace treewright::python {

namespace {

template <class Number>
using Cells = nb::ndarray<const Number, nb::ndim<1>, nb::device::cpu>;

template <class Number>
Numbers numbers_of(const nb::object& object) {
    const auto cells = nb::cast<Cells<Number>>(object);
    if (cells.stride(0) == 1 || cells.shape(0) < 2)
        return Numbers::borrow(std::span<const Number>(cells.data(), cells.shape(0)), keep_alive(object));
    return Numbers::borrow(Strided<Number>(cells.data(), cells.shape(0), cells.stride(0)), keep_alive(object));
}

ColumnType value_type(const std::string& word) {
    if (word == "date") return ColumnType::date;
    if (word == "time") return ColumnType::time;
    return ColumnType::numeric;
}

/// A NumPy array of float32 or float64. `kind`: number, date or time.
void add_values(Columns& columns, std::string name, const nb::object& cells, const std::string& kind) {
    const bool is_float = nb::isinstance<Cells<float>>(cells);
    columns.values(std::move(name), is_float ? numbers_of<float>(cells) : numbers_of<double>(cells), value_type(kind));
}

std::vector<LevelCode> codes_of(const Cells<std::int32_t>& cells) {
    std::vector<LevelCode> codes(cells.shape(0));
    for (std::size_t row = 0; row < codes.size(); ++row)
        codes[row] = cells.data()[static_cast<std::int64_t>(row) * cells.stride(0)];
    return codes;
}

void add_codes(Columns& columns, std::string name, const Cells<std::int32_t>& codes, std::vector<std::string> levels,
               bool ordered) {
    if (ordered)
        columns.ordered(std::move(name), codes_of(codes), std::move(levels));
    else
        columns.categories(std::move(name), codes_of(codes), levels);
}

/// Takes the stream out of its capsule, as the standard asks for: the producer then sees that it was read.
ArrowArrayStream taken(const nb::object& object) {
    if (!PyCapsule_IsValid(object.ptr(), "arrow_array_stream"))
        throw nb::type_error("the method __arrow_c_stream__ does not give an Arrow stream");
    auto* const stream = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(object.ptr(), "arrow_array_stream"));
    if (stream->release == nullptr) throw nb::value_error("the Arrow stream was read before: make a new one");
    return std::exchange(*stream, {});
}

void add_stream(Columns& columns, const nb::object& capsule, const std::map<std::string, std::string>& words) {
    ArrowOwner<ArrowArrayStream> stream;
    *stream = taken(capsule);
    ArrowKinds kinds;
    for (const auto& [name, word] : words) kinds[name] = word == "text" ? ArrowAs::text : ArrowAs::number;
    Table table = called(1, [&](const Session& session) { return table_from_arrow(*stream, kinds, session); });
    for (Column& column : table.columns) {
        const std::vector<std::string>& levels = column.schema.levels;
        if (std::find(levels.begin(), levels.end(), std::string()) != levels.end()) make_missing(column, {});  // the empty text
    }
    columns.append(std::move(table));
}

/// A file. `options`: those of reading and of columns, by their names in the catalogue.
Columns read_file(const std::string& path, const nb::dict& options, unsigned threads) {
    DataOptions parsed;
    for (const auto& [name, value] : parameter_values(options)) set_option(parsed, name, value);
    Columns columns;
    columns.append(called(threads, [&](const Session& session) { return read_table(path, parsed.reading, session); }));
    return columns;
}

// --- out again --------------------------------------------------------------------------------------------------------------------

const Column& column_named(const Columns& columns, const std::string& name) {
    const auto position = columns.view().find(name);
    if (!position) throw nb::key_error(name.c_str());
    return columns.view().columns[*position];
}

/// What a column holds: its kind, its numbers (NaN: missing) or its codes (-1: missing), its levels.
nb::tuple cells_of(const Columns& columns, const std::string& name) {
    const Column& column = column_named(columns, name);
    nb::object cells = column.has_values() ? array_of(column.values.copy()) : array_of(std::vector<LevelCode>(column.codes));
    return nb::make_tuple(word_of_type(column.schema.type), cells, column.schema.levels);
}

/// These columns, in this order, by positions.
Columns picked(const Columns& columns, const std::vector<std::size_t>& positions) {
    Table table{columns.view().rows, {}, {}};
    for (const std::size_t position : positions) table.columns.push_back(columns.view().columns.at(position));
    Columns result;
    result.append(std::move(table));
    return result;
}

using ReadingState = std::tuple<std::optional<std::vector<std::string>>, std::vector<std::string>, std::string, bool, bool>;

/// How the cells of a column were parsed, which a model keeps; for pickles.
ReadingState reading_of(const Columns& columns, const std::string& name) {
    const ColumnReading& reading = column_named(columns, name).schema.reading;
    return {reading.missing_words,
            {reading.decimal_sign, reading.thousands_separator, reading.prefix, reading.unit},
            reading.date_format,
            reading.trailing_minus,
            reading.folds_case};
}

/// For the column that was added last.
Columns with_reading(const Columns& columns, const ReadingState& state) {
    Table table = columns.view();
    const auto& [missing_words, signs, date_format, trailing_minus, folds_case] = state;
    ColumnReading& reading = table.columns.back().schema.reading;
    reading.missing_words = missing_words;
    reading.decimal_sign = signs.at(0);
    reading.thousands_separator = signs.at(1);
    reading.prefix = signs.at(2);
    reading.unit = signs.at(3);
    reading.date_format = date_format;
    reading.trailing_minus = trailing_minus;
    reading.folds_case = folds_case;
    Columns result;
    result.append(std::move(table));
    return result;
}

template <class Item>
std::vector<std::string> of_columns(const Columns& columns, const Item& item) {
    std::vector<std::string> list;
    for (const Column& column : columns.view().columns) list.push_back(item(column.schema));
    return list;
}

}  // namespace

std::shared_ptr<const void> keep_alive(nb::object object) {
    return {object.release().ptr(), [](const void* held) {
                if (Py_IsInitialized() == 0) return;  // the interpreter has ended, and the object with it
                const nb::gil_scoped_acquire acquire;
                Py_DECREF(static_cast<PyObject*>(const_cast<void*>(held)));
            }};
}

std::string word_of_type(ColumnType type) {
    switch (type) {
        case ColumnType::numeric: return "number";
        case ColumnType::date: return "date";
        case ColumnType::time: return "time";
        case ColumnType::ordered: return "ordered";
        case ColumnType::categorical: return "category";
    }
    return {};
}

void bind_tables(nb::module_& module) {
    nb::class_<Columns>(module, "Columns", "Columns of equal length, in the library's own form.")
        .def(nb::init<>())
        .def("add_values", &add_values, nb::arg("name"), nb::arg("cells"), nb::arg("kind") = "number")
        .def("add_codes", &add_codes, nb::arg("name"), nb::arg("codes"), nb::arg("levels"), nb::arg("ordered") = false)
        .def("add_stream", &add_stream, nb::arg("capsule").none(), nb::arg("kinds"))
        .def("rename", [](Columns& columns, const std::vector<std::string>& names) { columns.rename(names); })
        .def("picked", &picked, nb::arg("positions"))
        .def("cells", &cells_of, nb::arg("name"))
        .def("arrow_stream", [](const Columns& columns) { return arrow_stream_of(columns.view()); })
        .def("reading", &reading_of, nb::arg("name"))
        .def("with_reading", &with_reading, nb::arg("state"))
        .def("copy", [](const Columns& columns) { return Columns(columns); })
        .def_prop_ro("rows", [](const Columns& columns) { return columns.view().rows; })
        .def_prop_ro("names",
                     [](const Columns& columns) { return of_columns(columns, [](const ColumnSchema& s) { return s.name; }); })
        .def_prop_ro("kinds", [](const Columns& columns) {
            return of_columns(columns, [](const ColumnSchema& s) { return word_of_type(s.type); });
        });
    module.def("read_file", &read_file, nb::arg("path"), nb::arg("options"), nb::arg("threads") = 0);
    module.def("number_text", [](double number) { return number_text(number); }, "A number as trees write it.");
}

}  // namespace treewright::python
