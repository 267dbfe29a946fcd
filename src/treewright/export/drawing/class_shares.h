// The class probabilities of a prediction as text, with a confidence interval.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/export/table_text.h"
#include "treewright/statistics/intervals.h"

namespace treewright {

/// A line for each class with its share and a bar, the largest first and `first` before its equals; of many classes the first ten.
TextTable class_shares_table(const std::vector<std::string>& classes, std::span<const double> shares, ClassId first);

/// "95 % interval for the share of no: 0.342 to 1.000"
std::string share_interval_text(const std::string& class_name, const Interval& interval);

}  // namespace treewright
