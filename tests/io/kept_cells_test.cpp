#include "treewright/io/kept_cells.h"

#include <gtest/gtest.h>

namespace treewright {
namespace {

KeptCells some() {
    KeptCells cells;
    cells.add({"a", false});
    cells.add({"NA", true});
    cells.add({"", false});
    cells.add({"long text", false});
    return cells;
}

std::string shown(const KeptCells& cells) {
    std::string text;
    for (std::size_t row = 0; row < cells.size(); ++row)
        text += (cells.at(row).missing ? "?" : "") + std::string(cells.at(row).text) + "|";
    return text;
}

TEST(KeptCells, stand_one_after_another) { EXPECT_EQ(shown(some()), "a|?NA||long text|"); }

TEST(KeptCells, append_takes_the_first_rows_only) {
    KeptCells cells = some();
    cells.append(some(), 2);
    cells.append(some(), 0);
    EXPECT_EQ(shown(cells), "a|?NA||long text|a|?NA|");
}

TEST(KeptCells, a_row_that_is_read_anew_replaces_the_first_reading) {
    KeptCells cells = some();
    cells.shrink_to(3);
    cells.add({"x", true});
    EXPECT_EQ(shown(cells), "a|?NA||?x|");
    cells.shrink_to(9);
    EXPECT_EQ(cells.size(), 4U);
    cells.shrink_to(0);
    EXPECT_EQ(shown(cells), "");
}

}  // namespace
}  // namespace treewright
