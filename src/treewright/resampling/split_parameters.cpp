// The catalogue's entries about splitting a table.
#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "treewright/base/error.h"
#include "treewright/base/name_list.h"
#include "treewright/base/number_text.h"
#include "treewright/base/spelling.h"
#include "treewright/data/parameter_entry.h"
#include "treewright/resampling/split_rows.h"

namespace treewright {

namespace {

using SplitParameter = ParameterOf<SplitPlan>;

/// The compiler stops here when an option is added: give it an entry below and a name here.
[[maybe_unused]] void every_split_option_has_its_entry(const SplitPlan& plan) {
    // `seed` is a parameter of the run.
    [[maybe_unused]] const auto& [parts, target, group, seed, stratified] = plan;
}

void check_part(const ClassNumber& part) {
    if (part.number > 0.0 && part.number < 1.0) return;
    throw usage_error(
        fmt::format("{} cannot hold '{}={}': each part is a name and a share between 0 and 1, and the shares add up to 1, such "
                    "as train=0.7,test=0.3",
                    named("parts"), part.name, number_text(part.number)));
}

void check_parts(const std::vector<ClassNumber>& parts) {
    std::set<std::string> names;
    double sum = 0.0;
    for (const ClassNumber& part : parts) {
        check_part(part);
        sum += part.number;
        if (!names.insert(part.name).second)
            throw usage_error(fmt::format("{} names '{}' twice: give each part a different name", named("parts"), part.name));
    }
    if (parts.size() < 2)
        throw usage_error(fmt::format("{} needs at least two parts, such as train=0.6,test=0.4", named("parts")));
    if (std::abs(sum - 1.0) > 1e-9)
        throw usage_error(fmt::format("the shares of {} add up to {:.10g}: they have to add up to 1", named("parts"), sum));
}

SplitParameter parts() {
    SplitParameter parameter{{.name = "parts",
                              .unit = "NAME=SHARE,…",
                              .sentence = "Names of the files and shares of the rows.",
                              .kind = ParameterKind::shares}};
    parameter.field = [](const SplitPlan& plan) {
        std::vector<ClassNumber> shares;
        for (const SplitPart& part : plan.parts) shares.push_back({part.name, part.share});
        return shares;
    };
    parameter.assign = [](SplitPlan& plan, const ParameterValue& value) {
        const auto& shares = std::get<std::vector<ClassNumber>>(value);
        check_parts(shares);
        plan.parts.clear();
        for (const ClassNumber& share : shares) plan.parts.push_back({share.name, share.number});
    };
    return with_default(std::move(parameter));
}

SplitParameter plain() {
    SplitParameter parameter{{.name = "plain",
                              .sentence = "Do not stratify: assign rows to parts regardless of class.",
                              .choices = {"no", "yes"},
                              .kind = ParameterKind::toggle}};
    parameter.field = [](const SplitPlan& plan) { return !plan.stratified; };
    parameter.assign = [](SplitPlan& plan, const ParameterValue& value) { plan.stratified = !std::get<bool>(value); };
    return with_default(std::move(parameter));
}

std::vector<SplitParameter> entries_about_parts() {
    std::vector<SplitParameter> list = {
        entry_of<SplitPlan>({.name = "target",
                             .unit = "COLUMN",
                             .sentence = "Stratify by this column: a name, last, or #15 for the fifteenth."},
                            [](auto& o) -> auto& { return o.target; }),
        parts(),
        entry_of<SplitPlan>(
            {.name = "group", .unit = "COLUMN", .sentence = "Keep rows with the same value of this column on the same side."},
            [](auto& o) -> auto& { return o.group; }),
        plain(),
    };
    for (SplitParameter& parameter : list) parameter.group = ParameterGroup::parts;
    return list;
}

}  // namespace

std::span<const SplitParameter> split_parameters() {
    static const std::vector<SplitParameter> list = entries_about_parts();
    return list;
}

}  // namespace treewright
