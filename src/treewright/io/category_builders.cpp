#include "treewright/io/category_builders.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "treewright/base/nearest.h"
#include "treewright/io/place.h"

namespace treewright {

void CategoryBuilder::add(const Field& field, std::size_t line) {
    codes_.push_back(cells_.missing.match(field) ? missing_code : code_of(field, line));
}

std::int32_t CategoryBuilder::code_of(const Field& field, std::size_t /*line*/) { return dictionary_.code(field.text); }

Column CategoryBuilder::finish() {
    codes_.shrink_to_fit();
    std::vector<std::string> levels = sort_levels(dictionary_, codes_);
    return {{rule_.name, ColumnType::categorical, std::move(levels)}, {}, std::move(codes_)};
}

Error CategoryBuilder::not_a_level(const Field& field, std::size_t line) const {
    const std::string hint = did_you_mean(field.text, rule_.levels);
    return input_error_at({cells_.file, line, rule_.name},
                          fmt::format("{} is not among its levels ({}); {}", excerpt(field.text), listed(rule_.levels, 8),
                                      hint.empty() ? "mend the cell or add the level" : hint));
}

DeclaredBuilder::DeclaredBuilder(const ColumnRule& rule, const CellRules& cells) : CategoryBuilder(rule, cells) {
    dictionary_ = LevelDictionary(rule.levels);
}

std::int32_t DeclaredBuilder::code_of(const Field& field, std::size_t line) {
    const std::int32_t code = dictionary_.find(field.text);
    if (code < 0) throw not_a_level(field, line);
    return code;
}

OrderedBuilder::OrderedBuilder(const ColumnRule& rule, const CellRules& cells) : CategoryBuilder(rule, cells) {
    dictionary_ = LevelDictionary(rule.levels);
}

/// A quoted empty field is missing unless it is a level, as in a column of numbers.
std::int32_t OrderedBuilder::code_of(const Field& field, std::size_t line) {
    const std::int32_t code = dictionary_.find(field.text);
    if (code >= 0) return code;
    if (field.text.empty()) return missing_code;
    throw not_a_level(field, line);
}

Column OrderedBuilder::finish() {
    std::vector<double> ranks;
    ranks.reserve(codes_.size());
    for (const std::int32_t code : codes_)
        ranks.push_back(code < 0 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(code));
    return {{rule_.name, ColumnType::ordered, rule_.levels}, std::move(ranks), {}};
}

}  // namespace treewright
