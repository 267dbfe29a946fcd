#include "treewright/io/bytes/foreign_file.h"

namespace treewright {

namespace {

using namespace std::string_view_literals;

struct Kind {
    std::string_view opening;
    std::string_view sentence;
};

constexpr Kind kinds[] = {
    {"PK\x03\x04"sv, "it is a zip archive or an Excel workbook; unpack it, or save the sheet as CSV"sv},
    {"\xd0\xcf\x11\xe0"sv, "it is an old Excel workbook; save the sheet as CSV"sv},
    {"\xfd"
     "7zXZ"sv,
     "it is compressed by xz; unpack it (gzip and zstd are read as they are)"sv},
    {"BZh"sv, "it is compressed by bzip2; unpack it (gzip and zstd are read as they are)"sv},
    {"7z\xbc\xaf"sv, "it is a 7z archive; unpack it (gzip and zstd are read as they are)"sv},
    {"%PDF-"sv, "it is a PDF; save its table as CSV"sv},
    {"SQLite format 3\0"sv, "it is an SQLite database; save a query's result as CSV"sv},
    {"{\"treewright\":\"model\""sv, "it is a Treewright model, not a table; commands that take both take the model first"sv},
};

}  // namespace

std::optional<std::string> foreign_kind(std::string_view first_bytes) {
    for (const Kind& kind : kinds)
        if (first_bytes.starts_with(kind.opening)) return std::string(kind.sentence);
    return std::nullopt;
}

}  // namespace treewright
