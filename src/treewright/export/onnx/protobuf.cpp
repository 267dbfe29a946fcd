#include "treewright/export/onnx/protobuf.h"

#include <bit>

namespace treewright {

namespace {

constexpr std::uint32_t wire_varint = 0;
constexpr std::uint32_t wire_length = 2;
constexpr std::uint32_t wire_four_bytes = 5;

/// Seven bits per byte, the lowest first; the eighth says that more follow.
void add_varint(std::string& bytes, std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes += static_cast<char>((value & 0x7F) | 0x80);
    bytes += static_cast<char>(value);
}

void add_float(std::string& bytes, float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    for (unsigned shift = 0; shift < 32; shift += 8) bytes += static_cast<char>((bits >> shift) & 0xFF);
}

}  // namespace

void ProtoMessage::tag(std::uint32_t field, std::uint32_t wire_type) {
    add_varint(bytes_, (std::uint64_t{field} << 3) | wire_type);
}

ProtoMessage& ProtoMessage::integer(std::uint32_t field, std::int64_t value) {
    tag(field, wire_varint);
    add_varint(bytes_, static_cast<std::uint64_t>(value));
    return *this;
}

ProtoMessage& ProtoMessage::real(std::uint32_t field, float value) {
    tag(field, wire_four_bytes);
    add_float(bytes_, value);
    return *this;
}

ProtoMessage& ProtoMessage::text(std::uint32_t field, std::string_view bytes) {
    tag(field, wire_length);
    add_varint(bytes_, bytes.size());
    bytes_ += bytes;
    return *this;
}

ProtoMessage& ProtoMessage::integers(std::uint32_t field, std::span<const std::int64_t> values) {
    std::string packed;
    for (const std::int64_t value : values) add_varint(packed, static_cast<std::uint64_t>(value));
    return text(field, packed);
}

ProtoMessage& ProtoMessage::reals(std::uint32_t field, std::span<const float> values) {
    std::string packed;
    for (const float value : values) add_float(packed, value);
    return text(field, packed);
}

}  // namespace treewright
