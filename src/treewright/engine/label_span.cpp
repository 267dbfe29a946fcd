#include "treewright/engine/label_span.h"

#include <algorithm>
#include <cmath>

namespace treewright {

TargetFacts target_facts(const RowLabels& labels, std::span<const std::uint32_t> rows) {
    if (rows.empty()) return {};
    TargetFacts facts{0, {INT64_MAX, INT64_MIN}};
    for (const std::uint32_t row : rows) {
        const std::int64_t product = labels.labels.product(row);
        const std::int64_t weight = labels.labels.weight(row);
        const std::int64_t low = weight == 1 ? product : product / weight;  // never negative: rounded down
        facts.squares += labels.labels.square(row);
        facts.span.low = std::min(facts.span.low, low);
        facts.span.high = std::max(facts.span.high, weight == 1 ? low : low + 1);
    }
    if (facts.span.high <= facts.span.low) facts.span.high = facts.span.low + 1;
    return facts;
}

LabelSpan label_span(const RowLabels& labels, std::span<const std::uint32_t> rows) {
    return labels.kind == LabelKind::moments ? target_facts(labels, rows).span : LabelSpan{0, 1};
}

}  // namespace treewright
