#include "treewright/io/kept_cells.h"

namespace treewright {

void KeptCells::append(const KeptCells& others, std::size_t rows) {
    if (rows == 0) return;
    const std::size_t before = bytes_.size();
    bytes_.append(others.bytes_, 0, others.ends_[rows - 1]);
    const auto end = static_cast<std::ptrdiff_t>(rows);
    missing_.insert(missing_.end(), others.missing_.begin(), others.missing_.begin() + end);
    for (std::size_t row = 0; row < rows; ++row) ends_.push_back(before + others.ends_[row]);
}

void KeptCells::shrink_to(std::size_t rows) {
    if (rows >= size()) return;
    bytes_.resize(rows == 0 ? 0 : ends_[rows - 1]);
    ends_.resize(rows);
    missing_.resize(rows);
}

}  // namespace treewright
