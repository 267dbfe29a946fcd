// The benchmark's tables are the same bytes on every machine, and their files say what is in memory.
#include "bench/data/generators.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

namespace bench {
namespace {

/// FNV-1a over the bits of every cell.
class Digest {
public:
    template <class Cell>
    void add(const std::vector<Cell>& cells) {
        for (const Cell cell : cells) {
            std::uint32_t bits = 0;
            std::memcpy(&bits, &cell, sizeof bits);
            value_ = (value_ ^ bits) * 0x100000001B3U;
        }
    }
    [[nodiscard]] std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0xCBF29CE484222325U;
};

std::uint64_t digest_of(const RawTable& table) {
    Digest digest;
    for (const RawColumn& column : table.features) {
        digest.add(column.values);
        digest.add(column.codes);
    }
    digest.add(table.target.values);
    digest.add(table.target.codes);
    return digest.value();
}

class Folder {
public:
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "treewright-bench-XXXXXX").string();
        path_ = mkdtemp(name.data());
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

TEST(Generators, give_the_same_bytes_everywhere) {
    const std::map<std::string, std::uint64_t> expected{
        {"integers", 0xB7196F531121A8E7U}, {"mixed", 0xAD67CCB3873F89CU},        {"regression", 0x9474A7131D8FC96CU},
        {"shuffled", 0xDDC6149FB20DDBDEU}, {"ten_classes", 0xDC1E3E3DA1A282B4U}, {"two_classes", 0x42A678BF6B987A70U}};
    ASSERT_EQ(expected.size(), set_names().size());
    for (const auto& [name, digest] : expected) EXPECT_EQ(digest_of(generate(name, Part::train, 1000)), digest) << name;
}

TEST(Generators, test_rows_are_other_rows) {
    for (const std::string& name : set_names())
        EXPECT_NE(digest_of(generate(name, Part::train, 100)), digest_of(generate(name, Part::test, 100))) << name;
}

TEST(Generators, a_longer_table_begins_with_the_shorter_one) {
    const RawTable longer = generate("two_classes", Part::train, 500);
    const RawTable shorter = generate("two_classes", Part::train, 200);
    for (std::size_t i = 0; i < shorter.features.size(); ++i)
        EXPECT_TRUE(std::equal(shorter.features[i].values.begin(), shorter.features[i].values.end(),
                               longer.features[i].values.begin()));
    EXPECT_TRUE(std::equal(shorter.target.codes.begin(), shorter.target.codes.end(), longer.target.codes.begin()));
}

TEST(RawTable, comes_back_from_its_folder_whole_or_in_part) {
    const Folder folder;
    const RawTable table = generate("mixed", Part::train, 300);
    write_cells(folder.path(), Part::train, table);
    write_columns(folder.path(), table, 0);
    EXPECT_EQ(digest_of(read_set(folder.path(), Part::train, 0)), digest_of(table));
    EXPECT_EQ(digest_of(read_set(folder.path(), Part::train, 120)), digest_of(generate("mixed", Part::train, 120)));
}

TEST(RawTable, the_text_of_a_number_is_the_float) {
    const Folder folder;
    for (const char* name : {"two_classes", "regression", "integers"}) {
        const RawTable table = generate(name, Part::train, 1000);
        write_csv(folder.path() / "rows.csv", table);
        std::ifstream in(folder.path() / "rows.csv");
        std::string line, cell;
        std::getline(in, line);
        for (std::size_t row = 0; row < table.rows; ++row) {
            std::getline(in, line);
            std::istringstream cells(line);
            for (const RawColumn& column : table.features) {
                std::getline(cells, cell, ',');
                ASSERT_EQ(static_cast<float>(std::strtod(cell.c_str(), nullptr)), column.values[row]) << name << ' ' << line;
            }
        }
    }
}

TEST(RawTable, a_folder_that_is_no_set_is_refused) {
    const Folder folder;
    EXPECT_THROW(read_set(folder.path(), Part::train, 0), std::runtime_error);
}

}  // namespace
}  // namespace bench
