#include "settings.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <utility>

#include "calls.h"

namespace nb = nanobind;

namespace treewright::python {

namespace {

ParameterValue whole_number(const std::string& name, nb::handle value) {
    const long long number = PyLong_AsLongLong(value.ptr());
    if (number == -1 && PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        throw usage_error(named(name) + " is too large a number");
    }
    if (number < 0) return static_cast<double>(number);  // the catalogue says which numbers it takes
    return static_cast<std::uint64_t>(number);
}

[[noreturn]] void refuse(const std::string& name, const std::string& wanted, nb::handle value) {
    const std::string kind = nb::cast<std::string>(nb::str(value.type().attr("__name__")));
    throw nb::type_error((spelled(named(name), package_spelling) + wanted + kind).c_str());
}

std::string text_of(const std::string& name, nb::handle value) {
    if (!nb::isinstance<nb::str>(value)) refuse(name, " takes names as texts, not ", value);
    std::string text;
    if (!nb::try_cast(value, text))
        throw input_error(named(name) + " holds a text that is not Unicode: it cannot be written as UTF-8");
    return text;
}

double number_of(const std::string& name, nb::handle value) {
    const double number = PyFloat_AsDouble(value.ptr());
    if (number != -1 || PyErr_Occurred() == nullptr) return number;
    PyErr_Clear();
    if (nb::isinstance<nb::int_>(value)) throw usage_error(named(name) + " is too large a number");
    refuse(name, " takes numbers, not ", value);
}

std::vector<std::string> texts_of(const std::string& name, const nb::list& values) {
    std::vector<std::string> texts;
    for (const nb::handle value : values) texts.push_back(text_of(name, value));
    return texts;
}

ParameterValue by_key(const std::string& name, const nb::dict& dictionary) {
    std::vector<ClassNumber> numbers;
    std::vector<OrderedColumn> orders;
    for (const auto& [key, value] : dictionary) {
        if (nb::isinstance<nb::list>(value))
            orders.push_back({text_of(name, key), texts_of(name, nb::borrow<nb::list>(value))});
        else
            numbers.push_back({text_of(name, key), number_of(name, value)});
    }
    if (!orders.empty() && !numbers.empty()) throw usage_error(named(name) + " mixes numbers and lists");
    if (!orders.empty()) return orders;
    return numbers;
}

ParameterValue value_of_object(const std::string& name, nb::handle value) {
    if (value.is_none()) return {};
    if (nb::isinstance<nb::bool_>(value)) return nb::cast<bool>(value);
    if (nb::isinstance<nb::int_>(value)) return whole_number(name, value);
    if (nb::isinstance<nb::float_>(value)) return nb::cast<double>(value);
    if (nb::isinstance<nb::str>(value)) return text_of(name, value);
    if (nb::isinstance<nb::dict>(value)) return by_key(name, nb::borrow<nb::dict>(value));
    if (nb::isinstance<nb::list>(value)) return texts_of(name, nb::borrow<nb::list>(value));
    if (nb::isinstance<nb::tuple>(value)) return cost_table(nb::borrow<nb::tuple>(value), name);
    refuse(name, " does not take a value of the type ", value);
}

}  // namespace

CostTable cost_table(const nb::tuple& pair, const std::string& name) {
    if (pair.size() != 2 || !nb::isinstance<nb::list>(pair[0]) || !nb::isinstance<nb::list>(pair[1]))
        refuse(name, " does not take a value of the type ", pair);
    CostTable table;
    table.source = "the costs";
    table.classes = texts_of(name, nb::borrow<nb::list>(pair[0]));
    for (const nb::handle cost : nb::borrow<nb::list>(pair[1])) table.cells.push_back(number_of(name, cost));
    if (table.cells.size() != table.classes.size() * table.classes.size())
        throw usage_error(named(name) + " takes one cost per pair of classes");
    return table;
}

std::map<std::string, ParameterValue> parameter_values(const nb::dict& options) {
    std::map<std::string, ParameterValue> values;
    for (const auto& [key, value] : options) {
        const std::string name = nb::cast<std::string>(key);
        values[name] = value_of_object(name, value);
    }
    return values;
}

TrainOptions train_options(const nb::dict& options) { return treewright::options(parameter_values(options)); }

SettingTexts setting_texts(const nb::dict& options) {
    SettingTexts texts;
    for (const auto& [name, value] : parameter_values(options)) texts.texts.emplace_back(name, option_text(name, value));
    return texts;
}

}  // namespace treewright::python
