#include "treewright/verification/replay/identify.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "treewright/base/error.h"
#include "treewright/base/spelling.h"

namespace treewright {

namespace {

bool takes(const ExportTarget& target, std::string_view option) {
    return std::find(target.options.begin(), target.options.end(), option) != target.options.end();
}

/// What a parameter may have been set to: for ONNX also the versions before. A text, or a number of a wide range, must be given.
std::vector<ParameterValue> values_to_try(const ParameterOf<ExportOptions>& parameter) {
    if (parameter.kind == ParameterKind::toggle) return {false, true};
    std::vector<ParameterValue> values(parameter.choices.begin(), parameter.choices.end());
    constexpr double few = 10.0;
    if (parameter.kind == ParameterKind::integer && parameter.range.highest - parameter.range.lowest < few)
        for (auto value = static_cast<std::uint64_t>(parameter.range.highest); static_cast<double>(value) >= parameter.range.lowest; --value)
            values.emplace_back(value);
    return values;
}

/// The given options with every combination of those that are not; the usual ones first.
std::vector<ExportOptions> variants(const ExportTarget& target, const ExportFile& file) {
    std::vector<ExportOptions> list = {file.options};
    for (const ParameterOf<ExportOptions>& parameter : export_parameters()) {
        if (!takes(target, parameter.name) || file.given.contains(std::string(parameter.name))) continue;
        const std::size_t before = list.size();
        for (const ParameterValue& value : values_to_try(parameter))
            for (std::size_t i = 0; i < before; ++i) {
                if (parameter.value(list[i]) == value) continue;
                list.push_back(list[i]);
                parameter.set(list.back(), value);
            }
    }
    return list;
}

bool ends_with_extension(const std::string& name, std::string_view extension) {
    return !extension.empty() && name.size() > extension.size() && name.ends_with(extension);
}

/// Those that the name of the file suggests, or all.
std::vector<const ExportTarget*> candidates(const ExportFile& file) {
    if (!file.target.empty()) return {&export_target(file.target)};
    std::vector<const ExportTarget*> likely;
    std::vector<const ExportTarget*> all;
    for (const ExportTarget& target : export_targets()) {
        all.push_back(&target);
        if (ends_with_extension(file.name, target.extension)) likely.push_back(&target);
    }
    return likely.empty() ? all : likely;
}

/// None where the model cannot be exported so.
std::optional<std::string> bytes_made(const Model& model, const ExportTarget& target, const ExportOptions& options) {
    try {
        return exported(model, target, options);
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::input) return std::nullopt;
        throw;
    }
}

}  // namespace

IdentifiedExport identify(const Model& model, const ExportFile& file) {
    const std::vector<const ExportTarget*> targets = candidates(file);
    for (const ExportTarget* target : targets)
        for (const ExportOptions& options : variants(*target, file))
            if (bytes_made(model, *target, options) == file.bytes) return {target, options, true};
    if (targets.size() == 1) return {targets.front(), file.options, false};
    throw usage_error(fmt::format("{} is not what the model exports now, and its name does not say what it is: say so by {}", file.name,
                                  named("to", "TARGET")));
}

std::vector<NamedOption> options_in_effect(const IdentifiedExport& found) {
    std::vector<NamedOption> list;
    for (const ParameterOf<ExportOptions>& parameter : export_parameters())
        if (takes(*found.target, parameter.name)) list.push_back({std::string(parameter.name), parameter.get(found.options)});
    return list;
}

}  // namespace treewright
