// A day that has given parts: the third of a month, a Sunday. A model asks about the parts, a table of a database holds the day.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "treewright/data/table.h"

namespace treewright {

class DayFinder {
public:
    /// Columns of parts of one date or time; they must outlive it.
    explicit DayFinder(const std::vector<const Column*>& parts);

    /// Days since 1970; none if there is no such day, or if a part is missing.
    [[nodiscard]] std::optional<double> day(std::size_t row) const;
    /// By the hour and the minute, where they are parts.
    [[nodiscard]] double second_of_day(std::size_t row) const;

private:
    void note_days(int first_year, int last_year);

    std::vector<const Column*> of_day_;
    const Column* hours_ = nullptr;
    const Column* minutes_ = nullptr;
    std::map<std::vector<double>, double> days_;  ///< by the parts, in the order of `of_day_`
};

}  // namespace treewright
