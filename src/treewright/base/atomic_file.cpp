#include "treewright/base/atomic_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/vfs.h>
#endif

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <mutex>
#include <random>
#include <set>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "treewright/base/error.h"

namespace treewright {
namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 16;

/// A descriptor that is already open under this name. Opening it again would start at offset 0 and overwrite.
int standard_descriptor(const std::string& path) {
    if (path == "/dev/stdout") return STDOUT_FILENO;
    if (path == "/dev/stderr") return STDERR_FILENO;
    return -1;
}

std::string real_path(const std::string& path) {
    const std::unique_ptr<char, decltype(&std::free)> resolved(::realpath(path.c_str(), nullptr), &std::free);
    return resolved ? resolved.get() : "";
}

std::pair<std::string, std::string> folder_and_name(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos) return {".", path};
    return {slash == 0 ? "/" : path.substr(0, slash), path.substr(slash + 1)};
}

std::string temporary_name(const std::string& folder) {
    static std::atomic<unsigned> counter{0};
    return fmt::format("{}/.treewright-{}-{}-{:08x}.tmp", folder, ::getpid(), counter++, std::random_device{}());
}

// --- what killed processes left ------------------------------------------------------------------------------------------------

/// Whether all who could hold a lock on the file are processes of this machine, so that a free lock has no owner that lives.
bool locks_are_local([[maybe_unused]] int file) {
#ifdef __linux__
    struct statfs status{};
    if (::fstatfs(file, &status) != 0) return false;
    constexpr std::array<std::uint32_t, 7> local_systems = {0xEF53U /* ext */,
                                                            0x58465342U /* xfs */,
                                                            0x9123683EU /* btrfs */,
                                                            0x01021994U /* tmpfs */,
                                                            0x794C7630U /* overlay */,
                                                            0xF2F52010U /* f2fs */,
                                                            0x2FC12FC1U /* zfs */};
    return std::find(local_systems.begin(), local_systems.end(), static_cast<std::uint32_t>(status.f_type)) !=
           local_systems.end();
#else
    return false;
#endif
}

/// Elsewhere a file system may not know locks, or not those of other machines: what somebody has written to lately stays.
std::time_t seconds_untouched(int file) { return locks_are_local(file) ? 0 : 3600; }

/// `text` begins with one or more of `digits`, then `end`; both are taken off.
bool take(std::string_view& text, std::string_view digits, std::string_view end) {
    const std::size_t length = std::min(text.find_first_not_of(digits), text.size());
    if (length == 0 || !text.substr(length).starts_with(end)) return false;
    text.remove_prefix(length + end.size());
    return true;
}

/// Whether `temporary_name` makes such names.
bool is_temporary_name(std::string_view name) {
    constexpr std::string_view beginning = ".treewright-";
    if (!name.starts_with(beginning)) return false;
    name.remove_prefix(beginning.size());
    return take(name, "0123456789", "-") && take(name, "0123456789", "-") && take(name, "0123456789abcdef", ".tmp") &&
           name.empty();
}

void remove_if_stale(int folder, const char* name, std::time_t now) {
    struct stat before{}, locked{};
    // O_NONBLOCK: a pipe of that name would wait for its other end.
    const int file = ::openat(folder, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return;
    const bool stale = ::fstat(file, &locked) == 0 && S_ISREG(locked.st_mode) && locked.st_uid == ::geteuid() &&
                       locked.st_mtime + seconds_untouched(file) <= now && ::flock(file, LOCK_EX | LOCK_NB) == 0;
    // Between opening and locking it another process may have removed it, and a third may have made one of that name.
    if (stale && ::fstatat(folder, name, &before, AT_SYMLINK_NOFOLLOW) == 0 && before.st_ino == locked.st_ino &&
        before.st_dev == locked.st_dev)
        ::unlinkat(folder, name, 0);
    ::close(file);
}

/// True once per process for each folder.
bool is_first_visit(const std::string& folder) {
    static std::mutex mutex;
    static std::set<std::string> visited;
    const std::lock_guard lock(mutex);
    return visited.insert(folder).second;
}

/// `own`: a file just created there, which tells the time of that file system.
void remove_stale_files(const std::string& folder, int own) {
    struct stat status{};
    if (!is_first_visit(folder) || ::fstat(own, &status) != 0) return;
    DIR* const entries = ::opendir(folder.c_str());
    if (entries == nullptr) return;
    while (const dirent* entry = ::readdir(entries))
        if (is_temporary_name(entry->d_name)) remove_if_stale(::dirfd(entries), entry->d_name, status.st_mtime);
    ::closedir(entries);
}

// --- errors --------------------------------------------------------------------------------------------------------------------

Error error_for(const std::string& path, int number) {
    switch (number) {
        case ENOSPC: return system_error(path + ": the disk is full; make room or write to another disk");
        case EDQUOT: return system_error(path + ": your disk quota is used up; make room or write elsewhere");
        case EFBIG: return system_error(path + ": the file is larger than the system allows");
        case ENOENT:
        case ENOTDIR: return input_error(path + ": cannot be written: there is no such folder; create it or choose another");
        case EACCES:
        case EPERM:
            return input_error(path + ": cannot be written: no permission; choose another folder or change its permissions");
        case EROFS: return input_error(path + ": cannot be written: the disk is read-only; choose another folder");
        case EISDIR: return input_error(path + ": is a folder; give the name of a file");
        case ENAMETOOLONG: return input_error(path + ": the name is too long");
        default: return system_error(path + ": cannot be written: " + std::generic_category().message(number));
    }
}

}  // namespace

/// Slots are reused and never freed, and the list only grows at its head, so that a signal handler may walk it at any time.
struct AtomicFile::Pending {
    std::atomic<bool> taken{true};
    std::atomic<bool> active{false};
    std::array<char, PATH_MAX> path{};
    Pending* next = nullptr;

    static std::atomic<Pending*> head;
};

std::atomic<AtomicFile::Pending*> AtomicFile::Pending::head{nullptr};

AtomicFile::Pending* AtomicFile::register_pending(const std::string& path) {
    Pending* slot = Pending::head.load();
    while (slot != nullptr && slot->taken.exchange(true)) slot = slot->next;
    if (slot == nullptr) {
        slot = new Pending;
        slot->next = Pending::head.load();
        while (!Pending::head.compare_exchange_weak(slot->next, slot)) {
        }
    }
    std::memcpy(slot->path.data(), path.c_str(), path.size() + 1);
    slot->active.store(true);
    return slot;
}

void AtomicFile::forget_pending(Pending* pending) noexcept {
    if (pending == nullptr) return;
    pending->active.store(false);
    pending->taken.store(false);
}

void AtomicFile::discard_pending() noexcept {
    for (const Pending* slot = Pending::head.load(); slot != nullptr; slot = slot->next)
        if (slot->active.load()) ::unlink(slot->path.data());
}

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)) {
    struct stat status{};
    const bool exists = ::stat(path_.c_str(), &status) == 0;
    if (exists && S_ISDIR(status.st_mode)) fail(EISDIR);
    if (standard_descriptor(path_) >= 0 || (exists && !S_ISREG(status.st_mode)))
        open_directly();
    else
        open_temporary(exists ? real_path(path_) : path_);
}

AtomicFile::~AtomicFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
    forget_pending(pending_);
}

void AtomicFile::open_directly() {
    const int standard = standard_descriptor(path_);
    descriptor_ = standard >= 0 ? ::fcntl(standard, F_DUPFD_CLOEXEC, 0) : ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail(errno);
}

void AtomicFile::open_temporary(const std::string& target) {
    const auto [folder, name] = folder_and_name(target);
    if (name.empty() || name == "." || name == "..") fail(EISDIR);
    const std::string real_folder = real_path(folder);
    if (real_folder.empty()) fail(errno);
    if (name.size() > NAME_MAX) fail(ENAMETOOLONG);
    target_ = (real_folder == "/" ? "" : real_folder) + "/" + name;
    struct stat status{};
    const bool exists = ::stat(target_.c_str(), &status) == 0;
    const mode_t mode = exists ? status.st_mode & 0777U : 0666U;
    while (!create_temporary(real_folder, mode)) {
    }
    // The umask took bits from `mode` that the old file may have had. Some file systems have no permission bits: not a reason
    // to fail.
    if (exists && ::fchmod(descriptor_, mode) != 0) errno = 0;
    remove_stale_files(real_folder, descriptor_);
}

/// False if the name was taken, or if another process found the file before it was locked and removed it as stale.
bool AtomicFile::create_temporary(const std::string& folder, unsigned mode) {
    // Registered before it is created: a signal between the two would leave it behind.
    std::string candidate = temporary_name(folder);
    if (candidate.size() >= PATH_MAX) fail(ENAMETOOLONG);
    forget_pending(std::exchange(pending_, nullptr));
    pending_ = register_pending(candidate);
    descriptor_ = ::open(candidate.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (descriptor_ < 0) {
        if (errno == EEXIST) return false;
        const int number = errno;
        forget_pending(std::exchange(pending_, nullptr));
        fail(number);
    }
    // Held until the file is in its place. Some file systems have no locks.
    const bool is_held_by_other = ::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    struct stat status{};
    const bool is_removed = ::fstat(descriptor_, &status) == 0 && status.st_nlink == 0;
    errno = 0;
    if (is_held_by_other || is_removed) {
        ::unlink(candidate.c_str());
        ::close(std::exchange(descriptor_, -1));
        return false;
    }
    temporary_ = std::move(candidate);
    return true;
}

void AtomicFile::write(std::string_view bytes) {
    if (buffer_.size() + bytes.size() > buffer_size) flush();
    if (bytes.size() > buffer_size)
        write_out(bytes);
    else
        buffer_ += bytes;
}

void AtomicFile::flush() {
    write_out(buffer_);
    buffer_.clear();
}

void AtomicFile::write_out(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR) fail(errno);
        if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

void AtomicFile::commit() {
    AtomicFile* const self = this;
    commit_all({&self, 1});
}

void AtomicFile::commit_all(std::span<AtomicFile* const> files) {
    for (AtomicFile* file : files) file->complete();
    for (AtomicFile* file : files) file->put_in_place();
    for (const AtomicFile* file : files) file->sync_folder();
}

/// Everything that can fail for lack of room.
void AtomicFile::complete() {
    check_invariant(descriptor_ >= 0, "a file is committed once");
    flush();
    if (!temporary_.empty() && ::fsync(descriptor_) != 0) fail(errno);
    // Some file systems report a failed write when a descriptor is closed. This one stays open, for its lock.
    const int copy = ::fcntl(descriptor_, F_DUPFD_CLOEXEC, 0);
    if (copy >= 0 && ::close(copy) != 0 && errno != EINTR) fail(errno);
}

void AtomicFile::put_in_place() {
    if (!temporary_.empty()) {
        if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
        temporary_.clear();
        forget_pending(std::exchange(pending_, nullptr));
    }
    ::close(std::exchange(descriptor_, -1));
}

/// The rename is durable only when the folder is. Some file systems cannot sync a folder; the file is in place all the same.
void AtomicFile::sync_folder() const {
    if (target_.empty()) return;
    const int folder = ::open(folder_and_name(target_).first.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return;
    const bool failed = ::fsync(folder) != 0 && errno == EIO;
    ::close(folder);
    if (failed) fail(EIO);
}

void AtomicFile::fail(int error_number) const { throw error_for(path_, error_number); }

}  // namespace treewright
