#include "settings.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <utility>

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

ParameterValue by_key(const nb::dict& dictionary) {
    std::vector<ClassNumber> numbers;
    std::vector<OrderedColumn> orders;
    for (const auto& [key, value] : dictionary) {
        const std::string name = nb::cast<std::string>(nb::str(key));
        if (nb::isinstance<nb::list>(value))
            orders.push_back({name, nb::cast<std::vector<std::string>>(value)});
        else
            numbers.push_back({name, nb::cast<double>(value)});
    }
    if (!orders.empty()) return orders;
    return numbers;
}

ParameterValue value_of_object(const std::string& name, nb::handle value) {
    if (value.is_none()) return {};
    if (nb::isinstance<nb::bool_>(value)) return nb::cast<bool>(value);
    if (nb::isinstance<nb::int_>(value)) return whole_number(name, value);
    if (nb::isinstance<nb::float_>(value)) return nb::cast<double>(value);
    if (nb::isinstance<nb::str>(value)) return nb::cast<std::string>(value);
    if (nb::isinstance<nb::dict>(value)) return by_key(nb::cast<nb::dict>(value));
    if (nb::isinstance<nb::list>(value)) return nb::cast<std::vector<std::string>>(value);
    if (nb::isinstance<nb::tuple>(value)) return cost_table(nb::cast<nb::tuple>(value));
    const std::string kind = nb::cast<std::string>(nb::str(value.type().attr("__name__")));
    throw nb::type_error((spelled(named(name), python_spelling) + " does not take a value of the type " + kind).c_str());
}

}  // namespace

CostTable cost_table(const nb::tuple& pair) {
    CostTable table;
    table.source = "the costs";
    table.classes = nb::cast<std::vector<std::string>>(pair[0]);
    table.cells = nb::cast<std::vector<double>>(pair[1]);
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
