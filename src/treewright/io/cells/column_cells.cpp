#include "treewright/io/cells/column_cells.h"
#include "treewright/io/cells/column_rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "treewright/base/nearest.h"
#include "treewright/base/number_text.h"
#include "treewright/base/spelling.h"
#include "treewright/data/table.h"
#include "treewright/data/written_value.h"
#include "treewright/io/cells/number_cell.h"
#include "treewright/io/cells/written_number.h"
#include "treewright/io/place.h"

namespace treewright {

namespace {

/// A chunk's dictionary with more levels starts over: it would only repeat what the column's own holds.
constexpr std::size_t most_lasting_levels = 1 << 14;

std::string expected_in(const ColumnRule& rule) {
    if (rule.kind == ColumnRule::Kind::numeric)
        return has_number_form(rule.reading) ? fmt::format("a number like {}", written_number(1234.5, rule.reading))
                                             : "a number";
    const std::string_view usual = rule.kind == ColumnRule::Kind::date ? "YYYY-MM-DD" : "YYYY-MM-DD hh:mm:ss";
    return fmt::format("a {} ({})", rule.kind == ColumnRule::Kind::date ? "date" : "time",
                       rule.dates ? rule.dates->pattern() : usual);
}

Error misfit(const CellRules& cells, const ColumnRule& rule, std::size_t line, const Field& field) {
    return input_error_at({cells.file, line, rule.name},
                          fmt::format("{} is not {}; fix the cell, or name the words that mean missing ({})",
                                      excerpt(field.text), expected_in(rule), named("na")));
}

Error not_a_level(const CellRules& cells, const ColumnRule& rule, std::size_t line, const Field& field) {
    if (rule.kind == ColumnRule::Kind::ordered)
        return input_error_at({cells.file, line, rule.name}, not_in_order(field.text, rule.levels));
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

/// Why it is not what `plain_spelling` makes of its value.
std::uint8_t oddity_of(std::string_view text, char decimal_sign) {
    const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
    const bool whole = digits.find_first_not_of("0123456789") == std::string_view::npos;
    std::uint8_t odd = Odd::none;
    if (digits.starts_with('0') && text.size() > 1) odd |= Odd::idle_zero;
    if (text.find(decimal_sign) != std::string_view::npos) odd |= Odd::decimals;
    if (!whole || digits.size() > 15) odd |= Odd::other;
    if (whole && digits.size() > 15) odd |= Odd::long_whole;
    return odd;
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
    missing_ = rule_->missing ? rule_->missing.get() : &cells_->missing;
    quoted_may_miss_ = cells_->texts_are_quoted && (cells_->gives_missing_words || rule_->missing);
    misjudged_ = false;
    odd_ = Odd::none;
    row_beyond_.reset();
    if (reading_ == Reading::levels) begin_levels();
    if (plan.kept != kept_.has_value()) kept_ = plan.kept ? std::optional<KeptCells>(std::in_place) : std::nullopt;
    if (kept_) kept_->shrink_to(0);
    const bool other_sign = rule_->kind == ColumnRule::Kind::numeric && has_number_form(rule_->reading) &&
                            rule_->reading.decimal_sign[0] != cells_->decimal_sign();
    const bool each_is_looked_at = plan.kept || (reading_ == Reading::number && (missing_->hold_numbers() || other_sign));
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

bool ColumnCells::means_missing(const Field& field) const {
    if (missing_->match(field)) return true;
    return quoted_may_miss_ && missing_->contain(field.text);
}

/// A quoted empty field cannot be a number or a date, so it is missing, too. Were the column text, it would be a level.
bool ColumnCells::add_missing_value(const Field& field, std::size_t row) {
    if (!field.text.empty() && !means_missing(field)) return false;
    values_[row] = std::numeric_limits<double>::quiet_NaN();
    if (field.quoted) odd_ |= Odd::other;
    return true;
}

void ColumnCells::add_number(const Field& field, std::size_t row, std::size_t line) {
    if (add_missing_value(field, row)) return;
    const NumberCell number = parse_cell(field);
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
    odd_ |= oddity_of(field.text, cells_->decimal_sign());
}

/// What must be a number is written as the column's numbers are; else it may have either decimal sign, if it is clear that it is one.
/// A number of JSON has a point, whatever texts have.
NumberCell ColumnCells::parse_cell(const Field& field) const {
    const std::string_view text = field.text;
    if (cells_->texts_are_quoted && !field.quoted) return parse_number(text, false);
    const bool has_form = !is_guessed() && has_number_form(rule_->reading);
    const bool by_comma = has_form ? rule_->reading.decimal_sign == "," : cells_->decimal_comma;
    NumberCell number = has_form ? parse_written(text, rule_->reading) : parse_number(text, by_comma);
    if (number.fit != NumberFit::none || is_guessed()) return number;
    // What stands between thousands is no decimal sign in another cell.
    if (has_form && rule_->reading.thousands_separator == (by_comma ? "." : ",")) return number;
    if (by_comma) return parse_number(text, false);
    return cells_->is_comma_free && is_clear_decimal_comma(text) ? parse_number(text, true) : number;
}

void ColumnCells::add_time(const Field& field, std::size_t row, std::size_t line) {
    if (add_missing_value(field, row)) return;
    if (const auto moment = parse_moment(field.text)) {
        values_[row] = *moment;
        return;
    }
    if (!is_guessed()) throw misfit(*cells_, *rule_, line, field);
    misjudge(field, row);
}

/// As the column's dates and times are written, or in the ISO form. A date alone is a time, too.
std::optional<double> ColumnCells::parse_moment(std::string_view text) const {
    if (rule_->dates)
        if (const auto moment = rule_->dates->parse(text)) return moment;
    const auto date = parse_date(text);
    if (reading_ == Reading::date) return date;
    return date ? std::optional(*date * seconds_per_day) : parse_time(text);
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
    codes_[row] = means_missing(field) ? missing_code : code_of(field, line);
}

std::int32_t ColumnCells::code_of(const Field& field, std::size_t line) {
    if (rule_->kind != ColumnRule::Kind::declared && rule_->kind != ColumnRule::Kind::ordered)
        return dictionary_.code(field.text);
    LevelCode code = dictionary_.find(field.text);
    if (code < 0 && rule_->spellings) code = rule_->spellings->find(field.text);
    if (code >= 0) return code;
    // A quoted empty field is missing unless it is a level, as in a column of numbers.
    if (rule_->kind == ColumnRule::Kind::ordered && field.text.empty()) return missing_code;
    throw not_a_level(*cells_, *rule_, line, field);
}

void ColumnCells::add_kept(const Field& field, std::size_t row) {
    kept_->shrink_to(row);  // a row that turns out not to be plain is read again
    kept_->add({field.text, means_missing(field)});
}

}  // namespace treewright
