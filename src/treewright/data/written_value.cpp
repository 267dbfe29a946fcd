#include "treewright/data/written_value.h"

#include "treewright/base/date_format.h"
#include "treewright/base/number_text.h"

namespace treewright {

namespace {

constexpr std::size_t group = 3;

/// The digits with what stands between thousands.
std::string grouped(const std::string& digits, const std::string& separator) {
    std::string text;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % group == 0) text += separator;
        text += digits[i];
    }
    return text;
}

}  // namespace

std::string written_number(double value, const ColumnReading& reading) { return written_digits(readable_number(value), reading); }

std::string written_digits(std::string_view text, const ColumnReading& reading) {
    std::string plain(text);
    const bool negative = plain.starts_with('-');
    if (negative) plain.erase(0, 1);
    const std::size_t point = plain.find_first_not_of("0123456789");
    const bool in_digits = plain.find_first_not_of("0123456789.…") == std::string::npos;  // an ellipsis: digits were cut
    std::string number = in_digits ? grouped(plain.substr(0, point), reading.thousands_separator) : plain;
    if (in_digits && point != std::string::npos)
        number += plain[point] == '.' ? reading.decimal_sign + plain.substr(point + 1) : plain.substr(point);
    return (negative ? "-" : "") + reading.prefix + number + reading.unit;
}

std::string written_moment(double value, const ColumnSchema& column) {
    if (!column.reading.date_format.empty()) return DateFormat(column.reading.date_format).text(value);
    return column.type == ColumnType::date ? date_text(value) : time_text(value);
}

}  // namespace treewright
