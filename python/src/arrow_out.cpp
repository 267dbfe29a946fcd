#include "arrow_out.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "treewright/data/arrow_c.h"

namespace nb = nanobind;

namespace treewright::python {

namespace {

constexpr std::int64_t ordered_dictionary = 1, nullable = 2;  // flags of an ArrowSchema

template <class Struct>
void let_go(Struct* held) {
    if (held->release != nullptr) held->release(held);
}

/// A struct of the interface, which it owns with all that it points at. Consumers may move the struct elsewhere, but not its parts.
struct OwnedSchema {
    std::string format, name;
    std::vector<ArrowSchema> inner;
    std::vector<ArrowSchema*> children;
    std::unique_ptr<ArrowSchema> dictionary;

    static void release(ArrowSchema* schema) {
        auto* own = static_cast<OwnedSchema*>(schema->private_data);
        for (ArrowSchema& child : own->inner) let_go(&child);
        if (own->dictionary) let_go(own->dictionary.get());
        delete own;
        schema->release = nullptr;
    }
};

ArrowSchema schema_of(std::unique_ptr<OwnedSchema> own, std::int64_t flags) {
    for (ArrowSchema& child : own->inner) own->children.push_back(&child);
    ArrowSchema schema{own->format.c_str(),
                       own->name.c_str(),
                       nullptr,
                       flags,
                       static_cast<std::int64_t>(own->children.size()),
                       own->children.data(),
                       own->dictionary.get(),
                       &OwnedSchema::release,
                       nullptr};
    schema.private_data = own.release();
    return schema;
}

ArrowSchema plain_schema(std::string format, std::string name, std::int64_t flags = nullable) {
    auto own = std::make_unique<OwnedSchema>();
    own->format = std::move(format);
    own->name = std::move(name);
    return schema_of(std::move(own), flags);
}

ArrowSchema schema_of(const ColumnSchema& column) {
    switch (column.type) {
        case ColumnType::numeric: return plain_schema("g", column.name);
        case ColumnType::date: return plain_schema("tdD", column.name);
        case ColumnType::time: return plain_schema("tsu:", column.name);
        case ColumnType::ordered:
        case ColumnType::categorical: break;
    }
    auto own = std::make_unique<OwnedSchema>();
    own->format = "i";
    own->name = column.name;
    own->dictionary = std::make_unique<ArrowSchema>(plain_schema("u", ""));
    return schema_of(std::move(own), column.type == ColumnType::ordered ? nullable | ordered_dictionary : nullable);
}

ArrowSchema schema_of(const std::vector<ColumnSchema>& columns) {
    auto own = std::make_unique<OwnedSchema>();
    own->format = "+s";
    for (const ColumnSchema& column : columns) own->inner.push_back(schema_of(column));
    return schema_of(std::move(own), 0);
}

struct OwnedArray {
    std::vector<std::vector<char>> buffers;
    std::vector<const void*> addresses;
    std::vector<ArrowArray> inner;
    std::vector<ArrowArray*> children;
    std::unique_ptr<ArrowArray> dictionary;

    static void release(ArrowArray* array) {
        auto* own = static_cast<OwnedArray*>(array->private_data);
        for (ArrowArray& child : own->inner) let_go(&child);
        if (own->dictionary) let_go(own->dictionary.get());
        delete own;
        array->release = nullptr;
    }
};

/// An empty buffer is null.
ArrowArray array_of(std::unique_ptr<OwnedArray> own, std::size_t length, std::size_t nulls) {
    for (const std::vector<char>& buffer : own->buffers) own->addresses.push_back(buffer.empty() ? nullptr : buffer.data());
    for (ArrowArray& child : own->inner) own->children.push_back(&child);
    ArrowArray array{static_cast<std::int64_t>(length),
                     static_cast<std::int64_t>(nulls),
                     0,
                     static_cast<std::int64_t>(own->addresses.size()),
                     static_cast<std::int64_t>(own->children.size()),
                     own->addresses.data(),
                     own->children.data(),
                     own->dictionary.get(),
                     &OwnedArray::release,
                     nullptr};
    array.private_data = own.release();
    return array;
}

template <class Cell>
std::vector<char> bytes_of(const std::vector<Cell>& cells) {
    std::vector<char> bytes(cells.size() * sizeof(Cell));
    if (!bytes.empty()) std::memcpy(bytes.data(), cells.data(), bytes.size());
    return bytes;
}

/// A bit per row: 1 where the cell is known. Empty if all are.
std::vector<char> known_bits(const Column& column, std::size_t& nulls) {
    std::vector<char> bits((column.size() + 7) / 8, 0);
    for (std::size_t row = 0; row < column.size(); ++row) {
        const bool is_known = !column.missing_at(row);
        nulls += is_known ? 0 : 1;
        if (is_known) bits[row / 8] = static_cast<char>(static_cast<unsigned char>(bits[row / 8]) | (1U << (row % 8)));
    }
    return nulls == 0 ? std::vector<char>() : bits;
}

template <class Cell, class Convert>
std::vector<char> values_of(const Column& column, const Convert& convert) {
    std::vector<Cell> cells;
    cells.reserve(column.size());
    column.values.visit([&](auto numbers) {
        for (const double value : numbers) cells.push_back(std::isnan(value) ? Cell() : static_cast<Cell>(convert(value)));
    });
    return bytes_of(cells);
}

std::vector<char> codes_of(const Column& column) {
    if (column.has_values()) return values_of<std::int32_t>(column, [](double rank) { return rank; });
    std::vector<std::int32_t> codes(column.codes.begin(), column.codes.end());
    for (std::int32_t& code : codes) code = code < 0 ? 0 : code;
    return bytes_of(codes);
}

ArrowArray array_of_texts(const std::vector<std::string>& texts) {
    std::vector<std::int32_t> ends = {0};
    std::vector<char> bytes;
    for (const std::string& text : texts) {
        bytes.insert(bytes.end(), text.begin(), text.end());
        if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
            throw nb::value_error(
                "the names of the levels are too long for an Arrow stream: together they have more than 2 GB");
        ends.push_back(static_cast<std::int32_t>(bytes.size()));
    }
    auto own = std::make_unique<OwnedArray>();
    own->buffers = {{}, bytes_of(ends), std::move(bytes)};
    return array_of(std::move(own), texts.size(), 0);
}

std::vector<char> cells_of(const Column& column) {
    switch (column.schema.type) {
        case ColumnType::numeric: return values_of<double>(column, [](double value) { return value; });
        case ColumnType::date: return values_of<std::int32_t>(column, [](double days) { return std::floor(days); });
        case ColumnType::time: return values_of<std::int64_t>(column, [](double seconds) { return std::round(seconds * 1e6); });
        case ColumnType::ordered:
        case ColumnType::categorical: return codes_of(column);
    }
    return {};
}

ArrowArray array_of(const Column& column) {
    auto own = std::make_unique<OwnedArray>();
    std::size_t nulls = 0;
    own->buffers.push_back(known_bits(column, nulls));
    own->buffers.push_back(cells_of(column));
    const ColumnType type = column.schema.type;
    if (type == ColumnType::ordered || type == ColumnType::categorical)
        own->dictionary = std::make_unique<ArrowArray>(array_of_texts(column.schema.levels));
    return array_of(std::move(own), column.size(), nulls);
}

ArrowArray array_of(const Table& table) {
    auto own = std::make_unique<OwnedArray>();
    own->buffers.emplace_back();
    for (const Column& column : table.columns) own->inner.push_back(array_of(column));
    return array_of(std::move(own), table.rows, 0);
}

struct OwnedStream {
    std::vector<ColumnSchema> columns;
    ArrowArray batch = {};  ///< its release is null when it was handed out

    explicit OwnedStream(const Table& table) : batch(array_of(table)) {
        for (const Column& column : table.columns) columns.push_back(column.schema);
    }
    ~OwnedStream() { let_go(&batch); }
    OwnedStream(const OwnedStream&) = delete;
    OwnedStream& operator=(const OwnedStream&) = delete;

    static OwnedStream& of(ArrowArrayStream* stream) { return *static_cast<OwnedStream*>(stream->private_data); }
    static int get_schema(ArrowArrayStream* stream, ArrowSchema* out) {
        *out = schema_of(of(stream).columns);
        return 0;
    }
    static int get_next(ArrowArrayStream* stream, ArrowArray* out) {
        *out = std::exchange(of(stream).batch, {});
        return 0;
    }
    static const char* get_last_error(ArrowArrayStream* /*stream*/) { return nullptr; }
    static void release(ArrowArrayStream* stream) {
        delete &of(stream);
        stream->release = nullptr;
    }
};

/// A capsule that nobody took the stream out of still owns it.
void drop(PyObject* capsule) {
    auto* stream = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule, "arrow_array_stream"));
    if (stream == nullptr) return PyErr_Clear();
    let_go(stream);
    delete stream;
}

}  // namespace

nb::object arrow_stream_of(const Table& table) {
    auto own = std::make_unique<OwnedStream>(table);
    auto stream = std::make_unique<ArrowArrayStream>(ArrowArrayStream{
        &OwnedStream::get_schema, &OwnedStream::get_next, &OwnedStream::get_last_error, &OwnedStream::release, own.get()});
    own.release();  // NOLINT(bugprone-unused-return-value): the stream owns it now
    PyObject* const capsule = PyCapsule_New(stream.get(), "arrow_array_stream", &drop);
    if (capsule == nullptr) {
        let_go(stream.get());
        throw nb::python_error();
    }
    stream.release();  // NOLINT(bugprone-unused-return-value): the capsule owns it now
    return nb::steal(capsule);
}

}  // namespace treewright::python
