#include "treewright/io/arrow/arrow_export.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "treewright/base/error.h"
#include "treewright/base/number_text.h"

namespace treewright {

namespace {

constexpr std::int64_t nullable = 2;  // of ArrowSchema::flags

// --- structs that own what they point at ------------------------------------------------------------------------------------

struct SchemaBody {
    std::string format, name;
    std::vector<std::unique_ptr<ArrowSchema>> children;
    std::vector<ArrowSchema*> pointers;
    std::unique_ptr<ArrowSchema> dictionary;
};

struct ArrayBody {
    std::vector<std::vector<char>> buffers;
    std::vector<const void*> buffer_pointers;
    std::vector<std::unique_ptr<ArrowArray>> children;
    std::vector<ArrowArray*> pointers;
    std::unique_ptr<ArrowArray> dictionary;
};

/// A consumer may have moved a child elsewhere, which sets its `release` to null.
template <class Struct, class Body>
void release(Struct* released) {
    auto* body = static_cast<Body*>(released->private_data);
    for (const auto& child : body->children)
        if (child->release != nullptr) child->release(child.get());
    if (body->dictionary && body->dictionary->release != nullptr) body->dictionary->release(body->dictionary.get());
    delete body;
    released->release = nullptr;
}

void fill(ArrowSchema& schema, std::unique_ptr<SchemaBody> body) {
    for (const auto& child : body->children) body->pointers.push_back(child.get());
    schema = {body->format.c_str(),
              body->name.c_str(),
              nullptr,
              nullable,
              static_cast<std::int64_t>(body->children.size()),
              body->pointers.data(),
              body->dictionary.get(),
              release<ArrowSchema, SchemaBody>,
              nullptr};
    schema.private_data = body.release();
}

void fill(ArrowArray& array, std::size_t length, std::unique_ptr<ArrayBody> body) {
    // An empty first buffer means a validity bitmap without missing values.
    for (const std::vector<char>& buffer : body->buffers)
        body->buffer_pointers.push_back(buffer.empty() && &buffer == &body->buffers.front() ? nullptr : buffer.data());
    for (const auto& child : body->children) body->pointers.push_back(child.get());
    const bool may_miss = !body->buffers.empty() && !body->buffers.front().empty();
    array = {static_cast<std::int64_t>(length),
             may_miss ? -1 : 0,
             0,
             static_cast<std::int64_t>(body->buffers.size()),
             static_cast<std::int64_t>(body->children.size()),
             body->buffer_pointers.data(),
             body->pointers.data(),
             body->dictionary.get(),
             release<ArrowArray, ArrayBody>,
             nullptr};
    array.private_data = body.release();
}

// --- cells ------------------------------------------------------------------------------------------------------------------

template <class Cell>
std::vector<char> buffer_of(const std::vector<Cell>& cells) {
    std::vector<char> bytes(std::max<std::size_t>(1, cells.size() * sizeof(Cell)));
    if (!cells.empty()) std::memcpy(bytes.data(), cells.data(), cells.size() * sizeof(Cell));
    return bytes;
}

std::vector<char> bits_of(const std::vector<bool>& bits) {
    std::vector<char> bytes(bits.size() / 8 + 1);
    for (std::size_t i = 0; i < bits.size(); ++i)
        if (bits[i]) bytes[i / 8] = static_cast<char>(static_cast<unsigned char>(bytes[i / 8]) | (1U << (i % 8)));
    return bytes;
}

/// Cells of one column, of a type that can be copied, and which of them are there.
template <class Cell>
struct Cells {
    std::vector<Cell> cells;
    std::vector<bool> there;

    void add(Cell cell, bool is_there) {
        cells.push_back(is_there ? cell : Cell{});
        there.push_back(is_there);
    }
};

template <class Cell>
std::unique_ptr<ArrayBody> body_of(const Cells<Cell>& column) {
    auto body = std::make_unique<ArrayBody>();
    body->buffers.push_back(bits_of(column.there));
    if constexpr (std::is_same_v<Cell, bool>)
        body->buffers.push_back(bits_of(column.cells));
    else
        body->buffers.push_back(buffer_of(column.cells));
    return body;
}

template <class TextOf>
std::unique_ptr<ArrayBody> text_body(std::size_t count, const TextOf& text_of) {
    std::vector<std::int32_t> offsets = {0};
    std::string bytes;
    for (std::size_t i = 0; i < count; ++i) {
        bytes += text_of(i);
        if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
            throw input_error("a batch of rows holds more than 2 GB of text, too much for Parquet; write a CSV instead");
        offsets.push_back(static_cast<std::int32_t>(bytes.size()));
    }
    auto body = std::make_unique<ArrayBody>();
    body->buffers = {{}, buffer_of(offsets), {bytes.begin(), bytes.end()}};
    body->buffers[2].push_back('\0');  // never an empty buffer
    return body;
}

/// A kept cell as a typed value. Years that have no date are written as plain counts (`date_text`).
double parse_cell(std::string_view text, KeptType type) {
    if (type == KeptType::truth) return text == "true" ? 1.0 : 0.0;
    if (type == KeptType::date)
        if (const auto date = parse_date(text)) return *date;
    if (type == KeptType::time)
        if (const auto time = parse_time(text)) return *time;
    double value = 0.0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

std::int64_t parse_whole(std::string_view text) {
    std::int64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

template <class Cell, class Parse>
std::unique_ptr<ArrayBody> parsed_body(const KeptColumn& kept, std::size_t rows, const Parse& parse) {
    Cells<Cell> column;
    for (std::size_t row = 0; row < rows; ++row) {
        const KeptCell cell = kept.at(row);
        column.add(cell.missing ? Cell{} : static_cast<Cell>(parse(cell.text)), !cell.missing);
    }
    return body_of(column);
}

std::unique_ptr<ArrayBody> kept_texts(const KeptColumn& kept, std::size_t rows) {
    std::vector<bool> there(rows);
    for (std::size_t row = 0; row < rows; ++row) there[row] = !kept.at(row).missing;
    auto body = text_body(rows, [&](std::size_t row) { return there[row] ? kept.at(row).text : std::string_view(); });
    body->buffers.front() = bits_of(there);
    return body;
}

std::unique_ptr<ArrayBody> kept_body(const KeptColumn& kept, KeptType type, std::size_t rows) {
    const auto parse = [type](std::string_view text) { return parse_cell(text, type); };
    switch (type) {
        case KeptType::whole: return parsed_body<std::int64_t>(kept, rows, parse_whole);
        case KeptType::number: return parsed_body<double>(kept, rows, parse);
        case KeptType::truth: return parsed_body<bool>(kept, rows, parse);
        case KeptType::date: return parsed_body<std::int32_t>(kept, rows, parse);
        case KeptType::time:
            return parsed_body<std::int64_t>(kept, rows,
                                             [&](std::string_view text) { return std::llround(parse(text) * 1e6); });
        case KeptType::text: break;
    }
    return kept_texts(kept, rows);
}

std::unique_ptr<ArrayBody> level_body(const OutputColumn& column, std::span<const LevelCode> codes) {
    Cells<std::int32_t> which;
    for (const LevelCode code : codes) which.add(code, code >= 0);
    auto body = body_of(which);
    body->dictionary = std::make_unique<ArrowArray>();
    fill(*body->dictionary, column.levels.size(),
         text_body(column.levels.size(), [&](std::size_t i) -> std::string_view { return column.levels[i]; }));
    return body;
}

std::unique_ptr<ArrayBody> column_body(const OutputColumn& column, const OutputCells& cells, std::size_t rows) {
    switch (column.kind) {
        case OutputColumn::Kind::number: {
            Cells<double> numbers;
            for (const double number : std::get<std::span<const double>>(cells)) numbers.add(number, !std::isnan(number));
            return body_of(numbers);
        }
        case OutputColumn::Kind::whole: {
            Cells<std::int32_t> wholes;
            for (const std::int32_t whole : std::get<std::span<const std::int32_t>>(cells)) wholes.add(whole, true);
            return body_of(wholes);
        }
        case OutputColumn::Kind::level: return level_body(column, std::get<std::span<const std::int32_t>>(cells));
        case OutputColumn::Kind::kept: break;
    }
    return kept_body(*std::get<const KeptColumn*>(cells), column.kept_type, rows);
}

const char* format_of(const OutputColumn& column) {
    if (column.kind == OutputColumn::Kind::number) return "g";
    if (column.kind != OutputColumn::Kind::kept) return "i";
    switch (column.kept_type) {
        case KeptType::whole: return "l";
        case KeptType::number: return "g";
        case KeptType::truth: return "b";
        case KeptType::date: return "tdD";
        case KeptType::time: return "tsu:";
        case KeptType::text: break;
    }
    return "u";
}

std::unique_ptr<ArrowSchema> column_schema(const OutputColumn& column) {
    auto body = std::make_unique<SchemaBody>();
    body->format = format_of(column);
    body->name = column.name;
    if (column.kind == OutputColumn::Kind::level) {
        auto texts = std::make_unique<SchemaBody>();
        texts->format = "u";
        body->dictionary = std::make_unique<ArrowSchema>();
        fill(*body->dictionary, std::move(texts));
    }
    auto schema = std::make_unique<ArrowSchema>();
    fill(*schema, std::move(body));
    return schema;
}

}  // namespace

void export_schema(const std::vector<OutputColumn>& columns, ArrowSchema* out) {
    auto body = std::make_unique<SchemaBody>();
    body->format = "+s";
    for (const OutputColumn& column : columns) body->children.push_back(column_schema(column));
    fill(*out, std::move(body));
}

void export_batch(const std::vector<OutputColumn>& columns, std::span<const OutputCells> cells, std::size_t rows,
                  ArrowArray* out) {
    auto body = std::make_unique<ArrayBody>();
    body->buffers.emplace_back();
    for (std::size_t i = 0; i < columns.size(); ++i) {
        body->children.push_back(std::make_unique<ArrowArray>());
        fill(*body->children.back(), rows, column_body(columns[i], cells[i], rows));
    }
    fill(*out, rows, std::move(body));
}

}  // namespace treewright
