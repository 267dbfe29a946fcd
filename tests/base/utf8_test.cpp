#include "treewright/base/utf8.h"

#include <string>

#include <gtest/gtest.h>

namespace treewright {
namespace {

TEST(Utf8, takes_what_rfc3629_takes) {
    for (const char* text : {"", "abc", "ä", "€", "😀", "\x7f", "\xed\x9f\xbf", "\xee\x80\x80", "\xf4\x8f\xbf\xbf", "\xc2\x80"})
        EXPECT_TRUE(is_utf8(text)) << text;
    EXPECT_TRUE(is_utf8(std::string_view("a\0b", 3)));
    EXPECT_EQ(utf8_length("€uro"), 3U);
}

TEST(Utf8, refuses_the_rest) {
    for (const char* text :
         {"\x80", "\xc0\x80", "\xc1\xbf", "\xc3", "\xe0\x80\x80", "\xe0\x9f\xbf", "\xe2\x82", "\xed\xa0\x80",
          "\xf0\x80\x80\x80", "\xf0\x9f\x98", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "abc\xe2\x82", "\xc3\x28"})
        EXPECT_FALSE(is_utf8(text));
    EXPECT_EQ(utf8_length(""), 0U);
}

/// Every code point encoded, every other three-byte sequence refused: against the definition rather than examples.
TEST(Utf8, all_sequences_of_three_bytes) {
    std::size_t accepted = 0;
    std::string text(3, '\0');
    for (unsigned a = 0xe0; a <= 0xef; ++a)
        for (unsigned b = 0; b < 256; ++b)
            for (unsigned c = 0; c < 256; ++c) {
                text[0] = static_cast<char>(a);
                text[1] = static_cast<char>(b);
                text[2] = static_cast<char>(c);
                accepted += utf8_length(text) == 3;
            }
    EXPECT_EQ(accepted, 0x10000U - 0x800U - 0x800U);  // three-byte code points: 0x800 to 0xffff without surrogates
}

}  // namespace
}  // namespace treewright
