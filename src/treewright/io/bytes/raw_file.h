// The raw bytes of a file or a pipe. What cannot be read twice (standard input, pipes) is copied
// into an unlinked temporary file while it is read, so that a second pass is possible without holding it in memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "treewright/base/progress.h"
#include "treewright/io/bytes/byte_input.h"

namespace treewright {

/// An open file descriptor, closed at the end of its life.
class Descriptor {
public:
    explicit Descriptor(int number = -1) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
    Descriptor& operator=(Descriptor&& other) noexcept;
    ~Descriptor();
    [[nodiscard]] int number() const { return number_; }
    [[nodiscard]] bool is_open() const { return number_ >= 0; }
    /// The number, which from now on another one closes.
    int release() noexcept;

private:
    int number_;
};

/// An unlinked temporary file in TMPDIR: it vanishes with the descriptor. `name` is that of the file it is a copy of.
[[nodiscard]] Descriptor open_spool(const std::string& name);

class RawFile final : public ByteInput {
public:
    /// Throws an input error if there is no such file, or it is a folder or not readable. Keeps a reference to `progress`,
    /// by which waiting for a pipe can be cancelled.
    RawFile(const std::string& path, Progress& progress);

    std::size_t read(char* into, std::size_t room) override;
    void rewind() override { position_ = 0; }
    /// There will be no rewinding: what comes out of a pipe from now on is not copied.
    void read_once() { keeps_copy_ = false; }

    [[nodiscard]] std::uint64_t position() const { return position_; }
    [[nodiscard]] std::optional<std::uint64_t> size() const { return size_; }  ///< unknown for a pipe

private:
    std::size_t read_regular(char* into, std::size_t room);
    std::size_t read_pipe(char* into, std::size_t room);
    std::size_t read_spool(char* into, std::size_t room);
    void append_to_spool(const char* bytes, std::size_t count);
    void wait_for_input();

    std::string name_;  ///< as `shown_name` gives it
    Progress& progress_;
    Descriptor file_;
    Descriptor spool_;        ///< open for pipes and devices only
    std::int64_t start_ = 0;  ///< of a regular file: the offset of its first byte for us
    std::optional<std::uint64_t> size_;
    std::uint64_t position_ = 0;
    std::uint64_t spooled_ =
        0;  ///< bytes of the pipe that are in the spool: its first ones, all that were read unless `read_once`
    bool keeps_copy_ = true;
};

}  // namespace treewright
