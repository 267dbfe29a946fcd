// Numbers as people write them: 1,234.50 and 1.234,50, $5 and 5 kg, 8,7 % and 5-, ($5). Which sign is the decimal one is not written in a single
// cell: it is decided by all cells of a column, then by the other columns and the delimiter.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "treewright/data/schema.h"
#include "treewright/io/cells/number_cell.h"
#include "treewright/io/read_options.h"

namespace treewright {

/// What a sign between digits can be.
enum class SignUse {
    absent,
    unclear,    ///< once in a number, behind one to three digits and before three: 1,234
    decimal,    ///< in some number it cannot group thousands: 3,5
    thousands,  ///< in some number it cannot be a decimal sign: 1,234,567
    nonsense,   ///< it would have to be both
};

/// What the numbers of a column, or of a file, say about the meaning of commas and points.
struct SignEvidence {
    SignUse comma = SignUse::absent;
    SignUse point = SignUse::absent;
};
[[nodiscard]] SignUse joined(SignUse a, SignUse b);

/// What decides where the cells of a column do not.
struct NumberHints {
    SignEvidence elsewhere;                   ///< other columns of the file
    char delimiter = ',';                     ///< semicolons separate where commas are decimal signs
    std::optional<DecimalSign> decimal_sign;  ///< given by the user
    std::optional<std::string> thousands;     ///< given by the user; empty: there are none
};

/// The form that all cells of a column have in common, found one distinct cell after the other.
class NumberForm {
public:
    /// False if the text is no number, or has another unit than those before: then the column is a category. Ask no further.
    bool add(std::string_view text);

    [[nodiscard]] SignEvidence signs() const { return signs_; }
    /// How the column is to be read; nothing if its cells contradict each other, or if it is a category that looks like numbers.
    [[nodiscard]] std::optional<ColumnReading> settle(const NumberHints& hints) const;

private:
    bool add_plain(std::string_view text);
    bool add_unit(std::string_view prefix, std::string_view unit, bool attached);
    [[nodiscard]] char meaning_of_comma(const NumberHints& hints) const;
    [[nodiscard]] bool settle_signs(const NumberHints& hints, ColumnReading& reading) const;

    SignEvidence signs_;
    std::string separator_;      ///< a blank, apostrophe or underscore between groups of three digits
    std::string prefix_, unit_;  ///< as written, with the blank between
    bool attached_ = false;      ///< whether the unit is letters without a blank: 5kg
    bool trailing_minus_ = false;
    bool in_parentheses_ = false, outside_ = false;  ///< whether some number is, or is not: ($5) is -$5
    bool short_whole_ = false;                       ///< a whole number of at most three digits, which needs no separator
    bool long_whole_ = false;                        ///< one of more digits without a separator: so thousands are not grouped
    std::size_t count_ = 0;
};

/// Whether a text is a number in some form, without a unit of letters: $5, 1.234,50 or 8 %.
[[nodiscard]] bool is_written_number(std::string_view text);
/// Whether numbers of the column are written in another way than usual.
[[nodiscard]] bool has_number_form(const ColumnReading& reading);
/// The number that a cell of the column is. A unit may be left out.
[[nodiscard]] NumberCell parse_written(std::string_view text, const ColumnReading& reading);

}  // namespace treewright
