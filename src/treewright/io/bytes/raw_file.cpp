#include "treewright/io/bytes/raw_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "treewright/io/place.h"

namespace treewright {

namespace {

Error open_error(const std::string& name, int reason) {
    switch (reason) {
        case ENOENT:
        case ENOTDIR: return input_error(fmt::format("{}: no such file; check the name and the folder", name));
        case EACCES:
        case EPERM: return input_error(fmt::format("{}: permission denied; make it readable (chmod, chown)", name));
        default: return input_error(fmt::format("{}: it cannot be opened: {}; give another file", name, std::strerror(reason)));
    }
}

Error read_error(const std::string& name, int reason) {
    return system_error(fmt::format("{}: reading failed: {}; check the disk or the connection", name, std::strerror(reason)));
}

Error spool_error(const std::string& name, int reason) {
    return system_error(
        fmt::format("{}: a temporary copy could not be written: {}; free some disk space, or set TMPDIR to a folder with space",
                    name, std::strerror(reason)));
}

Descriptor open_file(const std::string& path, const std::string& name) {
    // Standard input is duplicated, so that closing ours leaves the process's own open.
    const int number = path == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (number < 0) throw open_error(name, errno);
    return Descriptor(number);
}

}  // namespace

Descriptor open_spool(const std::string& name) {
    const char* folder = std::getenv("TMPDIR");
    std::string pattern = fmt::format("{}/treewright-XXXXXX", folder != nullptr && *folder != '\0' ? folder : "/tmp");
    Descriptor spool(::mkostemp(pattern.data(), O_CLOEXEC));
    if (!spool.is_open()) throw spool_error(name, errno);
    ::unlink(pattern.c_str());  // it vanishes with the descriptor, however the process ends
    return spool;
}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
}

Descriptor::~Descriptor() {
    if (number_ >= 0) ::close(number_);
}

int Descriptor::release() noexcept { return std::exchange(number_, -1); }

RawFile::RawFile(const std::string& path, Progress& progress)
    : name_(shown_path(path)), progress_(progress), file_(open_file(path, name_)) {
    struct stat status{};
    if (::fstat(file_.number(), &status) != 0) throw open_error(name_, errno);
    if (S_ISDIR(status.st_mode)) throw input_error(fmt::format("{}: it is a folder; give a file in it", name_));
    if (!S_ISREG(status.st_mode)) {
        spool_ = open_spool(name_);
        return;
    }
    // A file as standard input may have been read in part by others: it begins where they left it.
    start_ = std::max<off_t>(0, ::lseek(file_.number(), 0, SEEK_CUR));
    size_ = static_cast<std::uint64_t>(std::max<off_t>(0, status.st_size - start_));
}

std::size_t RawFile::read(char* into, std::size_t room) {
    const std::size_t count = !spool_.is_open()      ? read_regular(into, room)
                              : position_ < spooled_ ? read_spool(into, room)
                                                     : read_pipe(into, room);
    position_ += count;
    return count;
}

std::size_t RawFile::read_regular(char* into, std::size_t room) {
    for (;;) {
        const ssize_t count = ::pread(file_.number(), into, room, start_ + static_cast<off_t>(position_));
        if (count >= 0) return static_cast<std::size_t>(count);
        if (errno != EINTR) throw read_error(name_, errno);
        progress_.stop_if_cancelled();
    }
}

std::size_t RawFile::read_pipe(char* into, std::size_t room) {
    for (;;) {
        wait_for_input();
        const ssize_t count = ::read(file_.number(), into, room);
        if (count >= 0) {
            if (keeps_copy_) append_to_spool(into, static_cast<std::size_t>(count));
            return static_cast<std::size_t>(count);
        }
        if (errno != EINTR && errno != EAGAIN) throw read_error(name_, errno);
    }
}

std::size_t RawFile::read_spool(char* into, std::size_t room) {
    const std::size_t wanted = std::min<std::uint64_t>(room, spooled_ - position_);
    for (;;) {
        const ssize_t count = ::pread(spool_.number(), into, wanted, static_cast<off_t>(position_));
        if (count > 0) return static_cast<std::size_t>(count);
        if (count == 0 || errno != EINTR) throw spool_error(name_, count == 0 ? EIO : errno);
    }
}

void RawFile::append_to_spool(const char* bytes, std::size_t count) {
    while (count > 0) {
        const ssize_t written = ::pwrite(spool_.number(), bytes, count, static_cast<off_t>(spooled_));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) throw spool_error(name_, errno);
        bytes += written;
        count -= static_cast<std::size_t>(written);
        spooled_ += static_cast<std::uint64_t>(written);
    }
}

/// A pipe may stay silent for long: look every 50 ms whether the user wants to stop.
void RawFile::wait_for_input() {
    pollfd waiting{file_.number(), POLLIN, 0};
    do {
        progress_.stop_if_cancelled();
    } while (::poll(&waiting, 1, 50) <= 0 && waiting.revents == 0);
}

}  // namespace treewright
