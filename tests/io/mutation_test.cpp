// Files that were damaged at random end in a table or in an error sentence: nothing else is thrown, nothing crashes, and the
// size of the blocks and the number of threads change nothing.
#include <gtest/gtest.h>

#include <random>

#include "io/io_testing.h"
#include "treewright/io/read_table.h"

namespace treewright {

using testing::Outcome;

namespace {

const std::vector<std::string>& seeds() {
    static const std::vector<std::string> files = {
        "Outlook,Temperature,Humidity,Windy,Play\nsunny,85,85,false,no\n\"over,cast\",83,78,true,\"ye\"\"s\"\nrain,?,96,NA,"
        "yes\n\n",
        "a;b;c\r\n1,5;2020-01-01;\"x\r\ny\"\r\n2,5;2020-01-02 10:00;z\r\n",
        "1 0 1 1\n0 1 1 0\n1 1 0 1\n",
        "\xEF\xBB\xBF"
        "x\ty\n\"a\\\"b\"\t1e300\nk\xC3\xB6\t-inf\n",
        "@relation 'a b'\n% comment\n@attribute x {a,'b c',d}\n@attribute y numeric\n@attribute z date "
        "'yyyy-MM-dd'\n@data\na,1,2020-01-01\n'b c',?,?\n{0 d, 1 5}\n",
        "{\"a\":1,\"b\":\"x\\u00e9\",\"c\":{\"d\":true,\"e\":null}}\n\n{\"b\":\"\\ud83d\\ude00\",\"a\":-2.5e3}\r\n{}\n",
        "[{\"a\":\"2020-01-01\",\"b\":\"1.234,5\"},\n {\"b\":\"7\",\"c\":[1,{\"d\":\"]\"}]}\n, {\"a\":null}]\n",
        "{\n \"a\": 1,\n \"b\": {\"c\": \"k\xC3\xB6\"}\n}\n{\"a\": 2}\n",
    };
    return files;
}

std::string mutated(std::string text, std::mt19937& random) {
    static const std::vector<std::string> pieces = {"\"",
                                                    "'",
                                                    ",",
                                                    ";",
                                                    "\n",
                                                    "\r",
                                                    "\t",
                                                    " ",
                                                    "\\",
                                                    std::string(1, '\0'),
                                                    "\xFF",
                                                    "\xC3",
                                                    "{",
                                                    "}",
                                                    "%",
                                                    "@data\n",
                                                    "?",
                                                    "1e999",
                                                    "-",
                                                    "\n\n",
                                                    "@attribute q numeric\n",
                                                    "NA",
                                                    "[",
                                                    "]",
                                                    ":",
                                                    "null",
                                                    "\\ud800",
                                                    "\"a\":",
                                                    "2020-02-30",
                                                    "\x1f\x8b",
                                                    "\x28\xb5\x2f\xfd"};
    for (std::size_t changes = 1 + random() % 4; changes > 0; --changes) {
        const std::size_t at = random() % (text.size() + 1);
        const std::size_t length = random() % 8;
        switch (random() % 5) {
            case 0: text.insert(at, pieces[random() % pieces.size()]); break;
            case 1: text.erase(at, length); break;
            case 2: text.insert(at, text.substr(random() % (text.size() + 1), 3 * length)); break;
            case 3:
                if (at < text.size()) text[at] = static_cast<char>(random());
                break;
            default: text.resize(at);
        }
    }
    return text;
}

bool is_sentence(const std::string& error) {
    return error.find("FILE") != std::string::npos && error.find("; ") != std::string::npos;
}

}  // namespace

TEST(Mutation, ends_in_a_table_or_a_sentence) {
    std::mt19937 random(7);
    std::size_t tables = 0, errors = 0;
    for (int trial = 0; trial < 10000; ++trial) {
        const std::string bytes = mutated(seeds()[random() % seeds().size()], random);
        const testing::MemoryFile file(bytes);
        ReadOptions options;
        options.block_size = 4096;                                             // larger than any of the files
        const Outcome outcome = testing::outcome_of(file.path(), options, 1);  // anything but an Error would end the test
        const bool is_error = outcome.result.starts_with("error: ");
        ++(is_error ? errors : tables);
        ASSERT_TRUE(!is_error || is_sentence(outcome.result)) << outcome.result;
        options.block_size = 16 + random() % 40;
        const unsigned threads = trial % 16 == 0 ? std::vector<unsigned>{2, 3, 8}[random() % 3] : 1;
        ASSERT_EQ(testing::outcome_of(file.path(), options, threads), outcome)
            << "blocks of " << options.block_size << ", " << threads << " threads, in " << bytes;
    }
    EXPECT_GT(tables, 1000u);
    EXPECT_GT(errors, 1000u);
}

}  // namespace treewright
