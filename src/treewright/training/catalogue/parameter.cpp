// Values of parameters: their texts and their ranges.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "treewright/base/error.h"
#include "treewright/base/nearest.h"
#include "treewright/base/number_text.h"
#include "treewright/base/positions.h"
#include "treewright/training/catalogue.h"

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
    const auto& [lowest, highest] = parameter.range;
    std::string words = parameter.kind == ParameterKind::integer ? "a whole number " : "a number ";
    words += highest == ParameterRange::unbounded ? fmt::format("of at least {}", number_text(lowest))
                                                  : fmt::format("from {} to {}", number_text(lowest), number_text(highest));
    return parameter.absent.empty() ? words : fmt::format("{}, or {}", words, parameter.absent);
}

std::string choice_words(const Parameter& parameter, const std::string& text) {
    const std::string hint = did_you_mean(text, parameter.choices);
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
        case ParameterKind::class_numbers: words = "classes with numbers above 0, such as yes=2,no=1"; break;
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
        case ParameterKind::class_numbers: return is_choice(parameter, value) || has_positive_numbers(value);
        case ParameterKind::cost_table: return std::holds_alternative<CostTable>(value);
    }
    return false;
}

// --- texts about classes ------------------------------------------------------------------------------------------------------

std::vector<std::string_view> pieces_of(std::string_view text) {
    std::vector<std::string_view> pieces;
    for (std::size_t comma = 0; comma != std::string_view::npos; text.remove_prefix(comma + 1)) {
        comma = text.find(',');
        pieces.push_back(text.substr(0, comma));
        if (comma == std::string_view::npos) break;
    }
    return pieces;
}

/// "yes=2"
std::optional<ClassNumber> class_number_in(std::string_view piece) {
    const std::size_t equals = piece.rfind('=');
    if (equals == std::string_view::npos) return std::nullopt;
    const auto number = whole_text<double>(piece.substr(equals + 1));
    if (!number) return std::nullopt;
    return ClassNumber{std::string(piece.substr(0, equals)), *number};
}

std::optional<std::vector<ClassNumber>> class_numbers_in(std::string_view text) {
    std::vector<ClassNumber> numbers;
    for (const std::string_view piece : pieces_of(text)) {
        auto number = class_number_in(piece);
        if (!number) return std::nullopt;
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
std::optional<CostTable> costs_in(std::string_view text) {
    struct Cost {
        std::size_t truth, predicted;
        double number;
    };
    CostTable table;
    std::vector<Cost> costs;
    for (const std::string_view piece : pieces_of(text)) {
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

template <class Held>
ParameterValue value_or_none(std::optional<Held> value) {
    return value ? ParameterValue(std::move(*value)) : ParameterValue();
}

/// The value that a text means; none where it means nothing.
ParameterValue parsed(const Parameter& parameter, const std::string& text) {
    switch (parameter.kind) {
        case ParameterKind::integer: return value_or_none(whole_text<std::uint64_t>(text));
        case ParameterKind::real: {
            const auto number = whole_text<double>(text);
            return number ? ParameterValue(*number + 0.0) : ParameterValue();  // -0 is 0
        }
        case ParameterKind::toggle: return text == "yes" || text == "no" ? ParameterValue(text == "yes") : ParameterValue();
        case ParameterKind::choice:
        case ParameterKind::text: return text;
        case ParameterKind::class_numbers:
            return is_choice(parameter, text) ? ParameterValue(text) : value_or_none(class_numbers_in(text));
        case ParameterKind::cost_table: return value_or_none(costs_in(text));
    }
    return {};
}

}  // namespace

ParameterValue Parameter::value(const TrainOptions& options) const { return field ? field(options) : ParameterValue(); }

std::string Parameter::get(const TrainOptions& options) const { return shown ? shown(options) : text_of(value(options)); }

ParameterValue Parameter::read(const std::string& text) const {
    if (!absent.empty() && text == absent) return {};
    ParameterValue value = parsed(*this, text);
    if (std::holds_alternative<std::monostate>(value) || !fits(*this, value)) throw wrong(*this, text);
    return value;
}

void Parameter::set(TrainOptions& options, const ParameterValue& value) const {
    check_invariant(static_cast<bool>(assign), "a parameter that the options do not hold");
    if (const auto* text = std::get_if<std::string>(&value)) {
        assign(options, read(*text));
        return;
    }
    const auto* integer = std::get_if<std::uint64_t>(&value);
    const ParameterValue given =
        kind == ParameterKind::real && integer != nullptr ? ParameterValue(static_cast<double>(*integer)) : value;
    if (!fits(*this, given)) throw wrong(*this, text_of(given));
    assign(options, given);
}

std::string Parameter::text_of(const ParameterValue& value) const {
    struct Text {
        std::string_view absent;
        std::string operator()(std::monostate) const { return std::string(absent); }
        std::string operator()(bool yes) const { return yes ? "yes" : "no"; }
        std::string operator()(std::uint64_t number) const { return std::to_string(number); }
        std::string operator()(double number) const { return number_text(number); }
        std::string operator()(const std::string& text) const { return text; }
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
