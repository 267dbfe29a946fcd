// Questions of a lowered tree as boolean expressions.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "treewright/export/programs/level_sets.h"
#include "treewright/export/programs/program.h"
#include "treewright/export/programs/syntax.h"
#include "treewright/tree/lowered.h"

namespace treewright {

class Conditions {
public:
    Conditions(const Program& program, const Syntax& syntax, LevelSets& sets) : program_(program), syntax_(syntax), sets_(sets) {}

    /// Whether a row goes to `yes` of a question with two branches: by its own value, else by a surrogate, else where rows without a
    /// value go. A chain of surrogates is broken into lines.
    [[nodiscard]] std::string goes_yes(const LoweredStep& step) const;
    /// The same for a row that has a value.
    [[nodiscard]] std::string known_goes_yes(const LoweredStep& step) const;
    /// Whether the value is missing or unseen.
    [[nodiscard]] std::string is_unknown(FeatureId feature) const;

private:
    /// What an expression says of a row without a value.
    enum class Unknown {
        no,
        yes,
        any,  ///< it is not asked about such rows
    };
    /// The levels that go to `yes`, and to `no`; of a step's own question every level of the schema is in one of them.
    struct Sides {
        std::vector<LevelCode> yes;
        std::vector<LevelCode> no;
    };

    [[nodiscard]] std::string own_test(const LoweredStep& step, Unknown unknown) const;
    [[nodiscard]] std::string surrogate_test(const LoweredTest& surrogate, std::uint32_t yes) const;
    [[nodiscard]] std::string is_known(FeatureId feature) const;
    [[nodiscard]] std::string is_decided(const LoweredTest& surrogate) const;
    [[nodiscard]] std::string without_surrogate(const LoweredStep& step) const;

    [[nodiscard]] std::string threshold_text(const LoweredTest& test, bool below, Unknown unknown) const;
    [[nodiscard]] std::string level_text(FeatureId feature, const Sides& sides, Unknown unknown) const;
    [[nodiscard]] std::string listed(FeatureId feature, const std::vector<LevelCode>& levels, bool equal) const;
    [[nodiscard]] std::string in_set(FeatureId feature, const std::vector<LevelCode>& levels) const;
    [[nodiscard]] std::string threshold_literal(const ProgramFeature& feature, double threshold) const;

    const Program& program_;
    const Syntax& syntax_;
    LevelSets& sets_;
};

/// The levels of the schema that a subset sends to `yes`; the others go to `no`.
[[nodiscard]] std::vector<bool> levels_to_yes(const LoweredStep& step, std::size_t levels);

}  // namespace treewright
