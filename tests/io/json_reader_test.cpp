#include "treewright/io/json/json_reader.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <random>

#include "io/io_testing.h"

namespace treewright {

using testing::read_text;

namespace {

struct JsonCase {
    std::string what;
    std::string file;
    std::string result;
};

const std::vector<JsonCase>& json_cases() {
    static const std::vector<JsonCase> all = {
        {"an object per line", "{\"a\":1,\"b\":\"x\"}\n{\"a\":2.5,\"b\":\"y\"}\n", "a number: 1 2.5\nb {x|y}: 'x' 'y'\n"},
        {"blank lines, CR LF, no last line end", "\r\n{\"a\":1}\r\n\r\n \t\r\n{\"a\":2}", "a number: 1 2\n"},
        {"an array over many lines", "[\n  {\n    \"a\": 1,\n    \"b\": \"x\"\n  },\n  {\"b\": \"y\", \"a\": 2}\n]\n",
         "a number: 1 2\nb {x|y}: 'x' 'y'\n"},
        {"an array in one line", "[{\"a\":1},{\"a\":2}]", "a number: 1 2\n"},
        {"one object over several lines", "{\n \"a\": 1,\n \"b\": \"x\"\n}\n", "a number: 1\nb {x}: 'x'\n"},
        {"objects over several lines", "{\n \"a\": 1\n}\n{\n \"a\": 2}", "a number: 1 2\n"},
        {"names are the union, in the order of their appearance", "{\"b\":1}\n{\"c\":2,\"a\":3}\n{\"a\":4,\"b\":5}\n",
         "b number: 1 - 5\nc number: - 2 -\na number: - 3 4\n"},
        {"null and absent are missing", "{\"a\":null,\"b\":\"x\"}\n{\"a\":1}\n", "a number: - 1\nb {x}: 'x' -\n"},
        {"true and false", "{\"a\":true}\n{\"a\":false}\n", "a {false|true}: 'true' 'false'\n"},
        {"words for missing are values in quotes", "{\"a\":\"NA\"}\n{\"a\":\"\"}\n", "a {|NA}: 'NA' ''\n"},
        {"an empty text in a column of numbers", "{\"a\":\"\"}\n{\"a\":3}\n", "a number: - 3\n"},
        {"texts that are numbers", "{\"a\":\"1\"}\n{\"a\":2}\n", "a number: 1 2\n"},
        {"texts that are dates", "{\"a\":\"2020-01-31\"}\n", "a date: 2020-01-31\n"},
        {"numbers written with thousands", "{\"a\":\"1,200\"}\n{\"a\":\"3,500\"}\n", "a number: 1200 3500\n"},
        {"leading zeros in texts", "{\"a\":\"01\"}\n{\"a\":\"02\"}\n", "a {01|02}: '01' '02'\n"},
        {"what Python writes of infinite numbers", "{\"a\":NaN}\n{\"a\":-Infinity}\n{\"a\":1}\n", "a number: - -inf 1\n"},
        {"objects in objects", "{\"a\":{\"b\":1,\"c\":{\"d\":\"x\"}}}\n{\"a\":{\"c\":{\"d\":\"y\"}}}\n",
         "a.b number: 1 -\na.c.d {x|y}: 'x' 'y'\n"},
        {"the null of an object is not a column", "{\"a\":null,\"z\":1}\n{\"a\":{\"b\":2}}\n",
         "z number: 1 -\na.b number: - 2\n"},
        {"an empty object", "{\"a\":{},\"b\":1}\n{}\n", "b number: 1 -\n"},
        {"escapes", "{\"\\u0061\\\"\":\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00\"}",
         "a\" {\\/\b\f\n\r\t\u00e9\U0001F600}: '\\/\b\f\n\r\t\u00e9\U0001F600'\n"},
        {"a byte order mark", "\xEF\xBB\xBF{\"a\":1}\n", "a number: 1\n"},
        {"UTF-16", std::string("\xFF\xFE{\0\"\0a\0\"\0:\0\"\0\xE9\0\"\0}\0\n\0", 22), "a {\u00e9}: '\u00e9'\n"},
        {"Windows-1252", "{\"a\":\"k\xF6ln\"}\n", "a {k\u00f6ln}: 'k\u00f6ln'\n"},
        {"text after numbers of other spelling", "{\"a\":1.50}\n{\"a\":\"x\"}\n", "a {1.50|x}: '1.50' 'x'\n"},
    };
    return all;
}

const std::vector<JsonCase>& json_errors() {
    static const std::vector<JsonCase> all = {
        {"a list", "{\"a\":1}\n{\"a\":[1,2]}\n",
         "FILE, line 2: the key \"a\" holds a list, and a cell holds one value; give each item a key of its own, or leave the "
         "column out"},
        {"a key twice", "{\"a\":1,\"b\":2,\"a\":3}\n{}\n",
         "FILE, line 1: the key \"a\" is given twice in a record; remove or rename one"},
        {"a key twice by its dots", "{\"a\":{\"b\":1},\"a.b\":2}\n{}\n",
         "FILE, line 1: the key \"a.b\" is given twice in a record; remove or rename one"},
        {"columns", "{\"a\":[1,2],\"b\":[3,4]}",
         "FILE: it is one object of columns; write an object per row, such as with pandas' to_json(orient='records', "
         "lines=True)"},
        {"columns as pandas writes them", "{\"a\":{\"0\":1,\"1\":2}}",
         "FILE: it is one object of columns; write an object per row, such as with pandas' to_json(orient='records', "
         "lines=True)"},
        {"a list of lists", "[[1,2],[3,4]]",
         "FILE, line 1: a record is a list, which has no names; write it as an object, such as {\"age\":42,\"city\":\"Rome\"}"},
        {"a lone surrogate", "{\"a\":1}\n\n{\"a\":\"\\ud83dx\"}\n",
         "FILE, line 3: a text holds half of a pair of \\u escapes (a lone surrogate), which is no character; write the whole "
         "pair"},
        {"the wrong half", "{\"a\":\"\\ud83d\\u0041\"}\n",
         "FILE, line 1: a text holds half of a pair of \\u escapes (a lone surrogate), which is no character; write the whole "
         "pair"},
        {"NUL by its escape", "{\"a\":\"\\u0000\"}\n", "FILE, line 1: a text holds \\u0000, which no text has; remove it"},
        {"NUL", std::string("{\"a\":1}\n{\"a\":\"\0\"}\n", 17),
         "FILE, line 2: the byte at offset 14 is NUL, so it is not a text file; give a CSV, JSON or ARFF file in UTF-8"},
        {"not UTF-8", "{\"a\":\"\u00e9\"}\n{\"a\":\"\xFF\"}\n",
         "FILE, line 2: the byte at offset 17 (0xff) is not UTF-8; say which encoding it is, such as encoding windows-1252"},
        {"cut off in a text", "{\"a\":1}\n{\"a\":\"x",
         "FILE, line 2: a text is not closed in its line; close it, and write line breaks as \\n"},
        {"cut off in an array", "[{\"a\":1},\n{\"a\":2}\n",
         "FILE, line 3: the array of records does not end; get the whole file, or add the ]"},
        {"cut off in a record",
         "[{\"a\":1},\n{\"a\":", "FILE, line 2: the value of \"a\" is missing; look whether the record is whole"},
        {"a comma too many", "[{\"a\":1},\n]",
         "FILE, line 2: \"]\" is not a record; write it as an object, such as {\"age\":42,\"city\":\"Rome\"}"},
        {"no comma", "[{\"a\":1}\n{\"a\":2}]",
         "FILE, line 2: a comma or ] is missing after a record; look whether the file is whole"},
        {"text after the array", "[{\"a\":1}]\nx",
         "FILE, line 2: there is text after the ] of the records; remove it, or write one object per line"},
        {"two objects in a line", "{\"a\":1}{\"a\":2}\n{\"a\":1}\n",
         "FILE, line 1: there is text after the record; write one object per line"},
        {"a bare word", "{\"a\":yes}\n",
         "FILE, line 1: \"yes\" is not a JSON value; write texts in quotes, and numbers as in 0.5 or -2e3"},
        {"a number that JSON does not know", "{\"a\":1}\n{\"a\":01}\n",
         "FILE, line 2: \"01\" is not a JSON value; write texts in quotes, and numbers as in 0.5 or -2e3"},
        {"beyond double", "{\"a\":1}\n{\"a\":1e999}\n",
         "FILE, line 2, column 'a': \"1e999\" is beyond the largest double (about 1.8e308); fix the cell, or leave it empty"},
        {"no records", "[]\n", "FILE: it holds no records; give a file with rows"},
        {"no keys", "{}\n{}\n", "FILE: its records have no keys; give a file with rows"},
        {"a line that is not a record", "{\"a\":1}\nnone\n",
         "FILE, line 2: \"none\" is not a record; write it as an object, such as {\"age\":42,\"city\":\"Rome\"}"},
    };
    return all;
}

// --- random records, held against nlohmann-json ---------------------------------------------------------------------------------

class RandomJson {
public:
    explicit RandomJson(unsigned seed) : random_(seed) {}

    std::string record() {
        names_ = 0;
        return object(0);
    }
    std::size_t below(std::size_t count) { return random_() % count; }
    std::string space() {
        static const std::vector<std::string> all = {"", "", "", " ", "\t", "\n", "\r\n", "  \n "};
        return all[below(all.size())];
    }

private:
    std::string object(std::size_t depth) {
        std::string text = "{" + space();
        for (std::size_t i = 0, count = below(5); i < count; ++i)
            text += (i > 0 ? "," + space() : "") + key() + space() + ":" + space() + value(depth) + space();
        return text + "}";
    }
    /// All different, and without dots.
    std::string key() {
        std::string name = text();
        return name.insert(name.size() - 1, "#" + std::to_string(names_++));
    }
    std::string value(std::size_t depth) {
        switch (below(depth < 4 ? 8 : 6)) {
            case 0: return "null";
            case 1: return below(2) == 0 ? "true" : "false";
            case 2:
            case 3: return number();
            case 6: return object(depth + 1);
            case 7: return list(depth + 1);
            default: return text();
        }
    }
    std::string list(std::size_t depth) {
        std::string items = "[" + space();
        for (std::size_t i = 0, count = below(3); i < count; ++i)
            items += (i > 0 ? "," : "") + space() + (depth < 4 && below(2) == 0 ? list(depth + 1) : text()) + space();
        return items + "]";
    }
    std::string number() {
        static const std::vector<std::string> all = {"0",         "-0",     "1",     "-17",    "0.5",
                                                     "-0.0",      "12e3",   "1E-7",  "1.5e+9", "1e5",
                                                     "123456789", "0.1000", "-2.50", "3e00",   "12345678901234567890"};
        return all[below(all.size())];
    }
    std::string text() {
        static const std::vector<std::string> all = {
            "a",      "b c",    "\\n",        "\\\"", "\\\\", "\\/",  "\\u00e9", "\\uD83D\\uDE00",
            "\u00e9", "\u20ac", "\U0001F600", "{",    "}",    "[",    "]",       ",",
            ":",      "\\b",    "\\f",        "\\r",  "\\t",  "\x7F", "\\u0041", "'",
            "\\u20AC"};
        std::string text = "\"";
        for (std::size_t i = 0, count = below(4); i < count; ++i) text += all[below(all.size())];
        return text + "\"";
    }

    std::mt19937 random_;
    std::size_t names_ = 0;
};

using Flat = std::map<std::string, nlohmann::json>;

void flatten(const nlohmann::json& object, const std::string& path, Flat& flat) {
    for (const auto& [key, value] : object.items()) {
        if (value.is_object())
            flatten(value, path + key + ".", flat);
        else
            flat[path + key] = value;
    }
}

bool is_same(const JsonCell& cell, const nlohmann::json& value) {
    if (cell.kind == JsonCell::Kind::null) return value.is_null();
    if (cell.kind == JsonCell::Kind::list) return value.is_array();
    if (value.is_string()) return cell.field.quoted && cell.field.text == value.get<std::string>();
    if (value.is_boolean()) return !cell.field.quoted && cell.field.text == (value.get<bool>() ? "true" : "false");
    return value.is_number() && !cell.field.quoted &&
           std::strtod(std::string(cell.field.text).c_str(), nullptr) == value.get<double>();
}

/// Whether both take the text, or both refuse it; where both take it, they find the same.
void expect_agreement(const std::string& text) {
    bool accepts = true, overflows = false;
    std::size_t records = 0;
    JsonRecordUse use;
    use.take = [&](const std::vector<JsonCell>& cells, std::size_t) {
        ++records;
        for (const JsonCell& cell : cells)
            overflows |= !cell.field.quoted && std::isinf(std::strtod(std::string(cell.field.text).c_str(), nullptr));
        if (overflows || !nlohmann::json::accept(text)) return;
        Flat flat;
        flatten(nlohmann::json::parse(text), "", flat);
        ASSERT_EQ(flat.size(), cells.size()) << text;
        for (const JsonCell& cell : cells) {
            const auto found = flat.find(std::string(cell.name));
            ASSERT_TRUE(found != flat.end() && is_same(cell, found->second)) << cell.name << " in " << text;
        }
    };
    try {
        for_records({{text.data(), text.size()}, 1, JsonForm::objects, true, "FILE"}, 0, use);
    } catch (const Error&) {
        accepts = false;
    }
    if (overflows) return;
    const auto parsed = nlohmann::json::parse(text, nullptr, false);
    ASSERT_EQ(accepts && records == 1, parsed.is_object()) << text;
}

}  // namespace

TEST(JsonReader, reads) {
    for (const JsonCase& each : json_cases()) EXPECT_EQ(read_text(each.file, {}, ".x").result, each.result) << each.what;
}

TEST(JsonReader, refuses) {
    for (const JsonCase& each : json_errors())
        EXPECT_EQ(read_text(each.file, {}, ".x").result, "error: " + each.result) << each.what;
}

TEST(JsonReader, is_found_by_the_name_of_the_file_too) {
    EXPECT_EQ(
        read_text("nothing\n{\"a\":1}\n", {}, ".jsonl").result,
        "error: FILE, line 1: \"nothing\" is not a record; write it as an object, such as {\"age\":42,\"city\":\"Rome\"}");
    EXPECT_EQ(read_text("", {}, ".json").result, "error: FILE: it holds no records; give a file with rows");
    // What only looks a little like it is CSV.
    EXPECT_EQ(read_text("[a],b\n1,2\n", {}).result, "[a] number: 1\nb number: 2\n");
    EXPECT_EQ(read_text("{a},b\n1,2\n", {}).result, "{a} number: 1\nb number: 2\n");
}

TEST(JsonReader, agrees_with_nlohmann_on_records_and_on_damaged_ones) {
    RandomJson random(11);
    static const std::vector<std::string> pieces = {"\"", "\\", "{", "}", "[", "]",    ",",    ":",   "\n",
                                                    "\t", "-",  ".", "e", "u", "\xFF", "\xC3", "tru", "null"};
    for (int trial = 0; trial < 20000 && !::testing::Test::HasFatalFailure(); ++trial) {
        std::string text = random.space() + random.record() + random.space();
        expect_agreement(text);
        const std::size_t at = random.below(text.size());
        if (random.below(2) == 0)
            text.erase(at, 1 + random.below(2));
        else
            text.insert(at, pieces[random.below(pieces.size())]);
        expect_agreement(text);
    }
}

TEST(JsonReader, nesting_is_limited) {
    const auto nested = [](std::size_t depth, const std::string& open, const std::string& close) {
        std::string text = "{\"a\":";
        for (std::size_t i = 0; i < depth; ++i) text += open;
        text += "1";
        for (std::size_t i = 0; i < depth; ++i) text += close;
        return text + "}\n{\"b\":1}\n";
    };
    EXPECT_EQ(read_text(nested(63, "{\"a\":", "}")).result.substr(0, 6), "a.a.a.");
    EXPECT_EQ(read_text(nested(100000, "{\"a\":", "}")).result,
              "error: FILE, line 1: objects are nested more than 64 deep; write flatter records");
    EXPECT_EQ(read_text(nested(100000, "[", "]")).result,
              "error: FILE, line 1: lists are nested more than 64 deep; write flatter records");
}

TEST(JsonReader, blocks_and_threads_change_nothing) {
    std::string lines, array = "[";
    for (int i = 0; i < 3000; ++i) {
        std::string record = "{\"id\":" + std::to_string(i) + ",\"text\":\"\\u00e9 " + std::to_string(i % 7) + "}{\"";
        if (i % 3 == 0) record += ",\"late\":{\"x\":" + std::to_string(i) + ".5}";
        if (i > 2500) record += ",\"end\":\"001\"";
        lines += record + "}\n";
        array += (i > 0 ? ",\n" : "") + record + "\n}";
    }
    array += "]\n";
    const std::string whole = read_text(lines).result;
    EXPECT_EQ(read_text(array).result, whole);
    for (const std::string& text : {lines, array}) {
        const testing::TemporaryFile file(text);
        for (const std::size_t size : {64U, 1000U, 4096U})
            for (const unsigned threads : {1U, 3U}) {
                ReadOptions options;
                options.block_size = size;
                EXPECT_EQ(testing::outcome_of(file.path(), options, threads).result, whole) << size;
            }
    }
}

TEST(JsonReader, a_huge_text_is_a_cell_like_others) {
    const std::string huge(1 << 20, 'x');
    EXPECT_EQ(read_text("{\"a\":\"" + huge + "\"}\n{\"a\":\"y\"}\n").result, "a {" + huge + "|y}: '" + huge + "' 'y'\n");
}

TEST(JsonReader, lines_that_do_not_fit_can_be_left_out) {
    ReadOptions options;
    options.bad_rows = BadRows::skip;
    const auto outcome =
        read_text("{\"a\":1}\nnone\n{\"a\":2,\"b\":}\n{\"c\":1,\"c\":2}\n[1]\n{\"a\":[3]}\n\n{\"a\":4}\n", options);
    EXPECT_EQ(outcome.result, "a number: 1 4\n");
    EXPECT_EQ(outcome.messages,
              std::vector<std::string>{
                  "FILE: 5 rows do not fit and are left out (lines 2, 3, 4, 5, 6; bad-rows-to FILE keeps them)"});
    // In an array only what is a record, but has no row.
    EXPECT_EQ(read_text("[{\"a\":1},{\"a\":[2]}]", options).result, "a number: 1\n");
    EXPECT_EQ(read_text("[{\"a\":1},{\"a\":}]", options).result.substr(0, 6), "error:");
}

TEST(JsonReader, words_for_missing_are_found_in_texts_if_they_are_given) {
    const std::string file =
        "{\"a\":\"none\",\"b\":\"none\",\"c\":-1}\n{\"a\":\"\",\"b\":\"x\",\"c\":2}\n{\"a\":\"y\",\"b\":\"NA\",\"c\":3}\n";
    ReadOptions options;
    options.na = {"none", "c=-1"};
    EXPECT_EQ(read_text(file, options).result, "a {y}: - - 'y'\nb {NA|x}: - 'x' 'NA'\nc number: - 2 3\n");
    EXPECT_EQ(read_text(file).result, "a {|none|y}: 'none' '' 'y'\nb {NA|none|x}: 'none' 'x' 'NA'\nc number: -1 2 3\n");
}

TEST(JsonReader, a_list_can_be_left_out) {
    ReadOptions options;
    options.ignore = {"tags"};
    EXPECT_EQ(read_text("{\"a\":1,\"tags\":[\"x\",{\"y\":[]}]}\n{\"a\":2}\n", options).result, "a number: 1 2\n");
}

TEST(JsonReader, options_of_csv_are_refused) {
    const auto refused = [](const auto& set) {
        ReadOptions options;
        set(options);
        return read_text("{\"a\":1}\n", options).result;
    };
    EXPECT_EQ(refused([](ReadOptions& options) { options.delimiter = ';'; }),
              "usage error: FILE: it is JSON, and delimiter is for CSV; leave it out");
    EXPECT_EQ(refused([](ReadOptions& options) { options.header = false; }),
              "usage error: FILE: it is JSON, and header is for CSV; leave it out");
    EXPECT_EQ(refused([](ReadOptions& options) { options.skip = 1; }),
              "usage error: FILE: it is JSON, and skip is for CSV; leave it out");
    EXPECT_EQ(refused([](ReadOptions& options) { options.names = {"b"}; }),
              "usage error: FILE: it is JSON, whose records name their values; leave names out");
    EXPECT_EQ(refused([](ReadOptions& options) { options.bad_rows = BadRows::pad; }),
              "usage error: FILE: it is JSON, whose records have no width; leave bad-rows pad out");
}

}  // namespace treewright
