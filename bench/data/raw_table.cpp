#include "bench/data/raw_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <stdexcept>

namespace bench {

namespace {

namespace fs = std::filesystem;

constexpr std::array<double, 8> powers_of_ten{1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7};

std::string part_name(Part part) { return part == Part::train ? "train" : "test"; }

std::ofstream open_for_writing(const fs::path& file) {
    std::ofstream out(file, std::ios::binary);
    if (!out) throw std::runtime_error(fmt::format("{}: cannot be written", file.string()));
    return out;
}

void finish(std::ofstream& out, const fs::path& file) {
    out.flush();
    if (!out) throw std::runtime_error(fmt::format("{}: could not be written: is the disk full?", file.string()));
}

template <class Cell>
void append(std::ofstream& out, const std::vector<Cell>& cells) {
    out.write(reinterpret_cast<const char*>(cells.data()), static_cast<std::streamsize>(cells.size() * sizeof(Cell)));
}

template <class Cell>
std::vector<Cell> read_cells(const fs::path& file, std::size_t first, std::size_t count) {
    std::ifstream in(file, std::ios::binary);
    in.seekg(static_cast<std::streamoff>(first * sizeof(Cell)));
    std::vector<Cell> cells(count);
    in.read(reinterpret_cast<char*>(cells.data()), static_cast<std::streamsize>(count * sizeof(Cell)));
    if (!in) throw std::runtime_error(fmt::format("{}: missing or too short: remove its folder and run again", file.string()));
    return cells;
}

std::string column_line(const char* role, const RawColumn& column) {
    if (column.is_number()) return fmt::format("{} {} number\n", role, column.name);
    return fmt::format("{} {} categorical {}\n", role, column.name, column.levels);
}

void append_number(fmt::memory_buffer& text, float value, int decimals) {
    const auto scale = powers_of_ten[static_cast<std::size_t>(decimals)];
    const long long scaled = std::llround(static_cast<double>(value) * scale);
    const long long size = std::abs(scaled);
    const auto unit = static_cast<long long>(scale);
    if (scaled < 0) text.push_back('-');
    fmt::format_to(std::back_inserter(text), "{}", size / unit);
    if (decimals > 0) fmt::format_to(std::back_inserter(text), ".{:0{}}", size % unit, decimals);
}

/// Classes are written as bare digits, so that the set of floats is a file of numbers only.
void append_cell(fmt::memory_buffer& text, const RawColumn& column, std::size_t row) {
    if (column.is_number())
        append_number(text, column.values[row], column.decimals);
    else if (column.name == "class")
        fmt::format_to(std::back_inserter(text), "{}", column.codes[row]);
    else
        text.append(level_name(column, column.codes[row]));
}

struct SetLayout {
    std::size_t rows = 0;  ///< of the part, in the file
    RawTable table;        ///< without cells
};

SetLayout read_layout(const fs::path& folder, Part part) {
    const fs::path file = folder / "columns.txt";
    std::ifstream in(file);
    if (!in) throw std::runtime_error(fmt::format("{}: there is no such set: make it with bench_data", file.string()));
    SetLayout layout;
    std::string role, name, kind;
    while (in >> role >> name) {
        if (role == "train" || role == "test") {
            if (role == part_name(part)) layout.rows = std::stoull(name);
            continue;
        }
        RawColumn column;
        column.name = name;
        in >> kind;
        if (kind == "categorical") in >> column.levels;
        if (role == "target")
            layout.table.target = std::move(column);
        else
            layout.table.features.push_back(std::move(column));
    }
    return layout;
}

}  // namespace

std::string level_name(const RawColumn& column, int code) { return fmt::format("{}_{:02}", column.name, code); }

void write_cells(const fs::path& folder, Part part, const RawTable& table) {
    fs::create_directories(folder);
    const std::string name = part_name(part);
    const fs::path number_file = folder / (name + ".f32");
    const fs::path code_file = folder / (name + ".i32");
    const fs::path target_file = folder / (name + ".target");
    std::ofstream numbers = open_for_writing(number_file);
    std::ofstream codes = open_for_writing(code_file);
    std::ofstream target = open_for_writing(target_file);
    for (const RawColumn& column : table.features)
        column.is_number() ? append(numbers, column.values) : append(codes, column.codes);
    table.target.is_number() ? append(target, table.target.values) : append(target, table.target.codes);
    finish(numbers, number_file);
    finish(codes, code_file);
    finish(target, target_file);
}

void write_columns(const fs::path& folder, const RawTable& train, std::size_t test_rows) {
    std::string text = fmt::format("train {}\ntest {}\n", train.rows, test_rows);
    for (const RawColumn& column : train.features) text += column_line("feature", column);
    text += column_line("target", train.target);
    const fs::path file = folder / "columns.txt";
    std::ofstream out = open_for_writing(file);
    out << text;
    finish(out, file);
}

void write_csv(const fs::path& file, const RawTable& table) {
    std::ofstream out = open_for_writing(file);
    fmt::memory_buffer text;
    for (const RawColumn& column : table.features) fmt::format_to(std::back_inserter(text), "{},", column.name);
    fmt::format_to(std::back_inserter(text), "{}\n", table.target.name);
    for (std::size_t row = 0; row < table.rows; ++row) {
        for (const RawColumn& column : table.features) {
            append_cell(text, column, row);
            text.push_back(',');
        }
        append_cell(text, table.target, row);
        text.push_back('\n');
        if (text.size() > (1U << 20U) || row + 1 == table.rows) {
            out.write(text.data(), static_cast<std::streamsize>(text.size()));
            text.clear();
        }
    }
    finish(out, file);
}

RawTable read_set(const fs::path& folder, Part part, std::size_t rows) {
    auto [stored, table] = read_layout(folder, part);
    table.rows = rows == 0 ? stored : std::min(rows, stored);
    const std::string name = part_name(part);
    std::size_t numbers = 0;
    std::size_t categories = 0;
    for (RawColumn& column : table.features) {
        if (column.is_number())
            column.values = read_cells<float>(folder / (name + ".f32"), stored * numbers++, table.rows);
        else
            column.codes = read_cells<std::int32_t>(folder / (name + ".i32"), stored * categories++, table.rows);
    }
    if (table.target.is_number())
        table.target.values = read_cells<float>(folder / (name + ".target"), 0, table.rows);
    else
        table.target.codes = read_cells<std::int32_t>(folder / (name + ".target"), 0, table.rows);
    return table;
}

}  // namespace bench
