// The bytes of rows as they stand, on random files with everything that CSV allows.
#include "treewright/io/original_rows.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>

#include "treewright/io/read_table.h"

namespace treewright {
namespace {

struct RandomFile {
    std::string bytes;
    std::string header;
    std::vector<std::string> rows;  ///< with their line ends
    char delimiter = ',';
};

/// Quoted line breaks, blank lines, doubled quotes, all line ends, a byte order mark, no final line end.
RandomFile random_file(std::mt19937_64& engine) {
    const auto below = [&](std::size_t n) { return engine() % n; };
    RandomFile file;
    file.delimiter = ",;|\t"[below(4)];
    const std::string end = std::vector<std::string>{"\n", "\r\n", "\r"}[below(3)];
    const std::string d(1, file.delimiter);
    const std::vector<std::string> texts = {
        "a", "bb", "\"q\"", "\"x" + end + end + " y\"", "\"a" + d + "b\"", "\"say \"\"hi\"\"\"", "", " c "};
    file.header = (below(3) == 0 ? "\xEF\xBB\xBF" : "") + ("n" + d + "t" + d + "y") + end;
    file.bytes = file.header;
    const std::size_t rows = 1 + below(40);
    for (std::size_t row = 0; row < rows; ++row) {
        const bool last = row + 1 == rows;
        std::string bytes = std::to_string(below(100)) + d + texts[below(texts.size())] + d + (below(2) == 0 ? "A" : "B");
        if (!last || below(2) == 0) bytes += end;
        file.rows.push_back(bytes);
        file.bytes += bytes;
        if (!last && below(5) == 0) file.bytes += (below(2) == 0 ? "  " : "") + end;
    }
    return file;
}

TEST(OriginalRows, are_the_bytes_of_the_file) {
    std::mt19937_64 engine(1);
    const std::string path = ::testing::TempDir() + "original_rows_test.csv";
    for (int i = 0; i < 1000; ++i) {
        const RandomFile file = random_file(engine);
        std::ofstream(path, std::ios::binary) << file.bytes;
        ReadOptions options;
        options.delimiter = file.delimiter;
        options.header = true;
        options.block_size = 16 + engine() % 100;
        Messages messages;
        Progress progress;
        const Table table = read_table(path, options, {Threads(0), progress, messages});
        ASSERT_EQ(table.rows, file.rows.size()) << file.bytes;
        std::string header;
        std::vector<std::string> rows(file.rows.size());
        read_original_rows(path, {table.lines}, progress, [&](std::optional<std::size_t> row, std::string_view bytes) {
            (row ? rows[*row] : header) += bytes;
        });
        EXPECT_EQ(header, file.header);
        EXPECT_EQ(rows, file.rows) << file.bytes;
    }
    std::filesystem::remove(path);
}

}  // namespace
}  // namespace treewright
