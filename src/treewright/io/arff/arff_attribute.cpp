#include "treewright/io/arff/arff_attribute.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_set>

namespace treewright {

namespace {

bool drop_prefix(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return true;
}

/// The kind of the date formats that are ISO 8601 in Java's letters; `guess` for others.
ColumnRule::Kind kind_of_format(std::string format) {
    std::erase(format, '\'');
    std::string_view rest = format;
    if (!drop_prefix(rest, "yyyy-MM-dd")) return ColumnRule::Kind::guess;
    if (rest.empty()) return ColumnRule::Kind::date;
    if (!drop_prefix(rest, "T") && !drop_prefix(rest, " ")) return ColumnRule::Kind::guess;
    if (!drop_prefix(rest, "HH:mm")) return ColumnRule::Kind::guess;
    if (drop_prefix(rest, ":ss")) drop_prefix(rest, ".SSS");
    if (!drop_prefix(rest, "XXX") && !drop_prefix(rest, "X")) drop_prefix(rest, "Z");
    return rest.empty() ? ColumnRule::Kind::time : ColumnRule::Kind::guess;
}

ColumnRule::Kind date_kind(ArffScanner& scanner, const Place& place) {
    if (scanner.at_end()) return ColumnRule::Kind::time;  // WEKA's default format is yyyy-MM-dd'T'HH:mm:ss
    const std::string format(scanner.word("").text);
    const ColumnRule::Kind kind = kind_of_format(format);
    if (kind == ColumnRule::Kind::guess)
        throw input_error_at(
            place, fmt::format(
                       "the date format {} is not known; write dates as yyyy-MM-dd or yyyy-MM-dd HH:mm:ss, or declare a string",
                       excerpt(format)));
    return kind;
}

std::vector<std::string> parse_levels(ArffScanner& scanner, const Place& place) {
    std::vector<std::string> levels;
    std::unordered_set<std::string> seen;
    while (!scanner.pass('}')) {
        if (scanner.at_end()) throw input_error_at(place, "the list of levels does not end; close it with } in the same line");
        const Field level = scanner.word(",}");
        if ((!level.text.empty() || level.quoted) && seen.emplace(level.text).second) levels.emplace_back(level.text);
        scanner.pass(',');
    }
    return levels;
}

ColumnRule::Kind parse_kind(ArffScanner& scanner, const Place& place) {
    const std::string type(scanner.word(" \t[").text);
    for (const std::string_view word : {"numeric", "real", "integer"})
        if (same_word(type, word)) return ColumnRule::Kind::numeric;
    if (same_word(type, "string")) return ColumnRule::Kind::categorical;
    if (same_word(type, "date")) return date_kind(scanner, place);
    throw input_error_at(
        place, fmt::format("the type {} is not known; use numeric, real, integer, string, date or a list of levels in braces",
                           excerpt(type)));
}

}  // namespace

bool same_word(std::string_view text, std::string_view lowered) {
    return std::equal(text.begin(), text.end(), lowered.begin(), lowered.end(),
                      [](char a, char b) { return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b; });
}

ColumnRule parse_attribute(ArffScanner& scanner, const Place& place) {
    ColumnRule column;
    column.name = std::string(scanner.word(" \t{").text);
    if (scanner.at_end())
        throw input_error_at(
            place, "an attribute needs a name and a type; write `@attribute name numeric` or a list of levels in braces");
    if (scanner.pass('{')) {
        column.kind = ColumnRule::Kind::declared;
        column.levels = parse_levels(scanner, place);
    } else {
        column.kind = parse_kind(scanner, place);
    }
    return column;
}

}  // namespace treewright
