#include "treewright/io/bytes/source.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "treewright/base/error.h"
#include "treewright/io/place.h"

namespace treewright {

namespace {

using namespace std::string_view_literals;

/// A file that is not a table, recognised by its magic bytes: naming the format helps more than an error about a bad byte.
struct ForeignKind {
    std::string_view opening;
    std::string_view sentence;
};

constexpr std::size_t foreign_bytes = 24;  // that are looked at
constexpr ForeignKind foreign_kinds[] = {
    {"PK\x03\x04"sv, "it is a zip archive or an Excel workbook; unpack it, or save the sheet as CSV"sv},
    {"\xd0\xcf\x11\xe0"sv, "it is an old Excel workbook; save the sheet as CSV"sv},
    {"\xfd"
     "7zXZ"sv,
     "it is compressed by xz; unpack it (gzip and zstd files are read directly)"sv},
    {"BZh"sv, "it is compressed by bzip2; unpack it (gzip and zstd files are read directly)"sv},
    {"7z\xbc\xaf"sv, "it is a 7z archive; unpack it (gzip and zstd files are read directly)"sv},
    {"%PDF-"sv, "it is a PDF; save its table as CSV"sv},
    {"SQLite format 3\0"sv, "it is an SQLite database; save a query's result as CSV"sv},
    {"\x93NUMPY"sv, "it is a NumPy array; save it as CSV (numpy.savetxt) or as Parquet"sv},
    {"\x80\x04\x95"sv, "it is a Python pickle; save the table as CSV or Parquet (to_csv, to_parquet)"sv},
    {"\x80\x05\x95"sv, "it is a Python pickle; save the table as CSV or Parquet (to_csv, to_parquet)"sv},
    {"{\"treewright\":\"model\""sv, "it is a Treewright model, not a table; commands that take both take the model first"sv},
};

/// What the file is and what to do; nothing if it may be a table.
std::optional<std::string> foreign_kind(std::string_view first_bytes) {
    for (const ForeignKind& kind : foreign_kinds)
        if (first_bytes.starts_with(kind.opening)) return std::string(kind.sentence);
    return std::nullopt;
}

std::size_t fill(ByteInput& reader, char* into, std::size_t room) {
    std::size_t filled = 0;
    while (filled < room) {
        const std::size_t count = reader.read(into + filled, room - filled);
        if (count == 0) break;
        filled += count;
    }
    return filled;
}

}  // namespace

Source::Source(const std::string& path, Progress& progress, Pace pace)
    : name_(shown_path(path)), progress_(progress), pace_(pace), file_(path, progress) {
    std::array<char, foreign_bytes> magic{};
    const std::size_t count = is_live() ? file_.read(magic.data(), magic.size()) : fill(file_, magic.data(), magic.size());
    const std::string_view first_bytes(magic.data(), count);
    if (const auto kind = foreign_kind(first_bytes)) throw input_error(fmt::format("{}: {}", name_, *kind));
    compression_ = compression_of(first_bytes);
    file_.rewind();
    if (compression_ == Compression::gzip) decompressed_ = make_gzip_reader(file_, name_);
    if (compression_ == Compression::zstd) decompressed_ = make_zstd_reader(file_, name_);
}

ByteInput& Source::input() {
    if (decoded_) return *decoded_;
    return decompressed_ ? *decompressed_ : static_cast<ByteInput&>(file_);
}

void Source::set_encoding(TextEncoding encoding) {
    decoded_.reset();
    encoding_ = encoding;
    if (encoding != TextEncoding::utf8) decoded_ = make_decoder(input(), encoding);
    rewind();
}

void Source::begin_behind(std::size_t bytes, std::size_t lines) {
    skipped_bytes_ = bytes;
    skipped_lines_ = lines;
    rewind();
}

std::size_t Source::read(char* into, std::size_t room) {
    if (is_live()) return input().read(into, room);
    const std::size_t count = fill(input(), into, room);
    report();
    return count;
}

void Source::rewind() {
    input().rewind();
    std::vector<char> skipped(skipped_bytes_);
    (void)fill(input(), skipped.data(), skipped.size());
}

void Source::check_compression() {
    if (is_live()) return;  // an error is not held back until a pipe ends
    std::vector<char> unused(decompressed_ ? 64 * 1024 : 0);
    while (decompressed_ && read(unused.data(), unused.size()) > 0) {
    }
}

double Source::share_read() const {
    const auto size = file_.size();
    return size && *size > 0 ? static_cast<double>(file_.position()) / static_cast<double>(*size) : 0.0;
}

/// For a pipe it only shows activity.
void Source::report() { progress_.report("reading", share_read()); }

}  // namespace treewright
