#include "treewright/data/training_set.h"

namespace treewright {

Schema TrainingSet::schema() const {
    Schema schema;
    for (const Column& feature : features) schema.features.push_back(feature.schema);
    schema.target = target.schema;
    return schema;
}

std::string TrainingSet::in_line(std::size_t row) const {
    return lines.empty() ? "" : " in line " + std::to_string(lines[row]);
}

Error TrainingSet::complaint(const std::string& sentence) const {
    return input_error(source.empty() ? sentence : source + ": " + sentence);
}

}  // namespace treewright
