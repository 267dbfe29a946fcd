// The front door of the engine: the same tree as growing/grower.h gives, to the byte, at the price of a histogram.
#pragma once

#include "treewright/engine/limits.h"
#include "treewright/growing/grower.h"

namespace treewright {

/// Whether the engine covers the options; else `fast_grow` goes the plain way. Not covered: gain ratio and stop tests, which want to
/// know how many cuts there were; cost-gini; the worked arithmetic; more than 65,535 classes.
bool engine_covers(const TrainingSet& set, const GrowOptions& options, const GrowRun& run);

Tree fast_grow(const TrainingSet& set, const GrowOptions& options, const ClassTerms& terms, const GrowRun& run,
               const EngineLimits& limits = {});

}  // namespace treewright
