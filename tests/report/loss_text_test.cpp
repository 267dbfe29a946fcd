#include "treewright/report/parts/loss_text.h"

#include <gtest/gtest.h>

namespace treewright {
namespace {

TEST(LossText, writes_numbers_out_with_the_decimals_that_one_of_their_size_needs) {
    EXPECT_EQ(loss_text(loss_style(LossKind::root_mean_squared_error, 39287.4), 39040.0), "39040.0");
    EXPECT_EQ(loss_text(loss_style(LossKind::root_mean_squared_error, 2.5e8), 250000000.2), "250000000");
    EXPECT_EQ(loss_text(loss_style(LossKind::root_mean_squared_error, 3.2), 10.25), "10.250");
    EXPECT_EQ(loss_text(loss_style(LossKind::mean_cost, 0.21), 0.2143), "0.2143");
    EXPECT_EQ(loss_text(loss_style(LossKind::mean_cost, 0.000123), 0.0001234), "0.0001234");
    EXPECT_EQ(loss_text(loss_style(LossKind::error_rate, 0.1), 0.143), "14.3 %");
    EXPECT_EQ(loss_text(loss_style(LossKind::mean_cost, 0.0000123), 0.00001234), "1.234e-05");
    EXPECT_EQ(loss_text(loss_style(LossKind::mean_cost, 0.0), 0.0), "0.000");
}

TEST(LossText, takes_the_least_of_several_that_is_not_zero) {
    EXPECT_EQ(loss_style(LossKind::mean_cost, std::vector<double>{0.0, 0.02, 5000.0}).decimals, 5);
}

TEST(LossText, gives_differences_a_sign_unless_they_are_none) {
    const LossStyle errors = loss_style(LossKind::error_rate, 0.1);
    EXPECT_EQ(difference_text(errors, -0.035), "−3.5");
    EXPECT_EQ(difference_text(errors, 0.025), "+2.5");
    EXPECT_EQ(difference_text(errors, 0.0), "0.0");
    EXPECT_EQ(difference_text(errors, 1e-9), "0.0");
    EXPECT_EQ(difference_text(loss_style(LossKind::root_mean_squared_error, 40000.0), -812.25), "−812.2");
}

}  // namespace
}  // namespace treewright
