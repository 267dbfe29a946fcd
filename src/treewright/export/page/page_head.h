// What the data of both kinds of page begin with: target, classes with their paints, features with the way their cells are read.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "treewright/base/json_writer.h"
#include "treewright/data/schema.h"
#include "treewright/tree/model.h"

namespace treewright {

struct PageHead {
    const Schema& schema;
    const std::vector<NamedOption>& options;
    const Provenance& provenance;
    std::vector<bool> used;  ///< the features that the model asks about
};

/// Members of the object that is open.
void write_page_head(JsonWriter& json, const PageHead& head);

/// "counts": the weight of every class; "some": class and weight of those that have any, where these are few.
void write_page_counts(JsonWriter& json, std::span<const double> weights);

/// A figure that is only displayed, to seven significant digits.
double page_figure(double value);

}  // namespace treewright
