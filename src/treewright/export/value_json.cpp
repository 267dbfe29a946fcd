#include "treewright/export/value_json.h"

#include <algorithm>
#include <cmath>

#include "treewright/base/number_text.h"

namespace treewright {

void write_value(JsonWriter& json, const ColumnSchema& column, double value) {
    if (std::isnan(value)) return json.null();
    switch (column.type) {
        case ColumnType::date: return json.string(date_text(value));
        case ColumnType::time: return json.string(time_text(value));
        case ColumnType::ordered: {
            const double last = static_cast<double>(column.levels.size()) - 1.0;
            return json.string(column.levels.at(static_cast<std::size_t>(std::clamp(std::floor(value), 0.0, last))));
        }
        default: json.number_or_text(value);
    }
}

void write_counts(JsonWriter& json, const std::vector<std::string>& classes, std::span<const double> weights) {
    json.key("counts");
    json.begin_object();
    for (std::size_t c = 0; c < classes.size(); ++c) json.member(classes[c], weights[c]);
    json.end_object();
}

void write_test(JsonWriter& json, const NodeTest& test) {
    json.key("test");
    json.begin_object();
    json.member("p_value", test.p_value);
    json.member("tests_at_node", test.tests_at_node);
    json.member("tests_of_feature", test.tests_of_feature);
    json.member("approximate", test.approximate);
    json.end_object();
}

}  // namespace treewright
