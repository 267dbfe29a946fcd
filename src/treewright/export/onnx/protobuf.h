// Protocol buffers, the writing half: the fields of a message in the wire format. ONNX is the only user, and the format is tiny: a field is
// a number with a wire type, then a variable-length integer, four bytes, or a length and that many bytes. The choice:
// docs/decisions/0028-own-protobuf-writer.md.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace treewright {

/// One message; fields are appended in the order of the calls.
class ProtoMessage {
public:
    /// int32, int64 and enum: negative numbers take ten bytes.
    ProtoMessage& integer(std::uint32_t field, std::int64_t value);
    ProtoMessage& real(std::uint32_t field, float value);
    /// string and bytes.
    ProtoMessage& text(std::uint32_t field, std::string_view bytes);
    ProtoMessage& message(std::uint32_t field, const ProtoMessage& value) { return text(field, value.bytes_); }
    /// Repeated numbers, packed into one field.
    ProtoMessage& integers(std::uint32_t field, std::span<const std::int64_t> values);
    ProtoMessage& reals(std::uint32_t field, std::span<const float> values);

    [[nodiscard]] const std::string& bytes() const { return bytes_; }

private:
    void tag(std::uint32_t field, std::uint32_t wire_type);

    std::string bytes_;
};

}  // namespace treewright
