#include "treewright/io/cells/column_cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "treewright/base/nearest.h"
#include "treewright/base/number_text.h"
#include "treewright/base/spelling.h"
#include "treewright/data/table.h"
#include "treewright/io/cells/number_cell.h"
#include "treewright/io/place.h"

namespace treewright {

namespace {

/// A chunk's dictionary with more levels starts over: it would only repeat what the column's own holds.
constexpr std::size_t most_lasting_levels = 1 << 14;

Error misfit(const CellRules& cells, const ColumnRule& rule, std::size_t line, const Field& field) {
    const std::string_view expected = rule.kind == ColumnRule::Kind::numeric ? "a number"
                                      : rule.kind == ColumnRule::Kind::date  ? "a date (YYYY-MM-DD)"
                                                                             : "a time (YYYY-MM-DD hh:mm:ss)";
    return input_error_at({cells.file, line, rule.name},
                          fmt::format("{} is not {}; fix the cell, or name the words that mean missing ({})",
                                      excerpt(field.text), expected, named("na")));
}

Error not_a_level(const CellRules& cells, const ColumnRule& rule, std::size_t line, const Field& field) {
    const std::string hint = did_you_mean(field.text, rule.levels);
    return input_error_at({cells.file, line, rule.name},
                          fmt::format("{} is not among its levels ({}); {}", excerpt(field.text), listed(rule.levels, 8),
                                      hint.empty() ? "fix the cell or add the level" : hint));
}

CellType type_of(std::string_view text, bool decimal_comma) {
    if (parse_number(text, decimal_comma).fit != NumberFit::none) return CellType::number;
    if (parse_date(text)) return CellType::date;
    return parse_time(text) ? CellType::time : CellType::text;
}

/// Whether it is what `plain_spelling` makes of its value, as `PlainNumber::odd` has it.
bool is_plain_whole_number(std::string_view text) {
    const bool minus = text.starts_with('-');
    const std::string_view digits = text.substr(minus ? 1 : 0);
    const bool idle_zero = digits.starts_with('0') && text.size() > 1;
    return !idle_zero && digits.size() <= 15 && digits.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

Error beyond_double(const std::string& file, const std::string& column, std::size_t line, std::string_view text) {
    return input_error_at(
        {file, line, column},
        fmt::format("{} is beyond the largest double (about 1.8e308); fix the cell, or leave it empty", excerpt(text)));
}

ColumnCells::Reading ColumnCells::reading_of(const CellPlan& plan) {
    switch (plan.rule->kind) {
        case ColumnRule::Kind::ignore: return Reading::skip;
        case ColumnRule::Kind::numeric: return Reading::number;
        case ColumnRule::Kind::date: return Reading::date;
        case ColumnRule::Kind::time: return Reading::time;
        case ColumnRule::Kind::guess: break;
        default: return Reading::levels;
    }
    switch (plan.so_far) {
        case CellType::date: return Reading::date;
        case CellType::time: return Reading::time;
        case CellType::text: return Reading::levels;
        default: return Reading::number;
    }
}

void ColumnCells::begin(const CellPlan& plan) {
    rule_ = plan.rule;
    reading_ = reading_of(plan);
    so_far_ = plan.so_far;
    misjudged_ = odd_ = false;
    row_beyond_.reset();
    if (reading_ == Reading::levels) begin_levels();
    if (plan.kept != kept_.has_value()) kept_ = plan.kept ? std::optional<KeptCells>(std::in_place) : std::nullopt;
    if (kept_) kept_->shrink_to(0);
    const bool each_is_looked_at = plan.kept || (reading_ == Reading::number && cells_->missing.hold_numbers());
    quick_ = each_is_looked_at || reading_ == Reading::date ? Reading::time : reading_;
}

void ColumnCells::begin_levels() {
    if (dictionary_rule_ == rule_ && dictionary_.size() <= rule_->levels.size() + most_lasting_levels) return;
    dictionary_ = LevelDictionary(rule_->levels);
    dictionary_rule_ = rule_;
    global_codes_.clear();
}

void ColumnCells::make_room(std::size_t rows) {
    if (reading_ == Reading::levels)
        codes_.resize(std::max(codes_.size(), rows));
    else if (reading_ != Reading::skip)
        values_.resize(std::max(values_.size(), rows));
}

void ColumnCells::add(const Field& field, std::size_t row, std::size_t line) {
    if (kept_) add_kept(field, row);
    switch (reading_) {
        case Reading::skip: return;
        case Reading::number: return add_number(field, row, line);
        case Reading::levels: return add_level(field, row, line);
        default: return add_time(field, row, line);
    }
}

/// A quoted empty field cannot be a number or a date, so it is missing, too. Were the column text, it would be a level.
bool ColumnCells::add_missing_value(const Field& field, std::size_t row) {
    if (!field.text.empty() && !cells_->missing.match(field)) return false;
    values_[row] = std::numeric_limits<double>::quiet_NaN();
    odd_ |= field.quoted;
    return true;
}

void ColumnCells::add_number(const Field& field, std::size_t row, std::size_t line) {
    if (add_missing_value(field, row)) return;
    NumberCell number = parse_number(field.text, cells_->decimal_comma);
    if (number.fit == NumberFit::none && !is_guessed()) number = by_other_sign(field.text);
    if (number.fit == NumberFit::none) {
        if (!is_guessed()) throw misfit(*cells_, *rule_, line, field);
        return misjudge(field, row);
    }
    if (number.fit == NumberFit::beyond_double) {
        if (!is_guessed()) throw beyond_double(cells_->file, rule_->name, line, field.text);
        if (!row_beyond_) text_beyond_ = field.text;
        row_beyond_ = row_beyond_.value_or(row);
    }
    values_[row] = number.value;
    odd_ = odd_ || !is_plain_whole_number(field.text);
}

/// What must be a number may have either decimal sign, if it is clear that it is one.
NumberCell ColumnCells::by_other_sign(std::string_view text) const {
    if (!cells_->is_comma_free || (!cells_->decimal_comma && !is_clear_decimal_comma(text))) return {};
    return parse_number(text, !cells_->decimal_comma);
}

void ColumnCells::add_time(const Field& field, std::size_t row, std::size_t line) {
    if (add_missing_value(field, row)) return;
    const auto date = parse_date(field.text);
    if (reading_ == Reading::date && date) {
        values_[row] = *date;
        return;
    }
    const auto time = date ? std::optional(*date * seconds_per_day) : parse_time(field.text);
    if (reading_ == Reading::time && time) {
        values_[row] = *time;
        return;
    }
    if (!is_guessed()) throw misfit(*cells_, *rule_, line, field);
    misjudge(field, row);
}

/// What the column is now, by this cell and those before it. Its chunk will be read again.
void ColumnCells::misjudge(const Field& field, std::size_t row) {
    so_far_ = joined(type(row), type_of(field.text, cells_->decimal_comma));
    misjudged_ = true;
    values_[row] = std::numeric_limits<double>::quiet_NaN();
}

CellType ColumnCells::type(std::size_t rows) const {
    if (misjudged_ || so_far_ != CellType::nothing || reading_ != Reading::number) return so_far_;
    const auto end = values_.begin() + static_cast<std::ptrdiff_t>(rows);
    const bool known = std::any_of(values_.begin(), end, [](double value) { return !std::isnan(value); });
    return known ? CellType::number : CellType::nothing;
}

void ColumnCells::add_level(const Field& field, std::size_t row, std::size_t line) {
    codes_[row] = cells_->missing.match(field) ? missing_code : code_of(field, line);
}

std::int32_t ColumnCells::code_of(const Field& field, std::size_t line) {
    if (rule_->kind != ColumnRule::Kind::declared && rule_->kind != ColumnRule::Kind::ordered)
        return dictionary_.code(field.text);
    const LevelCode code = dictionary_.find(field.text);
    if (code >= 0) return code;
    // A quoted empty field is missing unless it is a level, as in a column of numbers.
    if (rule_->kind == ColumnRule::Kind::ordered && field.text.empty()) return missing_code;
    throw not_a_level(*cells_, *rule_, line, field);
}

void ColumnCells::add_kept(const Field& field, std::size_t row) {
    kept_->shrink_to(row);  // a row that turns out not to be plain is read again
    kept_->add({field.text, cells_->missing.match(field)});
}

}  // namespace treewright
