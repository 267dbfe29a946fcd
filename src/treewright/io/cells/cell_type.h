// The type of a column, detected from its cells.
#pragma once

namespace treewright {

enum class CellType {
    nothing,  ///< all are missing
    number,
    date,
    time,  ///< a date alone means its midnight
    text,
};

/// The type of a column that has cells of both types. No text is of two of them, so the outcome does not depend on the order.
[[nodiscard]] constexpr CellType joined(CellType a, CellType b) {
    if (a == b || b == CellType::nothing) return a;
    if (a == CellType::nothing) return b;
    const auto on_calendar = [](CellType type) { return type == CellType::date || type == CellType::time; };
    return on_calendar(a) && on_calendar(b) ? CellType::time : CellType::text;
}

inline constexpr double seconds_per_day = 86400.0;

}  // namespace treewright
