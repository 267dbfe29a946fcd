#include "treewright/engine/measure/label_span.h"

#include <algorithm>
#include <vector>

#include "treewright/engine/large_nodes/row_blocks.h"

namespace treewright {

namespace {

/// Rows of weight 1: without divisions.
TargetFacts facts_of_targets(std::span<const std::int64_t> targets, std::span<const RowId> rows) {
    TargetFacts facts{0, {INT64_MAX, INT64_MIN}};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        __builtin_prefetch(&targets[row_ahead(rows, i)]);
        const std::int64_t target = targets[rows[i]];
        facts.squares += static_cast<UInt128>(target) * static_cast<UInt128>(target);
        facts.span.low = std::min(facts.span.low, target);
        facts.span.high = std::max(facts.span.high, target);
    }
    return facts;
}

TargetFacts facts_of_weighted(const Labels& labels, std::span<const RowId> rows) {
    TargetFacts facts{0, {INT64_MAX, INT64_MIN}};
    for (const RowId row : rows) {
        const std::int64_t weight = labels.weight(row);
        const std::int64_t low = labels.product(row) / weight;  // never negative: rounded down
        facts.squares += labels.square(row);
        facts.span.low = std::min(facts.span.low, low);
        facts.span.high = std::max(facts.span.high, weight == 1 ? low : low + 1);
    }
    return facts;
}

}  // namespace

void TargetFacts::merge(const TargetFacts& other) {
    squares += other.squares;
    span = {std::min(span.low, other.span.low), std::max(span.high, other.span.high)};
}

LabelSpan widened(LabelSpan span) { return {span.low, std::max(span.high, span.low + 1)}; }

TargetFacts target_facts(const RowLabels& labels, std::span<const RowId> rows, const Threads& threads) {
    if (rows.empty()) return {};
    TargetFacts facts = narrow_target_facts(labels, rows, threads);
    facts.span = widened(facts.span);
    return facts;
}

TargetFacts narrow_target_facts(const RowLabels& labels, std::span<const RowId> rows, const Threads& threads) {
    std::vector<TargetFacts> parts(std::min<std::size_t>(threads.count(), rows.size()));
    threads.for_each(parts.size(), [&](std::size_t part) {
        const auto own = part_of(rows, part, parts.size());
        parts[part] = labels.labels.has_weights() ? facts_of_weighted(labels.labels, own)
                                                  : facts_of_targets(labels.labels.products(), own);
    });
    for (std::size_t part = 1; part < parts.size(); ++part) parts[0].merge(parts[part]);
    return parts[0];
}

LabelSpan label_span(const RowLabels& labels, std::span<const RowId> rows, const Threads& threads) {
    return labels.kind == LabelKind::moments ? target_facts(labels, rows, threads).span : LabelSpan{0, 1};
}

}  // namespace treewright
