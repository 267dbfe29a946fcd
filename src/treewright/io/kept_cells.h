// The verbatim cells of a column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace treewright {

/// `missing` where a cell was unquoted and meant missing (its text may be "", "?", "NA", …): a missing `NA` and a quoted "NA" are
/// two different cells.
struct KeptCell {
    std::string_view text;
    bool missing = false;
};

/// One cell after another in one string: most kept columns are names and numbers, which hardly repeat.
class KeptCells {
public:
    [[nodiscard]] std::size_t size() const { return missing_.size(); }
    [[nodiscard]] KeptCell at(std::size_t row) const {
        const std::size_t begin = row == 0 ? 0 : ends_[row - 1];
        return {std::string_view(bytes_).substr(begin, ends_[row] - begin), missing_[row] != 0};
    }

    void add(const KeptCell& cell) {
        bytes_ += cell.text;
        ends_.push_back(bytes_.size());
        missing_.push_back(cell.missing ? 1 : 0);
    }
    /// The first `rows` of `others`.
    void append(const KeptCells& others, std::size_t rows);
    void shrink_to(std::size_t rows);

private:
    std::string bytes_;
    std::vector<std::size_t> ends_;
    std::vector<std::uint8_t> missing_;
};

}  // namespace treewright
