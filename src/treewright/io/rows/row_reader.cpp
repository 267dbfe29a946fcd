#include "treewright/io/rows/row_reader.h"

namespace treewright {

std::vector<std::string> RowReader::names() const {
    std::vector<std::string> names;
    for (const ColumnRule& column : columns_) names.push_back(column.name);
    return names;
}

}  // namespace treewright
