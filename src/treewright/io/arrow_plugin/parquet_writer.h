// Batches of rows into a Parquet file, whose bytes go to a C function.
#pragma once

#include <arrow/io/interfaces.h>
#include <arrow/result.h>
#include <arrow/type.h>
#include <parquet/arrow/writer.h>

#include <memory>

#include "treewright/io/arrow/arrow_plugin.h"

namespace treewright::arrow_plugin {

class ParquetWriter {
public:
    static arrow::Result<std::unique_ptr<ParquetWriter>> create(ArrowSchema* schema, TreewrightArrowSink sink, void* context);
    arrow::Status write(ArrowArray* batch);
    arrow::Status finish();

private:
    std::shared_ptr<arrow::Schema> schema_;
    std::unique_ptr<parquet::arrow::FileWriter> writer_;
};

}  // namespace treewright::arrow_plugin
