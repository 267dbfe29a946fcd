// SQL by SQLite, as the module of Python: it takes and gives doubles as their bits, which the program sqlite3 does not.
#include "treewright/verification/consumers/consumer.h"
#include "treewright/verification/consumers/sql_driver.h"

namespace treewright {

namespace {

constexpr std::string_view sqlite_driver = R"py(import datetime, sqlite3
from treewright_sql import columns_for, job, query, sql, write_answers

EPOCH = datetime.datetime(1970, 1, 1)


def day(days):
    return (EPOCH + datetime.timedelta(days=days)).date().isoformat()


def moment(ticks):
    return (EPOCH + datetime.timedelta(milliseconds=ticks)).isoformat(sep=" ", timespec="milliseconds")


def truth(values):
    """Texts in one row, in the next 0 and 1."""
    return [{"false": 0, "true": 1}.get(value, value) if row % 2 else value for row, value in enumerate(values)]


base = sqlite3.connect(":memory:")
if sql["schema"].lower() not in ("", "`main`", "`temp`"):
    base.execute(f"ATTACH ':memory:' AS {sql['schema']}")
cells = columns_for("", day, moment)
declared = [sql["row"]]
for position, (column, feature) in enumerate(zip(sql["columns"], job["features"]), 1):
    is_truth = bool(feature["levels"]) and set(feature["levels"]) <= {"false", "true"}
    if is_truth:
        cells[position] = truth(cells[position])
    declared.append(column["name"] if is_truth else f"{column['name']} {column['type']}")
base.execute(f"CREATE TABLE {sql['table']} ({', '.join(declared)})")
base.executemany(f"INSERT INTO {sql['table']} VALUES ({', '.join('?' * len(cells))})", zip(*cells))
base.execute("PRAGMA query_only = ON")
write_answers(base.execute(query))
)py";

std::vector<Tool> find_sqlite(const Workplace& place) {
    Tool python = place.python();
    const std::string version = place.version_of({python.path, "-c", "import sqlite3; print(sqlite3.sqlite_version)"});
    return {{"SQLite", version}, std::move(python)};
}

Answers replay_sqlite(const Replay& replay, const std::vector<Tool>& tools, const Workplace& place) {
    return replay_sql(replay, tools, sqlite_driver, place);
}

}  // namespace

Consumer sqlite_module() { return {"sql", SqlDialect::sqlite, find_sqlite, replay_sqlite}; }

}  // namespace treewright
