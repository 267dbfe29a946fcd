// Splits a block of CSV into records and fields. A parser knows nothing but its block, which begins where a record begins and is
// not changed: blocks can be parsed in any order, on any thread, and more than once.
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "treewright/io/cells/record.h"
#include "treewright/io/csv/csv_dialect.h"

namespace treewright {

enum class CsvFault {
    none,
    unclosed_quote,    ///< the block ends inside a quoted field
    text_after_quote,  ///< `"a"b`: a quoted field goes on after its closing quote
};

class CsvParser {
public:
    CsvParser(std::span<const char> block, std::size_t first_line, const CsvDialect& dialect);

    /// Passes blank lines. Whether a record follows; else the block is at its end.
    bool begin_record();
    /// The next record that is not a blank line; false at the end of the block. After a fault the record is not complete, and
    /// the parser must not be asked again. The texts hold as long as block and parser.
    bool next(Record& record);
    /// Goes on at another beginning of a record. Texts of records before hold no longer.
    void go_to(std::size_t position, std::size_t line);

    [[nodiscard]] CsvFault fault() const { return fault_; }
    [[nodiscard]] std::size_t fault_line() const { return fault_line_; }  ///< where the quoted field begins
    [[nodiscard]] std::size_t line() const { return line_; }              ///< of what comes next
    [[nodiscard]] std::size_t position() const { return static_cast<std::size_t>(at_ - begin_); }  ///< bytes behind us
    [[nodiscard]] std::size_t blank_lines() const { return blank_lines_; }
    /// The line of the first quote inside a field that is not quoted.
    [[nodiscard]] std::optional<std::size_t> stray_quote_line() const { return stray_quote_line_; }
    [[nodiscard]] bool has_quoted() const { return has_quoted_; }
    /// After a fault: passes the rest of the line.
    void skip_line();

private:
    void skip_blanks();
    bool skip_blank_line();
    bool skip_comment();
    void pass_line_end();
    bool pass_delimiter();
    Field plain_field();
    Field quoted_field();
    [[nodiscard]] bool ends_field(char c) const { return ends_field_[static_cast<unsigned char>(c)]; }

    const char* begin_;
    const char* at_;
    const char* end_;
    std::size_t line_;
    std::size_t blank_lines_ = 0;
    std::optional<std::size_t> stray_quote_line_;
    bool has_quoted_ = false;
    const CsvDialect& dialect_;
    std::array<bool, 256> ends_field_{};  ///< the delimiter and the line ends
    CsvFault fault_ = CsvFault::none;
    std::size_t fault_line_ = 0;
    std::deque<std::string> unescaped_;  ///< texts that are not in the block verbatim
};

/// The number of line ends in the text: LF, CR LF or a lone CR.
[[nodiscard]] std::size_t count_line_ends(std::string_view text);

}  // namespace treewright
