// A tree as one CASE expression. Of the branches of a question, that which needs the deepest nesting is continued in the same CASE, by
// further WHEN; so a chain of any length needs one CASE, and a tree of n leaves at most log2(n) of them inside each other. What would
// still be nested too deeply for the database is written without nesting: WHEN … AND … THEN, a line for each leaf.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "treewright/export/sql/query_layout.h"
#include "treewright/export/sql/questions.h"
#include "treewright/tree/lowered.h"

namespace treewright {

class SqlCase {
public:
    /// What a leaf becomes: its number, its label.
    using LeafText = std::function<std::string(NodeId)>;

    SqlCase(const LoweredTree& tree, const SqlQuestions& questions, std::size_t nesting, LeafText leaf_text);

    /// The expression, from the root on.
    void write(SqlLayout& layout) const;

private:
    using Conditions = std::vector<std::string>;  ///< pieces, joined by AND

    void write_from(NodeId node, std::size_t nesting, SqlLayout& layout) const;
    void write_nested(const SqlCondition& condition, NodeId target, std::size_t nesting, SqlLayout& layout) const;
    void write_flat(NodeId node, const Conditions& before, SqlLayout& layout) const;
    void write_refusal(const LoweredStep& step, const Conditions& before, SqlLayout& layout) const;
    /// Calls `take` for every branch but the one that the CASE goes on with, and returns that one.
    NodeId for_other_branches(const LoweredStep& step, const std::function<void(NodeId, const SqlCondition&)>& take) const;
    [[nodiscard]] NodeId continued(const LoweredStep& step, const std::vector<NodeId>& branches) const;

    const LoweredTree& tree_;
    const SqlQuestions& questions_;
    std::size_t nesting_;
    LeafText leaf_text_;
    std::vector<std::uint8_t> depths_;  ///< how many CASE inside each other a step needs
};

}  // namespace treewright
