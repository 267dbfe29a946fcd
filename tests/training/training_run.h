// Training without a word, for tests.
#pragma once

#include "treewright/training/train.h"

namespace treewright {

inline Model train_quietly(const TrainingSet& set, const TrainOptions& options = {}, unsigned threads = 1) {
    Progress progress;
    Messages messages;
    const Threads some(threads);
    return train(set, options, {some, progress, messages});
}

}  // namespace treewright
