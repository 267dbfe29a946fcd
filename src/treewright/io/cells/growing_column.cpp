#include "treewright/io/cells/growing_column.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "treewright/base/large_array.h"
#include "treewright/base/number_text.h"
#include "treewright/io/cells/number_cell.h"

namespace treewright {

namespace {

/// Room for `more` cells: for all that are expected at once, so that nothing is copied while the column grows.
template <typename Cell>
void make_room(std::vector<Cell>& cells, std::size_t more, std::size_t expected) {
    const std::size_t needed = cells.size() + more;
    if (needed <= cells.capacity()) return;
    cells.reserve(std::max({needed, expected + expected / 32, cells.capacity() + cells.capacity() / 2}));
    // A page costs a fault when it is first written. A table of 168 MB was read in 430 ms with large pages, in 500 ms without.
    request_large_pages(cells.data(), std::min(expected, cells.capacity()) * sizeof(Cell));
}

/// Memory that was never written is none: only what is worth copying is given back.
template <typename Cell>
void give_back(std::vector<Cell>& cells) {
    if (cells.capacity() > cells.size() + cells.size() / 8) cells.shrink_to_fit();
}

}  // namespace

CellPlan GrowingColumn::plan() const {
    static const ColumnRule ignored{{}, ColumnRule::Kind::ignore, {}};
    return {lost_ ? &ignored : rule_, so_far_, false};
}

bool GrowingColumn::learn(const ColumnCells& cells, std::size_t rows) {
    if (rule_->kind != ColumnRule::Kind::guess || lost_) return true;
    so_far_ = joined(so_far_, cells.type(rows));
    return !cells.misjudged() && cells.reading() == ColumnCells::reading_of(plan());
}

void GrowingColumn::append(ColumnCells& cells, std::size_t rows, std::size_t expected_rows) {
    if (rule_->kind == ColumnRule::Kind::guess) become(so_far_);
    if (lost_ || cells.reading() == ColumnCells::Reading::skip) return;
    if (cells.reading() == ColumnCells::Reading::levels) {
        make_room(codes_, rows, expected_rows);
        append_codes(cells, rows);
    } else {
        make_room(values_, rows, expected_rows);
        values_.insert(values_.end(), cells.values().begin(), cells.values().begin() + static_cast<std::ptrdiff_t>(rows));
    }
    odd_ = static_cast<std::uint8_t>(odd_ | cells.odd());
    if (text_beyond_.empty() && cells.row_beyond_double()) {
        row_beyond_ = rows_ + *cells.row_beyond_double();
        text_beyond_ = cells.text_beyond_double();
    }
    rows_ += rows;
}

/// From the chunk's codes to the column's: each level is looked up once a dictionary.
void GrowingColumn::append_codes(ColumnCells& cells, std::size_t rows) {
    std::vector<LevelCode>& global = cells.global_codes();
    for (std::size_t code = global.size(); code < cells.dictionary().size(); ++code)
        global.push_back(dictionary_.code(cells.dictionary().level(code)));
    for (std::size_t row = 0; row < rows; ++row) {
        const LevelCode code = cells.codes()[row];
        codes_.push_back(code < 0 ? code : global[position_of(code)]);
    }
}

void GrowingColumn::become(CellType type) {
    if (type == held_) return;
    if (type == CellType::text) become_text();
    if (held_ == CellType::date && type == CellType::time)
        for (double& value : values_) value *= seconds_per_day;
    held_ = type;
}

/// The early cells get back the text that they were written with, where it can be reconstructed from their value; else they are lost. Most
/// columns of text are so from the first cell on and come here without any value.
void GrowingColumn::become_text() {
    lost_ = odd_ != Odd::none || held_ == CellType::time;
    std::vector<double> values = std::exchange(values_, {});
    if (lost_) return;
    codes_.reserve(values.size());
    for (const double value : values) {
        const bool date = held_ == CellType::date;
        codes_.push_back(is_missing(value)
                             ? missing_code
                             : dictionary_.code(date ? date_text(value) : plain_spelling(value, cells_->decimal_comma)));
    }
}

void GrowingColumn::take(GrowingColumn&& other) {
    dictionary_ = std::move(other.dictionary_);
    codes_ = std::move(other.codes_);
    lost_ = false;
    so_far_ = held_ = CellType::text;
    values_ = {};
}

std::optional<std::size_t> GrowingColumn::first_row_without(const std::vector<double>& of_text) const {
    for (std::size_t row = 0; row < codes_.size(); ++row)
        if (codes_[row] >= 0 && is_missing(of_text[position_of(codes_[row])]) &&
            !texts().level(position_of(codes_[row])).empty())
            return row;
    return std::nullopt;
}

std::string GrowingColumn::text_at(std::size_t row) const {
    if (!codes_.empty()) return texts().level(position_of(codes_[row]));
    return held_ == CellType::date ? date_text(values_[row]) : time_text(values_[row]);
}

std::size_t GrowingColumn::first_known_row() const {
    std::size_t row = 0;
    while (codes_.empty() ? is_missing(values_[row]) : codes_[row] < 0) ++row;
    return row;
}

void GrowingColumn::become_values(const std::vector<double>& of_text, ColumnType type, ColumnReading reading) {
    values_.clear();
    values_.reserve(codes_.size());
    for (const LevelCode code : codes_)
        values_.push_back(code < 0 ? std::numeric_limits<double>::quiet_NaN() : of_text[position_of(code)]);
    codes_ = {};
    settled_ = type;
    so_far_ = held_ = type == ColumnType::numeric ? CellType::number
                      : type == ColumnType::date  ? CellType::date
                                                  : CellType::time;
    reading_ = std::move(reading);
}

ColumnType GrowingColumn::value_type() const {
    if (settled_) return *settled_;
    if (rule_->kind == ColumnRule::Kind::date || held_ == CellType::date) return ColumnType::date;
    if (rule_->kind == ColumnRule::Kind::time || held_ == CellType::time) return ColumnType::time;
    return ColumnType::numeric;
}

/// The dictionary begins with the rule's levels and gets no others, so a code is a rank.
Column GrowingColumn::ordered_column() const {
    std::vector<double> ranks;
    ranks.reserve(codes_.size());
    for (const LevelCode code : codes_)
        ranks.push_back(code < 0 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(code));
    ColumnReading reading;
    reading.folds_case = rule_->reading.folds_case;
    return {{rule_->name, ColumnType::ordered, rule_->levels, std::move(reading)}, std::move(ranks), {}};
}

Column GrowingColumn::finish(const std::vector<std::uint32_t>& lines) {
    const bool has_levels = !settled_ && ColumnCells::reading_of(plan()) == ColumnCells::Reading::levels;
    if (!settled_ && has_decimals() && cells_->decimal_comma) reading_.decimal_sign = ",";
    if (rule_->kind == ColumnRule::Kind::date || rule_->kind == ColumnRule::Kind::time)
        reading_.date_format = rule_->reading.date_format;
    if (!has_levels && !text_beyond_.empty()) throw beyond_double(cells_->file, rule_->name, lines[row_beyond_], text_beyond_);
    if (!has_levels) {
        give_back(values_);
        return {{rule_->name, value_type(), {}, reading_}, std::move(values_), {}};
    }
    if (rule_->kind == ColumnRule::Kind::ordered) return ordered_column();
    give_back(codes_);
    std::vector<std::string> levels = sort_levels(dictionary_, codes_);
    return {{rule_->name, ColumnType::categorical, std::move(levels)}, {}, std::move(codes_)};
}

}  // namespace treewright
