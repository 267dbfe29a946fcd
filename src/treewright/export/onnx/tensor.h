// A constant tensor of an ONNX model, row-major.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "treewright/export/onnx/protobuf.h"

namespace treewright {

/// The numbers are ONNX's own.
enum class OnnxType : std::int32_t { real32 = 1, byte = 2, integer = 7, text = 8, boolean = 9, real = 11 };

class OnnxTensor {
public:
    using Shape = std::vector<std::int64_t>;

    static OnnxTensor reals(Shape shape, const std::vector<double>& values);
    static OnnxTensor reals32(Shape shape, const std::vector<float>& values);
    static OnnxTensor integers(Shape shape, const std::vector<std::int64_t>& values);
    static OnnxTensor bytes(Shape shape, const std::vector<std::uint8_t>& values);
    static OnnxTensor texts(Shape shape, std::vector<std::string> values);
    static OnnxTensor real(double value) { return reals({}, {value}); }
    static OnnxTensor real32(float value) { return reals32({}, {value}); }
    static OnnxTensor integer(std::int64_t value) { return integers({}, {value}); }
    /// A list of positions, axes or sizes.
    static OnnxTensor list(const std::vector<std::int64_t>& values) {
        return integers({static_cast<std::int64_t>(values.size())}, values);
    }

    /// As a TensorProto. The tensor of an attribute may do without a name.
    [[nodiscard]] ProtoMessage proto(const std::string& name = {}) const;

    /// How many numbers or texts it holds.
    [[nodiscard]] std::size_t size() const;

private:
    OnnxTensor(OnnxType type, Shape shape) : type_(type), shape_(std::move(shape)) {}

    OnnxType type_;
    Shape shape_;
    std::string raw_;  ///< numbers: their bytes, little-endian
    std::vector<std::string> texts_;
};

}  // namespace treewright
