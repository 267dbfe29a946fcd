// A tree as if and else, one in the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "treewright/export/programs/code_writer.h"
#include "treewright/export/programs/conditions.h"
#include "treewright/export/programs/level_sets.h"
#include "treewright/export/programs/program.h"
#include "treewright/export/programs/syntax.h"

namespace treewright {

/// Writes the body of a function whose local variables are the features. Without parts it returns the position of the leaf; with parts it
/// adds each leaf with the share of the row that ends there.
class NestedCode {
public:
    NestedCode(const Program& program, const Syntax& syntax, LevelSets& sets, CodeWriter& out)
        : program_(program), syntax_(syntax), conditions_(program, syntax, sets), out_(out) {}

    void write() const;

private:
    void write_step(std::uint32_t number, const std::string& share) const;
    void write_leaf(std::uint32_t number, const std::string& share) const;
    void write_two_branches(const LoweredStep& step, const std::string& share) const;
    void write_levels(const LoweredStep& step, const std::string& share) const;
    void write_switch(const LoweredStep& step, const std::string& share) const;
    void write_comparisons(const LoweredStep& step, const std::string& share) const;
    void write_parts(const LoweredStep& step, const std::string& share) const;
    [[nodiscard]] std::string share_of_part(const LoweredStep& step, std::uint32_t child, const std::string& share) const;
    [[nodiscard]] std::string branch_comment(const LoweredTest& test) const;

    const Program& program_;
    const Syntax& syntax_;
    Conditions conditions_;
    CodeWriter& out_;
};

}  // namespace treewright
