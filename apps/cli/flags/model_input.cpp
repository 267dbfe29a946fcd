#include "cli/flags/model_input.h"

#include <fmt/format.h>

#include "treewright/base/error.h"
#include "treewright/io/place.h"
#include "treewright/prediction/any_model.h"

namespace treewright::cli {

AnyModel load_model_for(const std::string& model, const std::string& data, std::string_view verb) {
    try {
        return load_any_model(model);
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::input && is_model_file(data))
            throw input_error(fmt::format(
                "{0} is not a model, but {1} is: the two seem swapped; write 'treewright {2} {1} {0} …'", model, data, verb));
        throw;
    }
}

void refuse_unknown_values(const AnyPredictor& predictor, const SchemaRows& rows, const std::string& path) {
    const auto refusal = predictor.find_refusal(rows.features.columns, rows.features.rows);
    if (!refusal) return;
    const std::size_t line = rows.lines[refusal->row];
    if (rows.has_lines) throw input_error_at({shown_path(path), line, {}}, refusal->sentence);
    throw input_error(fmt::format("{}, row {}: {}", shown_path(path), line, refusal->sentence));
}

SchemaRows single_row(const SchemaRows& rows, std::size_t row, const std::string& path) {
    if (row > rows.features.rows)
        throw input_error(
            fmt::format("{}: there is no row {}: it has {}", shown_path(path), row, counted(rows.features.rows, "row")));
    SchemaRows one;
    one.features.rows = 1;
    one.lines = {rows.lines[row - 1]};
    one.has_lines = rows.has_lines;
    for (const Column& column : rows.features.columns) {
        Column& cell = one.features.columns.emplace_back();
        cell.schema = column.schema;
        if (column.has_values())
            cell.values = {column.values[row - 1]};
        else
            cell.codes = {column.codes[row - 1]};
    }
    return one;
}

}  // namespace treewright::cli
