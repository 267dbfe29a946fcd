#include "treewright/verification/consumers/sql_driver.h"

#include <algorithm>
#include <string>

#include "treewright/base/json_writer.h"
#include "treewright/verification/replay/sql_rows.h"

namespace treewright {

namespace {

constexpr std::string_view sql_module = R"py(import json, math
from treewright_rows import answer_line, columns, job, rank_text

with open("sql.json", encoding="utf-8") as file:
    sql = json.load(file)
with open("export.sql", encoding="utf-8", newline="") as file:
    text = file.read()

# The number of the row stands before the columns of the export, or before its expression.
query = text if sql["form"] == "query" else f"SELECT {sql['row']}, (\n{text}\n) FROM {sql['table']}"


def ticks_of(seconds):
    second = math.floor(seconds)
    return second * sql["ticks"] + round((seconds - second) * sql["ticks"])


def cells_of(feature, values, no_number, day, moment):
    """The cells as the database takes them. What is missing is NULL in one row, and in the next what else means missing there."""
    def cell(row, value):
        if feature["type"] == "categorical":
            return value
        if value != value:
            if row % 2 == 0 or feature["type"] in ("date", "time"):
                return None
            return no_number if feature["type"] == "numeric" else "not a level"
        if feature["type"] == "ordered":
            return rank_text(feature, value)
        if feature["type"] == "date":
            return day(int(value))
        return moment(ticks_of(value)) if feature["type"] == "time" else value
    return [cell(row, value) for row, value in enumerate(values)]


def columns_for(no_number, day=lambda days: days, moment=lambda ticks: ticks):
    """The numbers of the rows, then a list for each column of the table."""
    return [list(range(job["rows"]))] + [cells_of(feature, values, no_number, day, moment) for feature, values in zip(job["features"], columns)]


def line_of(cells):
    if cells[-1] is None:
        return "refused\n"
    if sql["form"] == "leaf":
        return f"{int(cells[-1])} -\n"
    label = lambda value: value if job["classes"] else None
    numbers = lambda value, shares: shares if job["classes"] else [value]
    if sql["form"] == "label":
        return answer_line(None, label(cells[0]), numbers(cells[0], []))
    prediction, *shares, leaf = cells
    return answer_line(leaf, label(prediction), numbers(prediction, shares))


def write_answers(found):
    """Each row that the query gave: the number, what stands in the table, and the answer."""
    answer = {"query": 2 + len(job["classes"]), "label": 1, "leaf": 1}[sql["form"]]
    width = 1 + answer + (len(columns) if sql["form"] == "query" else 0)
    lines = {}
    for row in found:
        if len(row) != width:
            raise SystemExit(f"it gives {len(row)} columns instead of {width}")
        if row[0] in lines:
            raise SystemExit(f"it gives the row {row[0] + 1} twice")
        lines[row[0]] = line_of(row[-answer:])
    with open("answers.txt", "w") as answers:
        answers.writelines(lines[row] for row in range(job["rows"]) if row in lines)
)py";

std::string description_of(const SqlTable& table, const ExportOptions& options) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    json.member("form", word_of(options.form));
    json.member("table", table.name);
    json.member("schema", table.schema);
    json.member("row", table.spare);
    json.member("ticks", static_cast<std::size_t>(table.ticks_per_second));
    json.key("columns");
    json.begin_array();
    for (const SqlColumn& column : table.columns) {
        json.begin_object();
        json.member("name", column.name);
        json.member("type", column.type);
        json.end_object();
    }
    json.end_array();
    json.end_object();
    return text;
}

}  // namespace

Answers replay_sql(const Replay& replay, const std::vector<Tool>& tools, std::string_view driver, const Workplace& place) {
    const SqlTable table = sql_table(replay.model, replay.options);
    const SqlRows rows = sql_rows(replay.model, table, replay.rows);
    hand_over_to_python(rows.table, replay.model.schema.classes(), place);
    place.folder().write("sql.json", description_of(table, replay.options));
    place.folder().write("treewright_sql.py", sql_module);
    place.folder().write("export.sql", replay.bytes);
    return read_sql_answers(place.run_python(tools.back(), driver), replay.model.schema, rows);
}

}  // namespace treewright
