// Where the bytes of a table come from: a file or standard input, plain or compressed, readable from the start again.
#pragma once

#include <memory>
#include <string>

#include "treewright/base/progress.h"
#include "treewright/io/decompress.h"
#include "treewright/io/raw_file.h"

namespace treewright {

class Source {
public:
    /// Opens `path` (`-` for standard input). Keeps a reference to `progress`.
    Source(const std::string& path, Progress& progress);

    /// Fills `into` up to `room` bytes; fewer only at the end. Reports progress and may throw `Cancelled`.
    std::size_t read(char* into, std::size_t room);
    void rewind();

    [[nodiscard]] const std::string& name() const { return name_; }  ///< for sentences
    [[nodiscard]] Compression compression() const { return compression_; }

private:
    void report();

    std::string name_;
    Progress& progress_;
    RawFile file_;
    Compression compression_ = Compression::none;
    std::unique_ptr<ByteReader> decompressed_;  ///< null for a plain file
};

}  // namespace treewright
