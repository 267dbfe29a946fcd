// Where the bytes of a table come from: a file or standard input, plain or compressed, readable from the start again.
#pragma once

#include <memory>
#include <string>

#include "treewright/base/error.h"
#include "treewright/base/progress.h"
#include "treewright/io/bytes/decompress.h"
#include "treewright/io/bytes/encoding.h"
#include "treewright/io/bytes/raw_file.h"

namespace treewright {

class Source {
public:
    enum class Pace {
        full,  ///< a reading is as long as was wished, but for the last one
        live,  ///< what a pipe has by now is handed on at once
    };
    /// Opens `path` (`-` for standard input). Keeps a reference to `progress`.
    Source(const std::string& path, Progress& progress, Pace pace = Pace::full);

    /// Fills `into` up to `room` bytes; fewer only at the end (none, at a live pace). Reports progress and may throw `Cancelled`.
    std::size_t read(char* into, std::size_t room);
    void rewind();
    /// Turns what is read into UTF-8 and goes back to the first byte.
    void set_encoding(TextEncoding encoding);
    [[nodiscard]] TextEncoding encoding() const { return encoding_; }
    /// Whether the beginning of the file has characters beyond ASCII that are UTF-8: then so is the rest.
    [[nodiscard]] bool has_utf8() const { return has_utf8_; }
    void set_has_utf8(bool has) { has_utf8_ = has; }
    /// The table begins behind these bytes (of UTF-8) and lines; goes back to its first byte.
    void begin_behind(std::size_t bytes, std::size_t lines);
    [[nodiscard]] std::size_t skipped_bytes() const { return skipped_bytes_; }
    [[nodiscard]] std::size_t skipped_lines() const { return skipped_lines_; }
    /// There will be no rewinding, so a pipe of any length can be read without a copy on disk.
    void read_once() { file_.read_once(); }
    [[nodiscard]] bool is_live() const { return pace_ == Pace::live; }
    /// False for a pipe, which may never end.
    [[nodiscard]] bool has_size() const { return file_.size().has_value(); }
    /// How much of the file has been read, 0 to 1; 0 for a pipe, whose size no one knows.
    [[nodiscard]] double share_read() const;
    /// Reads a compressed file to its end, which throws if it is damaged anywhere.
    void check_compression();

    [[nodiscard]] const std::string& name() const { return name_; }  ///< for sentences
    [[nodiscard]] Compression compression() const { return compression_; }

private:
    [[nodiscard]] ByteInput& input();
    void report();

    std::string name_;
    Progress& progress_;
    Pace pace_;
    RawFile file_;
    Compression compression_ = Compression::none;
    std::unique_ptr<ByteInput> decompressed_;  ///< null for a plain file
    TextEncoding encoding_ = TextEncoding::utf8;
    bool has_utf8_ = false;
    std::unique_ptr<ByteInput> decoded_;  ///< null for UTF-8
    std::size_t skipped_bytes_ = 0;
    std::size_t skipped_lines_ = 0;
};

/// Does `work`, which reads the source. Damage in a compressed file shows as nonsense in its rows before it is found out at the
/// end: so when the work fails, the compression is looked at first.
template <typename Work>
auto blaming_compression_first(Source& source, const Work& work) {
    try {
        return work();
    } catch (const Error&) {
        source.check_compression();
        throw;
    }
}

}  // namespace treewright
