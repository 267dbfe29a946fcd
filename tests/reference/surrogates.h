// Surrogates by brute force: every cut and every set of every other feature.
#pragma once

#include "reference/questions.h"

namespace treewright::reference {

/// The maximum number per split; 0 if none are made.
std::size_t most_surrogates(const TrainingSet& set, const GrowOptions& options);

/// Of a binary split; `question.counted` are the rows it sends left and right.
std::vector<PlainSurrogate> surrogates_of(const TrainingSet& set, const GrowOptions& options, const Measure& measure,
                                          const Question& question);

/// 0, 1, or 2 if the surrogate cannot decide.
int answer_of(const PlainSurrogate& surrogate, const TrainingSet& set, std::size_t row);

/// The threshold between two values, by the options.
double threshold_between(const Column& column, const GrowOptions& options, double a, double b);

}  // namespace treewright::reference
