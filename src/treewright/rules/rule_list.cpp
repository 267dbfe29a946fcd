#include "treewright/rules/rule_list.h"

#include <algorithm>
#include <numeric>

namespace treewright {
namespace {

double sum_of(std::span<const double> weights) { return std::accumulate(weights.begin(), weights.end(), 0.0); }

/// If every training row met a rule, a row that meets none is predicted like an arbitrary row.
std::span<const double> weights_at(const RuleList& list, std::size_t position) {
    if (position < list.rules.size()) return list.rules[position].class_weights;
    return sum_of(list.default_weights) > 0.0 ? list.default_weights : list.class_weights;
}

}  // namespace

std::size_t find_rule(const RuleList& list, const std::vector<Column>& features, std::size_t row) {
    std::size_t position = 0;
    while (position < list.rules.size() && first_unmet(list.rules[position], features, row)) ++position;
    return position;
}

void find_rules(const RuleList& list, const std::vector<Column>& features, std::span<std::uint32_t> positions,
                const Threads& threads) {
    constexpr std::size_t rows_per_block = 1024;
    threads.for_each((positions.size() + rows_per_block - 1) / rows_per_block, [&](std::size_t block) {
        const std::size_t end = std::min(positions.size(), (block + 1) * rows_per_block);
        for (std::size_t row = block * rows_per_block; row < end; ++row)
            positions[row] = static_cast<std::uint32_t>(find_rule(list, features, row));
    });
}

ClassId label_at(const RuleList& list, std::size_t position) {
    return position == list.rules.size() ? list.default_label : list.rules[position].label;
}

double support_at(const RuleList& list, std::size_t position) { return sum_of(weights_at(list, position)); }

void shares_at(const RuleList& list, std::size_t position, std::span<double> shares) {
    const auto weights = weights_at(list, position);
    const double total = sum_of(weights);
    std::transform(weights.begin(), weights.end(), shares.begin(), [total](double weight) { return weight / total; });
}

}  // namespace treewright
