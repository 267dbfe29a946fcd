#include "treewright/base/json_writer.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "treewright/base/error.h"

namespace treewright {
namespace {

constexpr double positive_infinity = std::numeric_limits<double>::infinity();

std::string sample(JsonWriter::Layout layout) {
    std::string out;
    JsonWriter json(out, layout);
    json.begin_object();
    json.member("name", "golf");
    json.member("rows", 14);
    json.member("share", 0.5);
    json.member("pure", false);
    json.key("list");
    json.begin_array();
    json.value(1U);
    json.null();
    json.begin_object();
    json.end_object();
    json.begin_array();
    json.end_array();
    json.end_array();
    json.end_object();
    return out;
}

std::string text_of(std::string_view text) {
    std::string out;
    JsonWriter(out).string(text);
    return out;
}

TEST(JsonWriter, compact) {
    EXPECT_EQ(sample(JsonWriter::Layout::compact),
              R"({"name":"golf","rows":14,"share":0.5,"pure":false,"list":[1,null,{},[]]})");
}

TEST(JsonWriter, indented) {
    EXPECT_EQ(sample(JsonWriter::Layout::indented), R"({
  "name": "golf",
  "rows": 14,
  "share": 0.5,
  "pure": false,
  "list": [
    1,
    null,
    {},
    []
  ]
})");
}

TEST(JsonWriter, line_breaks) {
    std::string out;
    JsonWriter json(out);
    json.begin_array();
    for (int i = 0; i < 3; ++i) {
        json.line_break();
        json.value(i);
    }
    json.line_break();
    json.end_array();
    EXPECT_EQ(out, "[\n0,\n1,\n2\n]");
}

TEST(JsonWriter, strings) {
    EXPECT_EQ(text_of("a\"b\\c/d"), R"("a\"b\\c/d")");
    EXPECT_EQ(text_of("\b\f\n\r\t\x01\x1f\x7f"), "\"\\b\\f\\n\\r\\t\\u0001\\u001f\x7f\"");
    EXPECT_EQ(text_of(std::string_view("\0", 1)), R"("\u0000")");
    EXPECT_EQ(text_of("ä€😀"), "\"ä€😀\"");
    EXPECT_EQ(text_of("a\xff\xc3z"), "\"a\xef\xbf\xbd\xef\xbf\xbdz\"");
}

TEST(JsonWriter, numbers) {
    std::string out;
    JsonWriter json(out);
    json.begin_array();
    json.value(0.1);
    json.value(1e300);
    json.value(std::numeric_limits<std::int64_t>::min());
    json.value(std::numeric_limits<std::uint64_t>::max());
    json.number_or_text(positive_infinity);
    json.number_or_text(-positive_infinity);
    json.number_or_text(std::nan(""));
    json.number_or_text(2.5);
    json.end_array();
    EXPECT_EQ(out, R"([0.1,1e+300,-9223372036854775808,18446744073709551615,"Infinity","-Infinity",null,2.5])");
}

TEST(JsonWriter, what_is_not_json_is_a_bug) {
    std::string out;
    EXPECT_THROW(JsonWriter(out).number(positive_infinity), InternalError);
    EXPECT_THROW(JsonWriter(out).number(std::nan("")), InternalError);
    EXPECT_THROW(JsonWriter(out).key("outside"), InternalError);
    EXPECT_THROW(JsonWriter(out).end_array(), InternalError);
    JsonWriter json(out);
    json.begin_object();
    EXPECT_THROW(json.value(1), InternalError);
    EXPECT_THROW(json.end_array(), InternalError);
    json.key("a");
    EXPECT_THROW(json.key("b"), InternalError);
    EXPECT_THROW(json.end_object(), InternalError);
    json.value(1);
    json.end_object();
    EXPECT_THROW(json.value(2), InternalError);
}

}  // namespace
}  // namespace treewright
