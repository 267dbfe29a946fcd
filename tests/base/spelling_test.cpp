#include "treewright/base/spelling.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "treewright/base/error.h"
#include "treewright/base/messages.h"

namespace treewright {
namespace {

struct Spellings {
    std::string plain, command_line, python, spark;
    bool operator==(const Spellings&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Spellings& all) {
    return out << all.plain << " | " << all.command_line << " | " << all.python << " | " << all.spark;
}

Spellings spell(const std::string& sentence) {
    return {spelled(sentence), spelled(sentence, command_line_spelling), spelled(sentence, python_spelling),
            spelled(sentence, spark_spelling)};
}

TEST(Spelling, one_error_in_the_words_of_every_front) {
    const Error error =
        usage_error(fmt::format("{} has no effect without {}", named("min-leaf"), named("missing", "surrogate")));
    EXPECT_STREQ(error.what(), "min-leaf has no effect without missing surrogate");
    EXPECT_EQ(spelled(error.sentence(), command_line_spelling), "--min-leaf has no effect without --missing surrogate");
    EXPECT_EQ(spelled(error.sentence(), python_spelling), "min_leaf= has no effect without missing='surrogate'");
    EXPECT_EQ(spelled(error.sentence(), spark_spelling), "minLeaf has no effect without missing=\"surrogate\"");
}

TEST(Spelling, one_message_in_the_words_of_every_front) {
    Messages messages;
    messages.warn(fmt::format("{}: what was cut stays cut", named("keep-unpruned", "no")));
    const Message& message = messages.list().front();
    EXPECT_EQ(message.level, Message::Level::warning);
    EXPECT_EQ(message.text, "keep-unpruned no: what was cut stays cut");
    EXPECT_EQ(spelled(message.sentence, command_line_spelling), "--no-keep-unpruned: what was cut stays cut");
    EXPECT_EQ(spelled(message.sentence, python_spelling), "keep_unpruned=False: what was cut stays cut");
    EXPECT_EQ(spelled(message.sentence, spark_spelling), "keepUnpruned=false: what was cut stays cut");
}

TEST(Spelling, values_by_what_they_are) {
    EXPECT_EQ(spell(named("max-depth", "0")), (Spellings{"max-depth 0", "--max-depth 0", "max_depth=0", "maxDepth=0"}));
    EXPECT_EQ(spell(named("alpha", "1e-3")), (Spellings{"alpha 1e-3", "--alpha 1e-3", "alpha=1e-3", "alpha=1e-3"}));
    EXPECT_EQ(spell(named("raise", "yes")), (Spellings{"raise yes", "--raise", "raise_=True", "raise=true"}));
    EXPECT_EQ(spell(named("costs", "FILE")), (Spellings{"costs FILE", "--costs FILE", "costs=", "costs"}));
    EXPECT_EQ(spell(named("ignore", "'a b'")), (Spellings{"ignore 'a b'", "--ignore 'a b'", "ignore='a b'", "ignore='a b'"}));
    EXPECT_EQ(spell(named("ordered", "'x=low<high'")).command_line, "--ordered 'x=low<high'");
}

TEST(Spelling, a_name_from_outside_is_not_a_mark) {
    for (const std::string_view column :
         {"{min-leaf}", "--min-leaf", "[[min-leaf]]", "min-leaf=5", "%s", "\\0min-leaf\\0", "{}"}) {
        const std::string sentence = fmt::format("'{}' is left out ({} keeps it)", column, named("keep"));
        EXPECT_EQ(spelled(sentence, python_spelling), fmt::format("'{}' is left out (keep= keeps it)", column));
    }
}

TEST(Spelling, what_holds_no_pair_of_marks_stays) {
    for (const std::string& text : {std::string(), std::string("a"), std::string("a\0b", 3), std::string("\0", 1)})
        EXPECT_EQ(spelled(text, command_line_spelling), text);
}

}  // namespace
}  // namespace treewright
