// Boost.Math as it is used here: an argument out of range gives NaN or infinity, never an exception, and nothing is promoted to
// long double.
#pragma once

#include <boost/math/policies/policy.hpp>

namespace treewright::statistics_internal {

namespace policies = boost::math::policies;

using QuietPolicy =
    policies::policy<policies::domain_error<policies::ignore_error>, policies::pole_error<policies::ignore_error>,
                     policies::overflow_error<policies::ignore_error>, policies::underflow_error<policies::ignore_error>,
                     policies::evaluation_error<policies::ignore_error>, policies::rounding_error<policies::ignore_error>,
                     policies::promote_double<false>>;

}  // namespace treewright::statistics_internal
