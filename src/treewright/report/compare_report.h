// Learners side by side, as text, JSON and CSV.
#pragma once

#include <string>

#include "treewright/resampling/compare.h"

namespace treewright {

std::string comparison_text(const ComparisonResult& result);
/// A page of its own.
std::string comparison_html(const ComparisonResult& result);
/// `file`: what the table was read from; empty: it is not named.
std::string comparison_json(const ComparisonResult& result, const std::string& file = {});
/// The rounds of all learners.
std::string comparison_csv(const ComparisonResult& result);

/// Which learner to take, in a few sentences.
std::string verdict(const ComparisonResult& result);

}  // namespace treewright
