// The catalogue's entries about reading a file.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "treewright/base/date_format.h"
#include "treewright/base/error.h"
#include "treewright/base/name_list.h"
#include "treewright/base/spelling.h"
#include "treewright/data/csv_writer.h"
#include "treewright/data/parameter_entry.h"
#include "treewright/io/read_options.h"

namespace treewright {

namespace {

using ReadParameter = ParameterOf<ReadOptions>;

/// The compiler stops here when an option is added: give it an entry below and a name here.
[[maybe_unused]] void every_read_option_has_its_entry(const ReadOptions& options) {
    // `block_size` changes no result; `may_be_empty` is for a verb to say.
    [[maybe_unused]] const auto& [delimiter, quote, escape, comment, skip, encoding, bad_rows, bad_rows_to, header, names, na,
                                  categorical, numeric, dates, decimal, date_parts, fold_case, thousands, ignore, ordered,
                                  may_be_empty, block_size] = options;
}

template <class Access>
ReadParameter about_reading(Parameter declared, Access access) {
    declared.group = ParameterGroup::reading;
    return entry_of<ReadOptions>(std::move(declared), access);
}

template <class Access>
ReadParameter about_columns(Parameter declared, Access access) {
    declared.group = ParameterGroup::columns;
    return entry_of<ReadOptions>(std::move(declared), access);
}

// --- the delimiter ------------------------------------------------------------------------------------------------------------

constexpr std::pair<std::string_view, char> delimiter_words[] = {{"comma", ','}, {"semicolon", ';'}, {"tab", '\t'},
                                                                 {"\\t", '\t'},  {"bar", '|'},       {"blank", ' '}};

ParameterValue delimiter_in(const std::string& text, const ParameterValue&) {
    for (const auto& [word, character] : delimiter_words)
        if (text == word) return std::string(1, character);
    const bool usable = text.size() == 1 && static_cast<unsigned char>(text[0]) < 0x80U &&
                        text.find_first_of("\"'\\\n\r.-+") == std::string::npos &&
                        std::isalnum(static_cast<unsigned char>(text[0])) == 0;
    if (!usable)
        throw usage_error(
            fmt::format("{} cannot be '{}': it is one character such as ';', or comma, semicolon, tab, bar, blank",
                        named("delimiter"), text));
    return text;
}

ReadParameter delimiter() {
    ReadParameter parameter{{.name = "delimiter",
                             .unit = "CHARACTER",
                             .sentence = "Field separator: one character, or comma, semicolon, tab, bar, blank.",
                             .absent = "detected",
                             .group = ParameterGroup::reading,
                             .parse = delimiter_in}};
    parameter.field = [](const ReadOptions& options) {
        return options.delimiter ? ParameterValue(std::string(1, *options.delimiter)) : ParameterValue();
    };
    parameter.assign = [](ReadOptions& options, const ParameterValue& value) {
        options.delimiter.reset();
        if (const auto* text = std::get_if<std::string>(&value)) options.delimiter = text->front();
    };
    return with_default(std::move(parameter));
}

// --- one character, or none ---------------------------------------------------------------------------------------------------

ParameterValue character_in(std::string_view name, const std::string& text) {
    const bool usable =
        text.size() == 1 && text[0] > ' ' && text[0] < '\x7f' && std::isalnum(static_cast<unsigned char>(text[0])) == 0;
    if (text == "none" || usable) return text;
    throw usage_error(
        fmt::format("{} cannot be '{}': it is one character that is no letter or digit, or none", named(name), text));
}

/// Text for a field of which '\0' means that there is none.
template <class Access>
ReadParameter about_character(Parameter declared, Access access) {
    declared.group = ParameterGroup::reading;
    declared.unit = "CHARACTER|none";
    declared.absent = "detected";
    declared.parse = [name = declared.name](const std::string& text, const ParameterValue&) {
        return character_in(name, text);
    };
    ReadParameter parameter{std::move(declared)};
    parameter.field = [access](const ReadOptions& options) {
        const std::optional<char>& field = access(options);
        if (!field) return ParameterValue();
        return ParameterValue(*field == '\0' ? std::string("none") : std::string(1, *field));
    };
    parameter.assign = [access](ReadOptions& options, const ParameterValue& value) {
        const auto* text = std::get_if<std::string>(&value);
        if (text == nullptr)
            access(options).reset();
        else
            access(options) = *text == "none" ? '\0' : text->front();
    };
    return with_default(std::move(parameter));
}

// --- words for missing --------------------------------------------------------------------------------------------------------

bool is_general(const std::string& word) { return split_at_equals(word).name.empty(); }

/// "a,b,age=99,-1" is "a", "b", "age=99", "age=-1": what follows a column's name is about this column, up to the next.
std::vector<std::string> words_in(const std::string& text) {
    std::vector<std::string> words;
    std::string column;
    for (const std::string& word : split_names(text)) {
        const NamedText given = split_at_equals(word);
        if (!given.name.empty()) column = given.name;
        if (!given.text.empty()) words.push_back(column.empty() ? given.text : column + "=" + given.text);
    }
    return words;
}

/// Adds words to a list in which those for all columns come first, so that its text is read as it was meant.
std::vector<std::string> with_words(const ParameterValue& before, const std::vector<std::string>& more) {
    const auto* there = std::get_if<std::vector<std::string>>(&before);
    std::vector<std::string> words = there != nullptr ? *there : std::vector<std::string>();
    words.insert(words.end(), more.begin(), more.end());
    std::stable_partition(words.begin(), words.end(), is_general);
    return words;
}

/// "+a,b" adds to the usual words, or to those that were given before; "age=99,-1" is about one column.
ParameterValue missing_words_in(const std::string& text, const ParameterValue& before) {
    const bool adds = text.starts_with('+');
    std::vector<std::string> words = words_in(adds ? text.substr(1) : text);
    const std::vector<std::string> there = with_words(before, {});
    if (adds && std::none_of(there.begin(), there.end(), is_general))
        words.insert(words.begin(), default_na_words().begin(), default_na_words().end());
    return with_words(before, words);
}

// --- signs in numbers ---------------------------------------------------------------------------------------------------------

constexpr std::pair<std::string_view, std::string_view> thousands_words[] = {
    {"comma", ","}, {"point", "."}, {"blank", " "}, {"apostrophe", "'"}, {"underscore", "_"}, {"none", ""}};

ParameterValue thousands_in(const std::string& text, const ParameterValue&) {
    for (const auto& [word, sign] : thousands_words)
        if (text == word || (text == sign && !text.empty())) return std::string(sign);
    throw usage_error(
        fmt::format("{} cannot be '{}': it is comma, point, blank, apostrophe, underscore or none", named("thousands"), text));
}

// --- dates --------------------------------------------------------------------------------------------------------------------

/// "day" or "day,night" or "day=%d.%m.%Y": a format may contain commas.
ParameterValue dates_in(const std::string& text, const ParameterValue& before) {
    const auto* there = std::get_if<std::vector<std::string>>(&before);
    std::vector<std::string> dates = there != nullptr ? *there : std::vector<std::string>();
    const NamedText given = split_at_equals(text);
    if (given.name.empty()) {
        for (std::string& name : split_names(text)) dates.push_back(std::move(name));
        return dates;
    }
    if (const auto flaw = DateFormat::flaw_of(given.text))
        throw usage_error(fmt::format("{}: the format '{}' cannot be used: {}; an example is %d.%m.%Y %H:%M",
                                      named("date", given.name), given.text, *flaw));
    dates.push_back(text);
    return dates;
}

/// "year,month", or "joined=weekday,hour" for one column.
ParameterValue date_parts_in(const std::string& text, const ParameterValue& before) {
    const std::vector<std::string> words = words_in(text);
    ReadOptions options;
    options.date_parts = words;
    (void)wanted_parts(options);  // refuses what is no part
    return with_words(before, words);
}

// --- the lists ----------------------------------------------------------------------------------------------------------------

/// Encodings have many names; case, dashes and underscores do not matter.
ParameterValue encoding_in(const std::string& text, const ParameterValue&) {
    constexpr std::pair<std::string_view, TextEncoding> names[] = {
        {"utf8", TextEncoding::utf8},
        {"utf8sig", TextEncoding::utf8},
        {"ascii", TextEncoding::utf8},
        {"usascii", TextEncoding::utf8},
        {"utf16", TextEncoding::utf16},
        {"utf16le", TextEncoding::utf16},
        {"utf16be", TextEncoding::utf16be},
        {"utf32", TextEncoding::utf32},
        {"utf32le", TextEncoding::utf32},
        {"utf32be", TextEncoding::utf32be},
        {"windows1252", TextEncoding::windows1252},
        {"cp1252", TextEncoding::windows1252},
        {"latin1", TextEncoding::latin1},
        {"iso88591", TextEncoding::latin1},
    };
    std::string plain;
    for (const char c : text)
        if (c != '-' && c != '_') plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    for (const auto& [name, encoding] : names)
        if (plain == name) return std::string(word_of(encoding));
    return text;  // which is refused
}

std::vector<ReadParameter> entries_about_reading() {
    return {
        delimiter(),
        about_character({.name = "quote", .sentence = "Character around fields that contain the delimiter."},
                        [](auto& o) -> auto& { return o.quote; }),
        about_reading({.name = "escape",
                       .sentence = "A backslash protects a quote inside quotes.",
                       .off = "A backslash inside quotes is a character like others.",
                       .absent = "detected"},
                      [](auto& o) -> auto& { return o.escape; }),
        about_character({.name = "comment", .sentence = "Pass over lines that begin with this character."},
                        [](auto& o) -> auto& { return o.comment; }),
        about_reading(
            {.name = "skip", .unit = "LINES", .sentence = "Pass over this many lines before the table.", .absent = "detected"},
            [](auto& o) -> auto& { return o.skip; }),
        about_reading({.name = "encoding", .sentence = "Encoding of the text.", .absent = "detected", .parse = encoding_in},
                      [](auto& o) -> auto& { return o.encoding; }),
        about_reading(
            {.name = "bad-rows", .sentence = "Rows that do not fit: an error, left out, or padded with missing cells and cut."},
            [](auto& o) -> auto& { return o.bad_rows; }),
        about_reading({.name = "bad-rows-to",
                       .unit = "FILE",
                       .sentence = "Write the rows that do not fit, with their lines, to this CSV file."},
                      [](auto& o) -> auto& { return o.bad_rows_to; }),
        about_reading({.name = "header",
                       .sentence = "Take the first row as column names, even if it looks like data.",
                       .off = "Take the first row as data, not as column names.",
                       .absent = "detected"},
                      [](auto& o) -> auto& { return o.header; }),
        about_reading({.name = "names",
                       .unit = "A,B,…|FILE",
                       .sentence = "Names of all columns, or a file that lists them.",
                       .usual_text = "the header, else c1, c2, …"},
                      [](auto& o) -> auto& { return o.names; }),
        about_reading({.name = "na",
                       .unit = "[COLUMN=]WORDS",
                       .sentence = "Treat these words as missing values, besides the empty field; +WORDS adds to the default, "
                                   "COLUMN=WORDS is about one column.",
                       .usual_text = fmt::format("{}", fmt::join(default_na_words(), ", ")),
                       .parse = missing_words_in},
                      [](auto& o) -> auto& { return o.na; }),
        about_reading({.name = "decimal", .sentence = "Decimal sign of numbers.", .absent = "detected"},
                      [](auto& o) -> auto& { return o.decimal; }),
        about_reading({.name = "thousands",
                       .unit = "SIGN",
                       .sentence = "What stands between thousands: comma, point, blank, apostrophe, underscore or none.",
                       .absent = "detected",
                       .parse = thousands_in},
                      [](auto& o) -> auto& { return o.thousands; }),
    };
}

std::vector<ReadParameter> entries_about_columns() {
    return {
        about_columns({.name = "categorical",
                       .unit = "COLUMNS",
                       .sentence = "Treat these columns as categories, even if they look like numbers or identifiers."},
                      [](auto& o) -> auto& { return o.categorical; }),
        about_columns(
            {.name = "numeric", .unit = "COLUMNS", .sentence = "Treat these columns as numbers; any other cell is an error."},
            [](auto& o) -> auto& { return o.numeric; }),
        about_columns(
            {.name = "date",
             .unit = "COLUMN[=FORMAT]",
             .sentence = "Treat the column as dates or times; any other cell is an error. FORMAT is one like %d.%m.%Y %H:%M.",
             .parse = dates_in},
            [](auto& o) -> auto& { return o.dates; }),
        about_columns(
            {.name = "date-parts",
             .unit = "[COLUMN=]PARTS",
             .sentence = "Add parts of dates and times as features: year, quarter, month, day, weekday, hour, minute; "
                         "COLUMN=PARTS is about one column.",
             .parse = date_parts_in},
            [](auto& o) -> auto& { return o.date_parts; }),
        about_columns(
            {.name = "fold-case", .sentence = "Treat spellings of a category that differ only in case or blanks as one level."},
            [](auto& o) -> auto& { return o.fold_case; }),
        about_columns({.name = "ordered",
                       .unit = "COLUMN=A<B<C",
                       .sentence = "Treat the column as an ordered category, levels from lowest to highest."},
                      [](auto& o) -> auto& { return o.ordered; }),
        about_columns({.name = "ignore",
                       .unit = "COLUMNS",
                       .sentence = "Leave these columns out; put a name that contains a comma in double quotes: "
                                   "'\"Name, first\",b'."},
                      [](auto& o) -> auto& { return o.ignore; }),
    };
}

}  // namespace

std::string_view word_of(DecimalSign sign) {
    switch (sign) {
        case DecimalSign::point: return "point";
        case DecimalSign::comma: return "comma";
    }
    return {};
}

std::string_view word_of(TextEncoding encoding) {
    switch (encoding) {
        case TextEncoding::utf8: return "utf-8";
        case TextEncoding::utf16: return "utf-16";
        case TextEncoding::utf16be: return "utf-16be";
        case TextEncoding::utf32: return "utf-32";
        case TextEncoding::utf32be: return "utf-32be";
        case TextEncoding::windows1252: return "windows-1252";
        case TextEncoding::latin1: return "latin-1";
    }
    return {};
}

std::string_view word_of(BadRows policy) {
    switch (policy) {
        case BadRows::refuse: return "refuse";
        case BadRows::skip: return "skip";
        case BadRows::pad: return "pad";
    }
    return {};
}

NamedText split_at_equals(const std::string& text) {
    const std::size_t at = text.find('=');
    if (at == std::string::npos || at == 0) return {{}, text};
    return {text.substr(0, at), text.substr(at + 1)};
}

std::vector<std::string> missing_words(const ReadOptions& options) { return missing_words_of(options, {}); }

std::vector<std::string> missing_words_of(const ReadOptions& options, const std::string& column) {
    std::vector<std::string> words, general;
    for (const std::string& entry : options.na.value_or(std::vector<std::string>())) {
        const NamedText word = split_at_equals(entry);
        if (word.name.empty())
            general.push_back(word.text);
        else if (word.name == column)
            words.push_back(word.text);
    }
    const bool only_columns = general.empty() && options.na && !options.na->empty();
    if (!options.na || only_columns) general = default_na_words();
    words.insert(words.end(), general.begin(), general.end());
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    return words;
}

std::optional<DecimalSign> wanted_decimal(const ReadOptions& options) {
    std::optional<DecimalSign> by_thousands;
    if (options.thousands == ".") by_thousands = DecimalSign::comma;
    if (options.thousands == ",") by_thousands = DecimalSign::point;
    if (options.decimal && by_thousands && options.decimal != by_thousands)
        throw usage_error(fmt::format("{} and {} cannot both be a {}: one sign has one meaning", named("decimal"),
                                      named("thousands"), word_of(*options.decimal)));
    return options.decimal ? options.decimal : by_thousands;
}

std::vector<WantedPart> wanted_parts(const ReadOptions& options) {
    std::vector<WantedPart> wanted;
    for (const std::string& entry : options.date_parts) {
        const NamedText word = split_at_equals(entry);
        const auto part = date_part_of(word.text);
        if (!part)
            throw usage_error(fmt::format("{}: '{}' is not a part of a date; there are {}", named("date-parts"), word.text,
                                          list_of_date_parts()));
        wanted.push_back({*part, word.name});
    }
    return wanted;
}

std::span<const ReadParameter> reading_parameters() {
    static const std::vector<ReadParameter> list = entries_about_reading();
    return list;
}

std::span<const ReadParameter> column_parameters() {
    static const std::vector<ReadParameter> list = entries_about_columns();
    return list;
}

}  // namespace treewright
