// A file that appears whole or not at all: written under another name in the same folder, synced, renamed, the folder synced.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace treewright {

/// Errors: a missing folder, missing permission or a folder of that name is the user's (`ErrorKind::input`); a full disk, a
/// quota or a failing device is the system's. Messages start with the path as it was given.
///
/// An existing target keeps its permission bits (but not setuid and setgid), and a link to it stays a link. A path that is not a
/// regular file (a pipe, /dev/null, /dev/stdout) is written into directly.
///
/// A process that is killed leaves its temporary file behind. The next one that writes into the folder removes it: its lock is
/// free. Where a lock may be held by another machine (network file systems), nobody must have written to it for an hour either.
class AtomicFile {
public:
    explicit AtomicFile(std::string path);
    ~AtomicFile();  ///< discards what was written unless it was committed
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    void write(std::string_view bytes);
    /// After this the file exists even if the machine loses power. Call it once, last.
    void commit();
    /// The same for several files that belong together: all are complete on the disk before the first takes its place, so that a
    /// full disk leaves none of them.
    static void commit_all(std::span<AtomicFile* const> files);

    /// Removes the temporary files of all `AtomicFile`s under way. Async-signal-safe, for a process that is about to end.
    static void discard_pending() noexcept;

private:
    struct Pending;  ///< a temporary file that a signal handler may have to remove

    static Pending* register_pending(const std::string& path);
    static void forget_pending(Pending* pending) noexcept;

    void open_directly();
    void open_temporary(const std::string& target);
    [[nodiscard]] bool create_temporary(const std::string& folder, unsigned mode);
    void flush();
    void write_out(std::string_view bytes);
    void complete();
    void put_in_place();
    void sync_folder() const;
    [[noreturn]] void fail(int error_number) const;

    std::string path_;       ///< as given
    std::string target_;     ///< the file to be replaced, absolute, links resolved
    std::string temporary_;  ///< empty when written into directly
    Pending* pending_ = nullptr;
    int descriptor_ = -1;  ///< of the temporary file: locked
    std::string buffer_;
};

}  // namespace treewright
