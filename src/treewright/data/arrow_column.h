// Makes a `Column` of the arrays that an Arrow column comes in: chunks of any length, each with a dictionary of its own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "treewright/data/arrow_values.h"
#include "treewright/data/ids.h"
#include "treewright/data/level_dictionary.h"
#include "treewright/data/table.h"

namespace treewright {

/// What the cells become.
enum class ArrowAs {
    given,   ///< what the column's type says: numbers, dates, times, an ordered category, else a category
    text,    ///< a category of the cells' exact texts, whatever their type
    number,  ///< as given, but truth values are 0 and 1, and a dictionary is what its values are
};

class ArrowColumnBuilder {
public:
    /// `field` must outlive the builder and must not be `refused`.
    ArrowColumnBuilder(const ArrowField& field, ArrowAs as);

    /// Adds rows [first, first + count) of an array. Throws `ArrowDamage` for an array that breaks the format.
    void add(const ArrowArray& array, std::int64_t first, std::int64_t count);
    /// Makes room for so many rows, if there is any: the number may come from a damaged file.
    void reserve(std::size_t rows) noexcept;
    /// The rows so far as a column; the levels of a category are those that occur. The builder is empty again.
    [[nodiscard]] Column finish();

    /// Whether an integer was beyond what a double holds exactly.
    [[nodiscard]] bool rounded() const { return rounded_; }
    /// Whether two chunks put the levels of an ordered category into different orders.
    [[nodiscard]] bool orders_differ() const { return orders_differ_; }

private:
    using Places = std::vector<std::int64_t>;  ///< for each row where its cell lies; negative: missing

    void add_in_place(const ArrowSlice& rows);
    void add_by_places(const ArrowSlice& cells, const Places& places);
    void add_ordered(const ArrowSlice& rows);
    void follow(const ArrowSlice& rows, const Places* places);
    std::int32_t code_at(const ArrowSlice& cells, std::int64_t cell);
    LevelCode code_of(std::string_view text);

    const ArrowField& field_;
    ColumnType type_;
    std::vector<double> values_;
    std::vector<LevelCode> codes_;
    LevelDictionary levels_;
    std::string scratch_;
    bool rounded_ = false;
    bool orders_differ_ = false;
};

}  // namespace treewright
