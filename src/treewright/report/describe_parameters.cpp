// The catalogue's entries about descriptions.
#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "treewright/base/error.h"
#include "treewright/base/name_list.h"
#include "treewright/base/spelling.h"
#include "treewright/data/parameter_entry.h"
#include "treewright/report/description.h"

namespace treewright {

namespace {

using DescribeParameter = ParameterOf<DescribeOptions>;

/// The compiler stops here when an option is added: give it an entry below and a name here.
[[maybe_unused]] void every_describe_option_has_its_entry(const DescribeOptions& options) {
    [[maybe_unused]] const auto& [at, where] = options;
}

/// "Outlook=sunny" or "Humidity=60,65,70".
std::pair<std::string, std::string> column_and_rest(std::string_view option, const std::string& text,
                                                    std::string_view example) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        throw usage_error(
            fmt::format("{} cannot be '{}': it has the form COLUMN=VALUE, such as {}", named(option), text, example));
    return {text.substr(0, equals), text.substr(equals + 1)};
}

DescribeParameter thresholds() {
    DescribeParameter parameter{
        {.name = "at",
         .unit = "COLUMN=T1,T2,…",
         .sentence =
             fmt::format("With {}: show the rows above each of these thresholds, their classes and the gain.", named("target")),
         .kind = ParameterKind::texts}};
    parameter.field = [](const DescribeOptions& options) {
        std::vector<std::string> texts;
        for (const AskedThresholds& one : options.at) texts.push_back(one.column + "=" + joined_names(one.thresholds));
        return texts;
    };
    parameter.assign = [](DescribeOptions& options, const ParameterValue& value) {
        options.at.clear();
        for (const std::string& text : std::get<std::vector<std::string>>(value)) {
            const auto [column, rest] = column_and_rest("at", text, "Humidity=60,65,70");
            options.at.push_back({column, split_names(rest)});
        }
    };
    return with_default(std::move(parameter));
}

DescribeParameter conditions() {
    DescribeParameter parameter{{.name = "where",
                                 .unit = "COLUMN=LEVEL",
                                 .sentence = "Use only the rows with this level, as below a branch of a tree; can be repeated.",
                                 .kind = ParameterKind::texts}};
    parameter.field = [](const DescribeOptions& options) {
        std::vector<std::string> texts;
        for (const RowCondition& one : options.where) texts.push_back(one.column + "=" + one.level);
        return texts;
    };
    parameter.assign = [](DescribeOptions& options, const ParameterValue& value) {
        options.where.clear();
        for (const std::string& text : std::get<std::vector<std::string>>(value)) {
            const auto [column, rest] = column_and_rest("where", text, "Outlook=sunny");
            options.where.push_back({column, rest});
        }
    };
    return with_default(std::move(parameter));
}

std::vector<DescribeParameter> entries_about_descriptions() {
    std::vector<DescribeParameter> list = {thresholds(), conditions()};
    for (DescribeParameter& parameter : list) parameter.group = ParameterGroup::description;
    return list;
}

}  // namespace

std::span<const DescribeParameter> describe_parameters() {
    static const std::vector<DescribeParameter> list = entries_about_descriptions();
    return list;
}

}  // namespace treewright
