// What a step of the lowered tree asks, as conditions of SQL. A comparison with NULL is neither true nor false, and NaN is greater than
// all numbers: what becomes of them is written out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "treewright/export/sql/features.h"
#include "treewright/tree/lowered.h"

namespace treewright {

/// A condition in pieces, between which a line may end.
struct SqlCondition {
    std::vector<std::string> pieces;
    bool has_or = false;  ///< not inside parentheses
};

class SqlQuestions {
public:
    SqlQuestions(const SqlRules& rules, const SqlFeatures& features) : rules_(rules), features_(features) {}

    /// True for the rows that go from the step to `target`, and false or NULL for all others. A row that is refused or that goes to
    /// several branches in parts goes nowhere.
    [[nodiscard]] SqlCondition goes_to(const LoweredStep& step, std::uint32_t target) const;
    /// True for rows without a value, or with a level that the model does not know; false for others.
    [[nodiscard]] SqlCondition is_missing(FeatureId feature) const;

private:
    /// What a condition is for rows whose value is missing.
    enum class IfMissing { not_true, is_true, is_null };
    struct Levels {
        std::vector<std::string> here;
        std::vector<std::string> elsewhere;
    };

    [[nodiscard]] SqlCondition leads_to(const LoweredTest& test, std::uint32_t target, std::uint32_t when_absent,
                                        IfMissing if_missing) const;
    [[nodiscard]] SqlCondition number_question(const SqlFeature& feature, const LoweredTest& test, bool below,
                                               IfMissing if_missing) const;
    [[nodiscard]] SqlCondition moment_question(const SqlFeature& feature, const LoweredTest& test, bool below,
                                               IfMissing if_missing) const;
    [[nodiscard]] Levels levels_of(const SqlFeature& feature, const LoweredTest& test, std::uint32_t target,
                                   std::uint32_t when_absent) const;
    [[nodiscard]] SqlCondition is_known(FeatureId feature) const;

    const SqlRules& rules_;
    const SqlFeatures& features_;
};

/// The steps that may come next, each once, in the order of the branches.
[[nodiscard]] std::vector<std::uint32_t> next_steps(const LoweredStep& step);

}  // namespace treewright
