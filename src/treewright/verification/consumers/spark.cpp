// SQL by Spark, as its module of Python: a session of its own in this machine, without a port that others could reach.
#include "treewright/verification/consumers/consumer.h"
#include "treewright/verification/consumers/sql_driver.h"

namespace treewright {

namespace {

constexpr std::string_view spark_driver = R"py(import os, sys
os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
from pyspark.sql import SparkSession
from pyspark.sql.types import DoubleType, IntegerType, LongType, StringType, StructField, StructType
from treewright_sql import columns_for, job, query, sql, write_answers

folder = os.getcwd()
settings = {"spark.ui.enabled": "false", "spark.driver.host": "127.0.0.1", "spark.local.dir": folder, "spark.sql.warehouse.dir": folder + "/warehouse",
            "spark.driver.extraJavaOptions": f"-Djava.io.tmpdir={folder} -XX:-UsePerfData", "spark.sql.session.timeZone": "UTC",
            "spark.sql.shuffle.partitions": "1", "spark.sql.ansi.enabled": "true"}
builder = SparkSession.builder.master("local[2]")
for name, value in settings.items():
    builder = builder.config(name, value)
session = builder.getOrCreate()
try:
    cells = columns_for(float("nan"))
    kinds = [(LongType(), "{}")] + [{"numeric": (DoubleType(), "{}"), "date": (IntegerType(), "date_from_unix_date({})"),
                                     "time": (LongType(), "timestamp_micros({})")}.get(feature["type"], (StringType(), "{}")) for feature in job["features"]]
    schema = StructType([StructField(f"c{i}", kind) for i, (kind, _) in enumerate(kinds)])
    names = [sql["row"]] + [column["name"] for column in sql["columns"]]
    made = [f"{how.format(f'c{i}')} AS {name}" for i, ((_, how), name) in enumerate(zip(kinds, names))]
    table = session.createDataFrame(list(zip(*cells)), schema, verifySchema=False).selectExpr(*made)
    if sql["schema"]:
        session.sql(f"CREATE DATABASE IF NOT EXISTS {sql['schema']}")
        table.write.saveAsTable(sql["table"])
    else:
        table.createTempView(sql["table"])
    write_answers(session.sql(query.rstrip().rstrip(";")).collect())
finally:
    session.stop()
)py";

std::vector<Tool> find_spark(const Workplace& place) {
    Tool python = place.python();
    Tool module = place.python_module(python, "pyspark", "pyspark");
    return {std::move(module), place.java(), std::move(python)};
}

Answers replay_spark(const Replay& replay, const std::vector<Tool>& tools, const Workplace& place) {
    return replay_sql(replay, tools, spark_driver, place);
}

}  // namespace

Consumer spark_session() { return {"sql", SqlDialect::spark, find_spark, replay_spark}; }

}  // namespace treewright
