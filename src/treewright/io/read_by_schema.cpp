#include "treewright/io/read_by_schema.h"

#include <limits>

#include "treewright/io/batch_reader.h"

namespace treewright {

SchemaRows read_by_schema(const std::string& path, const Schema& schema, const ReadOptions& options, const KeepColumns& keep,
                          Messages& messages, Progress& progress) {
    const auto batches =
        open_batches({path, schema, options, keep, std::numeric_limits<std::size_t>::max()}, messages, progress);
    SchemaRows rows, none;
    batches->next(rows);
    batches->next(none);  // what is wrong behind the rows is said when they have been handed out
    batches->say_unseen(messages);
    return rows;
}

}  // namespace treewright
