// All options of training, besides the table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "treewright/data/parameter.h"
#include "treewright/data/schema.h"
#include "treewright/growing/options.h"
#include "treewright/growing/presets.h"
#include "treewright/training/prune_options.h"

namespace treewright {

enum class PriorsKind { data, equal, given };

struct TrainOptions {
    Preset preset = Preset::automatic;
    GrowOptions grow = preset_options(Preset::automatic);
    PruneOptions prune = preset_pruning(Preset::automatic);
    bool keep_unpruned = false;  ///< the model also keeps the unpruned tree
    PriorsKind priors = PriorsKind::data;
    std::vector<ClassNumber> given_priors;   ///< kind given: every class once, in any unit
    std::vector<ClassNumber> class_weights;  ///< classes not named count 1
    bool balances_classes = false;           ///< instead of those: all classes count the same, n/(k·nⱼ)
    std::optional<CostTable> costs;
};

}  // namespace treewright
