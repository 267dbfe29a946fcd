#include "treewright/io/read_labelled.h"

#include <limits>
#include <utility>

namespace treewright {

TrainingSet read_labelled(LabelledFile file, const Schema& schema, const ReadOptions& options, Messages& messages,
                          Progress& progress) {
    file.rows_a_batch = std::numeric_limits<std::size_t>::max();
    LabelledBatches batches(std::move(file), schema, options, messages, progress);
    TrainingSet set, none;
    batches.next(set);
    batches.next(none);  // what is wrong behind the rows is said when they have been handed out
    batches.finish(messages);
    return set;
}

}  // namespace treewright
