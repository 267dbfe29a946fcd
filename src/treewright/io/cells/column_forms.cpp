#include "treewright/io/cells/column_forms.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "treewright/base/number_text.h"
#include "treewright/base/spelling.h"
#include "treewright/io/place.h"

namespace treewright {

namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

/// The form that all of its texts have; nothing if one is no number.
std::optional<NumberForm> number_form_of(const LevelDictionary& texts) {
    NumberForm form;
    bool any = false;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const std::string& text = texts.level(i);
        if (text.empty()) continue;
        if (!form.add(text)) return std::nullopt;
        any = true;
    }
    return any ? std::optional(form) : std::nullopt;
}

/// Postcodes and the like: as many digits in every text, and a leading zero in some.
bool are_codes(const LevelDictionary& texts) {
    std::size_t width = 0;
    bool leading_zero = false;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const std::string& text = texts.level(i);
        if (text.empty()) continue;
        if (text.find_first_not_of("0123456789") != std::string::npos || (width > 0 && text.size() != width)) return false;
        width = text.size();
        leading_zero |= text[0] == '0';
    }
    return width > 1 && leading_zero;
}

/// Which of a day and a month comes first, by the formats' letters; a year first is clear.
enum class DateOrder { clear, day_first, month_first };

DateOrder order_of(const DateFormat& format) {
    const std::string& pattern = format.pattern();
    const std::size_t day = pattern.find("%d"), month = pattern.find("%m");
    if (pattern.starts_with("%Y") || day == std::string::npos || month == std::string::npos) return DateOrder::clear;
    return day < month ? DateOrder::day_first : DateOrder::month_first;
}

/// The usual formats that fit all texts.
std::vector<DateFormat> date_formats_of(const LevelDictionary& texts) {
    std::optional<std::vector<DateFormat>> formats;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const std::string& text = texts.level(i);
        if (text.empty()) continue;
        if (!formats) formats = usual_date_formats(text);
        std::erase_if(*formats, [&](const DateFormat& format) { return !format.parse(text); });
        if (formats->empty()) return {};
    }
    return formats.value_or(std::vector<DateFormat>());
}

/// The date format that most texts have, at least `share` of them; looks at the first ones for what it could be.
std::optional<DateFormat> date_format_of_most(const LevelDictionary& texts, double share) {
    constexpr std::size_t first_texts = 20;
    std::vector<DateFormat> formats;
    for (std::size_t i = 0; i < std::min(texts.size(), first_texts); ++i) {
        if (parse_date(texts.level(i))) formats.emplace_back("%Y-%m-%d");
        for (DateFormat& format : usual_date_formats(texts.level(i))) formats.push_back(std::move(format));
        if (!formats.empty()) break;
    }
    const auto fits = [&](const DateFormat& format) {
        std::size_t count = 0;
        for (std::size_t i = 0; i < texts.size(); ++i) count += format.parse(texts.level(i)) ? 1 : 0;
        return static_cast<double>(count);
    };
    for (const DateFormat& format : formats)
        if (fits(format) >= share * static_cast<double>(texts.size())) return format;
    return std::nullopt;
}

std::vector<double> dates_by(const LevelDictionary& texts, const DateFormat& format) {
    std::vector<double> values;
    for (std::size_t i = 0; i < texts.size(); ++i) values.push_back(format.parse(texts.level(i)).value_or(no_value));
    return values;
}

/// The first text that is more than digits; the first of all if none is.
std::string telling_text(const LevelDictionary& texts) {
    std::string first;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const std::string& text = texts.level(i);
        if (text.find_first_not_of("0123456789") != std::string::npos) return text;
        if (first.empty()) first = text;
    }
    return first;
}

/// The first number in parentheses; "" if there is none.
std::string text_in_parentheses(const LevelDictionary& texts) {
    for (std::size_t i = 0; i < texts.size(); ++i)
        if (texts.level(i).find('(') != std::string::npos) return texts.level(i);
    return {};
}

/// "'a', 'b' and 3 more".
std::string quoted_names(const std::vector<std::string>& names) {
    constexpr std::size_t most = 5;
    std::vector<std::string> quoted;
    for (const std::string& name : names) quoted.push_back(fmt::format("'{}'", name));
    return listed(quoted, most);
}

/// What some columns are read as.
struct FormNote {
    std::string what;
    std::string example;
    std::vector<std::string> names;
};

class FormSettler {
public:
    FormSettler(std::vector<GrowingColumn>& columns, const CellRules& cells, const ReadOptions& options,
                const std::vector<std::uint32_t>& lines, Messages& messages)
        : columns_(columns), cells_(cells), options_(options), lines_(lines), messages_(messages), formats_(columns.size()) {}

    void settle() {
        settle_numbers();
        find_date_formats();
        for (std::size_t i = 0; i < columns_.size(); ++i) settle_date(i);
        refuse_unmet_wishes();
        note_odd_dates();
        say();
    }

private:
    // --- numbers --------------------------------------------------------------------------------------------------------------

    void settle_numbers() {
        std::vector<std::optional<NumberForm>> forms(columns_.size());
        NumberHints hints;
        hints.delimiter = cells_.delimiter;
        hints.decimal_sign = wanted_decimal(options_);
        hints.thousands = options_.thousands;
        const auto add_evidence = [&](SignEvidence signs) {
            hints.elsewhere = {joined(hints.elsewhere.comma, signs.comma), joined(hints.elsewhere.point, signs.point)};
        };
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            const GrowingColumn& column = columns_[i];
            if (column.has_decimals())
                add_evidence(cells_.decimal_comma ? SignEvidence{SignUse::decimal, SignUse::absent}
                                                  : SignEvidence{SignUse::absent, SignUse::decimal});
            if (!may_be_numbers(column)) continue;
            forms[i] = number_form_of(column.texts());
            if (forms[i]) add_evidence(forms[i]->signs());
        }
        for (std::size_t i = 0; i < columns_.size(); ++i)
            if (forms[i]) settle_numbers(columns_[i], *forms[i], hints);
    }

    [[nodiscard]] bool may_be_numbers(const GrowingColumn& column) {
        if (!column.is_text_by_guess() || column.rule().wanted == ColumnRule::Wanted::date) return false;
        if (column.rule().wanted == ColumnRule::Wanted::number || !are_codes(column.texts())) return true;
        codes_.push_back(column.rule().name);
        return false;
    }

    void settle_numbers(GrowingColumn& column, const NumberForm& form, const NumberHints& hints) {
        const auto reading = form.settle(hints);
        if (!reading) return;
        const std::string below_zero = text_in_parentheses(column.texts());
        const std::string example = below_zero.empty() ? telling_text(column.texts()) : below_zero;
        column.become_values(numbers_by(column.texts(), *reading), ColumnType::numeric, *reading);
        ColumnReading sign_only;
        sign_only.decimal_sign = reading->decimal_sign;
        if (*reading == sign_only && below_zero.empty())
            has_commas_ |= reading->decimal_sign == ",";
        else
            add_to_note(below_zero.empty() ? "numbers" : "numbers, negative in parentheses,", example, column.rule().name);
    }

    static std::vector<double> numbers_by(const LevelDictionary& texts, const ColumnReading& reading) {
        std::vector<double> values;
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const NumberCell number = parse_written(texts.level(i), reading);
            values.push_back(number.fit == NumberFit::number ? number.value : no_value);
        }
        return values;
    }

    // --- dates ----------------------------------------------------------------------------------------------------------------

    void find_date_formats() {
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            const GrowingColumn& column = columns_[i];
            if (!column.is_text_by_guess()) continue;
            if (column.rule().dates)
                formats_[i] = {*column.rule().dates};
            else
                formats_[i] = date_formats_of(column.texts());
            if (formats_[i].empty()) continue;
            const DateOrder first = order_of(formats_[i].front());
            const bool same = std::all_of(formats_[i].begin(), formats_[i].end(),
                                          [&](const DateFormat& format) { return order_of(format) == first; });
            if (same && first != DateOrder::clear) (first == DateOrder::day_first ? some_day_first_ : some_month_first_) = true;
        }
    }

    /// The first of the formats whose order is known: by its sign (24.08.1990 has the day first everywhere), or by other columns.
    [[nodiscard]] const DateFormat* chosen_format(const std::vector<DateFormat>& formats) const {
        const DateOrder first = order_of(formats.front());
        const auto other =
            std::find_if(formats.begin(), formats.end(), [&](const DateFormat& format) { return order_of(format) != first; });
        if (other == formats.end()) return &formats.front();
        const bool points = formats.front().pattern().find("%d.%m.") != std::string::npos;
        if (!points && some_day_first_ == some_month_first_) return nullptr;
        const DateOrder wanted = points || some_day_first_ ? DateOrder::day_first : DateOrder::month_first;
        const auto found =
            std::find_if(formats.begin(), formats.end(), [&](const DateFormat& format) { return order_of(format) == wanted; });
        return found == formats.end() ? nullptr : &*found;
    }

    void settle_date(std::size_t i) {
        GrowingColumn& column = columns_[i];
        if (formats_[i].empty()) return;
        const DateFormat* const format = chosen_format(formats_[i]);
        const std::string example = telling_text(column.texts());
        if (format == nullptr) {
            const std::string& name = column.rule().name;
            messages_.warn(fmt::format(
                "{}: '{}' is read as a category, because {} may have the day or the month first: say which ({} or {})",
                cells_.file, name, excerpt(example), named("date", in_quotes(name + "=" + formats_[i][0].pattern())),
                named("date", in_quotes(name + "=" + formats_[i][1].pattern()))));
            return;
        }
        const std::vector<double> values = dates_by(column.texts(), *format);
        if (const auto row = column.first_row_without(values))
            refuse(column, *row, fmt::format("a date like {}", format->pattern()));
        ColumnReading reading;
        reading.date_format = format->pattern();
        column.become_values(values, format->has_time() ? ColumnType::time : ColumnType::date, std::move(reading));
        add_to_note(format->has_date() ? "dates" : "times", example, column.rule().name);
    }

    // --- wishes and notes -----------------------------------------------------------------------------------------------------

    [[noreturn]] void refuse(const GrowingColumn& column, std::size_t row, const std::string& expected) const {
        throw input_error_at({cells_.file, lines_[row], column.rule().name},
                             fmt::format("{} is not {}; fix the cell, or name the words that mean missing ({})",
                                         excerpt(column.text_at(row)), expected, named("na")));
    }

    void refuse_unmet_wishes() const {
        for (const GrowingColumn& column : columns_) {
            if (column.rule().wanted == ColumnRule::Wanted::number && !column.holds_numbers() && !column.is_empty())
                refuse_as_number(column);
            if (column.rule().wanted == ColumnRule::Wanted::date && column.is_text_by_guess() && column.texts().size() > 0)
                refuse_as_date(column);
        }
    }

    /// Names the first cell that is not written as most others are.
    [[noreturn]] void refuse_as_date(const GrowingColumn& column) const {
        if (const auto format = date_format_of_most(column.texts(), 0.5))
            if (const auto row = column.first_row_without(dates_by(column.texts(), *format)))
                refuse(column, *row, fmt::format("a date like {}", format->pattern()));
        refuse(column, *column.first_row_without(std::vector<double>(column.texts().size(), no_value)),
               "a date or time in one of the usual forms");
    }

    /// A few odd cells make a category of a column of dates: the user should be told which.
    void note_odd_dates() {
        constexpr std::size_t fewest = 10;
        constexpr double share = 0.9;
        for (const GrowingColumn& column : columns_) {
            const bool may_be = column.is_text_by_guess() && column.rule().wanted == ColumnRule::Wanted::anything;
            if (!may_be || column.texts().size() < fewest) continue;
            const auto format = date_format_of_most(column.texts(), share);
            if (!format) continue;
            const auto row = column.first_row_without(dates_by(column.texts(), *format));
            if (!row) continue;
            messages_.warn(fmt::format(
                "{}, line {}: '{}' is read as a category, because {} is not a date like {}, as most others are: fix the cell, "
                "or name the words that mean missing ({})",
                cells_.file, lines_[*row], column.rule().name, excerpt(column.text_at(*row)), format->pattern(), named("na")));
        }
    }

    /// Names the first cell that does not go with those before it.
    [[noreturn]] void refuse_as_number(const GrowingColumn& column) const {
        NumberForm form;
        std::vector<double> fits;
        for (std::size_t i = 0; i < column.texts().size(); ++i) {
            NumberForm with = form;
            const bool fitting = with.add(column.texts().level(i));
            if (fitting) form = with;
            fits.push_back(fitting ? 0.0 : no_value);
        }
        if (const auto row = column.first_row_without(fits)) refuse(column, *row, "a number");
        if (column.texts().size() == 0) refuse(column, column.first_known_row(), "a number");
        throw input_error(fmt::format(
            "{}, column '{}': commas and points do not mean the same in all of its numbers; say which is the decimal sign ({})",
            cells_.file, column.rule().name, named("decimal")));
    }

    /// Columns with the same example share a note.
    void add_to_note(const std::string& what, const std::string& example, const std::string& name) {
        const auto found = std::find_if(notes_.begin(), notes_.end(),
                                        [&](const FormNote& note) { return note.what == what && note.example == example; });
        if (found != notes_.end())
            found->names.push_back(name);
        else
            notes_.push_back({what, example, {name}});
    }

    void say() {
        for (const GrowingColumn& column : columns_)
            if (column.has_rounded_numbers())
                messages_.note(fmt::format(
                    "{}: '{}' holds integers beyond 2^53, which are rounded to the nearest double ({} keeps them apart)",
                    cells_.file, column.rule().name, named("categorical", in_quotes(column.rule().name))));
        if (has_commas_ && !cells_.decimal_comma)
            messages_.note(fmt::format("{}: numbers are written with a decimal comma", cells_.file));
        for (const FormNote& note : notes_)
            messages_.note(fmt::format("{}: {} {} read as {} like {} ({} keeps the texts)", cells_.file,
                                       quoted_names(note.names), note.names.size() == 1 ? "is" : "are", note.what,
                                       excerpt(note.example), named("categorical", in_quotes(note.names.front()))));
        if (!codes_.empty())
            messages_.note(
                fmt::format("{}: {} {} codes with leading zeros and {} ({} makes {})", cells_.file, quoted_names(codes_),
                            codes_.size() == 1 ? "holds" : "hold", codes_.size() == 1 ? "is a category" : "are categories",
                            named("numeric", in_quotes(codes_.front())), codes_.size() == 1 ? "it a number" : "it numbers"));
    }

    std::vector<GrowingColumn>& columns_;
    const CellRules& cells_;
    const ReadOptions& options_;
    const std::vector<std::uint32_t>& lines_;
    Messages& messages_;
    std::vector<std::vector<DateFormat>> formats_;
    bool some_day_first_ = false, some_month_first_ = false;
    bool has_commas_ = false;
    std::vector<FormNote> notes_;  ///< in the order of the columns
    std::vector<std::string> codes_;
};

}  // namespace

bool has_decimal_commas(const std::vector<GrowingColumn>& columns, const CellRules& cells) {
    const auto by_sample = [&](std::size_t column) { return columns[column].holds_numbers(); };
    if (cells.decimal_comma && std::any_of(cells.comma_columns.begin(), cells.comma_columns.end(), by_sample)) return true;
    return std::any_of(columns.begin(), columns.end(), [](const GrowingColumn& column) {
        if (!column.is_text_by_guess() || column.rule().wanted == ColumnRule::Wanted::date) return false;
        const auto form = number_form_of(column.texts());
        return form && form->signs().comma == SignUse::decimal;
    });
}

void settle_forms(std::vector<GrowingColumn>& columns, const CellRules& cells, const ReadOptions& options,
                  const std::vector<std::uint32_t>& lines, Messages& messages) {
    FormSettler(columns, cells, options, lines, messages).settle();
}

}  // namespace treewright
