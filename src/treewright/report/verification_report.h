// The record of a verification, as text and JSON.
#pragma once

#include <string>

#include "treewright/verification/verify.h"

namespace treewright {

/// What was compared: the files, as the user named them.
struct VerifiedFiles {
    std::string model;
    std::string exported;
    std::string data = {};
};

std::string verification_text(const VerificationResult& result, const VerifiedFiles& files);
/// One object: docs/exports.md describes it.
std::string verification_json(const VerificationResult& result, const VerifiedFiles& files);

}  // namespace treewright
