// Flags made from the catalogue: the name, what it takes, its help and its default come from a parameter's entry.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "cli/flags/argument_parser.h"
#include "treewright/base/error.h"
#include "treewright/data/parameter.h"

namespace treewright::cli {

/// One option, or one or two flags where the parameter is a toggle; `take` gets the text that the parameter would read.
void declare_parameter(ArgumentParser& parser, const Parameter& parameter, const ArgumentParser::Take& take);
/// The same where something else holds without it than the parameter's default.
void declare_parameter(ArgumentParser& parser, Parameter parameter, const ArgumentParser::Take& take, std::string usual);

/// One that sets its field of the options. These must outlive the parser.
template <class Options>
void declare_field(ArgumentParser& parser, const ParameterOf<Options>& parameter, Options& options) {
    declare_parameter(parser, parameter, [&parameter, &options](const std::string& text) { parameter.add(options, text); });
}

template <class Options>
void declare_fields(ArgumentParser& parser, std::span<const ParameterOf<Options>> list, Options& options) {
    for (const ParameterOf<Options>& parameter : list) declare_field(parser, parameter, options);
}

/// The one of this name.
template <class Options>
const ParameterOf<Options>& parameter_in(std::span<const ParameterOf<Options>> list, std::string_view name) {
    const auto found = std::find_if(list.begin(), list.end(), [name](const Parameter& each) { return each.name == name; });
    check_invariant(found != list.end(), "a parameter that its list does not hold");
    return *found;
}

template <class Options>
void declare_field(ArgumentParser& parser, std::span<const ParameterOf<Options>> list, std::string_view name,
                   Options& options) {
    declare_field(parser, parameter_in(list, name), options);
}

}  // namespace treewright::cli
