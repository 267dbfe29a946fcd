// Decompression. Several concatenated gzip members or zstd frames are one file, as gzip(1) and zstd(1)
// make them.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "treewright/io/bytes/byte_input.h"

namespace treewright {

enum class Compression { none, gzip, zstd };

/// By the first four bytes of a file (fewer if it is shorter).
[[nodiscard]] Compression compression_of(std::string_view first_bytes);

/// `name` is for the error sentences; `below` must outlive the result and be at its first byte.
[[nodiscard]] std::unique_ptr<ByteInput> make_gzip_reader(ByteInput& below, std::string name);
[[nodiscard]] std::unique_ptr<ByteInput> make_zstd_reader(ByteInput& below, std::string name);

}  // namespace treewright
