#include "treewright/io/read_table.h"

#include "treewright/io/arrow/read_arrow.h"
#include "treewright/io/rows/row_table.h"

namespace treewright {

Table read_table(const std::string& path, const ReadOptions& options, Messages& messages, Progress& progress) {
    Source source(path, progress);
    if (const auto format = arrow_format(source)) {
        ArrowFile file(path, source, *format, options.threads);
        return read_arrow_table(file, options, messages, progress);
    }
    return blaming_compression_first(source, [&] { return read_row_table(source, options, messages); });
}

}  // namespace treewright
