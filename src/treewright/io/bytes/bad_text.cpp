#include "treewright/io/bytes/bad_text.h"

#include <fmt/format.h>

#include "treewright/base/spelling.h"
#include "treewright/io/csv/csv_parser.h"
#include "treewright/io/place.h"

namespace treewright {

namespace {

Error error_for(const BadText& bad, std::string_view file) {
    const std::size_t line = bad.first_line + count_line_ends(bad.bytes.substr(0, bad.position));
    const auto offset = bad.offset + bad.position;
    const auto byte = static_cast<unsigned>(static_cast<unsigned char>(bad.bytes[bad.position]));
    if (byte == 0)
        return input_error_at(
            {file, line, {}},
            fmt::format("the byte at offset {} is NUL, so it is not a text file; give a CSV, JSON or ARFF file in UTF-8",
                        offset));
    return input_error_at({file, line, {}},
                          fmt::format("the byte at offset {} (0x{:02x}) is not UTF-8; say which encoding it is, such as {}",
                                      offset, byte, named("encoding", "windows-1252")));
}

}  // namespace

BadTextError bad_text_error(const BadText& bad, std::string_view file) {
    return {error_for(bad, file), bad.bytes[bad.position] == 0};
}

}  // namespace treewright
