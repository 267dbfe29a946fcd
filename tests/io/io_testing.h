// What the tests of the readers share: files made on the spot, and tables as text that a person can compare.
#pragma once

#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "treewright/base/error.h"
#include "treewright/base/messages.h"
#include "treewright/base/number_text.h"
#include "treewright/base/progress.h"
#include "treewright/data/table.h"
#include "treewright/io/read_table.h"

namespace treewright::testing {

/// A file that lives as long as the object.
class TemporaryFile {
public:
    explicit TemporaryFile(std::string_view bytes, std::string_view ending = ".csv") {
        path_ = "/tmp/treewright-test-XXXXXX" + std::string(ending);
        const int descriptor = ::mkstemps(path_.data(), static_cast<int>(ending.size()));
        ::close(descriptor);
        std::ofstream(path_, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile() { ::unlink(path_.c_str()); }
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    std::string path_;
};

/// The same without a disk, for tests that make thousands.
class MemoryFile {
public:
    explicit MemoryFile(std::string_view bytes) : descriptor_(::memfd_create("test", 0)) {
        path_ = "/proc/self/fd/" + std::to_string(descriptor_);
        if (::write(descriptor_, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
            throw std::runtime_error("no memory file");
    }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    ~MemoryFile() { ::close(descriptor_); }
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    int descriptor_;
    std::string path_;
};

inline std::string replaced(std::string text, const std::string& what, const std::string& by) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
    return text;
}

inline std::string shown_cell(const Column& column, std::size_t row) {
    if (column.missing_at(row)) return "-";
    switch (column.schema.type) {
        case ColumnType::numeric: return number_text(column.values[row]);
        case ColumnType::date: return date_text(column.values[row]);
        case ColumnType::time: return time_text(column.values[row]);
        case ColumnType::ordered: return column.schema.levels.at(static_cast<std::size_t>(column.values[row]));
        case ColumnType::categorical:
            if (column.codes[row] == unseen_code) return "unseen";
            return "'" + column.schema.levels.at(static_cast<std::size_t>(column.codes[row])) + "'";
    }
    return {};
}

/// A line for each column, such as "x number: 1 2 - 4" or "y {a|b}: 'a' 'b'"; '-' is missing.
inline std::string shown(const Table& table) {
    static const std::vector<std::string> types = {"number", "date", "time", "ordered", ""};
    std::string text;
    for (const Column& column : table.columns) {
        text += column.schema.name + " " + types.at(static_cast<std::size_t>(column.schema.type));
        if (column.schema.type == ColumnType::categorical) {
            text += "{";
            for (std::size_t i = 0; i < column.schema.levels.size(); ++i) text += (i > 0 ? "|" : "") + column.schema.levels[i];
            text += "}";
        }
        text += ":";
        for (std::size_t row = 0; row < table.rows; ++row) text.append(" ").append(shown_cell(column, row));
        text += "\n";
    }
    return text;
}

/// The result of a reading: the table, or "error: …" with the file called FILE; and the messages.
struct Outcome {
    std::string result;
    std::vector<std::string> messages;
    bool operator==(const Outcome&) const = default;
};

inline Outcome outcome_of(const std::string& path, const ReadOptions& options, unsigned threads = 0) {
    Messages messages;
    Progress progress;
    Outcome outcome;
    try {
        outcome.result = shown(read_table(path, options, {Threads(threads), progress, messages}));
    } catch (const Error& error) {
        outcome.result =
            std::string(error.kind() == ErrorKind::usage ? "usage error: " : "error: ") + replaced(error.what(), path, "FILE");
    }
    for (const Message& message : messages.list()) outcome.messages.push_back(replaced(message.text, path, "FILE"));
    return outcome;
}

inline Outcome read_text(std::string_view bytes, ReadOptions options = {}, std::string_view ending = ".csv") {
    const TemporaryFile file(bytes, ending);
    return outcome_of(file.path(), options);
}

}  // namespace treewright::testing
