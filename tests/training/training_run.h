// Training without a word, for tests.
#pragma once

#include "treewright/training/train.h"

namespace treewright {

/// A preset as it grows, without its pruning.
inline TrainOptions unpruned(Preset preset) {
    TrainOptions options;
    options.preset = preset;
    options.grow = preset_options(preset);
    options.prune = {};
    return options;
}

inline Model train_quietly(const TrainingSet& set, const TrainOptions& options = unpruned(Preset::cart), unsigned threads = 1) {
    return train(set, options, QuietRun(Threads(threads))).model;
}

}  // namespace treewright
