// How an entry of the catalogue reaches a field of the options: its kind and its words follow from the type of the field.
#pragma once

#include <type_traits>
#include <utility>

#include "treewright/base/error.h"
#include "treewright/training/catalogue.h"
#include "treewright/training/catalogue/option_words.h"

namespace treewright {

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
    else
        return ParameterKind::integer;
}

/// The largest number of a limit means that there is none.
template <class Field>
ParameterValue value_of(const Field& field, bool may_be_absent) {
    if constexpr (is_optional<Field>)
        return field ? value_of(*field, false) : ParameterValue();
    else if constexpr (std::is_enum_v<Field>)
        return std::string(word_of(field));
    else if constexpr (std::is_same_v<Field, std::size_t>)
        return may_be_absent && field == no_limit ? ParameterValue() : ParameterValue(std::uint64_t{field});
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
        field = std::holds_alternative<std::monostate>(value) ? no_limit : std::get<std::uint64_t>(value);
    } else {
        field = std::get<Field>(value);
    }
}

/// access(options) is the field, of options that may be constant.
template <class Access>
Parameter entry(Parameter declared, Access access) {
    using Field = std::remove_cvref_t<std::invoke_result_t<Access, TrainOptions&>>;
    declared.kind = parameter_kind<Field>();
    if constexpr (std::is_enum_v<Field>) declared.choices = words_of<Field>();
    if constexpr (std::is_same_v<Field, bool>) declared.choices = {"no", "yes"};
    declared.field = [access, absent = !declared.absent.empty()](const TrainOptions& o) { return value_of(access(o), absent); };
    declared.assign = [access](TrainOptions& o, const ParameterValue& value) { assign_value(access(o), value); };
    return declared;
}

}  // namespace treewright
