// The answers of a consumer compared with those of the model, row by row.
#pragma once

#include <span>

#include "treewright/verification/replay/answers.h"
#include "treewright/verification/verify.h"

namespace treewright {

/// Counts the differences and describes the first of them.
void compare_answers(const Answers& expected, const Answers& found, const Model& model, const ProbeRows& rows, VerificationResult& result);

}  // namespace treewright
