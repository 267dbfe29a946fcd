// Counts, shares and tests as text, the same in every output.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/export/names.h"
#include "treewright/tree/model.h"

namespace treewright {

/// A number of rows: "4", "4.5", "0.3333"; weights are numbers of rows.
std::string count_text(double weight);
/// "1 row", "4.5 rows".
std::string rows_text(double weight);

/// Three decimals; two significant digits where that would hide a small number, six for a large one.
std::string figure_text(double value);
/// Decimals that show a spread to three significant digits; nothing where that takes more than ten or the spread is not finite.
std::optional<int> decimals_for(double spread);
/// With those decimals, or as short as it can be exactly.
std::string value_with_decimals(double value, std::optional<int> decimals);

/// The classes that have weight, the heaviest first and `first` before its equals.
std::vector<std::size_t> classes_by_weight(std::span<const double> weights, ClassId first);
/// "3 no"; a class that looks like a number comes first, "1: 68", since "68 1" would read as two numbers.
std::string class_count_text(double weight, const std::string& name);
/// "3 no, 2 yes" in that order; two or more that do not fit are counted: "3 a, 2 b, … 4 more".
std::string class_counts_text(const std::vector<std::string>& classes, std::span<const double> weights, ClassId first,
                              std::size_t width = any_width);
/// The same without shortening a name: the line may be longer.
std::string whole_class_counts_text(const std::vector<std::string>& classes, std::span<const double> weights, ClassId first,
                                    std::size_t width);
/// The same in the order of the classes, as long as they are few.
std::string class_list_text(const std::vector<std::string>& classes, std::span<const double> weights);
/// A bar of `cells` blocks, `share` of them full. Only 0 is empty and only 1 is full.
std::string bar_text(double share, std::size_t cells = 10);

/// "81 %"; one decimal where that would be 0 or 100 without being so.
std::string whole_percent(double share);
/// With one decimal: "12.5 %".
std::string percent_text(double share);

/// "p = 0.170", with ", m·p = 0.680" where that one decided; "p ≈" where an exact test was too large.
std::string test_text(const NodeTest& test, bool adjusted);
/// min(1, m·p).
double adjusted_p_value(const NodeTest& test);

}  // namespace treewright
