// How an entry of a catalogue reaches a field of the options: its kind and its words follow from the type of the field.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "treewright/data/parameter.h"

namespace treewright {

// --- words of enumerators -----------------------------------------------------------------------------------------------------
// Every enumeration of an option has a `std::string_view word_of(Enum)`, empty for what is not an enumerator.

/// All of an enumeration, in the order of its declaration.
template <class Enum>
std::vector<std::string> words_of() {
    std::vector<std::string> words;
    for (int i = 0; !word_of(static_cast<Enum>(i)).empty(); ++i) words.emplace_back(word_of(static_cast<Enum>(i)));
    return words;
}

/// Nothing if no enumerator has this word.
template <class Enum>
std::optional<Enum> enumerator_of(std::string_view word) {
    for (int i = 0; !word_of(static_cast<Enum>(i)).empty(); ++i)
        if (word_of(static_cast<Enum>(i)) == word) return static_cast<Enum>(i);
    return std::nullopt;
}

// --- values of fields ---------------------------------------------------------------------------------------------------------

template <class Field>
inline constexpr bool is_optional = false;
template <class Held>
inline constexpr bool is_optional<std::optional<Held>> = true;

template <class Field>
constexpr ParameterKind parameter_kind() {
    if constexpr (is_optional<Field>)
        return parameter_kind<typename Field::value_type>();
    else if constexpr (std::is_enum_v<Field>)
        return ParameterKind::choice;
    else if constexpr (std::is_same_v<Field, bool>)
        return ParameterKind::toggle;
    else if constexpr (std::is_same_v<Field, double>)
        return ParameterKind::real;
    else if constexpr (std::is_same_v<Field, std::string>)
        return ParameterKind::text;
    else if constexpr (std::is_same_v<Field, std::vector<std::string>>)
        return ParameterKind::names;
    else if constexpr (std::is_same_v<Field, std::vector<OrderedColumn>>)
        return ParameterKind::level_orders;
    else
        return ParameterKind::integer;
}

constexpr bool is_list(ParameterKind kind) {
    return kind == ParameterKind::names || kind == ParameterKind::texts || kind == ParameterKind::level_orders;
}

/// The largest number of a limit means that there is none.
template <class Field>
ParameterValue value_of(const Field& field, bool may_be_absent) {
    if constexpr (is_optional<Field>)
        return field ? value_of(*field, false) : ParameterValue();
    else if constexpr (std::is_enum_v<Field>)
        return std::string(word_of(field));
    else if constexpr (std::is_same_v<Field, std::size_t>)
        return may_be_absent && field == std::numeric_limits<std::size_t>::max() ? ParameterValue()
                                                                                 : ParameterValue(std::uint64_t{field});
    else
        return field;
}

/// The value has been checked against the parameter.
template <class Field>
void assign_value(Field& field, const ParameterValue& value) {
    if constexpr (is_optional<Field>) {
        field.reset();
        if (!std::holds_alternative<std::monostate>(value)) assign_value(field.emplace(), value);
    } else if constexpr (std::is_enum_v<Field>) {
        field = *enumerator_of<Field>(std::get<std::string>(value));
    } else if constexpr (std::is_same_v<Field, std::size_t>) {
        constexpr std::size_t no_limit_at_all = std::numeric_limits<std::size_t>::max();
        field = std::holds_alternative<std::monostate>(value) ? no_limit_at_all : std::get<std::uint64_t>(value);
    } else {
        field = std::get<Field>(value);
    }
}

// --- entries ------------------------------------------------------------------------------------------------------------------

/// The default of the options becomes that of the parameter, unless it has words of its own for it.
template <class Options>
ParameterOf<Options> with_default(ParameterOf<Options> parameter) {
    parameter.usual = parameter.value(Options{});
    if (parameter.usual_text.empty()) parameter.usual_text = parameter.get(Options{});
    parameter.adds_up = parameter.adds_up || is_list(parameter.kind);
    return parameter;
}

/// The words that a field can be set by; none where it holds something else.
template <class Field>
std::vector<std::string> choices_of() {
    if constexpr (is_optional<Field>)
        return choices_of<typename Field::value_type>();
    else if constexpr (std::is_enum_v<Field>)
        return words_of<Field>();
    else if constexpr (std::is_same_v<Field, bool>)
        return {"no", "yes"};
    else
        return {};
}

/// access(options) is the field, of options that may be constant.
template <class Options, class Access>
ParameterOf<Options> entry_of(Parameter declared, Access access) {
    using Field = std::remove_cvref_t<std::invoke_result_t<Access, Options&>>;
    declared.kind = parameter_kind<Field>();
    if (declared.choices.empty()) declared.choices = choices_of<Field>();
    ParameterOf<Options> parameter{std::move(declared)};
    parameter.field = [access, absent = !parameter.absent.empty()](const Options& o) { return value_of(access(o), absent); };
    parameter.assign = [access](Options& o, const ParameterValue& value) { assign_value(access(o), value); };
    return with_default(std::move(parameter));
}

}  // namespace treewright
