// SQL by DuckDB, as its module of Python.
#include "treewright/verification/consumers/consumer.h"
#include "treewright/verification/consumers/sql_driver.h"

namespace treewright {

namespace {

/// Rows go in as lists, a column each: one by one they would take a minute.
constexpr std::string_view duckdb_driver = R"py(import duckdb
from treewright_sql import columns_for, job, query, sql, write_answers

base = duckdb.connect(":memory:", config={"enable_external_access": "false", "autoinstall_known_extensions": "false"})
if sql["schema"]:
    base.execute(f"CREATE SCHEMA IF NOT EXISTS {sql['schema']}")
cells = columns_for(float("nan"))
kinds = [("BIGINT", "{}")] + [{"numeric": ("DOUBLE", "{}"), "date": ("INTEGER", "DATE '1970-01-01' + {}"), "time": ("BIGINT", "make_timestamp({})")}
                              .get(feature["type"], ("VARCHAR", "{}")) for feature in job["features"]]
names = [sql["row"] + " BIGINT"] + [f"{column['name']} {column['type']}" for column in sql["columns"]]
base.execute(f"CREATE TABLE {sql['table']} ({', '.join(names)})")
lists = ", ".join(f"unnest(?::{kind}[]) AS c{i}" for i, (kind, _) in enumerate(kinds))
values = ", ".join(made.format(f"c{i}") for i, (_, made) in enumerate(kinds))
for start in range(0, job["rows"], 2000):
    base.execute(f"INSERT INTO {sql['table']} SELECT {values} FROM (SELECT {lists})", [column[start:start + 2000] for column in cells])
write_answers(base.execute(query).fetchall())
)py";

std::vector<Tool> find_duckdb(const Workplace& place) {
    Tool python = place.python();
    Tool module = place.python_module(python, "duckdb", "duckdb");
    return {std::move(module), std::move(python)};
}

Answers replay_duckdb(const Replay& replay, const std::vector<Tool>& tools, const Workplace& place) {
    return replay_sql(replay, tools, duckdb_driver, place);
}

}  // namespace

Consumer duckdb_module() { return {"sql", SqlDialect::duckdb, find_duckdb, replay_duckdb}; }

}  // namespace treewright
