#include "treewright/base/temporary_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "treewright/base/error.h"

namespace treewright {

namespace {

std::atomic<std::size_t> folders_alive{0};

[[noreturn]] void fail_with(const std::string& path, int number) {
    throw system_error(path + ": cannot be written: " + std::generic_category().message(number));
}

std::string folder_of_temporary_files() {
    const char* const asked = std::getenv("TMPDIR");
    return asked != nullptr && *asked == '/' ? asked : "/tmp";
}

}  // namespace

TemporaryFolder::TemporaryFolder() : path_(folder_of_temporary_files() + "/treewright-XXXXXX") {
    ++folders_alive;  // before it is there: a signal between the two would leave it behind
    if (::mkdtemp(path_.data()) != nullptr) return;
    const int number = errno;
    --folders_alive;
    fail_with(folder_of_temporary_files(), number);
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
    --folders_alive;
}

std::string TemporaryFolder::write(std::string_view name, std::string_view bytes) const {
    std::string path = file(name);
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (descriptor < 0) fail_with(path, errno);
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR) {
            const int number = errno;
            ::close(descriptor);
            fail_with(path, number);
        }
        if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    ::close(descriptor);
    return path;
}

std::size_t TemporaryFolder::alive() noexcept { return folders_alive.load(); }

}  // namespace treewright
