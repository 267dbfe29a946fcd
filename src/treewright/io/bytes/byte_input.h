// Bytes one after the other, more than once. Files, pipes and decompressors all look like this.
#pragma once

#include <cstddef>

namespace treewright {

class ByteInput {
public:
    ByteInput() = default;
    ByteInput(const ByteInput&) = delete;
    ByteInput& operator=(const ByteInput&) = delete;
    virtual ~ByteInput() = default;

    /// Reads at least one and at most `room` bytes (`room` > 0); 0 only at the end.
    virtual std::size_t read(char* into, std::size_t room) = 0;
    /// Goes back to the first byte.
    virtual void rewind() = 0;
};

}  // namespace treewright
