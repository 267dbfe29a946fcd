// A table of the benchmark: float columns and level codes in memory, and the plain files in which C++ and Python share it.
//
// A set is a folder:
//   columns.txt                one line for each of: train ROWS, test ROWS, feature NAME number, feature NAME categorical LEVELS,
//                              target NAME number, target NAME categorical LEVELS
//   train.f32, test.f32        the numeric features, one column after the other, little-endian floats
//   train.i32, test.i32        the categorical features as codes, the same way
//   train.target, test.target  floats or codes
//   train.csv                  the same rows as text, if asked for
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace bench {

struct RawColumn {
    std::string name;
    int levels = 0;    ///< 0: a number
    int decimals = 6;  ///< a number is a multiple of 10^-decimals, rounded to float; the CSV file has the decimals
    std::vector<float> values;
    std::vector<std::int32_t> codes;

    [[nodiscard]] bool is_number() const { return levels == 0; }
};

struct RawTable {
    std::size_t rows = 0;
    std::vector<RawColumn> features;
    RawColumn target;
};

enum class Part { train, test };

/// A level as the CSV file writes it: city_07. Sorted by bytes they are in the order of their codes.
std::string level_name(const RawColumn& column, int code);

/// Writes the cells of one part; `write_columns` makes the folder complete and is therefore written last.
void write_cells(const std::filesystem::path& folder, Part part, const RawTable& table);
void write_columns(const std::filesystem::path& folder, const RawTable& train, std::size_t test_rows);
void write_csv(const std::filesystem::path& file, const RawTable& table);

/// The first `rows` rows of a part; 0: all of them. Throws std::runtime_error with a sentence if the folder is not a set.
RawTable read_set(const std::filesystem::path& folder, Part part, std::size_t rows);

}  // namespace bench
