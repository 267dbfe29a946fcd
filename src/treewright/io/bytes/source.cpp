#include "treewright/io/bytes/source.h"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "treewright/base/error.h"
#include "treewright/io/bytes/foreign_file.h"
#include "treewright/io/place.h"

namespace treewright {

namespace {

std::size_t fill(ByteReader& reader, char* into, std::size_t room) {
    std::size_t filled = 0;
    while (filled < room) {
        const std::size_t count = reader.read(into + filled, room - filled);
        if (count == 0) break;
        filled += count;
    }
    return filled;
}

}  // namespace

Source::Source(const std::string& path, Progress& progress)
    : name_(shown_name(path)), progress_(progress), file_(path, progress) {
    std::array<char, foreign_bytes> magic{};
    const std::string_view first_bytes(magic.data(), fill(file_, magic.data(), magic.size()));
    if (const auto kind = foreign_kind(first_bytes)) throw input_error(fmt::format("{}: {}", name_, *kind));
    compression_ = compression_of(first_bytes);
    file_.rewind();
    if (compression_ == Compression::gzip) decompressed_ = make_gzip_reader(file_, name_);
    if (compression_ == Compression::zstd) decompressed_ = make_zstd_reader(file_, name_);
}

std::size_t Source::read(char* into, std::size_t room) {
    ByteReader& reader = decompressed_ ? *decompressed_ : static_cast<ByteReader&>(file_);
    const std::size_t count = fill(reader, into, room);
    report();
    return count;
}

void Source::rewind() {
    if (decompressed_)
        decompressed_->rewind();
    else
        file_.rewind();
}

void Source::check_compression() {
    std::vector<char> unused(decompressed_ ? 64 * 1024 : 0);
    while (decompressed_ && read(unused.data(), unused.size()) > 0) {
    }
}

double Source::share_read() const {
    const auto size = file_.size();
    return size && *size > 0 ? static_cast<double>(file_.position()) / static_cast<double>(*size) : 0.0;
}

/// Of a pipe it only tells that something happens.
void Source::report() { progress_.report("reading", share_read()); }

}  // namespace treewright
