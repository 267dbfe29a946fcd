// Numbers under the F test: the squares of the branches, which no score needs and no search keeps.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "treewright/engine/leave_one_out/left_out_search.h"

namespace treewright {

/// Of the branches of a question at a node. Classes need none: then nothing is done.
class SquaresOfBranches {
public:
    /// `child_of_row`: which branch each row of the node goes to, by row of the table.
    SquaresOfBranches(const LeftOutSource& source, const LeftOutNode& node, const LeftOutQuestion& question,
                      std::span<const std::uint32_t> child_of_row);

    /// Without one of the rows, or without none.
    void fill(std::optional<std::uint32_t> without, std::vector<Sums>& counted) const;

private:
    [[nodiscard]] bool counts(std::uint32_t row) const;

    const LeftOutSource& source_;
    std::size_t feature_;
    std::span<const std::uint32_t> child_of_row_;
    bool counts_missing_ = true;  ///< whether the gain speaks of rows without a value
    std::vector<UInt128> squares_;
};

}  // namespace treewright
