// Surrogates by brute force: every cut and every set of every other feature.
#pragma once

#include "reference/questions.h"

namespace treewright::reference {

/// How many a split gets at most; 0 where none are to be made.
std::size_t most_surrogates(const TrainingSet& set, const GrowOptions& options);

/// Of a two-way question; `question.counted` are the rows it sends left and right.
std::vector<PlainSurrogate> surrogates_of(const TrainingSet& set, const GrowOptions& options, const Measure& measure,
                                          const Question& question);

/// 0, 1, or 2 where the surrogate has no answer.
int answer_of(const PlainSurrogate& surrogate, const TrainingSet& set, std::size_t row);

/// Where a threshold stands between two values, in the sense of the options.
double threshold_between(const Column& column, const GrowOptions& options, double a, double b);

}  // namespace treewright::reference
