// Builds a `Column` from the arrays of an Arrow column: chunks of any length, each with its own dictionary.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "treewright/data/arrow_type.h"
#include "treewright/data/ids.h"
#include "treewright/data/level_dictionary.h"
#include "treewright/data/table.h"

namespace treewright {

class ArrowSlice;

/// The type that the cells are converted to.
enum class ArrowAs {
    given,   ///< by the column's type: numbers, dates, times, an ordered category, else a category
    text,    ///< a category of the cells' exact texts, whatever their type
    number,  ///< as given, but booleans are 0 and 1, and a dictionary has the type of its values
};

class ArrowColumnBuilder {
public:
    /// `field` must outlive the builder and must not be `refused`.
    ArrowColumnBuilder(const ArrowField& field, ArrowAs as);

    /// Adds rows [first, first + count) of an array. Throws `ArrowDamage` for an array that breaks the format.
    void add(const ArrowArray& array, std::int64_t first, std::int64_t count);
    /// Reserves memory for that many rows if it can: the number may come from a damaged file.
    void reserve(std::size_t rows) noexcept;
    /// The rows so far as a column; a category keeps the levels that occur. Leaves the builder empty.
    [[nodiscard]] Column finish();

    /// Whether an integer was too large for a double to hold exactly.
    [[nodiscard]] bool rounded() const { return rounded_; }
    /// Whether two chunks order the levels of an ordered category differently.
    [[nodiscard]] bool orders_differ() const { return orders_differ_; }

private:
    using Places = std::vector<std::int64_t>;  ///< the index of each row's cell; negative: missing

    void add_in_place(const ArrowSlice& rows);
    void add_by_places(const ArrowSlice& cells, const Places& places);
    void add_ordered(const ArrowSlice& rows);
    void resolve(const ArrowSlice& rows, const Places* places);
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
