#include "treewright/training/prune_options.h"

#include "treewright/base/error.h"

namespace treewright {

GrowOptions with_tests(GrowOptions options) {
    options.notes_tests = true;
    return options;
}

GrowOptions options_to_grow(const GrowOptions& options, const PruneOptions& pruning) {
    const bool by_tests = pruning.method == PruneMethod::chi_squared && options.adjust != Adjust::none;
    return by_tests ? with_tests(options) : options;
}

PruneOptions preset_pruning(Preset preset) {
    PruneOptions options;
    switch (preset) {
        case Preset::id3: break;
        case Preset::c45:
            options.method = PruneMethod::pessimistic;
            options.raise = true;
            break;
        case Preset::cart: options.method = PruneMethod::cost_complexity; break;
        case Preset::automatic:
            options.method = PruneMethod::cost_complexity;
            options.price = 0.6;
            options.standard_errors = 0.5;
            break;
    }
    return options;
}

}  // namespace treewright
