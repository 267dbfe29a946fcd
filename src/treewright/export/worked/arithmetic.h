// Formulas with their numbers filled in, as on a blackboard. Each is one line; the caller breaks it at its blanks.
#pragma once

#include <string>
#include <vector>

#include "treewright/export/worked/ledger.h"

namespace treewright {

/// "H = −5/14·log₂(5/14) − 9/14·log₂(9/14) = 0.940"
std::string impurity_arithmetic(const Ledger& ledger, const Figures& rows);
/// "H(Play | Windy) = 8/14·0.811 + 6/14·1.000 = 0.892", `condition` being what follows the bar.
std::string mean_impurity_arithmetic(const Ledger& ledger, const Candidate& candidate, const std::string& condition);
/// "gain = 0.940 − 0.892 = 0.048"; with missing rows left out "gain = 12/14·(0.918 − 0.606) = 0.267".
std::string gain_arithmetic(const Ledger& ledger, const Candidate& candidate);
/// "split information = −8/14·log₂(8/14) − 6/14·log₂(6/14) = 0.985"
std::string split_information_arithmetic(const Ledger& ledger, const Candidate& candidate);
/// "gain ratio = 0.048 / 0.985 = 0.049", less the penalty where there is one.
std::string gain_ratio_arithmetic(const Candidate& candidate);

/// "0.940 − 0.694", with as many more decimals as it takes for the reader's own subtraction to give `result` to three.
std::string subtraction_text(double from, double taken, double result);

}  // namespace treewright
