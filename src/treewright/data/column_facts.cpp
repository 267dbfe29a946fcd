#include "treewright/data/column_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

#include "treewright/base/number_text.h"
#include "treewright/base/spelling.h"

namespace treewright {

namespace {

constexpr double small_table = 50.0;

/// A category with fewer than two rows per level on average; in a small table, where that is common, at least 4 rows of which 95 % or more differ.
bool identifies(std::size_t levels, double rows) {
    const auto count = static_cast<double>(levels);
    return rows >= small_table ? rows < 2.0 * count : rows >= 4.0 && count >= 0.95 * rows;
}

double weight_of(const std::vector<double>& weights, std::size_t row) { return weights.empty() ? 1.0 : weights[row]; }

void add_value_facts(const Column& column, const std::vector<double>& weights, ColumnFacts& facts) {
    std::vector<double> values;
    double finite_sum = 0.0;
    double finite_weight = 0.0;
    for (std::size_t row = 0; row < column.values.size(); ++row) {
        const double value = column.values[row];
        const double weight = weight_of(weights, row);
        (is_missing(value) ? facts.missing : facts.known) += weight;
        if (is_missing(value)) continue;
        values.push_back(value);
        if (!std::isfinite(value)) continue;
        finite_sum += weight * value;
        finite_weight += weight;
    }
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    facts.distinct = values.size();
    facts.counts_rows = row_count_in(column).has_value();
    if (values.empty()) return;
    facts.lowest = values.front();
    facts.highest = values.back();
    facts.mean = finite_weight > 0.0 ? finite_sum / finite_weight : 0.0;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// 2023-01-05, 2-4: a sign that stands between digits is no minus.
bool has_dash_between_digits(const std::string& text) {
    for (std::size_t at = text.find('-'); at != std::string::npos; at = text.find('-', at + 1))
        if (at > 0 && at + 1 < text.size() && is_digit(text[at - 1]) && is_digit(text[at + 1])) return true;
    return false;
}

/// A number, or digits with the signs that numbers are written with: money, percent, thousands.
bool looks_like_number(const std::string& text) {
    constexpr std::string_view signs = "0123456789.,'+-%()$ ";
    if (reads_as_number(text)) return true;
    if (has_dash_between_digits(text)) return false;
    std::string plain = text;
    for (const std::string_view sign : {"€", "£", "¥", "\u00a0", "\u202f", "−"})
        for (std::size_t at = plain.find(sign); at != std::string::npos; at = plain.find(sign, at))
            plain.erase(at, sign.size());
    return plain.find_first_of("0123456789") != std::string::npos && plain.find_first_not_of(signs) == std::string::npos;
}

/// How a number is written: money of a currency, percent, in parentheses, or none of these.
std::string way_of_writing(const std::string& text) {
    for (const std::string_view currency : {"$", "€", "£", "¥"})
        if (text.find(currency) != std::string::npos) return std::string(currency) + (text.starts_with('(') ? "()" : "");
    if (text.ends_with('%')) return "%";
    return text.starts_with('(') && text.ends_with(')') ? "()" : "";
}

/// Two levels that are written in different ways, such as $400 and €200; none if all are alike.
std::vector<std::string> written_differently(const Column& column, const ColumnFacts& facts) {
    std::map<std::string, std::string> ways;
    for (std::size_t code = 0; code < column.schema.levels.size(); ++code)
        if (facts.level_weights[code] > 0.0)
            ways.try_emplace(way_of_writing(column.schema.levels[code]), column.schema.levels[code]);
    if (ways.size() < 2) return {};
    return {ways.begin()->second, std::next(ways.begin())->second};
}

/// A column of numbers with one odd word in it is a category; the user should be told.
void add_number_facts(const Column& column, ColumnFacts& facts) {
    double numbers = 0.0;
    std::vector<std::string> texts;
    for (std::size_t code = 0; code < column.schema.levels.size(); ++code) {
        if (facts.level_weights[code] == 0.0) continue;
        if (looks_like_number(column.schema.levels[code]))
            numbers += facts.level_weights[code];
        else
            texts.push_back(column.schema.levels[code]);
    }
    facts.number_share = facts.known > 0.0 ? numbers / facts.known : 0.0;
    if (facts.number_share >= 0.5 && facts.number_share < 1.0) facts.texts = std::move(texts);
    if (facts.number_share == 1.0) facts.unlike_numbers = written_differently(column, facts);
}

void add_level_facts(const Column& column, const std::vector<double>& weights, ColumnFacts& facts) {
    facts.level_weights.assign(column.schema.levels.size(), 0.0);
    for (std::size_t row = 0; row < column.codes.size(); ++row) {
        const LevelCode code = column.codes[row];
        (code < 0 ? facts.missing : facts.known) += weight_of(weights, row);
        if (code >= 0) facts.level_weights[position_of(code)] += weight_of(weights, row);
    }
    const auto occurs = [](double weight) { return weight > 0.0; };
    facts.distinct = static_cast<std::size_t>(std::count_if(facts.level_weights.begin(), facts.level_weights.end(), occurs));
    // A weight is a number of rows. Weights below 1 make fewer rows than were read, which must not count as evidence for an
    // identifier.
    const auto known_rows = std::count_if(column.codes.begin(), column.codes.end(), [](LevelCode code) { return code >= 0; });
    const double rows = std::max(facts.known, static_cast<double>(known_rows));
    facts.differs_in_rows = identifies(facts.distinct, static_cast<double>(known_rows));
    facts.looks_like_identifier = identifies(facts.distinct, rows);
    facts.has_rare_levels = rows >= small_table && rows < 3.0 * static_cast<double>(facts.distinct);
    add_number_facts(column, facts);
    facts.variants = spelling_variants(column.schema.levels);
}

/// The different values of a column but for the codes, sorted, and how many rows have one.
struct DistinctValues {
    std::vector<double> values;
    std::size_t rows = 0;
};

DistinctValues distinct_but(const Column& column, const std::vector<FarCode>& codes) {
    const auto is_code = [&](double value) {
        return std::any_of(codes.begin(), codes.end(), [value](const FarCode& code) { return code.value == value; });
    };
    DistinctValues distinct;
    for (const double value : column.values)
        if (!is_missing(value) && !is_code(value)) distinct.values.push_back(value);
    distinct.rows = distinct.values.size();
    std::sort(distinct.values.begin(), distinct.values.end());
    distinct.values.erase(std::unique(distinct.values.begin(), distinct.values.end()), distinct.values.end());
    return distinct;
}

/// Whether a code is far from all other values: by eight times their usual distance; or, if it is the only negative one, by being
/// three times as frequent as others are.
bool is_far(const FarCode& code, const DistinctValues& rest) {
    constexpr std::size_t fewest_values = 5;
    if (rest.values.size() < fewest_values) return false;
    const double lowest = rest.values.front(), highest = rest.values.back();
    const double usual = (highest - lowest) / static_cast<double>(rest.values.size() - 1);
    const double distance = code.value > 0.0 ? code.value - highest : lowest - code.value;
    const double others = static_cast<double>(rest.rows) / static_cast<double>(rest.values.size());
    const bool stands_out =
        code.value < 0.0 && lowest >= 0.0 && highest >= 10.0 && static_cast<double>(code.rows) >= 3.0 * others;
    return distance >= 8.0 * usual || stands_out;
}

constexpr std::array high_codes = {99.0, 999.0, 9999.0, 99999.0, 999999.0, 9999999.0};
constexpr std::array low_codes = {-1.0, -9.0, -99.0, -999.0, -9999.0, -99999.0};

bool may_be_code(double value) {
    const auto is_among = [value](const auto& codes) { return std::find(codes.begin(), codes.end(), value) != codes.end(); };
    return is_among(high_codes) || is_among(low_codes);
}

/// How often each of the usual codes occurs; none if neither the highest nor the lowest value is one, as in most columns.
std::vector<FarCode> usual_codes_in(const Column& column) {
    const Numbers::Range range = column.values.range();
    const double lowest = std::min(range.lowest, 0.0), highest = std::max(range.highest, 0.0);
    std::vector<FarCode> codes;
    if (!may_be_code(highest) && !may_be_code(lowest)) return codes;
    for (const auto& list : {high_codes, low_codes})
        for (const double code : list)
            if (code >= lowest && code <= highest) codes.push_back({code, 0});
    for (const double value : column.values) {
        if (value < high_codes.front() && value > low_codes.front()) continue;
        for (FarCode& code : codes) code.rows += value == code.value ? 1 : 0;
    }
    std::erase_if(codes, [](const FarCode& code) { return code.rows == 0; });
    return codes;
}

}  // namespace

std::vector<FarCode> far_codes_in(const Column& column) {
    if (column.schema.type != ColumnType::numeric) return {};
    std::vector<FarCode> codes = usual_codes_in(column);
    // What is not far from the other values is one of them, and then others may not be far.
    for (std::size_t before = 0; before != codes.size();) {
        before = codes.size();
        const DistinctValues rest = codes.empty() ? DistinctValues() : distinct_but(column, codes);
        std::erase_if(codes, [&](const FarCode& code) { return !is_far(code, rest); });
    }
    std::size_t rows = 0;
    for (const FarCode& code : codes) rows += code.rows;
    if (rows < 2) codes.clear();  // a single one may be a value
    return codes;
}

std::string remark_on_codes(const std::string& name, const std::vector<FarCode>& codes) {
    std::vector<std::string> found, values;
    for (const FarCode& code : codes) {
        values.push_back(number_text(code.value));
        found.push_back(fmt::format("{} in {}", values.back(), counted(code.rows, "row")));
    }
    const std::string last = found.back();
    found.pop_back();
    return fmt::format("'{}' is {}{}{}, far from its other values: if {} missing, use {}", name, fmt::join(found, ", "),
                       found.empty() ? "" : " and ", last, codes.size() == 1 ? "that means" : "these mean",
                       named("na", in_quotes(fmt::format("{}={}", name, fmt::join(values, ",")))));
}

std::optional<std::string> remark_on_spellings(const std::string& name, const SpellingVariants& variants) {
    if (variants.levels == 0) return std::nullopt;
    constexpr std::size_t most = 4;
    std::vector<std::string> first = variants.first;
    const bool cut = first.size() > most;
    if (cut) first.resize(most);
    return fmt::format("'{}' has levels that differ only in case or blanks ('{}'{}{}): {} makes them one", name,
                       fmt::join(first, "', '"), cut ? ", …" : "",
                       variants.levels == 1 ? "" : fmt::format("; {} likewise", counted(variants.levels - 1, "more level")),
                       named("fold-case"));
}

bool reads_as_number(const std::string& text) {
    double number = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size();
}

std::optional<std::string> remark_on_words(const std::string& name, const ColumnFacts& facts) {
    if (!facts.unlike_numbers.empty())
        return fmt::format(
            "'{}' is a category although its cells look like numbers, because they are written in different ways: '{}', '{}' "
            "(write "
            "them alike; {} names the first that differs)",
            name, facts.unlike_numbers[0], facts.unlike_numbers[1], named("numeric", in_quotes(name)));
    if (facts.texts.empty()) return std::nullopt;
    constexpr std::size_t most = 5;
    const std::vector<std::string> first(facts.texts.begin(),
                                         facts.texts.begin() + static_cast<std::ptrdiff_t>(std::min(most, facts.texts.size())));
    const std::string more = facts.texts.size() > most ? fmt::format(" and {} more", facts.texts.size() - most) : "";
    return fmt::format(
        "'{}' is a category although most of its cells are numbers; not numbers: '{}'{} ({} makes a word mean missing)", name,
        fmt::join(first, "', '"), more, named("na", "+WORD"));
}

std::optional<RowCount> row_count_in(const Column& column) {
    if (column.schema.type != ColumnType::numeric) return std::nullopt;
    const auto [lowest, highest, known] = column.values.range();
    if (known < 2 || highest - lowest != static_cast<double>(known - 1)) return std::nullopt;
    std::vector<bool> seen(known, false);
    for (const double value : column.values) {
        if (is_missing(value)) continue;
        if (value != std::floor(value)) return std::nullopt;
        const auto place = static_cast<std::size_t>(value - lowest);
        if (seen[place]) return std::nullopt;
        seen[place] = true;
    }
    return RowCount{lowest, highest};
}

bool numbers_all_rows(const RowCount& count, std::size_t rows) {
    const bool from_start = count.lowest == 0.0 || count.lowest == 1.0;
    return from_start && static_cast<double>(rows) >= small_table &&
           count.highest - count.lowest + 1.0 == static_cast<double>(rows);
}

std::optional<std::array<double, 3>> quartiles_of(const Column& column) {
    std::vector<double> known;
    for (const double value : column.values)
        if (!is_missing(value)) known.push_back(value);
    if (known.empty()) return std::nullopt;
    std::sort(known.begin(), known.end());
    std::array<double, 3> quartiles{};
    for (std::size_t q = 1; q <= quartiles.size(); ++q) {
        const std::size_t reached = known.size() * q;  // in quarters of a row
        const bool between = reached % 4 == 0 && column.schema.type == ColumnType::numeric;
        const double at = known[(reached + 3) / 4 - 1];
        quartiles[q - 1] = between ? at / 2.0 + known[reached / 4] / 2.0 : at;
    }
    return quartiles;
}

ColumnFacts facts_of(const Column& column, const std::vector<double>& weights) {
    ColumnFacts facts;
    if (column.has_values())
        add_value_facts(column, weights, facts);
    else
        add_level_facts(column, weights, facts);
    facts.is_constant = facts.distinct <= 1;
    return facts;
}

}  // namespace treewright
