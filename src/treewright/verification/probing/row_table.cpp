#include "treewright/verification/probing/row_table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace treewright {

namespace {

/// A value of the interval; whole where that is possible.
double middle_of(const CellSet& cell) {
    const bool from_below = std::isfinite(cell.lowest);
    if (!std::isfinite(cell.highest))
        return from_below ? cell.lowest : cell.lowest > 0.0 ? cell.lowest : cell.highest < 0.0 ? cell.highest : 0.0;
    if (!from_below) return cell.highest;
    const double middle = std::clamp(cell.lowest / 2.0 + cell.highest / 2.0, cell.lowest, cell.highest);
    return std::floor(middle) >= cell.lowest   ? std::floor(middle)
           : std::ceil(middle) <= cell.highest ? std::ceil(middle)
                                               : middle;
}

}  // namespace

RowTable::RowTable(const Model& model)
    : schema_(model.schema),
      thresholds_(schema_.features.size()),
      values_(schema_.features.size()),
      codes_(schema_.features.size()) {
    constexpr std::size_t enough = 1000;
    const auto note = [this](SplitKind kind, FeatureId feature, double threshold) {
        if (kind == SplitKind::threshold && thresholds_[feature].size() < enough) thresholds_[feature].push_back(threshold);
    };
    for (const Node& node : model.tree.nodes) note(node.kind, node.feature, node.threshold);
    for (const Surrogate& surrogate : model.tree.surrogates) note(surrogate.kind, surrogate.feature, surrogate.threshold);
    for (std::vector<double>& list : thresholds_) {
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
    }
}

double RowTable::value_in(FeatureId feature, const CellSet& cell) const {
    if (!cell.holds_value()) return std::numeric_limits<double>::quiet_NaN();
    if (cell.lowest == cell.highest) return cell.lowest;  // -0 stays -0
    const std::vector<double>& list = thresholds_[feature];
    const ColumnSchema& column = schema_.features[feature];
    const bool is_whole = column.type != ColumnType::numeric || is_whole_part(column);
    for (std::size_t i = 0; i < std::min<std::size_t>(list.size(), 3); ++i) {
        const double threshold = list[(turn_ + i) % list.size()];
        const double value = is_whole ? std::floor(threshold) : threshold;
        if (cell.lowest <= value && value <= cell.highest) return value;
    }
    return middle_of(cell);
}

LevelCode RowTable::code_in(const CellSet& cell) const {
    const std::size_t levels = cell.levels.size();
    for (std::size_t i = 0; i < levels; ++i)
        if (cell.levels[(turn_ + i) % levels]) return level_code((turn_ + i) % levels);
    return cell.missing ? missing_code : unseen_code;
}

void RowTable::set_last(FeatureId feature, const CellSet& cell) {
    if (holds_values(schema_.features[feature].type))
        values_[feature].back() = value_in(feature, cell);
    else
        codes_[feature].back() = code_in(cell);
}

void RowTable::add(ProbeKind kind, const std::vector<CellSet>& cells) {
    kinds_.push_back(kind);
    for (FeatureId feature = 0; feature < schema_.features.size(); ++feature) {
        if (holds_values(schema_.features[feature].type))
            values_[feature].push_back(0.0);
        else
            codes_[feature].push_back(0);
        set_last(feature, cells[feature]);
    }
    ++turn_;
}

void RowTable::add_variant(ProbeKind kind, FeatureId feature, const CellSet& cell) {
    if (kinds_.empty()) return;
    const std::size_t row = variants_++ * 7 % kinds_.size();
    kinds_.push_back(kind);
    for (std::size_t i = 0; i < schema_.features.size(); ++i) {
        if (holds_values(schema_.features[i].type))
            values_[i].push_back(double{values_[i][row]});
        else
            codes_[i].push_back(LevelCode{codes_[i][row]});
    }
    set_last(feature, cell);
}

ProbeRows RowTable::take() {
    ProbeRows rows;
    rows.table.rows = kinds_.size();
    for (std::size_t i = 0; i < schema_.features.size(); ++i)
        rows.table.columns.push_back({schema_.features[i], Numbers(std::move(values_[i])), std::move(codes_[i])});
    rows.kinds = std::move(kinds_);
    return rows;
}

}  // namespace treewright
