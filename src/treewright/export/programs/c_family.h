// What programs in C and C++ share: all that stands behind their interfaces.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "treewright/export/programs/code_writer.h"
#include "treewright/export/programs/layout.h"
#include "treewright/export/programs/program.h"
#include "treewright/export/programs/syntax.h"
#include "treewright/export/programs/table_code.h"
#include "treewright/export/programs/test_rows.h"

namespace treewright {

/// Where the two differ.
struct CDialect {
    bool is_cpp = false;
    std::string prefix;     ///< of functions, variables and types: "play_", or nothing within a namespace
    std::string row;        ///< the type of a row
    std::string row_given;  ///< a parameter: "const play_row *row"
    std::string cell;       ///< before the name of a feature: "row->"
    std::string is_nan;     ///< a function or macro
};
[[nodiscard]] CDialect c_dialect(const Program& program);
[[nodiscard]] CDialect cpp_dialect();

class CFamilyCode {
public:
    CFamilyCode(const Program& program, const Layout& layout, CDialect dialect);

    /// The leaves and their class shares.
    void write_leaves(CodeWriter& out);
    /// How leaves are mixed, where a row may end in several.
    void write_mixing(CodeWriter& out);
    /// `find`, which gives the leaf of a row, or `walk`, which adds up all of its leaves.
    void write_finding(CodeWriter& out);

    /// Strings as elements of an array; long ones are written as arrays of their own first, because compilers limit literals.
    [[nodiscard]] std::vector<std::string> texts(CodeWriter& out, const std::vector<std::string>& names);
    void write_line_comment(CodeWriter& out, const std::string& text) const;
    void write_error_for_fast_math(CodeWriter& out) const;

private:
    void write_nested(CodeWriter& out);
    void write_tables(CodeWriter& out);
    void write_table_rows(CodeWriter& out, const TableCode& table);
    [[nodiscard]] std::string completed(std::string_view text) const;
    [[nodiscard]] std::string finding_header() const;
    void write_finding_comment(CodeWriter& out) const;
    void write_row_helpers(CodeWriter& out) const;
    void write_sets(CodeWriter& out, const LevelSets& sets) const;
    void write_locals(CodeWriter& out) const;
    [[nodiscard]] std::string local_value(const ProgramFeature& feature) const;
    void write_numbers(CodeWriter& out, const std::string& declaration, const std::vector<std::string>& items) const;

    const Program& program_;
    const Layout& layout_;
    CDialect dialect_;
    std::string classes_;  ///< how many
    std::size_t texts_ = 0;
};

/// The arrays of a self-test: cells, expected leaf (-1: refused), label and probabilities, or value.
void write_c_test_rows(CodeWriter& out, const Program& program, const std::vector<TestRow>& rows);

}  // namespace treewright
