#include "treewright/resampling/table_facts.h"

namespace treewright {

TableFacts table_facts(const TrainingSet& set) {
    TableFacts facts{set.source, set.rows, weight_of_all(set), set.target.schema.name, {}, {}, set.lines};
    if (set.task() == Task::classification) facts.classes = set.target.schema.levels;
    if (set.group) facts.group = set.group->schema.name;
    return facts;
}

}  // namespace treewright
