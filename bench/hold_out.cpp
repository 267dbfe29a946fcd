#include "bench/hold_out.h"

#include "treewright/training/folds.h"

namespace bench {

using treewright::Column;
using treewright::TrainingSet;

namespace {

using RowList = std::vector<std::uint32_t>;

template <class Cells, class Cell>
std::vector<Cell> picked(const Cells& cells, const RowList& rows, std::vector<Cell> into) {
    into.reserve(rows.size());
    for (const std::uint32_t row : rows) into.push_back(cells[row]);
    return into;
}

/// The new code of each level: -2 for those that do not occur.
std::vector<std::int32_t> codes_of_occurring(const Column& column, const RowList& rows) {
    std::vector<std::int32_t> codes(column.schema.levels.size(), treewright::unseen_code);
    for (const std::uint32_t row : rows)
        if (column.codes[row] >= 0) codes[static_cast<std::size_t>(column.codes[row])] = 0;
    std::int32_t next = 0;
    for (std::int32_t& code : codes)
        if (code >= 0) code = next++;
    return codes;
}

struct Parts {
    Column train;
    Column test;
};

Parts split_codes(const Column& column, const RowList& train, const RowList& test, Parts parts) {
    const std::vector<std::int32_t> new_codes = codes_of_occurring(column, train);
    std::vector<std::string> levels;
    for (std::size_t level = 0; level < new_codes.size(); ++level)
        if (new_codes[level] >= 0) levels.push_back(column.schema.levels[level]);
    const auto fill = [&](const RowList& rows, Column& part) {
        part.codes = picked(column.codes, rows, std::vector<std::int32_t>());
        for (std::int32_t& code : part.codes)
            if (code >= 0) code = new_codes[static_cast<std::size_t>(code)];
        part.schema.levels = levels;
    };
    fill(train, parts.train);
    fill(test, parts.test);
    return parts;
}

Parts split(const Column& column, const RowList& train, const RowList& test) {
    Parts parts;
    for (Column* part : {&parts.train, &parts.test}) {
        part->schema = column.schema;
        part->position = column.position;
    }
    if (!column.has_values()) return split_codes(column, train, test, std::move(parts));
    parts.train.values = picked(column.values, train, std::vector<double>());
    parts.test.values = picked(column.values, test, std::vector<double>());
    return parts;
}

TrainingSet without_columns(const TrainingSet& set, const RowList& rows) {
    TrainingSet part;
    part.source = set.source;
    part.rows = rows.size();
    if (!set.lines.empty()) part.lines = picked(set.lines, rows, std::vector<std::uint32_t>());
    if (!set.weights.empty()) part.weights = picked(set.weights, rows, std::vector<double>());
    return part;
}

}  // namespace

HeldOut hold_out(const TrainingSet& set, const std::vector<std::uint32_t>& rows) {
    const RowList others = treewright::rows_without(rows, set.all_rows());
    HeldOut result{without_columns(set, others), without_columns(set, rows)};
    for (const Column& column : set.features) {
        Parts parts = split(column, others, rows);
        result.train.features.push_back(std::move(parts.train));
        result.test.features.push_back(std::move(parts.test));
    }
    Parts target = split(set.target, others, rows);
    result.train.target = std::move(target.train);
    result.test.target = std::move(target.test);
    return result;
}

}  // namespace bench
