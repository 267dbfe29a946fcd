// Values of parameters: their texts and their ranges.
#include "treewright/data/parameter.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>

#include "treewright/base/error.h"
#include "treewright/base/name_list.h"
#include "treewright/base/nearest.h"
#include "treewright/base/number_text.h"
#include "treewright/base/positions.h"
#include "treewright/base/spelling.h"

namespace treewright {

namespace {

template <class Number>
std::optional<Number> whole_text(std::string_view text) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// "a whole number from 0 to 1024, or all"
std::string range_words(const Parameter& parameter) {
    const auto& [lowest, highest, open] = parameter.range;
    std::string words = parameter.kind == ParameterKind::integer ? "a whole number " : "a number ";
    if (highest == ParameterRange::unbounded)
        words += fmt::format("{} {}", open ? "above" : "of at least", number_text(lowest));
    else
        words += fmt::format("{} {} {} {}", open ? "between" : "from", number_text(lowest), open ? "and" : "to",
                             number_text(highest));
    return parameter.absent.empty() ? words : fmt::format("{}, or {}", words, parameter.absent);
}

std::string choice_words(const Parameter& parameter, const std::string& text) {
    std::string hint = did_you_mean(text, parameter.choices);
    for (const auto& [theirs, ours] : parameter.elsewhere)
        if (text == theirs) hint = fmt::format("here that is '{}'", ours);
    return fmt::format("one of {}{}", fmt::join(parameter.choices, ", "), hint.empty() ? "" : "; " + hint);
}

Error wrong(const Parameter& parameter, const std::string& text) {
    std::string words;
    switch (parameter.kind) {
        case ParameterKind::integer:
        case ParameterKind::real: words = range_words(parameter); break;
        case ParameterKind::choice:
        case ParameterKind::toggle: words = choice_words(parameter, text); break;
        case ParameterKind::text: words = "a text"; break;
        case ParameterKind::names: words = "a list of names"; break;
        case ParameterKind::texts: words = "a list of texts"; break;
        case ParameterKind::level_orders:
            words = "a column and its levels from lowest to highest, such as 'size=small<medium<large' (in quotes)";
            break;
        case ParameterKind::class_numbers: words = "a class and a number above 0, such as yes=2"; break;
        case ParameterKind::shares: words = "names with shares that add up to 1, such as train=0.7,test=0.3"; break;
        case ParameterKind::cost_table: words = "the costs of mistakes, such as yes>no=5,no>yes=1"; break;
    }
    return usage_error(fmt::format("{} cannot be '{}': it is {}", named(parameter.name), text, words));
}

bool is_choice(const Parameter& parameter, const ParameterValue& value) {
    const auto* word = std::get_if<std::string>(&value);
    return word != nullptr && std::find(parameter.choices.begin(), parameter.choices.end(), *word) != parameter.choices.end();
}

bool is_in(const ParameterRange& range, double value) {
    constexpr double largest = 1e300;  // so that a product with a weight stays finite
    if (range.open && !(value > range.lowest && value < range.highest)) return false;
    return value >= range.lowest && value <= std::min(range.highest, largest);
}

bool has_positive_numbers(const ParameterValue& value) {
    const auto* numbers = std::get_if<std::vector<ClassNumber>>(&value);
    return numbers != nullptr && std::all_of(numbers->begin(), numbers->end(), [](const ClassNumber& one) {
               return one.number > 0.0 && std::isfinite(one.number);
           });
}

bool fits(const Parameter& parameter, const ParameterValue& value) {
    if (std::holds_alternative<std::monostate>(value)) return !parameter.absent.empty();
    switch (parameter.kind) {
        case ParameterKind::integer: {
            const auto* number = std::get_if<std::uint64_t>(&value);
            return number != nullptr && is_in(parameter.range, static_cast<double>(*number));
        }
        case ParameterKind::real: {
            const auto* number = std::get_if<double>(&value);
            return number != nullptr && is_in(parameter.range, *number);
        }
        case ParameterKind::choice: return is_choice(parameter, value);
        case ParameterKind::toggle: return std::holds_alternative<bool>(value);
        case ParameterKind::text: return std::holds_alternative<std::string>(value);
        case ParameterKind::names:
        case ParameterKind::texts: return std::holds_alternative<std::vector<std::string>>(value);
        case ParameterKind::level_orders: return std::holds_alternative<std::vector<OrderedColumn>>(value);
        case ParameterKind::class_numbers: return is_choice(parameter, value) || has_positive_numbers(value);
        case ParameterKind::shares: return has_positive_numbers(value);
        case ParameterKind::cost_table: return std::holds_alternative<CostTable>(value);
    }
    return false;
}

// --- texts about columns ------------------------------------------------------------------------------------------------------

/// "size=small<medium<large"
OrderedColumn ordered_column(const Parameter& parameter, const std::string& text) {
    const std::size_t equals = text.find('=');
    OrderedColumn column;
    if (equals != std::string::npos) {
        column.name = text.substr(0, equals);
        for (std::size_t begin = equals + 1, end = 0; end != std::string::npos; begin = end + 1) {
            end = text.find('<', begin);
            column.levels.push_back(text.substr(begin, end == std::string::npos ? end : end - begin));
        }
    }
    if (column.name.empty() || column.levels.size() < 2) throw wrong(parameter, text);
    if (std::set<std::string>(column.levels.begin(), column.levels.end()).size() < column.levels.size())
        throw usage_error(fmt::format("{} '{}' names a level twice: name each level once", named(parameter.name), text));
    return column;
}

/// Commas part several columns if every piece is one; else they belong to the levels.
std::vector<OrderedColumn> ordered_columns(const Parameter& parameter, const std::string& text) {
    std::vector<std::string> pieces = split_names(text);
    const auto is_column = [](const std::string& piece) { return piece.find('=') != std::string::npos; };
    if (!std::all_of(pieces.begin(), pieces.end(), is_column)) pieces = {text};
    std::vector<OrderedColumn> columns;
    for (const std::string& piece : pieces) columns.push_back(ordered_column(parameter, piece));
    return columns;
}

std::string text_of_orders(const std::vector<OrderedColumn>& columns) {
    std::vector<std::string> texts;
    for (const OrderedColumn& column : columns)
        texts.push_back(fmt::format("{}={}", column.name, fmt::join(column.levels, "<")));
    return joined_names(texts);
}

// --- texts about classes ------------------------------------------------------------------------------------------------------

/// "yes=2"
std::optional<ClassNumber> class_number_in(std::string_view piece) {
    const std::size_t equals = piece.rfind('=');
    if (equals == std::string_view::npos) return std::nullopt;
    const auto number = whole_text<double>(piece.substr(equals + 1));
    if (!number) return std::nullopt;
    return ClassNumber{std::string(piece.substr(0, equals)), *number};
}

/// Refuses the piece that is wrong, not the whole list.
std::vector<ClassNumber> class_numbers_in(const Parameter& parameter, const std::string& text) {
    std::vector<ClassNumber> numbers;
    for (const std::string& piece : split_names(text)) {
        auto number = class_number_in(piece);
        if (!number || !has_positive_numbers(std::vector{*number})) throw wrong(parameter, piece);
        numbers.push_back(std::move(*number));
    }
    return numbers;
}

std::size_t position_in(std::vector<std::string>& classes, const std::string& name) {
    const auto found = std::find(classes.begin(), classes.end(), name);
    if (found != classes.end()) return index_in(classes, found);
    classes.push_back(name);
    return classes.size() - 1;
}

/// "yes>no=5,no>yes=1"; the classes in the order in which they are first named.
std::optional<CostTable> costs_in(const std::string& text) {
    struct Cost {
        std::size_t truth, predicted;
        double number;
    };
    CostTable table;
    std::vector<Cost> costs;
    for (const std::string& piece : split_names(text)) {
        const auto pair = class_number_in(piece);
        const std::size_t sign = pair ? pair->name.find('>') : std::string::npos;
        if (sign == std::string::npos || !(pair->number >= 0.0)) return std::nullopt;
        const std::size_t truth = position_in(table.classes, pair->name.substr(0, sign));
        costs.push_back({truth, position_in(table.classes, pair->name.substr(sign + 1)), pair->number});
    }
    const std::size_t classes = table.classes.size();
    table.cells.assign(classes * classes, 0.0);
    for (const Cost& cost : costs) table.cells[cost.truth * classes + cost.predicted] = cost.number;
    return table;
}

std::string text_of_numbers(const std::vector<ClassNumber>& numbers) {
    std::string text;
    for (const ClassNumber& one : numbers)
        text += fmt::format("{}{}={}", text.empty() ? "" : ",", one.name, number_text(one.number));
    return text;
}

std::string text_of_costs(const CostTable& table) {
    std::string text;
    const std::size_t classes = table.classes.size();
    for (std::size_t i = 0; i < classes; ++i)
        for (std::size_t j = 0; j < classes; ++j)
            if (i != j)
                text += fmt::format("{}{}>{}={}", text.empty() ? "" : ",", table.classes[i], table.classes[j],
                                    number_text(table.cells[i * classes + j]));
    return text;
}

/// What is there, and the new ones behind it.
template <class Held>
ParameterValue appended(const ParameterValue& before, std::vector<Held> added) {
    const auto* list = std::get_if<std::vector<Held>>(&before);
    if (list == nullptr) return added;
    std::vector<Held> all = *list;
    all.insert(all.end(), added.begin(), added.end());
    return all;
}

template <class Held>
ParameterValue value_or_none(std::optional<Held> value) {
    return value ? ParameterValue(std::move(*value)) : ParameterValue();
}

/// The value that a text means; none where it means nothing.
ParameterValue parsed(const Parameter& parameter, const std::string& text, const ParameterValue& before) {
    switch (parameter.kind) {
        case ParameterKind::integer: return value_or_none(whole_text<std::uint64_t>(text));
        case ParameterKind::real: {
            const auto number = whole_text<double>(text);
            return number ? ParameterValue(*number + 0.0) : ParameterValue();  // -0 is 0
        }
        case ParameterKind::toggle: return text == "yes" || text == "no" ? ParameterValue(text == "yes") : ParameterValue();
        case ParameterKind::choice:
        case ParameterKind::text: return text;
        case ParameterKind::names: return appended(before, split_names(text));
        case ParameterKind::texts: return appended(before, std::vector{text});
        case ParameterKind::level_orders: return appended(before, ordered_columns(parameter, text));
        case ParameterKind::shares: return class_numbers_in(parameter, text);
        case ParameterKind::class_numbers:
            return is_choice(parameter, text) ? ParameterValue(text) : appended(before, class_numbers_in(parameter, text));
        case ParameterKind::cost_table: return value_or_none(costs_in(text));
    }
    return {};
}

}  // namespace

ParameterValue Parameter::read(const std::string& text, const ParameterValue& before) const {
    if (!absent.empty() && text == absent) return {};
    ParameterValue value = parse ? parse(text, before) : parsed(*this, text, before);
    if (std::holds_alternative<std::monostate>(value) || !fits(*this, value)) throw wrong(*this, text);
    const bool is_list_and_word = kind == ParameterKind::class_numbers && is_choice(*this, before) != is_choice(*this, value);
    if (is_list_and_word && !std::holds_alternative<std::monostate>(before))
        throw usage_error(
            fmt::format("{} cannot be both '{}' and '{}': give only one of them", named(name), text_of(before), text));
    return value;
}

ParameterValue Parameter::checked(const ParameterValue& value) const {
    if (const auto* text = std::get_if<std::string>(&value)) return read(*text);
    const auto* integer = std::get_if<std::uint64_t>(&value);
    const ParameterValue given =
        kind == ParameterKind::real && integer != nullptr ? ParameterValue(static_cast<double>(*integer)) : value;
    if (!fits(*this, given)) throw wrong(*this, text_of(given));
    return given;
}

std::string Parameter::text_of(const ParameterValue& value) const {
    struct Text {
        std::string_view absent;
        std::string operator()(std::monostate) const { return std::string(absent); }
        std::string operator()(bool yes) const { return yes ? "yes" : "no"; }
        std::string operator()(std::uint64_t number) const { return std::to_string(number); }
        std::string operator()(double number) const { return number_text(number); }
        std::string operator()(const std::string& text) const { return text; }
        std::string operator()(const std::vector<std::string>& names) const { return joined_names(names); }
        std::string operator()(const std::vector<OrderedColumn>& columns) const { return text_of_orders(columns); }
        std::string operator()(const std::vector<ClassNumber>& numbers) const { return text_of_numbers(numbers); }
        std::string operator()(const CostTable& table) const { return text_of_costs(table); }
    };
    return std::visit(Text{absent}, value);
}

std::string Parameter::takes() const {
    std::string text = fmt::format("{}", fmt::join(choices, "|"));
    if (!unit.empty()) text += (text.empty() ? "" : "|") + std::string(unit);
    return text;
}

}  // namespace treewright
