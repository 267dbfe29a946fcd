// The front door of the engine: the same tree as growing/grower.h gives, to the byte, at the price of a histogram.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "treewright/engine/limits.h"
#include "treewright/growing/grower.h"

namespace treewright {

/// Whether the engine can hold the table: not with more than 1,000 classes, nor with a feature of both -Inf and the lowest double.
bool engine_reads(const TrainingSet& set, const Progress& progress);
/// Whether it covers the options, too; else `fast_grow` goes the plain way. Not covered: gain ratio and stop tests, which want to know
/// how many cuts there were; criteria without a cut kernel (cost-gini); fractions of rows and surrogates, once there are any; the worked arithmetic.
bool engine_covers(const TrainingSet& set, const GrowOptions& options, const GrowRun& run);

/// Trees in two steps: the index first, then the growing, from all rows or from those of a fold. Only where the engine covers the
/// options; all that is given to it must outlive it.
class PreparedGrowth {
public:
    PreparedGrowth(const TrainingSet& set, const GrowOptions& options, const ClassTerms& terms, const GrowRun& run,
                   const EngineLimits& limits = {.keeps_columns = true});
    ~PreparedGrowth();
    /// Of the rows that `run` names. Several may grow at a time.
    [[nodiscard]] Tree grow(const GrowRun& run) const;
    /// A tree for each list, of the rows of the run without those of the list; every list in the order of the table. Equal to `grow` with
    /// the other rows, but folds share their work where that pays.
    [[nodiscard]] std::vector<Tree> grow_without(std::span<const std::vector<std::uint32_t>> held_out,
                                                 const GrowRun& run) const;
    /// The same, and nothing is grown after it: the index goes as soon as it is no longer needed.
    [[nodiscard]] Tree grow_last(const GrowRun& run);

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

Tree fast_grow(const TrainingSet& set, const GrowOptions& options, const ClassTerms& terms, const GrowRun& run,
               const EngineLimits& limits = {});

}  // namespace treewright
