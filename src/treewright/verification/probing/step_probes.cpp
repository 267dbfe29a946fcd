#include "treewright/verification/probing/step_probes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace treewright {

namespace {

CellWish wish_for_value(FeatureId feature, double value) { return {feature, CellWish::Kind::value, value}; }
CellWish wish_for_level(FeatureId feature, LevelCode level) { return {feature, CellWish::Kind::level, 0.0, level}; }
CellWish wish_for(FeatureId feature, CellWish::Kind kind) { return {feature, kind}; }

/// The ends of both sets, and a level that is in neither.
std::vector<LevelCode> levels_around(const LoweredTest& test, const ColumnSchema& column) {
    std::vector<LevelCode> levels;
    for (const auto& side : {test.split.left_levels, test.split.right_levels}) {
        levels.push_back(side.front());
        if (side.size() > 1) levels.push_back(side.back());
    }
    const std::vector<bool> absent = absent_levels(test, column).levels;
    const auto found = std::find(absent.begin(), absent.end(), true);
    if (found != absent.end()) levels.push_back(level_code(static_cast<std::size_t>(found - absent.begin())));
    return levels;
}

std::vector<CellWish> wishes_about(const LoweredTest& test, const ColumnSchema& column) {
    std::vector<CellWish> wishes;
    if (test.split.kind == SplitKind::threshold)
        for (const double value : values_around(test.split.threshold, column))
            wishes.push_back(wish_for_value(test.split.feature, value));
    if (test.split.kind == SplitKind::subset)
        for (const LevelCode level : levels_around(test, column)) wishes.push_back(wish_for_level(test.split.feature, level));
    return wishes;
}

/// One surrogate after the other decides, those before it being undecided; at last none can.
void for_each_surrogate(const LoweredStep& step, const Schema& schema, CellWish reason, const TakeProbe& take) {
    const bool is_unseen = reason.kind == CellWish::Kind::unseen;
    const ProbeKind kind = is_unseen ? ProbeKind::unseen : ProbeKind::missing;
    std::vector<CellWish> wishes = {reason};
    if (!step.surrogates.empty()) take(kind, wishes);  // whatever the surrogates say
    for (const LoweredTest& surrogate : step.surrogates) {
        for (const CellWish& wish : wishes_about(surrogate, schema.features[surrogate.split.feature])) {
            wishes.push_back(wish);
            take(ProbeKind::surrogate, wishes);
            wishes.pop_back();
            if (is_unseen) break;  // the same surrogates: enough to see that they are asked
        }
        wishes.push_back(wish_for(surrogate.split.feature, CellWish::Kind::undecided));
        wishes.back().test = &surrogate;
    }
    take(kind, wishes);
}

}  // namespace

Demand demand_of(const CellWish& wish, const Schema& schema) {
    const ColumnSchema& column = schema.features[wish.feature];
    switch (wish.kind) {
        case CellWish::Kind::value: return {wish.feature, one_value(wish.value)};
        case CellWish::Kind::level: return {wish.feature, one_level(column, wish.level)};
        case CellWish::Kind::missing: return {wish.feature, missing_cells()};
        case CellWish::Kind::unseen: return {wish.feature, unseen_cells()};
        case CellWish::Kind::undecided: return {wish.feature, undecided_cells(*wish.test, column)};
    }
    return {};
}

std::vector<double> values_around(double threshold, const ColumnSchema& column) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    const double whole = std::floor(threshold);
    if (column.type == ColumnType::ordered || is_whole_part(column)) return {whole, whole + 1.0};
    std::vector<double> values = {threshold, std::nextafter(threshold, -infinite), std::nextafter(threshold, infinite)};
    if (column.type != ColumnType::numeric) values.insert(values.end(), {whole, whole + 1.0});
    return values;
}

void for_each_probe(const LoweredStep& step, const Schema& schema, const TakeProbe& take) {
    const FeatureId feature = step.test.split.feature;
    const ColumnSchema& column = schema.features[feature];
    const auto take_one = [&take](ProbeKind kind, const CellWish& wish) { take(kind, {&wish, 1}); };
    if (step.test.split.kind == SplitKind::threshold)
        for (const CellWish& wish : wishes_about(step.test, column)) take_one(ProbeKind::threshold, wish);
    for (std::size_t level = 0; !holds_values(column.type) && level < column.levels.size(); ++level)
        take_one(ProbeKind::level, wish_for_level(feature, level_code(level)));
    for_each_surrogate(step, schema, wish_for(feature, CellWish::Kind::missing), take);
    if (column.type == ColumnType::categorical)
        for_each_surrogate(step, schema, wish_for(feature, CellWish::Kind::unseen), take);
}

}  // namespace treewright
