#include "treewright/export/drawing/class_shares.h"

#include <algorithm>

#include <fmt/format.h>

#include "treewright/base/number_text.h"
#include "treewright/export/wording.h"

namespace treewright {

TextTable class_shares_table(const std::vector<std::string>& classes, std::span<const double> shares, ClassId first) {
    constexpr std::size_t most_classes = 10;
    TextTable table({TextTable::Align::left, TextTable::Align::right, TextTable::Align::left});
    std::vector<std::size_t> order = classes_by_weight(shares, first);
    const bool few = shares.size() <= most_classes;
    for (std::size_t c = 0; c < shares.size() && few; ++c)
        if (shares[c] == 0.0) order.push_back(c);
    for (std::size_t i = 0; i < std::min(order.size(), most_classes); ++i)
        table.add_row({"  " + shown_name(classes[order[i]]), fixed_text(shares[order[i]], 3), bar_text(shares[order[i]])});
    if (order.size() > most_classes) table.add_note(fmt::format("  … {} more", order.size() - most_classes));
    return table;
}

std::string share_interval_text(const std::string& class_name, const Interval& interval) {
    return fmt::format("95 % interval for the share of {}: {} to {}", class_name, fixed_text(interval.low, 3),
                       fixed_text(interval.high, 3));
}

}  // namespace treewright
