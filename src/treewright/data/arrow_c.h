// The Arrow C data and stream interfaces: zero-copy exchange of tables between programs that share no library. The three
// structs are an ABI that never changes, so they are declared here and no Arrow header is needed. Their fields are documented
// at https://arrow.apache.org/docs/format/CDataInterface.html
#pragma once

#include <cstdint>

// Arrow's own headers declare the same structs behind the same two names.
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

extern "C" {

struct ArrowSchema {
    const char* format;
    const char* name;
    const char* metadata;
    std::int64_t flags;
    std::int64_t n_children;
    ArrowSchema** children;
    ArrowSchema* dictionary;
    void (*release)(ArrowSchema*);
    void* private_data;
};

struct ArrowArray {
    std::int64_t length;
    std::int64_t null_count;
    std::int64_t offset;
    std::int64_t n_buffers;
    std::int64_t n_children;
    const void** buffers;
    ArrowArray** children;
    ArrowArray* dictionary;
    void (*release)(ArrowArray*);
    void* private_data;
};

}  // extern "C"

#endif

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

extern "C" {

struct ArrowArrayStream {
    int (*get_schema)(ArrowArrayStream*, ArrowSchema* out);
    int (*get_next)(ArrowArrayStream*, ArrowArray* out);
    const char* (*get_last_error)(ArrowArrayStream*);
    void (*release)(ArrowArrayStream*);
    void* private_data;
};

}  // extern "C"

#endif

namespace treewright {

constexpr std::int64_t arrow_flag_dictionary_ordered = 1;  ///< of `ArrowSchema::flags`

/// RAII owner of one of the structs: calls its `release` callback.
template <class Struct>
class ArrowOwner {
public:
    ArrowOwner() = default;
    ArrowOwner(const ArrowOwner&) = delete;
    ArrowOwner& operator=(const ArrowOwner&) = delete;
    ~ArrowOwner() { reset(); }

    void reset() {
        if (value_.release != nullptr) value_.release(&value_);
        value_ = {};
    }
    [[nodiscard]] bool has_value() const { return value_.release != nullptr; }
    Struct& operator*() { return value_; }
    Struct* operator->() { return &value_; }
    Struct* get() { return &value_; }

private:
    Struct value_{};
};

}  // namespace treewright
