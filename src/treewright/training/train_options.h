// All options of training, besides the table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "treewright/data/schema.h"
#include "treewright/growing/options.h"
#include "treewright/growing/presets.h"
#include "treewright/training/prune_options.h"

namespace treewright {

/// A number for a class, by name.
struct ClassNumber {
    std::string name;
    double number = 0.0;
    bool operator==(const ClassNumber&) const = default;
};

/// λ: rows are true classes, columns predicted ones, in the order of `classes`.
struct CostTable {
    std::string source;  ///< the file's name, for sentences
    std::vector<std::string> classes;
    std::vector<double> cells;
    bool operator==(const CostTable&) const = default;
};

enum class PriorsKind { data, equal, given };

struct TrainOptions {
    Preset preset = Preset::automatic;
    GrowOptions grow = preset_options(Preset::automatic);
    PruneOptions prune = preset_pruning(Preset::automatic);
    bool keep_unpruned = false;  ///< the model also keeps the unpruned tree
    PriorsKind priors = PriorsKind::data;
    std::vector<ClassNumber> given_priors;   ///< kind given: every class once
    std::vector<ClassNumber> class_weights;  ///< classes not named count 1
    std::optional<CostTable> costs;
};

}  // namespace treewright
