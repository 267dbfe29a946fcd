#include "treewright/data/level_dictionary.h"

#include <chrono>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace treewright {
namespace {

TEST(LevelDictionary, codes_are_in_the_order_of_arrival) {
    LevelDictionary dictionary;
    const std::vector<std::string> texts = {"b", "", "a", "longer than eight", "longer than eighu", std::string("b\0", 2), "b"};
    std::vector<LevelCode> codes;
    for (const std::string& text : texts) codes.push_back(dictionary.code(text));
    EXPECT_EQ(codes, (std::vector<LevelCode>{0, 1, 2, 3, 4, 5, 0}));
    for (std::size_t i = 0; i < 6; ++i) {
        EXPECT_EQ(dictionary.find(texts[i]), static_cast<LevelCode>(i));
        const std::string padded = texts[i] + "12345678";
        EXPECT_EQ(dictionary.find_padded(std::string_view(padded).substr(0, texts[i].size())), static_cast<LevelCode>(i));
    }
    EXPECT_EQ(dictionary.find("longer than eigh"), -1);
}

TEST(LevelDictionary, a_copy_finds_what_the_original_holds) {
    LevelDictionary original;
    for (int i = 0; i < 1000; ++i) original.code(std::to_string(i * 7919));
    const LevelDictionary copy = original;
    for (int i = 0; i < 1000; ++i) EXPECT_EQ(copy.find(std::to_string(i * 7919)), i);
}

/// Texts that all had the same hash when it was a product with a constant (2^64 divided by the golden ratio), its halves folded.
/// With a hash that anybody can compute, 60,000 of them took ten seconds.
TEST(LevelDictionary, collisions_cannot_be_prepared) {
    constexpr std::uint64_t factor = 0x9E3779B97F4A7C15;
    std::uint64_t inverse = factor;  // modulo 2^64, by Newton's iteration
    for (int i = 0; i < 6; ++i) inverse *= 2 - factor * inverse;
    std::vector<std::string> texts;
    for (std::uint64_t high = 1; high <= 60'000; ++high) {
        const std::uint64_t word = (high << 32U | (high ^ 0x1234567U)) * inverse - 8;
        std::string text(8, '\0');
        std::memcpy(text.data(), &word, sizeof word);
        texts.push_back(std::move(text));
    }
    const auto begin = std::chrono::steady_clock::now();
    LevelDictionary dictionary;
    for (const std::string& text : texts) dictionary.code(text);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    EXPECT_EQ(dictionary.size(), texts.size());
    EXPECT_LT(time.count(), 1.0);  // milliseconds; the limit leaves room for sanitizers and busy machines
}

}  // namespace
}  // namespace treewright
