#include "treewright/io/class_tables.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "treewright/base/error.h"

namespace treewright {
namespace {

class ClassTables : public ::testing::Test {
protected:
    std::string file(const std::string& text) {
        std::ofstream(path_, std::ios::binary) << text;
        return path_;
    }
    void TearDown() override { std::remove(path_.c_str()); }

    Progress progress_;

private:
    std::string path_ = ::testing::TempDir() + "class_tables_test.csv";
};

TEST_F(ClassTables, cost_rows_come_in_the_order_of_the_columns) {
    const CostTable table = read_costs(file("true,no,yes\nyes,1,0\nno,0,5\n"), progress_);
    EXPECT_EQ(table.classes, (std::vector<std::string>{"no", "yes"}));
    EXPECT_EQ(table.cells, (std::vector<double>{0, 5, 1, 0}));
}

TEST_F(ClassTables, names_stay_as_they_are_written) {
    const CostTable table = read_costs(file(";01;1.0\n01;0;2\n1.0;3;0\n"), progress_);
    EXPECT_EQ(table.classes, (std::vector<std::string>{"01", "1.0"}));
    EXPECT_EQ(table.cells, (std::vector<double>{0, 2, 3, 0}));
}

TEST_F(ClassTables, refuses_what_is_no_cost_matrix) {
    for (const char* text : {"t,a,b\na,0,1\n", "t,a,b\na,0,1\nc,1,0\n", "t,a,b\na,0,x\nb,1,0\n", "t,a,b\na,0,inf\nb,1,0\n",
                             "t,a,b\na,0,-1\nb,1,0\n", "t,a,b\na,1,1\nb,1,0\n", "t,a,a\na,0,0\na,0,0\n", "t\n"})
        EXPECT_THROW(read_costs(file(text), progress_), Error) << text;
}

TEST_F(ClassTables, priors_with_and_without_headings) {
    for (const char* text : {"class,prior\nno,0.25\nyes,0.75\n", "no,0.25\nyes,0.75\n"}) {
        const std::vector<ClassNumber> priors = read_priors(file(text), progress_);
        ASSERT_EQ(priors.size(), 2U);
        EXPECT_EQ(priors[0].name, "no");
        EXPECT_EQ(priors[1].number, 0.75);
    }
}

TEST_F(ClassTables, refuses_what_is_no_prior) {
    for (const char* text : {"class,prior\nno,0\n", "class,prior\nno,x\n", "a,1\na,2\n", "a\nb\n", "a,1,2\n"})
        EXPECT_THROW(read_priors(file(text), progress_), Error) << text;
}

}  // namespace
}  // namespace treewright
