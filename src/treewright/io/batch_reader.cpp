#include "treewright/io/batch_reader.h"

#include <utility>

#include "treewright/io/arrow/read_arrow.h"
#include "treewright/io/rows/row_batches.h"

namespace treewright {

std::unique_ptr<BatchReader> open_batches(const BatchRequest& request, Messages& messages, Progress& progress) {
    auto source = std::make_unique<Source>(request.path, progress);
    if (const auto format = arrow_format(*source)) {
        auto file = std::make_unique<ArrowFile>(request.path, *source, *format, request.options.threads);
        return open_arrow_batches(std::move(file), request, messages, progress);
    }
    return open_row_batches(std::move(source), request, messages);
}

}  // namespace treewright
