#include "treewright/engine/label_span.h"

#include <algorithm>
#include <cmath>

namespace treewright {

LabelSpan label_span(const RowLabels& labels, std::span<const std::uint32_t> rows) {
    if (labels.kind != LabelKind::moments) return {0, 1};
    const auto products = labels.labels.products();
    LabelSpan span{INT64_MAX, INT64_MIN};
    for (const std::uint32_t row : rows) {
        const std::int64_t weight = labels.labels.weight(row);
        const std::int64_t low = weight == 1 ? products[row] : products[row] / weight;  // never negative: rounded down
        span.low = std::min(span.low, low);
        span.high = std::max(span.high, weight == 1 ? low : low + 1);
    }
    if (span.high <= span.low) span.high = span.low + 1;
    return span;
}

}  // namespace treewright
