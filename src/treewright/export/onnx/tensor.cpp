#include "treewright/export/onnx/tensor.h"

#include <bit>
#include <utility>

namespace treewright {

namespace {

// Fields of a TensorProto.
constexpr std::uint32_t tensor_dims = 1;
constexpr std::uint32_t tensor_data_type = 2;
constexpr std::uint32_t tensor_string_data = 6;
constexpr std::uint32_t tensor_name = 8;
constexpr std::uint32_t tensor_raw_data = 9;

template <class Bits>
void add_little_endian(std::string& bytes, Bits bits) {
    for (std::size_t i = 0; i < sizeof(Bits); ++i) bytes += static_cast<char>((bits >> (8 * i)) & 0xFF);
}

template <class Bits, class Number>
std::string little_endian(const std::vector<Number>& values) {
    std::string bytes;
    bytes.reserve(values.size() * sizeof(Bits));
    for (const Number value : values) add_little_endian(bytes, std::bit_cast<Bits>(value));
    return bytes;
}

}  // namespace

OnnxTensor OnnxTensor::reals(Shape shape, const std::vector<double>& values) {
    OnnxTensor tensor(OnnxType::real, std::move(shape));
    tensor.raw_ = little_endian<std::uint64_t>(values);
    return tensor;
}

OnnxTensor OnnxTensor::reals32(Shape shape, const std::vector<float>& values) {
    OnnxTensor tensor(OnnxType::real32, std::move(shape));
    tensor.raw_ = little_endian<std::uint32_t>(values);
    return tensor;
}

OnnxTensor OnnxTensor::integers(Shape shape, const std::vector<std::int64_t>& values) {
    OnnxTensor tensor(OnnxType::integer, std::move(shape));
    tensor.raw_ = little_endian<std::uint64_t>(values);
    return tensor;
}

OnnxTensor OnnxTensor::bytes(Shape shape, const std::vector<std::uint8_t>& values) {
    OnnxTensor tensor(OnnxType::byte, std::move(shape));
    tensor.raw_.assign(values.begin(), values.end());
    return tensor;
}

OnnxTensor OnnxTensor::texts(Shape shape, std::vector<std::string> values) {
    OnnxTensor tensor(OnnxType::text, std::move(shape));
    tensor.texts_ = std::move(values);
    return tensor;
}

std::size_t OnnxTensor::size() const {
    std::size_t size = 1;
    for (const std::int64_t length : shape_) size *= static_cast<std::size_t>(length);
    return size;
}

ProtoMessage OnnxTensor::proto(const std::string& name) const {
    ProtoMessage message;
    message.integers(tensor_dims, shape_);
    message.integer(tensor_data_type, static_cast<std::int64_t>(type_));
    for (const std::string& text : texts_) message.text(tensor_string_data, text);
    if (!name.empty()) message.text(tensor_name, name);
    if (type_ != OnnxType::text) message.text(tensor_raw_data, raw_);
    return message;
}

}  // namespace treewright
