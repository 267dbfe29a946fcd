// Arrow arrays made by hand, buffer by buffer, for the tests of the importer.
#pragma once

#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "treewright/data/arrow_c.h"

namespace treewright {

using Bytes = std::vector<char>;

template <class Cell>
Bytes bytes_of(const std::vector<Cell>& cells) {
    Bytes bytes(cells.size() * sizeof(Cell));
    if (!cells.empty()) std::memcpy(bytes.data(), cells.data(), bytes.size());
    return bytes;
}

inline Bytes bits(const std::vector<int>& set) {
    Bytes bytes(set.size() / 8 + 1);
    for (std::size_t i = 0; i < set.size(); ++i)
        if (set[i] != 0) bytes[i / 8] = static_cast<char>(bytes[i / 8] | static_cast<char>(1 << (i % 8)));
    return bytes;
}

/// A column: its type, and an array of it. `valid` empty: no bitmap.
struct HandMade {
    std::string format;
    std::int64_t length = 0;
    std::vector<int> valid = {};
    std::vector<Bytes> buffers = {};  ///< without the bitmap
    std::vector<HandMade> children = {};
    std::shared_ptr<HandMade> dictionary = nullptr;
    std::int64_t offset = 0;
    std::int64_t flags = 0;
    std::string name = "x";
    bool has_bitmap = true;  ///< false for the types that have no buffer for one

    HandMade sliced(std::int64_t first, std::int64_t count) const {
        HandMade slice = *this;
        slice.offset += first;
        slice.length = count;
        return slice;
    }
};

template <class Cell>
HandMade cells(std::string format, const std::vector<Cell>& values, std::vector<int> valid = {}) {
    return {std::move(format), static_cast<std::int64_t>(values.size()), std::move(valid), {bytes_of(values)}};
}

template <class Offset = std::int32_t>
HandMade texts(std::string format, const std::vector<std::string>& values, std::vector<int> valid = {}) {
    std::vector<Offset> offsets = {0};
    Bytes bytes;
    for (const std::string& value : values) {
        bytes.insert(bytes.end(), value.begin(), value.end());
        offsets.push_back(static_cast<Offset>(bytes.size()));
    }
    return {std::move(format), static_cast<std::int64_t>(values.size()), std::move(valid), {bytes_of(offsets), bytes}};
}

/// The view layout: short texts within the view, long ones in the second of two buffers.
inline HandMade views(const std::vector<std::string>& values, std::vector<int> valid = {}) {
    Bytes view_bytes, long_bytes;
    for (const std::string& value : values) {
        Bytes view(16);
        const auto length = static_cast<std::int32_t>(value.size());
        const std::int32_t buffer = 1, place = static_cast<std::int32_t>(long_bytes.size());
        std::memcpy(view.data(), &length, 4);
        if (length <= 12) {
            std::memcpy(view.data() + 4, value.data(), value.size());
        } else {
            std::memcpy(view.data() + 4, value.data(), 4);
            std::memcpy(view.data() + 8, &buffer, 4);
            std::memcpy(view.data() + 12, &place, 4);
            long_bytes.insert(long_bytes.end(), value.begin(), value.end());
        }
        view_bytes.insert(view_bytes.end(), view.begin(), view.end());
    }
    const std::vector<std::int64_t> sizes = {0, static_cast<std::int64_t>(long_bytes.size())};
    return {"vu", static_cast<std::int64_t>(values.size()), std::move(valid), {view_bytes, {}, long_bytes, bytes_of(sizes)}};
}

template <class Index>
HandMade dictionary(std::string format, const std::vector<Index>& indices, HandMade values, std::vector<int> valid = {}) {
    HandMade column = cells(std::move(format), indices, std::move(valid));
    column.dictionary = std::make_shared<HandMade>(std::move(values));
    return column;
}

/// Keeps hand-made tables alive and gives them out as a stream: one batch for each entry of `batches`, each a list of columns.
class HandMadeStream {
public:
    explicit HandMadeStream(std::vector<std::vector<HandMade>> batches) : batches_(std::move(batches)) {
        stream_ = {get_schema, get_next, last_error, [](ArrowArrayStream* stream) { stream->release = nullptr; }, this};
    }
    ArrowArrayStream& stream() { return stream_; }
    [[nodiscard]] int released_arrays() const { return released_; }
    void fail_at(std::size_t batch, int code) { failing_ = batch, code_ = code; }
    /// Gives all batches an offset of their own, as a sliced record batch may have.
    void slice_batches(std::int64_t first, std::int64_t count) { first_ = first, count_ = count; }

private:
    static HandMadeStream& self(ArrowArrayStream* stream) { return *static_cast<HandMadeStream*>(stream->private_data); }
    static const char* last_error(ArrowArrayStream* /*stream*/) { return "the disk is gone"; }

    static int get_schema(ArrowArrayStream* stream, ArrowSchema* out) {
        HandMade table{"+s"};
        table.children = self(stream).batches_.front();
        *out = *self(stream).schema_of(table);
        return 0;
    }
    static int get_next(ArrowArrayStream* stream, ArrowArray* out) {
        HandMadeStream& me = self(stream);
        *out = {};
        if (me.next_ == me.failing_) return me.code_;
        if (me.next_ == me.batches_.size()) return 0;
        HandMade table{"+s"};
        table.children = me.batches_[me.next_++];
        table.length = me.count_ >= 0 ? me.count_ : table.children.front().length;
        table.offset = me.first_;
        *out = *me.array_of(table);
        out->release = [](ArrowArray* array) {
            ++static_cast<HandMadeStream*>(array->private_data)->released_;
            array->release = nullptr;
        };
        out->private_data = &me;
        return 0;
    }

    ArrowSchema* schema_of(const HandMade& made) {
        const HandMade& kept = kept_.emplace_back(made);
        std::vector<ArrowSchema*>& pointers = schema_pointers_.emplace_back();
        for (const HandMade& child : kept.children) pointers.push_back(schema_of(child));
        ArrowSchema* inner = kept.dictionary ? schema_of(*kept.dictionary) : nullptr;
        return &schemas_.emplace_back(ArrowSchema{kept.format.c_str(), kept.name.c_str(), nullptr, kept.flags,
                                                  static_cast<std::int64_t>(pointers.size()), pointers.data(), inner,
                                                  [](ArrowSchema* schema) { schema->release = nullptr; }, nullptr});
    }
    ArrowArray* array_of(const HandMade& made) {
        const HandMade& kept = kept_.emplace_back(made);
        std::vector<const void*>& buffers = buffers_.emplace_back();
        if (kept.has_bitmap) buffers.push_back(kept.valid.empty() ? nullptr : bitmaps_.emplace_back(bits(kept.valid)).data());
        for (const Bytes& buffer : kept.buffers) buffers.push_back(buffer.data());
        std::vector<ArrowArray*>& pointers = array_pointers_.emplace_back();
        for (const HandMade& child : kept.children) pointers.push_back(array_of(child));
        ArrowArray* inner = kept.dictionary ? array_of(*kept.dictionary) : nullptr;
        return &arrays_.emplace_back(ArrowArray{kept.length, -1, kept.offset, static_cast<std::int64_t>(buffers.size()),
                                                static_cast<std::int64_t>(pointers.size()), buffers.data(), pointers.data(),
                                                inner, [](ArrowArray* array) { array->release = nullptr; }, nullptr});
    }

    std::vector<std::vector<HandMade>> batches_;
    std::size_t next_ = 0;
    std::size_t failing_ = static_cast<std::size_t>(-1);
    int code_ = 0;
    std::int64_t first_ = 0, count_ = -1;
    int released_ = 0;
    ArrowArrayStream stream_{};
    std::deque<HandMade> kept_;
    std::deque<Bytes> bitmaps_;
    std::deque<ArrowSchema> schemas_;
    std::deque<ArrowArray> arrays_;
    std::deque<std::vector<const void*>> buffers_;
    std::deque<std::vector<ArrowSchema*>> schema_pointers_;
    std::deque<std::vector<ArrowArray*>> array_pointers_;
};

}  // namespace treewright
