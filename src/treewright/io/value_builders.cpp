#include "treewright/io/value_builders.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "treewright/base/number_text.h"
#include "treewright/io/category_builders.h"
#include "treewright/io/number_cell.h"
#include "treewright/io/place.h"

namespace treewright {

namespace {

constexpr double seconds_a_day = 86400.0;

}  // namespace

void ValueBuilder::add_missing() { values_.push_back(std::numeric_limits<double>::quiet_NaN()); }

Column ValueBuilder::column_of(ColumnType type) {
    values_.shrink_to_fit();
    return {{rule_.name, type, {}}, std::move(values_), {}};
}

Error ValueBuilder::misfit(const Field& field, std::size_t line, std::string_view expected) const {
    return input_error_at(
        {cells_.file, line, rule_.name},
        fmt::format("{} is not {}; mend the cell, or name the words that mean missing (--na)", excerpt(field.text), expected));
}

Error ValueBuilder::beyond_double(std::string_view text, std::size_t line) const {
    return input_error_at(
        {cells_.file, line, rule_.name},
        fmt::format("{} is beyond the largest double (about 1.8e308); mend the cell, or leave it empty", excerpt(text)));
}

void NumberBuilder::add(const Field& field, std::size_t line) {
    if (is_missing_cell(field)) return add_missing();
    const NumberCell number = parse_number(field.text, cells_.decimal_comma);
    if (number.fit == NumberFit::none) throw misfit(field, line, "a number");
    if (number.fit == NumberFit::beyond_double) throw beyond_double(field.text, line);
    values_.push_back(number.value);
}

void TimeBuilder::add(const Field& field, std::size_t line) {
    if (is_missing_cell(field)) return add_missing();
    const auto date = parse_date(field.text);
    if (rule_.kind == ColumnRule::Kind::date) {
        if (!date) throw misfit(field, line, "a date (YYYY-MM-DD)");
        return values_.push_back(*date);
    }
    const auto time = date ? std::optional(*date * seconds_a_day) : parse_time(field.text);
    if (!time) throw misfit(field, line, "a time (YYYY-MM-DD hh:mm:ss)");
    values_.push_back(*time);
}

Column TimeBuilder::finish() { return column_of(rule_.kind == ColumnRule::Kind::date ? ColumnType::date : ColumnType::time); }

GuessBuilder::GuessBuilder(const ColumnRule& rule, const CellRules& cells) : ValueBuilder(rule, cells) {}
GuessBuilder::~GuessBuilder() = default;

void GuessBuilder::add(const Field& field, std::size_t line) {
    if (text_) return text_->add(field, line);
    if (guess_ == Guess::text) return;
    if (is_missing_cell(field)) {
        // Were the column text, an empty quoted field would be a level: it counts as known when it comes to restarting.
        empty_quoted_ |= field.quoted;
        return add_missing();
    }
    const bool fits = guess_ == Guess::number    ? add_number(field, line)
                      : guess_ == Guess::nothing ? add_number(field, line) || add_date_or_time(field)
                                                 : add_date_or_time(field);
    if (!fits) become_text(field, line);
}

bool GuessBuilder::add_number(const Field& field, std::size_t line) {
    const NumberCell number = parse_number(field.text, cells_.decimal_comma);
    if (number.fit == NumberFit::none) return false;
    if (number.fit == NumberFit::beyond_double && beyond_line_ == 0) {
        beyond_line_ = line;
        beyond_text_ = field.text;
    }
    guess_ = Guess::number;
    values_.push_back(number.value);
    return true;
}

bool GuessBuilder::add_date_or_time(const Field& field) {
    if (const auto date = parse_date(field.text)) {
        if (guess_ == Guess::nothing) guess_ = Guess::date;
        values_.push_back(guess_ == Guess::date ? *date : *date * seconds_a_day);
        return true;
    }
    const auto time = parse_time(field.text);
    if (!time) return false;
    if (guess_ == Guess::date) turn_dates_into_times();
    guess_ = Guess::time;
    values_.push_back(*time);
    return true;
}

void GuessBuilder::turn_dates_into_times() {
    for (double& value : values_) value *= seconds_a_day;
}

void GuessBuilder::become_text(const Field& field, std::size_t line) {
    const bool all_missing = guess_ == Guess::nothing && !empty_quoted_;
    guess_ = Guess::text;
    if (all_missing) {
        // Nothing is lost: go on as a category. Most columns of text are so from the first cell on and need no second reading.
        text_ = std::make_unique<CategoryBuilder>(rule_, cells_);
        for (std::size_t i = 0; i < values_.size(); ++i) text_->add(Field{}, line);
        text_->add(field, line);
    }
    values_ = {};
}

Column GuessBuilder::finish() {
    if (text_) return text_->finish();
    check_invariant(guess_ != Guess::text, "a column must be read again as text");
    if (beyond_line_ > 0) throw beyond_double(beyond_text_, beyond_line_);
    return column_of(guess_ == Guess::date ? ColumnType::date : guess_ == Guess::time ? ColumnType::time : ColumnType::numeric);
}

}  // namespace treewright
