// The conditions of PMML's nodes. A condition is true, false or unknown: about a field that has no value it is unknown, and then the node's
// defaultChild says where the row goes. With surrogates a condition says all by itself and is never unknown.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "treewright/data/schema.h"
#include "treewright/export/pmml/xml_writer.h"
#include "treewright/tree/lowered.h"

namespace treewright {

struct PmmlPredicate {
    enum class Kind { always, never, simple, compound, set };

    Kind kind = Kind::always;
    std::string operation = {};  ///< "lessOrEqual", "isIn", "surrogate", …
    std::string field = {};
    std::vector<std::string> values = {};  ///< simple: one, or none for isMissing; set: levels that an Array can hold
    std::vector<PmmlPredicate> parts = {};
};

void write_predicate(XmlWriter& xml, const PmmlPredicate& predicate);

/// The condition under which a row goes from a step to `target`.
PmmlPredicate predicate_of_branch(const LoweredStep& step, NodeId target, const Schema& schema);

}  // namespace treewright
