#include "bench/as_columns.h"

namespace bench {

namespace {

treewright::Column as_column(const RawColumn& raw) {
    treewright::Column column;
    column.schema.name = raw.name;
    if (raw.is_number()) {
        column.values = treewright::Numbers::borrow(std::span<const float>(raw.values));
        return column;
    }
    column.schema.type = treewright::ColumnType::categorical;
    for (int code = 0; code < raw.levels; ++code) column.schema.levels.push_back(level_name(raw, code));
    column.codes = raw.codes;
    return column;
}

}  // namespace

treewright::TrainingSet as_training_set(const RawTable& raw) {
    treewright::TrainingSet set;
    set.source = "the benchmark";
    set.rows = raw.rows;
    for (const RawColumn& column : raw.features) set.features.push_back(as_column(column));
    set.target = as_column(raw.target);
    return set;
}

}  // namespace bench
