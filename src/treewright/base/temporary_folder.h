// A folder of its own for work with files and other programs, removed with all that it holds.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace treewright {

/// In the folder that TMPDIR names, else in /tmp; only its owner may look inside. A system `Error` if it cannot be made.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    [[nodiscard]] const std::string& path() const { return path_; }
    /// The path of a file in it.
    [[nodiscard]] std::string file(std::string_view name) const { return path_ + "/" + std::string(name); }
    /// Writes a file of this name and returns its path. A system `Error` for a full disk.
    std::string write(std::string_view name, std::string_view bytes) const;

    /// How many there are. Safe in a signal handler, which then leaves their owners the time to remove them.
    [[nodiscard]] static std::size_t alive() noexcept;

private:
    std::string path_;
};

}  // namespace treewright
