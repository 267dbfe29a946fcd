#include "treewright/io/class_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "treewright/base/error.h"
#include "treewright/io/place.h"
#include "treewright/io/read_by_schema.h"

namespace treewright {

namespace {

/// The text of every cell, row by row.
struct CellTexts {
    std::string file;
    std::vector<std::vector<std::string>> rows;
    std::vector<std::size_t> lines;

    [[nodiscard]] Error wrong(std::size_t row, std::string_view what) const {
        return input_error_at({file, lines[row], {}}, what);
    }
};

/// Read with a schema without features, so that all columns are kept verbatim.
CellTexts read_texts(const std::string& path, Progress& progress) {
    ReadOptions options;
    options.header = false;
    KeepColumns keep;
    keep.all = true;
    Messages unused;
    const SchemaRows read = read_by_schema(path, Schema{}, options, keep, {Threads(1), progress, unused});
    CellTexts cells{shown_path(path), std::vector<std::vector<std::string>>(read.lines.size()), read.lines};
    for (const KeptColumn& column : read.kept)
        for (std::size_t row = 0; row < cells.rows.size(); ++row) cells.rows[row].emplace_back(column.at(row).text);
    return cells;
}

std::optional<double> class_number_in(const std::string& text) {
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

bool has_class(const std::vector<ClassNumber>& list, const std::string& name) {
    return std::any_of(list.begin(), list.end(), [&](const ClassNumber& entry) { return entry.name == name; });
}

double cost_at(const CellTexts& cells, std::size_t row, std::size_t column) {
    const std::string& text = cells.rows[row][column];
    const std::optional<double> cost = class_number_in(text);
    if (!cost || *cost < 0.0) throw cells.wrong(row, fmt::format("a cost is a number of at least 0, not {}", excerpt(text)));
    const bool diagonal = cells.rows[0][column] == cells.rows[row][0];
    if (diagonal && *cost != 0.0)
        throw cells.wrong(
            row, fmt::format("predicting '{}' correctly cannot cost {}: the diagonal must be 0", cells.rows[row][0], text));
    return *cost;
}

std::size_t row_of_class(const CellTexts& cells, const std::string& name) {
    std::size_t found = 0;
    for (std::size_t row = 1; row < cells.rows.size(); ++row) {
        if (cells.rows[row][0] != name) continue;
        if (found != 0)
            throw cells.wrong(row, fmt::format("the true class '{}' already has a row, in line {}", name, cells.lines[found]));
        found = row;
    }
    if (found == 0) throw cells.wrong(0, fmt::format("the column '{}' has no row of the same true class", name));
    return found;
}

}  // namespace

std::vector<ClassNumber> read_priors(const std::string& path, Progress& progress) {
    const CellTexts cells = read_texts(path, progress);
    std::vector<ClassNumber> priors;
    for (std::size_t row = 0; row < cells.rows.size(); ++row) {
        const std::vector<std::string>& fields = cells.rows[row];
        if (fields.size() != 2)
            throw cells.wrong(row, fmt::format("expected two fields, a class and its prior, found {}", fields.size()));
        const std::optional<double> prior = class_number_in(fields[1]);
        if (!prior && row == 0) continue;  // headings
        if (!prior || *prior <= 0.0)
            throw cells.wrong(row, fmt::format("a prior is a number above 0, not {}", excerpt(fields[1])));
        if (has_class(priors, fields[0])) throw cells.wrong(row, fmt::format("the class '{}' already has a prior", fields[0]));
        priors.push_back({fields[0], *prior});
    }
    return priors;
}

CostTable read_costs(const std::string& path, Progress& progress) {
    const CellTexts cells = read_texts(path, progress);
    CostTable table{cells.file, {cells.rows[0].begin() + 1, cells.rows[0].end()}, {}};
    if (cells.rows.size() != cells.rows[0].size() || table.classes.empty())
        throw input_error(fmt::format("{}: expected one row per true class and one column per predicted class, found {} and {}",
                                      cells.file, cells.rows.size() - 1, table.classes.size()));
    for (const std::string& name : table.classes) {
        const std::size_t row = row_of_class(cells, name);
        if (std::count(table.classes.begin(), table.classes.end(), name) > 1)
            throw cells.wrong(0, fmt::format("two columns are named '{}'", name));
        for (std::size_t column = 1; column < cells.rows[row].size(); ++column)
            table.cells.push_back(cost_at(cells, row, column));
    }
    return table;
}

}  // namespace treewright
