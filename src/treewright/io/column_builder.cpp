#include "treewright/io/column_builder.h"

#include <limits>
#include <utility>

#include "treewright/io/category_builders.h"
#include "treewright/io/value_builders.h"

namespace treewright {

std::unique_ptr<ColumnBuilder> make_builder(const ColumnRule& rule, const CellRules& cells) {
    switch (rule.kind) {
        case ColumnRule::Kind::guess: return std::make_unique<GuessBuilder>(rule, cells);
        case ColumnRule::Kind::numeric: return std::make_unique<NumberBuilder>(rule, cells);
        case ColumnRule::Kind::date:
        case ColumnRule::Kind::time: return std::make_unique<TimeBuilder>(rule, cells);
        case ColumnRule::Kind::ordered: return std::make_unique<OrderedBuilder>(rule, cells);
        case ColumnRule::Kind::declared: return std::make_unique<DeclaredBuilder>(rule, cells);
        case ColumnRule::Kind::categorical: return std::make_unique<CategoryBuilder>(rule, cells);
        case ColumnRule::Kind::ignore: break;
    }
    throw InternalError("an ignored column has no builder");
}

}  // namespace treewright
