#include "treewright/io/csv/csv_dialect.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "treewright/base/number_text.h"
#include "treewright/data/csv_writer.h"
#include "treewright/io/cells/number_cell.h"
#include "treewright/io/cells/written_number.h"
#include "treewright/io/csv/csv_parser.h"
#include "treewright/io/csv/csv_quotes.h"
#include "treewright/io/csv/csv_splitter.h"
#include "treewright/io/read_options.h"

namespace treewright {

namespace {

constexpr std::string_view delimiters = ",;\t| ";  // the earlier one wins a tie

/// 24.08.1990, 1/2/20 10:30, 2012/01/01: three numbers with the same sign between. Cheaper than `usual_date_formats`.
bool looks_like_date(std::string_view text) {
    std::size_t at = 0;
    char sign = 0;
    for (int part = 0; part < 3; ++part) {
        const std::size_t begin = at;
        while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
        if (at == begin || at - begin > 4) return false;
        if (part == 2) break;
        if (at == text.size() || (part == 1 && text[at] != sign)) return false;
        sign = text[at++];
    }
    return (sign == '/' || sign == '.' || sign == '-') && (at == text.size() || text[at] == ' ' || text[at] == 'T');
}

bool is_time(std::string_view text) {
    return parse_date(text).has_value() || parse_time(text).has_value() || looks_like_date(text);
}

bool is_number(std::string_view text, bool decimal_comma) { return parse_number(text, decimal_comma).fit != NumberFit::none; }

/// Something that no one would take for a word, whatever the decimal sign.
bool is_typed(const Field& field, const MissingWords& missing) {
    return missing.match(field) || is_number(field.text, false) || is_number(field.text, true) || is_time(field.text) ||
           is_written_number(field.text);
}

/// How well a delimiter explains the sample.
struct Fit {
    std::size_t fields = 1;             ///< in most of the records
    bool like_first = true;             ///< whether the first record has as many
    bool faultless = true;              ///< whether all of the sample could be parsed
    std::size_t alike = 0;              ///< the number of records with as many fields
    double consistency = 0.0;           ///< their share
    double typed = 0.0;                 ///< the share of cells below the first row that are numbers, dates or missing
    std::optional<std::size_t> titles;  ///< the shorter records before those; nothing if what follows is no table
};

/// The number of fields that most records have; the first record's wins a tie.
std::size_t usual_width(const std::vector<Record>& records) {
    std::map<std::size_t, std::size_t> counts;
    for (const Record& record : records) ++counts[record.fields.size()];
    std::size_t usual = records.front().fields.size();
    for (const auto& [width, count] : counts)
        if (count > counts[usual]) usual = width;
    return usual;
}

double typed_share(const std::vector<Record>& records) {
    static const MissingWords missing(default_na_words());
    std::size_t cells = 0, typed = 0;
    for (std::size_t row = records.size() > 1 ? 1 : 0; row < records.size(); ++row)
        for (const Field& field : records[row].fields) {
            if (field.text.empty()) continue;
            ++cells;
            typed += is_typed(field, missing);
        }
    return cells == 0 ? 0.0 : static_cast<double>(typed) / static_cast<double>(cells);
}

/// The number of shorter records, at most 20, before the names and the rows of a table of this width; nothing if what follows them is not alike.
std::optional<std::size_t> titles_before(const std::vector<Record>& records, std::size_t width) {
    constexpr std::ptrdiff_t most = 20, names_and_rows = 3;
    constexpr double least_alike = 0.75;  // a few rows may be broken
    const auto is_whole = [width](const Record& record) { return record.fields.size() >= width; };
    const auto is_alike = [width](const Record& record) { return record.fields.size() == width; };
    const auto first = std::find_if(records.begin(), records.end(), is_whole);
    const auto end = std::find_if(records.rbegin(), records.rend(), is_whole).base();  // footnotes are shorter
    if (first - records.begin() > most || end - first < names_and_rows) return std::nullopt;
    const auto alike = static_cast<double>(std::count_if(first, end, is_alike));
    const bool begins_alike = std::all_of(first, first + names_and_rows, is_alike);
    if (!begins_alike || alike < least_alike * static_cast<double>(end - first)) return std::nullopt;
    return static_cast<std::size_t>(first - records.begin());
}

Fit fit_of(const Sample& sample, const CsvDialect& dialect) {
    const SampleRecords parsed = parse_sample(sample, dialect);
    const auto& records = parsed.records;
    Fit fit;
    fit.faultless = parsed.faultless;
    if (records.empty()) return fit;
    fit.fields = usual_width(records);
    fit.like_first = records.front().fields.size() == fit.fields;
    for (const Record& record : records) fit.alike += record.fields.size() == fit.fields;
    fit.consistency = static_cast<double>(fit.alike) / static_cast<double>(records.size());
    fit.typed = typed_share(records);
    if (fit.fields > 1) fit.titles = titles_before(records, fit.fields);
    return fit;
}

/// Blanks occur inside of texts: they count as a delimiter only where every line has as many, or most cells are typed, and the first line has
/// as many as the others. They rank below any other delimiter unless every cell is typed.
double score(const Fit& fit, char delimiter) {
    if (fit.fields < 2) return 0.0;
    constexpr double other_width_above = 0.8;  // names above rows of another width: rather another delimiter
    const double plain = fit.consistency * (1.0 + fit.typed) * (fit.like_first ? 1.0 : other_width_above);
    if (delimiter != ' ' || fit.typed >= 1.0) return plain;
    if (!fit.like_first) return 0.0;
    return fit.consistency >= 1.0 || fit.typed >= 0.5 ? 0.6 * plain : 0.0;
}

/// Whether every line has as many fields, names included: then a sign that the names don't have is part of the cells.
bool splits_all(const Fit& fit) { return fit.fields > 1 && fit.like_first && fit.consistency >= 1.0; }

/// The fewest titles above a table, if each delimiter other than blanks needs some: what begins further down takes the names for a title, as the
/// commas of 3,5 do below x;y.
std::size_t fewest_titles(const std::vector<Fit>& fits) {
    std::size_t fewest = SIZE_MAX;
    for (std::size_t i = 0; i < fits.size(); ++i)
        if (delimiters[i] != ' ' && fits[i].titles) fewest = std::min(fewest, *fits[i].titles);
    return fewest == SIZE_MAX ? 0 : fewest;
}

/// Whether it begins with the names that another delimiter finds below `titles` titles.
bool finds_names(const Fit& fit, char delimiter, std::size_t titles) {
    if (titles == 0 || (delimiter == ' ' && !fit.titles)) return true;
    return fit.titles && *fit.titles <= titles;
}

char detect_delimiter(const Sample& sample, CsvDialect dialect) {
    std::vector<Fit> fits;
    bool any_splits_all = false;
    for (const char candidate : delimiters) {
        dialect.delimiter = candidate;
        fits.push_back(fit_of(sample, dialect));
        any_splits_all = any_splits_all || (candidate != ' ' && splits_all(fits.back()));
    }
    const std::size_t titles = fewest_titles(fits);
    char best = ',';
    double best_score = 0.0;
    for (std::size_t i = 0; i < fits.size(); ++i) {
        if (any_splits_all && !fits[i].like_first) continue;
        if (!any_splits_all && !finds_names(fits[i], delimiters[i], titles)) continue;
        const double candidate_score = score(fits[i], delimiters[i]);
        if (candidate_score <= best_score) continue;
        best_score = candidate_score;
        best = delimiters[i];
    }
    return best;
}

std::size_t quoted_fields(const std::vector<Record>& records) {
    std::size_t count = 0;
    for (const Record& record : records)
        count += static_cast<std::size_t>(
            std::count_if(record.fields.begin(), record.fields.end(), [](const Field& field) { return field.quoted; }));
    return count;
}

/// `'` quotes only where no `"` occurs, every field (at least two) that begins with it ends with it, and the rows come out no
/// less alike.
bool quotes_with_apostrophe(const Sample& sample, const CsvDialect& dialect) {
    if (sample.bytes.find('"') != std::string::npos || sample.bytes.find('\'') == std::string::npos) return false;
    CsvDialect apostrophe = dialect;
    apostrophe.quote = '\'';
    const Fit with = fit_of(sample, apostrophe), without = fit_of(sample, dialect);
    if (!with.faultless || quoted_fields(parse_sample(sample, apostrophe).records) < 2) return false;
    // A stray apostrophe that opens a quotation swallows many rows before the next one closes it.
    return with.consistency >= without.consistency && 2 * with.alike >= without.alike;
}

/// Whether some \" is followed by what cannot be the end of a field.
bool escapes_inside_text(const Sample& sample, const CsvDialect& dialect) {
    const std::string& bytes = sample.bytes;
    const std::string escaped = {'\\', dialect.quote};
    for (std::size_t at = bytes.find(escaped); at != std::string::npos; at = bytes.find(escaped, at + 2)) {
        const std::size_t next = at + 2;
        if (next >= bytes.size()) return false;
        const char c = bytes[next];
        if (c != dialect.quote && c != dialect.delimiter && !is_line_end(c) && !is_blank(c)) return true;
    }
    return false;
}

/// Whether backslashes escape throughout the file: some do beyond doubt, or the rows make no sense unless they do ("TV
/// 32\"",100).
bool escapes_with_backslash(const Sample& sample, CsvDialect dialect) {
    if (sample.bytes.find(std::string{'\\', dialect.quote}) == std::string::npos) return false;
    if (escapes_inside_text(sample, dialect)) return true;
    const Fit without = fit_of(sample, dialect);
    dialect.backslash = true;
    return !without.faultless && fit_of(sample, dialect).alike > without.alike;
}

bool has_lines_with(const Sample& sample, char first) {
    return sample.bytes.starts_with(first) || sample.bytes.find(std::string{'\n', first}) != std::string::npos;
}

/// Whether what looks like comments has other numbers of fields than the rows: else it is a header like #id,x,y.
bool are_comments(const Sample& sample, CsvDialect dialect) {
    const std::size_t width = fit_of(sample, dialect).fields;
    const char comment = std::exchange(dialect.comment, '\0');
    bool any = false;
    for (std::size_t begin = 0, end = 0; begin < sample.bytes.size(); begin = end + 1) {
        end = std::min(sample.bytes.find_first_of("\r\n", begin), sample.bytes.size());
        if (sample.bytes[begin] != comment) continue;
        const Sample line{sample.bytes.substr(begin, end - begin), true};
        const SampleRecords parsed = parse_sample(line, dialect);
        if (parsed.faultless && parsed.records.size() == 1 && parsed.records[0].fields.size() == width) return false;
        any = true;
    }
    return any;
}

/// Whether every known cell of the column is a number when commas are decimal signs, and one of them must be so.
bool column_of_decimal_commas(std::span<const Record> rows, std::size_t column, const MissingWords& missing) {
    bool found = false;
    for (const Record& record : rows) {
        if (column >= record.fields.size()) continue;
        const Field& field = record.fields[column];
        if (field.text.empty() || missing.match(field)) continue;
        if (!is_number(field.text, true)) return false;
        found |= is_clear_decimal_comma(field.text);
    }
    return found;
}

/// The columns that are numbers only if commas are decimal signs.
std::vector<std::size_t> columns_of_decimal_commas(const Sample& sample, const CsvDialect& dialect,
                                                   const MissingWords& missing) {
    std::vector<std::size_t> columns;
    if (dialect.delimiter == ',') return columns;
    const SampleRecords parsed = parse_sample(sample, dialect);
    if (parsed.records.empty()) return columns;
    const auto below_names = std::span(parsed.records).subspan(parsed.records.size() > 1 ? 1 : 0);
    for (std::size_t column = 0; column < parsed.records[0].fields.size(); ++column)
        if (column_of_decimal_commas(below_names, column, missing)) columns.push_back(column);
    return columns;
}

/// Whether all known cells of the column below the first row are numbers or dates, and there is one.
bool typed_below(const std::vector<Record>& records, std::size_t column, const MissingWords& missing, bool decimal_comma) {
    bool found = false;
    for (std::size_t row = 1; row < records.size(); ++row) {
        if (column >= records[row].fields.size()) continue;
        const Field& field = records[row].fields[column];
        if (field.text.empty() || missing.match(field)) continue;
        if (!is_number(field.text, decimal_comma) && !is_time(field.text) && !is_written_number(field.text)) return false;
        found = true;
    }
    return found;
}

/// 0 if the text is not a year.
int year_of(std::string_view text) {
    constexpr int first = 1800, last = 2199;
    if (text.size() != 4 || text.find_first_not_of("0123456789") != std::string_view::npos) return 0;
    int year = 0;
    for (const char digit : text) year = 10 * year + (digit - '0');
    return year >= first && year <= last ? year : 0;
}

/// Whether most of the rows below hold something else than years in the column.
bool mostly_no_years_below(const std::vector<Record>& records, std::size_t column) {
    std::size_t known = 0, years = 0;
    for (std::size_t row = 1; row < records.size(); ++row) {
        if (column >= records[row].fields.size() || records[row].fields[column].text.empty()) continue;
        ++known;
        years += year_of(records[row].fields[column].text) != 0;
    }
    return 2 * years < known;
}

/// Where years name the columns, one after the other, as in country,1990,1991,1992: above other numbers, and not the whole row.
std::vector<bool> columns_named_by_years(const std::vector<Record>& records, const MissingWords& missing, bool decimal_comma) {
    const std::vector<Field>& first = records[0].fields;
    const auto year_in = [&](std::size_t column) {
        const int year = year_of(first[column].text);
        return year != 0 && typed_below(records, column, missing, decimal_comma) && mostly_no_years_below(records, column)
                   ? year
                   : 0;
    };
    std::vector<bool> named(first.size(), false);
    int before = 0;
    for (std::size_t column = 0; column < first.size(); ++column) {
        const int year = year_in(column);
        if (year != 0 && before != 0 && (year == before + 1 || year == before - 1)) named[column - 1] = named[column] = true;
        before = year;
    }
    const bool has_word = std::any_of(first.begin(), first.end(),
                                      [&](const Field& field) { return !field.text.empty() && !is_typed(field, missing); });
    return has_word ? named : std::vector<bool>(first.size(), false);
}

/// The cells of the first row that are not empty.
struct FirstRowCells {
    std::size_t values = 0;              ///< numbers and dates
    std::size_t missing = 0;             ///< words that mean missing
    std::size_t words_above_values = 0;  ///< other words, and years that name columns, above a column of numbers or dates
    std::string first_word = {};         ///< of those; else a word for missing above such a column if no cell is a value
};

FirstRowCells look_at_first_row(const std::vector<Record>& records, const MissingWords& missing, bool decimal_comma) {
    FirstRowCells cells;
    std::string missing_word;
    const std::vector<bool> years = columns_named_by_years(records, missing, decimal_comma);
    for (std::size_t column = 0; column < records[0].fields.size(); ++column) {
        const Field& field = records[0].fields[column];
        if (field.text.empty()) continue;
        if (years[column]) {
            ++cells.words_above_values;
            continue;
        }
        if (is_number(field.text, decimal_comma) || is_time(field.text) || is_written_number(field.text)) {
            ++cells.values;
            continue;
        }
        const bool above_values = typed_below(records, column, missing, decimal_comma);
        const bool means_missing = missing.match(field);
        cells.missing += means_missing ? 1 : 0;
        cells.words_above_values += above_values && !means_missing ? 1 : 0;
        std::string& word = means_missing ? missing_word : cells.first_word;
        if (above_values && word.empty() && field.text != "?") word = field.text;
    }
    if (cells.first_word.empty() && cells.values == 0) cells.first_word = missing_word;
    return cells;
}

bool recurs_below(const std::vector<Record>& records, std::size_t column) {
    const std::string_view text = records[0].fields[column].text;
    return std::any_of(records.begin() + 1, records.end(), [&](const Record& record) {
        return column < record.fields.size() && record.fields[column].text == text;
    });
}

std::size_t filled_fields(const Record& record) {
    return static_cast<std::size_t>(
        std::count_if(record.fields.begin(), record.fields.end(), [](const Field& field) { return !field.text.empty(); }));
}

/// A spreadsheet pads a title to the width of the table: one field has a text, and the names that follow are complete.
std::size_t behind_padded_titles(const std::vector<Record>& records, std::size_t first, std::size_t end) {
    constexpr std::size_t least_width = 3;
    std::size_t names = first;
    while (names < end && filled_fields(records[names]) <= 1) ++names;
    if (names == end || records[names].fields.size() < least_width) return first;
    return filled_fields(records[names]) == records[names].fields.size() ? names : first;
}

}  // namespace

SampleRecords parse_sample(const Sample& sample, const CsvDialect& dialect) {
    std::span<const char> bytes(sample.bytes);
    if (!sample.whole_file) bytes = bytes.first(complete_records(bytes, dialect));
    const auto parser = std::make_shared<CsvParser>(bytes, 1, dialect);
    SampleRecords parsed{parser, {}, true};
    for (Record record; parser->next(record) && parser->fault() == CsvFault::none;) parsed.records.push_back(record);
    parsed.faultless = parser->fault() == CsvFault::none;
    return parsed;
}

CsvDialect detect_dialect(const Sample& sample, const ReadOptions& options, const MissingWords& missing) {
    CsvDialect dialect;
    dialect.quote = options.quote.value_or('"');
    dialect.comment = options.comment.value_or(has_lines_with(sample, '#') ? '#' : '\0');
    const auto find_delimiter = [&] {
        dialect.delimiter = options.delimiter ? *options.delimiter : detect_delimiter(sample, dialect);
    };
    find_delimiter();
    if (!options.quote && quotes_with_apostrophe(sample, dialect)) {
        dialect.quote = '\'';
        find_delimiter();
    }
    if (!options.comment && dialect.comment != '\0' && !are_comments(sample, dialect)) {
        dialect.comment = '\0';
        find_delimiter();
    }
    dialect.backslash = options.escape ? *options.escape : escapes_with_backslash(sample, dialect);
    dialect.plain_backslash = options.escape && !*options.escape;
    if (const auto decimal = wanted_decimal(options))
        dialect.decimal_comma = *decimal == DecimalSign::comma;
    else
        dialect.comma_columns = columns_of_decimal_commas(sample, dialect, missing);
    dialect.decimal_comma |= !dialect.comma_columns.empty();
    return dialect;
}

std::size_t records_before_table(const SampleRecords& sample, const MissingWords& missing, bool decimal_comma) {
    constexpr std::size_t most = 20, least_rows = 2;
    constexpr double least_alike = 0.75;  // a few rows may be broken
    const std::vector<Record>& records = sample.records;
    if (records.empty() || !sample.faultless) return 0;
    const std::size_t width = usual_width(records);
    const auto is_short = [&](const Record& record) { return record.fields.size() < width; };
    std::size_t end = records.size();
    while (end > 0 && is_short(records[end - 1])) --end;  // footnotes
    std::size_t first = 0;
    while (first < end && is_short(records[first])) ++first;
    const auto is_alike = [&](const Record& record) { return record.fields.size() == width; };
    const auto alike = std::count_if(records.begin() + static_cast<std::ptrdiff_t>(first),
                                     records.begin() + static_cast<std::ptrdiff_t>(end), is_alike);
    if (static_cast<double>(alike) < least_alike * static_cast<double>(end - first)) return 0;
    first = behind_padded_titles(records, first, end);
    if (first == 0 || first > most || width < 2 || end - first <= least_rows) return 0;
    const std::vector<Record> table(records.begin() + static_cast<std::ptrdiff_t>(first),
                                    records.begin() + static_cast<std::ptrdiff_t>(end));
    return detect_first_row(table, missing, decimal_comma) == FirstRow::data ? 0 : first;
}

FirstRow detect_first_row(const std::vector<Record>& records, const MissingWords& missing, bool decimal_comma) {
    if (records.empty()) return FirstRow::data;
    const FirstRowCells cells = look_at_first_row(records, missing, decimal_comma);
    // A word for missing may be a name, such as Na of sodium, but not where no other word speaks for names.
    if (cells.words_above_values > 0 && cells.words_above_values + cells.missing > cells.values) return FirstRow::names;
    if (cells.values > 0 || cells.missing > 0) return FirstRow::data;
    std::size_t named = 0, recurring = 0;
    for (std::size_t column = 0; column < records[0].fields.size(); ++column) {
        if (records[0].fields[column].text.empty()) continue;
        ++named;
        recurring += recurs_below(records, column);
    }
    return named > 0 && 2 * recurring >= named ? FirstRow::data : FirstRow::maybe_names;
}

std::string word_above_values(const std::vector<Record>& records, const MissingWords& missing, bool decimal_comma) {
    if (records.empty()) return {};
    return look_at_first_row(records, missing, decimal_comma).first_word;
}

}  // namespace treewright
