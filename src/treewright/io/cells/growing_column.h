// A column of a table while its file is read: the cells of one chunk after the other, under the one type that fits them all.
#pragma once

#include <cstddef>
#include <cstdint>
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

    /// Whether the column turned out to be text after numbers or times whose spelling is lost ("007"): then it has to be read
    /// again, as a category, from the first row on.
    [[nodiscard]] bool must_be_read_again() const { return lost_; }
    /// Takes what another reading of the same column has found.
    void take(GrowingColumn&& other);
    /// Whether it holds texts without having been declared a category.
    [[nodiscard]] bool is_text_by_guess() const { return rule_->kind == ColumnRule::Kind::guess && held_ == CellType::text; }
    [[nodiscard]] bool holds_numbers() const { return held_ == CellType::number || rule_->kind == ColumnRule::Kind::numeric; }
    /// Whether its texts are all numbers with this decimal sign (quoted empty ones aside), and whether one of them makes that clear.
    struct Numbers {
        bool all = false;
        bool clear = false;
    };
    [[nodiscard]] Numbers numbers_by(bool decimal_comma) const;
    /// Makes the texts the numbers that they are.
    void become_numbers(bool decimal_comma);
    /// The column. `lines` are those of its rows, for an error. The builder is used up.
    [[nodiscard]] Column finish(const std::vector<std::uint32_t>& lines);

private:
    void become(CellType type);
    void become_text();
    void append_codes(ColumnCells& cells, std::size_t rows);
    [[nodiscard]] ColumnType value_type() const;
    [[nodiscard]] Column ordered_column() const;

    const ColumnRule* rule_;
    const CellRules* cells_;
    CellType so_far_ = CellType::nothing;  ///< of a guessed column, by what was learned
    CellType held_ = CellType::nothing;    ///< what the cells appended so far are held as; follows `so_far_`
    bool odd_ = false;                     ///< whether there are cells whose text cannot be reconstructed from their value
    bool lost_ = false;
    std::size_t rows_ = 0;
    std::vector<double> values_;
    std::vector<LevelCode> codes_;
    LevelDictionary dictionary_;
    std::size_t row_beyond_ = 0;
    std::string text_beyond_;  ///< empty: there is no number beyond double
};

}  // namespace treewright
