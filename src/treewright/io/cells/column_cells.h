// The cells of one column in one chunk of rows, from texts to numbers or codes of levels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "treewright/base/error.h"
#include "treewright/data/ids.h"
#include "treewright/data/level_dictionary.h"
#include "treewright/io/cells/cell_type.h"
#include "treewright/io/cells/column_rule.h"
#include "treewright/io/cells/number_cell.h"
#include "treewright/io/cells/number_run.h"
#include "treewright/io/cells/record.h"
#include "treewright/io/csv/csv_quotes.h"
#include "treewright/io/kept_cells.h"

namespace treewright {

/// How the cells of a column are to be read.
struct CellPlan {
    const ColumnRule* rule = nullptr;
    CellType so_far = CellType::nothing;  ///< of a column whose type is guessed: what its cells have been in other chunks
    bool kept = false;                    ///< whether their texts are wanted as they were written
};

class ColumnCells {
public:
    enum class Reading : std::uint8_t { skip, number, date, time, levels };

    explicit ColumnCells(const CellRules& cells) : cells_(&cells) {}

    /// Begins a new chunk.
    void begin(const CellPlan& plan);
    void make_room(std::size_t rows);

    /// The general way, for any field. `line` is for errors.
    void add(const Field& field, std::size_t row, std::size_t line);
    /// The short way for a level, an unquoted text inside a `Block`; false if it takes the general one.
    bool add_quickly(const char* text, std::size_t length, std::size_t row);
    /// Whether `add(PlainNumber)` may be called.
    [[nodiscard]] bool takes_numbers() const { return quick_ == Reading::number; }
    void add(const PlainNumber& number, std::size_t row) {
        values_[row] = number.value;
        odd_ = static_cast<std::uint8_t>(odd_ | number.odd);
    }

    /// What the cells of the chunk's first `rows` rows are, joined with those of other chunks. For a column whose type is guessed.
    [[nodiscard]] CellType type(std::size_t rows) const;
    /// Whether a cell did not fit the plan, so that the chunk has to be read again by a plan with `type`.
    [[nodiscard]] bool misjudged() const { return misjudged_; }

    [[nodiscard]] static Reading reading_of(const CellPlan& plan);
    [[nodiscard]] Reading reading() const { return reading_; }
    [[nodiscard]] const std::vector<double>& values() const { return values_; }
    [[nodiscard]] const std::vector<LevelCode>& codes() const { return codes_; }
    [[nodiscard]] const LevelDictionary& dictionary() const { return dictionary_; }
    /// Codes of `dictionary` in a larger one, as far as they have been looked up there; emptied with the dictionary.
    [[nodiscard]] std::vector<LevelCode>& global_codes() { return global_codes_; }
    [[nodiscard]] const std::optional<KeptCells>& kept() const { return kept_; }
    /// The bits of `Odd` that some cell has.
    [[nodiscard]] std::uint8_t odd() const { return odd_; }
    /// The row of the first number beyond double, in a column whose type is guessed.
    [[nodiscard]] std::optional<std::size_t> row_beyond_double() const { return row_beyond_; }
    [[nodiscard]] const std::string& text_beyond_double() const { return text_beyond_; }

private:
    void begin_levels();
    void add_number(const Field& field, std::size_t row, std::size_t line);
    [[nodiscard]] NumberCell parse_cell(const Field& field) const;
    [[nodiscard]] std::optional<double> parse_moment(std::string_view text) const;
    void add_time(const Field& field, std::size_t row, std::size_t line);
    void add_level(const Field& field, std::size_t row, std::size_t line);
    void add_kept(const Field& field, std::size_t row);
    [[nodiscard]] bool means_missing(const Field& field) const;
    bool add_missing_value(const Field& field, std::size_t row);
    void misjudge(const Field& field, std::size_t row);
    [[nodiscard]] bool is_guessed() const { return rule_->kind == ColumnRule::Kind::guess; }
    [[nodiscard]] LevelCode code_of(const Field& field, std::size_t line);

    const CellRules* cells_;
    const ColumnRule* rule_ = nullptr;
    const MissingWords* missing_ = nullptr;
    bool quoted_may_miss_ = false;  ///< whether a quoted text may be a word for missing
    Reading reading_ = Reading::skip;
    Reading quick_ = Reading::skip;        ///< what `add_quickly` can do; `time` is unused
    CellType so_far_ = CellType::nothing;  ///< of the plan, joined with cells that did not fit it
    bool misjudged_ = false;
    std::uint8_t odd_ = Odd::none;
    std::vector<double> values_;
    std::vector<LevelCode> codes_;
    LevelDictionary dictionary_;  ///< stays from chunk to chunk, so that levels are copied once
    std::vector<std::int32_t> global_codes_;
    const ColumnRule* dictionary_rule_ = nullptr;  ///< whose levels the dictionary began with
    std::optional<KeptCells> kept_;
    std::optional<std::size_t> row_beyond_;
    std::string text_beyond_;
};

/// The sentence for a number that no double can hold.
[[nodiscard]] Error beyond_double(const std::string& file, const std::string& column, std::size_t line, std::string_view text);

inline bool ColumnCells::add_quickly(const char* text, std::size_t length, std::size_t row) {
    switch (quick_) {
        case Reading::skip: return true;
        case Reading::levels: {
            const std::string_view level(text, length);
            if (length == 0 || is_blank(level.front()) || is_blank(level.back())) return false;
            if (missing_->contain(level)) return false;
            const LevelCode code = dictionary_.find_padded(level);
            codes_[row] = code;
            return code >= 0;
        }
        default: return false;
    }
}

}  // namespace treewright
