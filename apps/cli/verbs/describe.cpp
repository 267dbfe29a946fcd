// treewright describe: what is in a file, and what each column says about a target.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "cli/column_words.h"
#include "cli/flags/common_options.h"
#include "cli/flags/data_options.h"
#include "cli/flags/row_filter.h"
#include "cli/verbs.h"
#include "treewright/base/error.h"
#include "treewright/base/nearest.h"
#include "treewright/base/number_text.h"
#include "treewright/data/column_facts.h"
#include "treewright/export/display.h"
#include "treewright/export/gain_table.h"
#include "treewright/export/table_text.h"
#include "treewright/export/value_json.h"
#include "treewright/export/wording.h"
#include "treewright/io/read_table.h"

namespace treewright::cli {

namespace {

constexpr std::size_t widest_name = 28;
constexpr double fewest_counted = 4.0;    // two or three neighbouring integers say nothing
constexpr std::size_t widest_range = 42;  // two times with " to " between them stay whole

struct DescribeRequest {
    CommonOptions common;
    std::string data;
    ReadOptions read;
    TargetOptions target;
    std::vector<Wish> at;
    std::vector<Wish> where;
};

void declare(ArgumentParser& parser, DescribeRequest& request) {
    parser.explain(
        "Lists the columns with their types, missing values and ranges, and says what looks like an identifier or a constant.");
    parser.explain(
        "With --target also what each column by itself says about the target: the mutual information (information gain) of a "
        "category with a branch for each level, and of a number with its best threshold; for a numeric target the variance "
        "that "
        "it explains.");
    parser.positional("DATA", "a CSV, ARFF, Parquet or Arrow file, also compressed (gzip, zstd); - is standard input",
                      request.data);
    declare_target(parser, request.target, "the column to be predicted: a name, last, or #15 for the fifteenth");
    parser.option({"--at", "COLUMN=T1,T2,…", "with --target: rows above each of these thresholds, their classes and the gain",
                   Times::many},
                  [&request](const std::string& text) { request.at.push_back(wish_of("--at", text)); });
    parser.option({"--where", "COLUMN=LEVEL", "only the rows of this category, as under a branch of a tree; may be repeated",
                   Times::many},
                  [&request](const std::string& text) { request.where.push_back(wish_of("--where", text)); });
    declare_format(parser, request.read);
    declare_types(parser, request.read);
    declare_common(parser, request.common);
    parser.example("first look", "treewright describe titanic.csv");
    parser.example("a textbook's threshold table", "treewright describe golf.csv --target Play --at Humidity=60,65,70");
    parser.example("the same under a branch", "treewright describe golf.csv --target Play --where Outlook=sunny");
}

// --- columns ------------------------------------------------------------------------------------------------------------------

std::string values_text(const Column& column, const ColumnFacts& facts, std::size_t room) {
    if (facts.distinct == 0) return "no known value";
    if (!column.has_values()) return class_counts_text(column.schema.levels, facts.level_weights, -1, room);
    std::string text = value_text(column.schema, facts.lowest);
    if (facts.distinct > 1) text += fmt::format(" to {}", value_text(column.schema, facts.highest));
    if (facts.distinct > 1 && column.schema.type == ColumnType::numeric)
        text += fmt::format(", mean {}", figure_text(facts.mean));
    return shortened(text, std::max(room, widest_range));
}

std::optional<std::string> remark_on(const Column& column, const ColumnFacts& facts, bool weighted) {
    const std::string& name = column.schema.name;
    if (facts.is_constant) return fmt::format("'{}' is constant: it can tell nothing apart", name);
    if (facts.looks_like_identifier && weighted)
        return fmt::format(
            "'{}' looks like an identifier: --ignore '{}' leaves it out (train keeps it if weights make it repeat)", name,
            name);
    if (facts.looks_like_identifier)
        return fmt::format("'{}' looks like an identifier: train leaves it out (--categorical '{}' keeps it)", name, name);
    if (auto remark = remark_on_words(name, facts)) return remark;
    if (facts.counts_rows && facts.known >= fewest_counted)
        return fmt::format("'{}' counts the rows: --ignore '{}' leaves it out", name, name);
    return std::nullopt;
}

std::vector<ColumnFacts> facts_of_all(const Table& table) {
    std::vector<ColumnFacts> facts;
    for (const Column& column : table.columns) facts.push_back(facts_of(column, {}));
    return facts;
}

std::size_t widest(const std::vector<std::vector<std::string>>& rows, std::size_t column) {
    std::size_t width = 0;
    for (const auto& row : rows) width = std::max(width, display_width(row[column]));
    return width;
}

std::string columns_text(const Table& table, const std::vector<ColumnFacts>& facts, const TextStyle& style) {
    std::vector<std::vector<std::string>> rows{{"column", "type", "missing", "distinct"}};
    for (std::size_t i = 0; i < facts.size(); ++i) {
        const ColumnSchema& schema = table.columns[i].schema;
        rows.push_back({shortened(shown_name(std::string_view(schema.name)), widest_name), std::string(type_word(schema.type)),
                        count_text(facts[i].missing), std::to_string(facts[i].distinct)});
    }
    std::size_t used = 0;
    for (std::size_t column = 0; column < 4; ++column) used += widest(rows, column) + 2;
    const std::size_t room = std::max<std::size_t>(style.width, used + 20) - used;
    rows[0].emplace_back("values");
    for (std::size_t i = 0; i < facts.size(); ++i) rows[i + 1].push_back(values_text(table.columns[i], facts[i], room));
    using enum TextTable::Align;
    TextTable page({left, left, right, right, left});
    for (auto& row : rows) page.add_row(std::move(row));
    return page.text(0, style.width);
}

void write_column(JsonWriter& json, const Column& column, const ColumnFacts& facts) {
    json.begin_object();
    json.member("name", column.schema.name);
    json.member("type", type_word(column.schema.type));
    json.member("missing", facts.missing);
    json.member("distinct", facts.distinct);
    if (!column.has_values()) {
        write_counts(json, column.schema.levels, facts.level_weights);
    } else if (facts.distinct > 0) {
        json.key("lowest");
        write_value(json, column.schema, facts.lowest);
        json.key("highest");
        write_value(json, column.schema, facts.highest);
        if (column.schema.type == ColumnType::numeric) json.member("mean", facts.mean);
    }
    json.member("constant", facts.is_constant);
    json.member("identifier", facts.looks_like_identifier);
    json.member("counts_rows", facts.counts_rows);
    json.end_object();
}

// --- the target -----------------------------------------------------------------------------------------------------------------

std::optional<double> parsed_value(const ColumnSchema& column, const std::string& text) {
    if (column.type == ColumnType::date) return parse_date(text);
    if (column.type == ColumnType::time) return parse_time(text);
    if (column.type == ColumnType::ordered) {
        const auto found = std::find(column.levels.begin(), column.levels.end(), text);
        return found == column.levels.end() ? std::nullopt : std::optional(static_cast<double>(found - column.levels.begin()));
    }
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

std::size_t find_feature(const TrainingSet& set, const std::string& name, const std::string& source) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < set.features.size(); ++i) {
        if (set.features[i].schema.name == name) return i;
        names.push_back(set.features[i].schema.name);
    }
    const std::string hint = did_you_mean(name, names);
    throw input_error(
        fmt::format("{} has no feature '{}': {}", source, name, hint.empty() ? "treewright describe lists its columns" : hint));
}

ThresholdWish threshold_wish(const TrainingSet& set, const Wish& wish, const std::string& source) {
    ThresholdWish result;
    result.feature = find_feature(set, wish.column, source);
    const ColumnSchema& column = set.features[result.feature].schema;
    if (!holds_values(column.type))
        throw input_error(fmt::format("{}: '{}' is a category: --at takes a column of numbers", source, column.name));
    for (const std::string& text : split_names(wish.value)) {
        const std::optional<double> threshold = parsed_value(column, text);
        if (!threshold)
            throw input_error(fmt::format("{}: '{}' is {}, and '{}' in --at is none of its values", source, column.name,
                                          type_word(column.type), text));
        result.thresholds.push_back(*threshold);
    }
    return result;
}

struct Gains {
    TrainingSet set;
    std::vector<ThresholdWish> wishes;
    GainTable table;
};

/// Identifiers stay: here they are looked at, not learned from.
Gains find_gains(const DescribeRequest& request, Table table, Console& console) {
    PrepareOptions options = prepare_options(request.data, request.read, request.target);
    for (const Column& column : table.columns) options.keep.push_back(column.schema.name);
    Gains gains;
    Messages said;
    gains.set = prepare(std::move(table), options, said);
    for (const Message& message : said.list())  // its warnings stand among our remarks
        if (message.level == Message::Level::note) console.messages().add(message);
    for (const Wish& wish : request.at) gains.wishes.push_back(threshold_wish(gains.set, wish, options.source));
    gains.table = gain_table(gains.set, gains.wishes, console.run(request.common.threads));
    return gains;
}

// --- results --------------------------------------------------------------------------------------------------------------------

void print_json(const DescribeRequest& request, const Table& table, const std::optional<Gains>& gains, Console& console) {
    const std::vector<ColumnFacts> facts = facts_of_all(table);
    std::string text;
    JsonWriter json(text, JsonWriter::Layout::indented);
    json.begin_object();
    json.member("file", request.data);
    json.member("rows", table.rows);
    json.key("columns");
    json.begin_array();
    for (std::size_t i = 0; i < facts.size(); ++i) write_column(json, table.columns[i], facts[i]);
    json.end_array();
    if (gains) {
        json.key("gains");
        write_gain_table(json, gains->set, gains->wishes, gains->table);
    }
    json.end_object();
    console.print(text + "\n");
}

std::string heading(const DescribeRequest& request, const Table& table) {
    std::string where;
    for (const Wish& wish : request.where)
        where += fmt::format("{}{} = {}", where.empty() ? " where " : " and ", wish.column, wish.value);
    return fmt::format("{}: {}{}, {}\n", file_name(request.data), counted_noun(table.rows, "row"), where,
                       counted_noun(table.columns.size(), "column"));
}

void print_text(const DescribeRequest& request, const Table& table, const std::optional<Gains>& gains, Console& console) {
    const std::vector<ColumnFacts> facts = facts_of_all(table);
    const TextStyle style = console.style();
    std::string text = heading(request, table) + "\n" + columns_text(table, facts, style);
    std::string remarks;
    for (std::size_t i = 0; i < facts.size(); ++i)
        if (const auto remark = remark_on(table.columns[i], facts[i], !request.target.weight.empty()))
            remarks += wrapped(*remark, style.width, 2) + "\n";
    if (!remarks.empty()) text += '\n' + remarks;
    if (gains) text += '\n' + gain_table_text(gains->set, gains->wishes, gains->table, style);
    console.print(text);
}

}  // namespace

void run_describe(const Arguments& arguments, Console& console) {
    DescribeRequest request;
    ArgumentParser parser("describe", "what is in a file, and what each column says about a target");
    declare(parser, request);
    if (!parse_or_help(parser, arguments, request.common, console)) return;
    request.read.threads = request.common.threads;
    if (request.target.target.empty() && (!request.at.empty() || parser.given("--weight") || parser.given("--task")))
        throw usage_error("--at, --weight and --task speak of a target: add --target COLUMN");

    Table table = read_table(request.data, request.read, console.messages(), console.progress());
    for (const Wish& wish : request.where) keep_rows_where(table, wish, file_name(request.data));
    std::optional<Gains> gains;
    if (!request.target.target.empty()) gains = find_gains(request, table, console);
    console.tell();
    if (request.common.json)
        print_json(request, table, gains, console);
    else
        print_text(request, table, gains, console);
}

}  // namespace treewright::cli
