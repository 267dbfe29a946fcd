#include "treewright/verification/probing/arrival.h"

#include <algorithm>

namespace treewright {

namespace {

/// By the tested value itself.
void add_own_ways(const LoweredStep& step, NodeId successor, const ColumnSchema& column, std::vector<Way>& ways) {
    const LoweredTest& test = step.test;
    const FeatureId feature = test.split.feature;
    if (test.split.kind == SplitKind::multiway) {
        for (std::size_t level = 0; level < test.by_level.size(); ++level)
            if (test.by_level[level] == successor) ways.push_back({{feature, one_level(column, level_code(level))}});
        return;
    }
    const bool is_refused = step.refuses_missing && test.split.kind == SplitKind::is_missing;
    if (test.yes == successor && !is_refused) ways.push_back({{feature, cells_of_answer(test, column, true)}});
    if (test.no == successor) ways.push_back({{feature, cells_of_answer(test, column, false)}});
    if (test.split.kind == SplitKind::subset && step.when_absent == successor)
        ways.push_back({{feature, absent_levels(test, column)}});
}

/// Without the tested value, for the reason in `way`: by a surrogate, or where such rows go.
void add_other_ways(const LoweredStep& step, std::pair<NodeId, NodeId> asked_and_rest, Way way, const Schema& schema,
                    std::vector<Way>& ways) {
    const auto [successor, rest] = asked_and_rest;
    for (const LoweredTest& surrogate : step.surrogates) {
        const ColumnSchema& column = schema.features[surrogate.split.feature];
        for (const bool yes : {true, false}) {
            if ((yes ? surrogate.yes : surrogate.no) != successor) continue;
            ways.push_back(way);
            ways.back().push_back({surrogate.split.feature, cells_of_answer(surrogate, column, yes)});
        }
        way.push_back({surrogate.split.feature, undecided_cells(surrogate, column)});
    }
    if (rest == successor) ways.push_back(std::move(way));
}

}  // namespace

std::vector<Way> ways_to(const LoweredStep& step, NodeId successor, const Schema& schema) {
    std::vector<Way> ways;
    const FeatureId feature = step.test.split.feature;
    add_own_ways(step, successor, schema.features[feature], ways);
    if (step.test.split.kind == SplitKind::is_missing || step.refuses_missing || !step.parts.empty()) return ways;
    add_other_ways(step, {successor, step.when_missing}, {{feature, missing_cells()}}, schema, ways);
    if (schema.features[feature].type == ColumnType::categorical)
        add_other_ways(step, {successor, step.when_unseen}, {{feature, unseen_cells()}}, schema, ways);
    return ways;
}

Arrival::Arrival(const Schema& schema) : schema_(schema) {
    for (const ColumnSchema& feature : schema.features) cells_.push_back(all_cells(feature));
}

bool Arrival::narrow(const Way& way) {
    const std::size_t start = mark();
    for (const Demand& demand : way) {
        before_.emplace_back(demand.feature, cells_[demand.feature]);
        if (treewright::narrow(cells_[demand.feature], demand.cells, schema_.features[demand.feature])) continue;
        widen_to(start);
        return false;
    }
    return true;
}

void Arrival::widen_to(std::size_t mark) {
    while (before_.size() > mark) {
        cells_[before_.back().first] = std::move(before_.back().second);
        before_.pop_back();
    }
}

/// Backtracking over the ways of each step of the path.
std::optional<std::vector<CellSet>> cells_down(const LoweredTree& tree, const Schema& schema, std::span<const NodeId> path,
                                               const Way& first, SearchBudget& budget) {
    struct Choice {
        std::vector<Way> ways;
        std::size_t next = 0;
        std::size_t mark = 0;
    };
    Arrival arrival(schema);
    if (!arrival.narrow(first)) return std::nullopt;
    std::vector<Choice> choices;
    const std::size_t limit = std::min(budget.all, budget.per_search);
    for (std::size_t steps = 0; steps < limit; ++steps, --budget.all) {
        const std::size_t at = choices.size();
        if (at + 1 == path.size()) return arrival.cells();
        choices.push_back({ways_to(tree.step(path[at]), path[at + 1], schema), 0, arrival.mark()});
        while (true) {
            Choice& choice = choices.back();
            arrival.widen_to(choice.mark);
            if (choice.next == choice.ways.size()) {
                choices.pop_back();
                if (choices.empty()) return std::nullopt;
            } else if (arrival.narrow(choice.ways[choice.next++])) {
                break;
            }
        }
    }
    return std::nullopt;
}

}  // namespace treewright
