// A Parquet or Arrow file as a stream of record batches.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "treewright/base/messages.h"
#include "treewright/data/arrow_import.h"
#include "treewright/io/arrow/arrow_plugin.h"
#include "treewright/io/bytes/source.h"
#include "treewright/io/read_options.h"

namespace treewright {

/// The format, by the first bytes of the file whatever its name; nothing for any other file. Leaves the source at its first byte.
/// Throws an input `Error` for a file that is of the kind but cannot be read: encrypted, of a format given up long ago, or with
/// the name of such a file and none of its bytes.
[[nodiscard]] std::optional<TreewrightArrowFormat> arrow_format(Source& source);

class ArrowFile {
public:
    /// `path` is that of `source`, which need not outlive the file. Reads the schema. What is not a plain file (a pipe, a compressed
    /// file) is copied into a temporary one, since these formats are read from their end.
    ArrowFile(const std::string& path, Source& source, TreewrightArrowFormat format, unsigned threads);

    [[nodiscard]] const std::string& name() const { return name_; }  ///< for sentences
    [[nodiscard]] const std::vector<ArrowField>& fields() const { return fields_; }
    [[nodiscard]] std::size_t rows() const { return rows_; }  ///< 0 if not known beforehand

    /// The names of the columns: those of the options or of the file, made distinct.
    [[nodiscard]] std::vector<std::string> column_names(const ReadOptions& options, Messages& messages) const;

    /// Begins to read the columns at these positions (ascending, each once). One stream at a time.
    void read(const std::vector<std::size_t>& columns, std::int64_t rows_per_batch, ArrowOwner<ArrowArrayStream>& stream);

private:
    [[noreturn]] void fail(const TreewrightArrowError& error) const;

    std::string name_;
    const TreewrightArrowPlugin& plugin_;
    std::unique_ptr<void, void (*)(void*)> file_;
    std::vector<ArrowField> fields_;
    std::size_t rows_ = 0;
};

}  // namespace treewright
