#include "treewright/export/xml_text.h"

#include <gtest/gtest.h>

namespace treewright {
namespace {

TEST(XmlText, markup_becomes_entities) {
    EXPECT_EQ(xml_text("\"a\" <b> & 'c'"), "&quot;a&quot; &lt;b&gt; &amp; &#39;c&#39;");
    EXPECT_EQ(xml_text("]]>"), "]]&gt;");
    EXPECT_EQ(xml_text("two\nlines\tand\r"), "two&#10;lines&#9;and&#13;");
}

TEST(XmlText, what_xml_does_not_allow_is_replaced) {
    EXPECT_EQ(xml_text(std::string("a\0b\x01\x1b", 5)), "a\ufffdb\ufffd\ufffd");
    EXPECT_EQ(xml_text("\ufffe\uffff\ufffd"), "\ufffd\ufffd\ufffd");
    EXPECT_EQ(xml_text("bad \xff bytes \xed\xa0\x80"), "bad \ufffd bytes \ufffd\ufffd\ufffd");
}

TEST(XmlText, other_characters_stay) { EXPECT_EQ(xml_text("é 日本 🙂 ≤"), "é 日本 🙂 ≤"); }

}  // namespace
}  // namespace treewright
