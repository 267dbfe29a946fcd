// A column of a table while its file is read: the cells of one chunk after the other, under the one type that fits them all.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/data/table.h"
#include "treewright/io/cells/column_cells.h"

namespace treewright {

class GrowingColumn {
public:
    /// Both must outlive the column.
    GrowingColumn(const ColumnRule& rule, const CellRules& cells) : rule_(&rule), cells_(&cells), dictionary_(rule.levels) {}

    [[nodiscard]] CellPlan plan() const;
    /// Learns the type of the cells. False if they have to be read again by `plan()`, since it is not what they were read by.
    bool learn(const ColumnCells& cells, std::size_t rows);
    /// Appends cells that were learned from. `expected_rows` is a guess how many there will be in the end, 0 if there is none.
    void append(ColumnCells& cells, std::size_t rows, std::size_t expected_rows);

    /// Whether the column turned out to be text after numbers or times whose spelling is lost ("007"), or holds whole numbers that may be
    /// codes ("01313"): then it has to be read again, as a category, from the first row on.
    [[nodiscard]] bool must_be_read_again() const { return lost_ || may_hold_codes(); }
    /// Takes what another reading of the same column has found.
    void take(GrowingColumn&& other);
    [[nodiscard]] const ColumnRule& rule() const { return *rule_; }
    /// Whether it holds texts that may turn out to be numbers, dates or times.
    [[nodiscard]] bool is_text_by_guess() const {
        if (rule_->wanted == ColumnRule::Wanted::date) return rule_->kind == ColumnRule::Kind::categorical && !settled_;
        return rule_->kind == ColumnRule::Kind::guess && held_ == CellType::text;
    }
    [[nodiscard]] bool holds_numbers() const { return held_ == CellType::number || rule_->kind == ColumnRule::Kind::numeric; }
    /// Whether some of its numbers have decimals.
    [[nodiscard]] bool has_decimals() const { return holds_numbers() && (odd_ & Odd::decimals) != 0; }
    /// Whether some of its whole numbers are beyond 2^53 and so may not be what was written.
    [[nodiscard]] bool has_rounded_numbers() const {
        constexpr double exact_up_to = 9007199254740992.0;
        return holds_numbers() && (odd_ & Odd::long_whole) != 0 &&
               std::any_of(values_.begin(), values_.end(), [](double value) { return std::fabs(value) > exact_up_to; });
    }
    /// Its distinct texts, in the order of the file.
    [[nodiscard]] const LevelDictionary& texts() const { return dictionary_; }
    /// Whether no cell has a value.
    [[nodiscard]] bool is_empty() const { return held_ == CellType::nothing; }
    [[nodiscard]] std::string text_at(std::size_t row) const;
    [[nodiscard]] std::size_t first_known_row() const;
    /// The first row whose text, if it is not empty, has no value (NaN) in `of_text`; nothing if there is none.
    [[nodiscard]] std::optional<std::size_t> first_row_without(const std::vector<double>& of_text) const;
    /// Makes values of the texts: each has one, NaN for missing.
    void become_values(const std::vector<double>& of_text, ColumnType type, ColumnReading reading);
    /// The column. `lines` are those of its rows, for an error. The builder is used up.
    [[nodiscard]] Column finish(const std::vector<std::uint32_t>& lines);

private:
    [[nodiscard]] bool may_hold_codes() const {
        const bool whole = (odd_ & (Odd::decimals | Odd::other)) == 0;
        return rule_->kind == ColumnRule::Kind::guess && rule_->wanted != ColumnRule::Wanted::number &&
               held_ == CellType::number && (odd_ & Odd::idle_zero) != 0 && whole;
    }
    void become(CellType type);
    void become_text();
    void append_codes(ColumnCells& cells, std::size_t rows);
    [[nodiscard]] ColumnType value_type() const;
    [[nodiscard]] Column ordered_column() const;

    const ColumnRule* rule_;
    const CellRules* cells_;
    CellType so_far_ = CellType::nothing;  ///< of a guessed column, by what was learned
    CellType held_ = CellType::nothing;    ///< what the cells appended so far are held as; follows `so_far_`
    std::uint8_t odd_ = Odd::none;         ///< why the text of some cells cannot be reconstructed from their value
    bool lost_ = false;
    std::size_t rows_ = 0;
    std::vector<double> values_;
    std::vector<LevelCode> codes_;
    LevelDictionary dictionary_;
    std::size_t row_beyond_ = 0;
    std::string text_beyond_;  ///< empty: there is no number beyond double
    ColumnReading reading_;
    std::optional<ColumnType> settled_;  ///< of texts that became values
};

}  // namespace treewright
