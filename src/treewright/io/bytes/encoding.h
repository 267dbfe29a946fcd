// Texts that are not UTF-8: recognised, and turned into UTF-8 while they are read.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "treewright/io/bytes/byte_input.h"
#include "treewright/io/read_options.h"

namespace treewright {

/// The encoding of a text by its first bytes: by its byte order mark, by NUL bytes where ASCII characters have them, or Windows-1252 if the
/// bytes are not UTF-8. `whole`: they are all of the file; else the last character may be cut off. Nothing for what is no text.
[[nodiscard]] std::optional<TextEncoding> detect_encoding(std::string_view first_bytes, bool whole);

/// The name for sentences: "Windows-1252".
[[nodiscard]] std::string_view encoding_name(TextEncoding encoding);

/// UTF-8 of what `bytes` gives; keeps a reference to it. Characters that are not in the encoding become U+FFFD.
[[nodiscard]] std::unique_ptr<ByteInput> make_decoder(ByteInput& bytes, TextEncoding encoding);

}  // namespace treewright
