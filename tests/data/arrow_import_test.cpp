#include "treewright/data/arrow_import.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <cmath>
#include <limits>
#include <new>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "data/arrow_arrays.h"
#include "treewright/base/error.h"

namespace treewright {
namespace {

const double missing = std::nan("");

struct Imported {
    Column column;
    std::vector<std::string> notes;
};

/// A table of one column, which comes in these chunks.
Imported import_chunks(const std::vector<HandMade>& chunks, ArrowAs as = ArrowAs::given) {
    std::vector<std::vector<HandMade>> batches;
    for (const HandMade& chunk : chunks) batches.push_back({chunk});
    HandMadeStream made(batches);
    Messages messages;
    Progress progress;
    ArrowBatches stream(made.stream(), "t");
    const Table table = import_arrow(stream, {{0, as}}, 0, {Threads(0), progress, messages});
    Imported imported{table.columns[0], {}};
    EXPECT_EQ(imported.column.size(), table.rows);
    for (const Message& message : messages.list()) imported.notes.push_back(message.text);
    return imported;
}

/// The cells as texts, "·" for missing: numbers by their shortest form, categories by their levels.
std::vector<std::string> shown(const Column& column) {
    std::vector<std::string> texts;
    for (std::size_t row = 0; row < column.size(); ++row) {
        if (column.missing_at(row)) {
            texts.emplace_back("·");
        } else if (column.has_values()) {
            std::string text = std::to_string(column.values[row]);
            text.erase(text.find_last_not_of('0') + 1);
            if (text.back() == '.') text.pop_back();
            texts.push_back(text);
        } else {
            texts.push_back(column.schema.levels[static_cast<std::size_t>(column.codes[row])]);
        }
    }
    return texts;
}

using Texts = std::vector<std::string>;

Texts shown(const std::vector<HandMade>& chunks, ArrowAs as = ArrowAs::given) {
    return shown(import_chunks(chunks, as).column);
}

template <class Cell>
void expect_integers(const std::string& format) {
    const std::vector<Cell> values = {1, 0, std::numeric_limits<Cell>::max(), 7};
    const HandMade column = cells(format, values, {1, 0, 1, 1});
    EXPECT_EQ(shown({column})[0], "1") << format;
    EXPECT_EQ(shown({column})[1], "·") << format;
    EXPECT_EQ(import_chunks({column}).column.values[2], static_cast<double>(values[2])) << format;
    EXPECT_EQ(shown({column.sliced(1, 3)}, ArrowAs::text), (Texts{"·", std::to_string(values[2]), "7"})) << format;
}

TEST(ArrowImport, integers_of_every_width) {
    expect_integers<std::int8_t>("c");
    expect_integers<std::uint8_t>("C");
    expect_integers<std::int16_t>("s");
    expect_integers<std::uint16_t>("S");
    expect_integers<std::int32_t>("i");
    expect_integers<std::uint32_t>("I");
    expect_integers<std::int64_t>("l");
    expect_integers<std::uint64_t>("L");
}

TEST(ArrowImport, integers_beyond_two_to_the_53_are_rounded_and_said_once) {
    const std::int64_t beyond = (std::int64_t{1} << 53) + 1;
    const Imported rounded = import_chunks({cells<std::int64_t>("l", {beyond, 3}), cells<std::int64_t>("l", {beyond})});
    EXPECT_EQ(rounded.column.values[0], 0x1p53);
    ASSERT_EQ(rounded.notes.size(), 1U);
    EXPECT_EQ(rounded.notes[0],
              "t: 'x' holds integers beyond 2^53, which are rounded to the nearest double (categorical 'x' keeps them apart)");
    EXPECT_EQ(shown({cells<std::int64_t>("l", {beyond})}, ArrowAs::text), (Texts{"9007199254740993"}));
    const Imported exact = import_chunks({cells<std::int64_t>("l", {std::int64_t{1} << 60, -(std::int64_t{1} << 62)})});
    EXPECT_TRUE(exact.notes.empty());
    EXPECT_EQ(import_chunks({cells<std::uint64_t>("L", {~std::uint64_t{0}})}).notes.size(), 1U);
}

TEST(ArrowImport, floats_of_every_width_and_no_negative_zero) {
    const std::vector<std::uint16_t> halves = {0x3C00, 0xC000, 0x7BFF, 0x0001, 0x7C00, 0x7E00, 0x8000};
    const Column half = import_chunks({cells("e", halves)}).column;
    EXPECT_EQ(half.values[0], 1.0);
    EXPECT_EQ(half.values[1], -2.0);
    EXPECT_EQ(half.values[2], 65504.0);
    EXPECT_EQ(half.values[3], std::ldexp(1.0, -24));
    EXPECT_TRUE(std::isinf(half.values[4]));
    EXPECT_TRUE(std::isnan(half.values[5]));
    EXPECT_FALSE(std::signbit(half.values[6]));
    const Column single = import_chunks({cells<float>("f", {0.1F, -0.0F})}).column;
    EXPECT_EQ(single.values[0], static_cast<double>(0.1F));
    EXPECT_FALSE(std::signbit(single.values[1]));
    EXPECT_EQ(shown({cells<float>("f", {0.1F, -0.0F, NAN})}, ArrowAs::text), (Texts{"0.1", "0", "·"}));
    EXPECT_EQ(shown({cells<double>("g", {0.5, missing, -0.0}, {1, 1, 0})}), (Texts{"0.5", "·", "·"}));
    EXPECT_FALSE(std::signbit(import_chunks({cells<double>("g", {-0.0})}).column.values[0]));
}

TEST(ArrowImport, bitmaps_that_do_not_begin_at_a_byte) {
    std::vector<std::int32_t> values;
    std::vector<int> valid;
    for (int i = 0; i < 40; ++i) values.push_back(i), valid.push_back(i % 3 == 0 ? 0 : 1);
    for (const std::int64_t first : {0, 1, 7, 8, 9, 17}) {
        const Column column = import_chunks({cells("i", values, valid).sliced(first, 20)}).column;
        for (std::int64_t row = 0; row < 20; ++row) {
            const std::int64_t cell = first + row;
            if (cell % 3 == 0)
                EXPECT_TRUE(column.missing_at(static_cast<std::size_t>(row)));
            else
                EXPECT_EQ(column.values[static_cast<std::size_t>(row)], static_cast<double>(cell));
        }
    }
}

TEST(ArrowImport, truth_values_are_a_category_or_zero_and_one) {
    HandMade truths{"b", 10, {1, 1, 1, 1, 0, 1, 1, 1, 1, 1}, {bits({0, 1, 1, 0, 1, 0, 0, 0, 1, 1})}};
    EXPECT_EQ(shown({truths.sliced(1, 9)}), (Texts{"true", "true", "false", "·", "false", "false", "false", "true", "true"}));
    EXPECT_EQ(shown({truths.sliced(3, 3)}, ArrowAs::number), (Texts{"0", "·", "0"}));
    EXPECT_EQ(import_chunks({truths}).column.schema.levels, (Texts{"false", "true"}));
}

TEST(ArrowImport, texts_in_all_three_layouts) {
    const Texts words = {"", "b", "a text of more than twelve bytes", "twelve bytes", "b"};
    const Texts expected = {"", "b", "a text of more than twelve bytes", "·", "b"};
    const std::vector<int> valid = {1, 1, 1, 0, 1};
    EXPECT_EQ(shown({texts("u", words, valid)}), expected);
    EXPECT_EQ(shown({texts<std::int64_t>("U", words, valid)}), expected);
    EXPECT_EQ(shown({views(words, valid)}), expected);
    EXPECT_EQ(shown({views(words)})[3], "twelve bytes");
    const Texts middle(expected.begin() + 1, expected.begin() + 4);
    EXPECT_EQ(shown({texts("u", words, valid).sliced(1, 3)}), middle);
    EXPECT_EQ(shown({texts<std::int64_t>("U", words, valid).sliced(1, 3)}), middle);
    EXPECT_EQ(shown({views(words, valid).sliced(1, 3)}), middle);
}

TEST(ArrowImport, levels_are_sorted_and_those_that_occur) {
    const Imported imported = import_chunks({texts("u", {"b", "a"}), texts("u", {"c", "a"})});
    EXPECT_EQ(imported.column.schema.levels, (Texts{"a", "b", "c"}));
    EXPECT_EQ(imported.column.codes, (std::vector<std::int32_t>{1, 0, 2, 0}));
    const Column used = import_chunks({dictionary<std::int8_t>("c", {2, 2, 0}, texts("u", {"z", "never", "a"}))}).column;
    EXPECT_EQ(used.schema.levels, (Texts{"a", "z"}));
}

template <class Index>
void expect_dictionary(const std::string& format) {
    const HandMade column = dictionary<Index>(format, {1, 0, 0, 1}, texts("u", {"no", "yes"}), {1, 1, 0, 1});
    EXPECT_EQ(shown({column}), (Texts{"yes", "no", "·", "yes"})) << format;
    EXPECT_EQ(shown({column.sliced(1, 3)}), (Texts{"no", "·", "yes"})) << format;
}

TEST(ArrowImport, dictionaries_with_indices_of_every_width) {
    expect_dictionary<std::int8_t>("c");
    expect_dictionary<std::uint8_t>("C");
    expect_dictionary<std::int16_t>("s");
    expect_dictionary<std::uint16_t>("S");
    expect_dictionary<std::int32_t>("i");
    expect_dictionary<std::uint32_t>("I");
    expect_dictionary<std::int64_t>("l");
    expect_dictionary<std::uint64_t>("L");
}

TEST(ArrowImport, every_chunk_may_have_a_dictionary_of_its_own) {
    const HandMade first = dictionary<std::int8_t>("c", {0, 1}, texts("u", {"b", "a"}));
    const HandMade second = dictionary<std::int8_t>("c", {0, 1, 2}, texts("u", {"foreign", "b", "x"}, {1, 1, 0}));
    const HandMade empty = dictionary<std::int8_t>("c", {}, texts("u", {}));
    EXPECT_EQ(shown({first, second, empty}), (Texts{"b", "a", "foreign", "b", "·"}));
    const HandMade sliced = dictionary<std::int8_t>("c", {0, 1}, texts("u", {"not this", "b", "a"}).sliced(1, 2));
    EXPECT_EQ(shown({sliced}), (Texts{"b", "a"}));
}

TEST(ArrowImport, dictionaries_of_numbers_are_categories_unless_numbers_are_asked_for) {
    const HandMade column = dictionary<std::uint8_t>("C", {1, 0, 1}, cells<std::int64_t>("l", {10, 9}), {1, 1, 0});
    EXPECT_EQ(shown({column}), (Texts{"9", "10", "·"}));
    EXPECT_EQ(import_chunks({column}).column.schema.type, ColumnType::categorical);
    EXPECT_EQ(import_chunks({column}, ArrowAs::number).column.schema.type, ColumnType::numeric);
    EXPECT_EQ(shown({column}, ArrowAs::number), (Texts{"9", "10", "·"}));
    EXPECT_EQ(shown({dictionary<std::int8_t>("c", {0}, views({"a view of more than twelve"}))}),
              (Texts{"a view of more than twelve"}));
}

HandMade ordered(const std::vector<std::int8_t>& indices, const Texts& levels) {
    HandMade column = dictionary<std::int8_t>("c", indices, texts("u", levels));
    column.flags = 1;
    return column;
}

TEST(ArrowImport, ordered_dictionaries_keep_their_order) {
    const Column column =
        import_chunks({ordered({2, 0}, {"small", "medium", "large"}), ordered({1}, {"small", "medium"})}).column;
    EXPECT_EQ(column.schema.type, ColumnType::ordered);
    EXPECT_EQ(column.schema.levels, (Texts{"small", "medium", "large"}));
    EXPECT_EQ(shown(column), (Texts{"2", "0", "1"}));
    EXPECT_EQ(shown({ordered({1}, {"b", "a"})}, ArrowAs::text), (Texts{"a"}));
}

TEST(ArrowImport, chunks_with_different_orders_are_refused) {
    try {
        static_cast<void>(import_chunks({ordered({0}, {"low", "high"}), ordered({0}, {"high", "low"})}));
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(),
                     "t, column 'x': its chunks order the levels differently; give the order (ordered 'x=low<high')");
    }
}

Bytes little_endian(std::int64_t value, std::size_t size) {
    Bytes bytes(size, value < 0 ? '\xFF' : '\0');
    std::memcpy(bytes.data(), &value, std::min(size, sizeof value));
    return bytes;
}

TEST(ArrowImport, decimals_of_every_width) {
    for (const auto& [format, size] : {std::pair{"d:5,2,32", 4U}, {"d:5,2,64", 8U}, {"d:5,2", 16U}, {"d:5,2,256", 32U}}) {
        Bytes buffer;
        for (const std::int64_t value : {1250, -1, 0, 99}) {
            const Bytes cell = little_endian(value, size);
            buffer.insert(buffer.end(), cell.begin(), cell.end());
        }
        const HandMade column{format, 4, {1, 1, 1, 0}, {buffer}};
        const Column values = import_chunks({column}).column;
        EXPECT_EQ(values.values[0], 12.5) << format;
        EXPECT_EQ(values.values[1], -0.01) << format;
        EXPECT_EQ(values.values[2], 0.0) << format;
        EXPECT_TRUE(values.missing_at(3)) << format;
        EXPECT_EQ(shown({column}, ArrowAs::text), (Texts{"12.50", "-0.01", "0.00", "·"})) << format;
    }
}

TEST(ArrowImport, large_decimals_are_the_nearest_double) {
    Bytes ten_to_the_38(16);  // 10^38 = 0x4B3B4CA85A86C47A098A224000000000
    const std::uint64_t halves[] = {0x098A224000000000U, 0x4B3B4CA85A86C47AU};
    std::memcpy(ten_to_the_38.data(), halves, sizeof halves);
    EXPECT_EQ(import_chunks({HandMade{"d:38,0", 1, {}, {ten_to_the_38}}}).column.values[0], 1e38);
    EXPECT_EQ(import_chunks({HandMade{"d:38,38", 1, {}, {ten_to_the_38}}}).column.values[0], 1.0);
    EXPECT_EQ(import_chunks({HandMade{"d:38,-2", 1, {}, {ten_to_the_38}}}).column.values[0], 1e40);
    EXPECT_EQ(shown({HandMade{"d:38,37", 1, {}, {ten_to_the_38}}}, ArrowAs::text)[0], "10." + std::string(37, '0'));
    EXPECT_EQ(import_chunks({HandMade{"d:38,25", 1, {}, {little_endian(-1, 16)}}}).column.values[0], -1e-25);
}

TEST(ArrowImport, dates_in_days_and_times_in_seconds) {
    const Column days = import_chunks({cells<std::int32_t>("tdD", {18336, -1}, {1, 1})}).column;
    EXPECT_EQ(days.schema.type, ColumnType::date);
    EXPECT_EQ(shown(days), (Texts{"18336", "-1"}));
    EXPECT_EQ(shown({cells<std::int64_t>("tdm", {18336 * 86'400'000LL, -1})}), (Texts{"18336", "-1"}));
    EXPECT_EQ(shown({cells<std::int32_t>("tdD", {18336})}, ArrowAs::text), (Texts{"2020-03-15"}));
    const std::int64_t noon = 1584273600;
    for (const auto& [format, unit] :
         {std::pair{"tss:", 1LL}, {"tsm:UTC", 1000LL}, {"tsu:Europe/Berlin", 1000000LL}, {"tsn:", 1000000000LL}}) {
        const Column times = import_chunks({cells<std::int64_t>(format, {noon * unit, -unit})}).column;
        EXPECT_EQ(times.schema.type, ColumnType::time) << format;
        EXPECT_EQ(times.values[0], static_cast<double>(noon)) << format;
        EXPECT_EQ(times.values[1], -1.0) << format;
    }
}

TEST(ArrowImport, fractions_of_seconds_are_the_nearest_double_and_exact_as_text) {
    const HandMade column = cells<std::int64_t>("tsn:", {1584273600123456789LL, 1584273600500000000LL, -1});
    EXPECT_EQ(import_chunks({column}).column.values[0], 1584273600.123456789);
    EXPECT_EQ(import_chunks({column}).column.values[1], 1584273600.5);
    EXPECT_EQ(import_chunks({column}).column.values[2], -1e-9);
    EXPECT_EQ(shown({column}, ArrowAs::text),
              (Texts{"2020-03-15 12:00:00.123456789", "2020-03-15 12:00:00.5", "1969-12-31 23:59:59.999999999"}));
}

TEST(ArrowImport, times_of_day_and_durations_are_seconds) {
    EXPECT_EQ(shown({cells<std::int32_t>("tts", {90})}), (Texts{"90"}));
    EXPECT_EQ(shown({cells<std::int32_t>("ttm", {1500})}), (Texts{"1.5"}));
    EXPECT_EQ(shown({cells<std::int64_t>("ttu", {1500000})}), (Texts{"1.5"}));
    EXPECT_EQ(shown({cells<std::int64_t>("ttn", {250000000})}), (Texts{"0.25"}));
    EXPECT_EQ(shown({cells<std::int64_t>("tDs", {-3})}), (Texts{"-3"}));
    EXPECT_EQ(shown({cells<std::int64_t>("tDn", {1500000000})}), (Texts{"1.5"}));
    EXPECT_EQ(import_chunks({cells<std::int64_t>("tDm", {1})}).column.schema.type, ColumnType::numeric);
}

TEST(ArrowImport, null_columns) {
    const HandMade nothing{"n", 3, {}, {}, {}, nullptr, 0, 0, "x", false};
    EXPECT_EQ(shown({nothing}), (Texts{"·", "·", "·"}));
    EXPECT_EQ(import_chunks({nothing}).column.schema.type, ColumnType::numeric);
    EXPECT_EQ(shown({nothing}, ArrowAs::text), (Texts{"·", "·", "·"}));
}

HandMade runs(const std::vector<std::int32_t>& ends, HandMade values, std::int64_t length) {
    HandMade column{"+r", length, {}, {}, {cells("i", ends), std::move(values)}};
    column.has_bitmap = false;
    return column;
}

TEST(ArrowImport, runs_are_repeated) {
    const HandMade numbers = runs({2, 3, 6}, cells<double>("g", {1.5, 0, 4}, {1, 0, 1}), 6);
    EXPECT_EQ(shown({numbers}), (Texts{"1.5", "1.5", "·", "4", "4", "4"}));
    EXPECT_EQ(shown({numbers.sliced(1, 3)}), (Texts{"1.5", "·", "4"}));
    EXPECT_EQ(shown({runs({1, 3}, dictionary<std::int8_t>("c", {1, 0}, texts("u", {"a", "b"})), 3)}), (Texts{"b", "a", "a"}));
    EXPECT_THROW(static_cast<void>(import_chunks({runs({2}, cells<double>("g", {1}), 3)})), Error);
}

TEST(ArrowImport, sliced_batches) {
    HandMadeStream made(
        {{cells<std::int32_t>("i", {0, 1, 2, 3, 4}, {1, 1, 1, 0, 1}).sliced(1, 4), texts("u", {"a", "b", "c", "d"})}});
    made.slice_batches(1, 3);
    Messages messages;
    Progress progress;
    ArrowBatches stream(made.stream(), "t");
    const Table table = import_arrow(stream, {{1, ArrowAs::given}, {0, ArrowAs::given}}, 3, {Threads(0), progress, messages});
    EXPECT_EQ(shown(table.columns[0]), (Texts{"b", "c", "d"}));
    EXPECT_EQ(shown(table.columns[1]), (Texts{"2", "·", "4"}));
    EXPECT_EQ(table.columns[0].position, 2U);
    EXPECT_EQ(made.released_arrays(), 1);
}

TEST(ArrowImport, nested_types_and_bytes_are_refused_by_name) {
    const std::vector<std::pair<std::string, std::string>> refused = {{"+l", "lists"},
                                                                      {"+L", "lists"},
                                                                      {"+vl", "lists"},
                                                                      {"+w:3", "lists"},
                                                                      {"+s", "records (structs)"},
                                                                      {"+m", "maps"},
                                                                      {"+ud:0,1", "unions"},
                                                                      {"z", "bytes"},
                                                                      {"Z", "bytes"},
                                                                      {"vz", "bytes"},
                                                                      {"w:16", "bytes"},
                                                                      {"tiM", "calendar intervals"},
                                                                      {"?", "cells of the unknown Arrow type '?'"}};
    for (const auto& [format, holds] : refused) {
        try {
            static_cast<void>(import_chunks({HandMade{format, 1, {}, {{}, {}}}}));
            FAIL() << format;
        } catch (const Error& error) {
            EXPECT_EQ(error.what(),
                      "t, column 'x': it holds " + holds + ", which a tree cannot split on; leave the column out (ignore 'x')");
            EXPECT_EQ(error.kind(), ErrorKind::input);
        }
    }
}

TEST(ArrowImport, a_refused_column_may_be_left_out) {
    HandMadeStream made({{HandMade{"+l", 2, {}, {{}}}, cells<std::int8_t>("c", {1, 2})}});
    Messages messages;
    Progress progress;
    ArrowBatches stream(made.stream(), "t");
    EXPECT_EQ(shown(import_arrow(stream, {{1, ArrowAs::given}}, 0, {Threads(0), progress, messages}).columns[0]),
              (Texts{"1", "2"}));
}

void expect_damage(const HandMade& column) {
    try {
        static_cast<void>(import_chunks({column}));
        FAIL() << column.format;
    } catch (const Error& error) {
        EXPECT_TRUE(std::string(error.what()).ends_with("; it is damaged, create it again")) << error.what();
    }
}

TEST(ArrowImport, damaged_arrays_are_not_followed) {
    expect_damage(dictionary<std::int8_t>("c", {5}, texts("u", {"a"})));
    expect_damage(dictionary<std::int8_t>("c", {-1}, texts("u", {"a"})));
    expect_damage(HandMade{"u", 1, {}, {bytes_of<std::int32_t>({3, 1}), Bytes(3)}});
    expect_damage(HandMade{"u", 1, {}, {bytes_of<std::int32_t>({-3, 1}), Bytes(3)}});
    expect_damage(texts("u", {"\xFF"}));
    expect_damage(texts("u", {std::string("a\0b", 3)}));
    HandMade outside = views({"a text of more than twelve bytes"});
    outside.buffers[0][8] = 7;  // no such buffer
    expect_damage(outside);
    outside = views({"a text of more than twelve bytes"});
    outside.buffers[0][12] = 1;  // ends behind its buffer
    expect_damage(outside);
    HandMade no_buffers{"i", 1};
    expect_damage(no_buffers);
}

TEST(ArrowImport, names_that_are_no_text_are_refused) {
    HandMade column = cells<std::int8_t>("c", {1});
    column.name = "\xFF";
    EXPECT_THROW(static_cast<void>(import_chunks({column})), Error);
}

TEST(ArrowImport, reasons_are_one_line_of_text) {
    EXPECT_EQ(printable_reason("broken\nat file.cc:12"), "broken");
    EXPECT_EQ(printable_reason("a\xFFz\t"), "a?z?");
}

/// Reads a stream whose second batch fails with this code.
void read_failing(int code) {
    HandMadeStream made({{cells<std::int8_t>("c", {1})}, {cells<std::int8_t>("c", {1})}});
    made.fail_at(1, code);
    Messages messages;
    Progress progress;
    ArrowBatches stream(made.stream(), "t");
    static_cast<void>(import_arrow(stream, {{0, ArrowAs::given}}, 0, {Threads(0), progress, messages}));
}

TEST(ArrowImport, a_failing_stream_becomes_a_sentence) {
    const std::vector<std::tuple<int, ErrorKind, std::string>> cases = {
        {EINVAL, ErrorKind::input, "get it again"}, {EIO, ErrorKind::system, "check the disk or the connection"}};
    for (const auto& [code, kind, advice] : cases) try {
            read_failing(code);
            FAIL();
        } catch (const Error& error) {
            EXPECT_EQ(error.what(), "t: reading it failed (the disk is gone); " + advice);
            EXPECT_EQ(error.kind(), kind);
        }
    EXPECT_THROW(read_failing(ENOMEM), std::bad_alloc);
}

TEST(ArrowImport, a_number_of_rows_that_is_a_lie_does_no_harm) {
    HandMadeStream made({{cells<std::int8_t>("c", {1, 2}), texts("u", {"a", "b"})}});
    Messages messages;
    Progress progress;
    ArrowBatches stream(made.stream(), "t");
    const Table table = import_arrow(stream, {{0, ArrowAs::given}, {1, ArrowAs::given}}, std::size_t{1} << 62,
                                     {Threads(0), progress, messages});
    EXPECT_EQ(table.rows, 2U);
    EXPECT_EQ(shown(table.columns[1]), (Texts{"a", "b"}));
}

TEST(ArrowImport, can_be_cancelled) {
    HandMadeStream made({{cells<std::int8_t>("c", {1})}});
    Messages messages;
    Progress progress;
    progress.cancel();
    ArrowBatches stream(made.stream(), "t");
    EXPECT_THROW(static_cast<void>(import_arrow(stream, {{0, ArrowAs::given}}, 0, {Threads(0), progress, messages})),
                 Cancelled);
}

Table shared_table(HandMadeStream& made) {
    Messages messages;
    Progress progress;
    ArrowBatches stream(made.stream(), "t");
    std::vector<ArrowColumnRequest> requests;
    for (std::size_t column = 0; column < stream.fields().size(); ++column) requests.push_back({column, ArrowAs::given});
    return share_arrow(stream, requests, {Threads(1), progress, messages});
}

TEST(ShareArrow, numbers_of_one_batch_stay_where_they_are_and_outlive_the_stream) {
    HandMade doubles = cells<double>("g", {1.5, -0.0, 2.5, 3.5});
    doubles.name = "d";
    HandMade floats = cells<float>("f", {1.0F, 2.0F, 3.0F, 4.0F});
    floats.name = "f";
    HandMade whole = cells<std::int64_t>("l", {1, 2, 3, 4});
    whole.name = "w";
    HandMadeStream made({{doubles, floats, whole}});
    std::optional<Table> table = shared_table(made);
    const auto bytes_per_number = [](auto numbers) { return sizeof(numbers[0]); };
    EXPECT_EQ(table->columns[0].values, (Numbers{1.5, 0.0, 2.5, 3.5}));
    EXPECT_EQ(table->columns[1].values.visit(bytes_per_number), 4U) << "not converted";
    EXPECT_EQ(table->columns[2].values, (Numbers{1, 2, 3, 4}));
    std::optional<Table> copy = *table;
    copy->columns[0].values.own()[0] = 9.0;
    EXPECT_EQ(table->columns[0].values[0], 1.5);
    table.reset();
    EXPECT_EQ(made.released_arrays(), 0) << "the copy still has floats of it";
    copy.reset();
    EXPECT_EQ(made.released_arrays(), 1);
}

TEST(ShareArrow, several_batches_and_nulls_are_copied) {
    HandMadeStream chunks({{cells<double>("g", {1.5, 2.5})}, {cells<double>("g", {3.5})}});
    const Table two = shared_table(chunks);
    EXPECT_EQ(two.columns[0].values, (Numbers{1.5, 2.5, 3.5}));
    EXPECT_EQ(chunks.released_arrays(), 2);
    HandMadeStream holes({{cells<double>("g", {1.5, 2.5}, {1, 0})}});
    const Table nulls = shared_table(holes);
    EXPECT_EQ(nulls.columns[0].values[0], 1.5);
    EXPECT_TRUE(is_missing(nulls.columns[0].values[1]));
}

TEST(ShareArrow, a_slice_begins_at_its_offset) {
    HandMadeStream made({{cells<double>("g", {1.0, 2.0, 3.0, 4.0}).sliced(1, 2)}});
    const Table table = shared_table(made);
    EXPECT_EQ(table.columns[0].values, (Numbers{2.0, 3.0}));
}

}  // namespace
}  // namespace treewright
