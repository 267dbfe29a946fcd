#include "treewright/base/atomic_file.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include <gtest/gtest.h>

#include "treewright/base/error.h"

namespace treewright {
namespace {

namespace fs = std::filesystem;

class AtomicFileTest : public testing::Test {
protected:
    AtomicFileTest() {
        std::string name = (fs::temp_directory_path() / "treewright-test-XXXXXX").string();
        folder_ = ::mkdtemp(name.data());
    }
    ~AtomicFileTest() override { fs::remove_all(folder_); }

    [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
    [[nodiscard]] std::size_t entries() const {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
    }
    static std::string content(const std::string& file) {
        std::ifstream in(file, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    static void save(const std::string& file, std::string_view bytes) {
        AtomicFile out(file);
        out.write(bytes);
        out.commit();
    }
    static mode_t mode(const std::string& file) {
        struct stat status{};
        EXPECT_EQ(::stat(file.c_str(), &status), 0);
        return status.st_mode & 07777U;
    }

    fs::path folder_;
};

/// The kind of the `Error` that `work` throws, and that its sentence names `path`.
template <typename Work>
ErrorKind kind_of_error(const std::string& path, const Work& work) {
    try {
        work();
    } catch (const Error& error) {
        EXPECT_EQ(std::string(error.what()).rfind(path + ": ", 0), 0U) << error.what();
        return error.kind();
    }
    ADD_FAILURE() << "no error";
    return ErrorKind::usage;
}

TEST_F(AtomicFileTest, appears_whole) {
    const std::string file = path("a");
    AtomicFile out(file);
    out.write("one ");
    out.write(std::string(200'000, 'x'));
    out.write(" two");
    EXPECT_FALSE(fs::exists(file));
    out.commit();
    EXPECT_EQ(content(file), "one " + std::string(200'000, 'x') + " two");
    EXPECT_EQ(entries(), 1U);
}

TEST_F(AtomicFileTest, nothing_is_left_without_commit) {
    save(path("a"), "old");
    {
        AtomicFile out(path("a"));
        out.write(std::string(200'000, 'x'));
        EXPECT_EQ(entries(), 2U);
    }
    EXPECT_EQ(content(path("a")), "old");
    EXPECT_EQ(entries(), 1U);
}

TEST_F(AtomicFileTest, permissions_are_kept_or_as_the_umask_says) {
    const mode_t old = ::umask(027);
    save(path("new"), "x");
    EXPECT_EQ(mode(path("new")), 0640U);
    for (const mode_t bits : {0600U, 0666U, 0755U, 04755U, 02755U, 01644U}) {
        ::chmod(path("new").c_str(), bits);
        save(path("new"), "y");
        EXPECT_EQ(mode(path("new")), bits & 0777U);  // what was written is not what the old bits were given to
    }
    ::umask(old);
}

TEST_F(AtomicFileTest, a_link_stays_a_link) {
    fs::create_directory(folder_ / "other");
    save(path("other/real"), "old");
    fs::create_symlink("other/real", folder_ / "link");
    save(path("link"), "new");
    EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
    EXPECT_EQ(content(path("other/real")), "new");
}

TEST_F(AtomicFileTest, relative_paths) {
    const fs::path before = fs::current_path();
    fs::current_path(folder_);
    save("plain", "x");
    fs::current_path(before);
    EXPECT_EQ(content(path("plain")), "x");
}

TEST_F(AtomicFileTest, the_users_mistakes) {
    for (const std::string& wrong :
         {path("no/such/folder"), folder_.string(), path(""), path(std::string(300, 'n')), std::string()})
        EXPECT_EQ(kind_of_error(wrong, [&] { AtomicFile out(wrong); }), ErrorKind::input) << wrong;
    save(path("file"), "x");
    EXPECT_EQ(kind_of_error(path("file/below"), [&] { AtomicFile out(path("file/below")); }), ErrorKind::input);
    EXPECT_EQ(entries(), 1U);
}

TEST_F(AtomicFileTest, no_permission) {
    fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec);
    const pid_t child = ::fork();
    if (child == 0) {
        if (::geteuid() == 0 && ::seteuid(65534) != 0) ::_exit(2);
        try {
            AtomicFile out(path("a"));
        } catch (const Error& error) {
            ::_exit(error.kind() == ErrorKind::input ? 0 : 1);
        }
        ::_exit(1);
    }
    int status = -1;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
    fs::permissions(folder_, fs::perms::owner_all);
}

TEST_F(AtomicFileTest, a_full_disk_is_the_systems_failure) {
    EXPECT_EQ(kind_of_error("/dev/full", [] { save("/dev/full", "x"); }), ErrorKind::system);
}

TEST_F(AtomicFileTest, a_file_that_may_not_grow_leaves_the_old_one) {
    save(path("a"), "old");
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    struct rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    const struct rlimit small{100'000, before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
    const ErrorKind kind = kind_of_error(path("a"), [&] { save(path("a"), std::string(200'000, 'x')); });
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    EXPECT_EQ(kind, ErrorKind::system);
    EXPECT_EQ(content(path("a")), "old");
    EXPECT_EQ(entries(), 1U);
}

TEST_F(AtomicFileTest, devices_and_pipes_are_written_into) {
    save("/dev/null", "x");
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    std::string received;
    std::thread reader([&] { received = content(path("pipe")); });
    save(path("pipe"), "through the pipe");
    reader.join();
    EXPECT_EQ(received, "through the pipe");
    EXPECT_TRUE(fs::is_fifo(folder_ / "pipe"));
}

TEST_F(AtomicFileTest, standard_output_keeps_its_place) {
    const std::string file = path("redirected");
    const int saved = ::dup(STDOUT_FILENO);
    const int out = ::open(file.c_str(), O_WRONLY | O_CREAT, 0600);
    ::dup2(out, STDOUT_FILENO);
    EXPECT_EQ(::write(STDOUT_FILENO, "before ", 7), 7);
    save("/dev/stdout", "within ");
    EXPECT_EQ(::write(STDOUT_FILENO, "after", 5), 5);
    ::dup2(saved, STDOUT_FILENO);
    ::close(saved);
    ::close(out);
    EXPECT_EQ(content(file), "before within after");
}

TEST_F(AtomicFileTest, pending_files_are_discarded) {
    AtomicFile first(path("a"));
    AtomicFile second(path("b"));
    {
        const AtomicFile third(path("c"));
    }
    save(path("d"), "done");
    EXPECT_EQ(entries(), 3U);
    AtomicFile::discard_pending();
    EXPECT_EQ(entries(), 1U);
    EXPECT_EQ(content(path("d")), "done");
}

TEST_F(AtomicFileTest, a_signal_handler_may_discard) {
    const pid_t child = ::fork();
    if (child == 0) {
        std::signal(SIGINT, [](int) {
            AtomicFile::discard_pending();
            ::_exit(130);
        });
        AtomicFile out(path("a"));
        out.write(std::string(200'000, 'x'));
        std::raise(SIGINT);
        ::_exit(1);
    }
    int status = -1;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(WEXITSTATUS(status), 130);
    EXPECT_EQ(entries(), 0U);
}

TEST_F(AtomicFileTest, several_files_appear_together) {
    save(path("a"), "old");
    save(path("b"), "old");
    AtomicFile first(path("a")), second(path("b"));
    first.write("new");
    second.write("new");
    const std::array<AtomicFile*, 2> both{&first, &second};
    AtomicFile::commit_all(both);
    EXPECT_EQ(content(path("a")) + content(path("b")), "newnew");
    EXPECT_EQ(entries(), 2U);
}

TEST_F(AtomicFileTest, if_one_of_several_cannot_be_written_all_stay_as_they_were) {
    save(path("a"), "old");
    AtomicFile first(path("a")), second("/dev/full");
    first.write("new");
    second.write("new");
    const std::array<AtomicFile*, 2> both{&first, &second};
    EXPECT_EQ(kind_of_error("/dev/full", [&] { AtomicFile::commit_all(both); }), ErrorKind::system);
    EXPECT_EQ(content(path("a")), "old");
}

/// A process that writes to `path` and is killed before it commits, or lives until it is killed.
class Writer {
public:
    explicit Writer(const std::string& path) {
        std::array<int, 2> ready{};
        EXPECT_EQ(::pipe(ready.data()), 0);
        child_ = ::fork();
        if (child_ == 0) {
            AtomicFile out(path);
            out.write(std::string(200'000, 'x'));
            if (::write(ready[1], "!", 1) == 1) ::pause();
            ::_exit(1);
        }
        char byte = 0;
        EXPECT_EQ(::read(ready[0], &byte, 1), 1);
        ::close(ready[0]);
        ::close(ready[1]);
    }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;
    ~Writer() { kill(); }
    void kill() {
        if (child_ == 0) return;
        ::kill(child_, SIGKILL);
        ::waitpid(child_, nullptr, 0);
        child_ = 0;
    }

private:
    pid_t child_ = 0;
};

/// As if nobody had written to the files for that time.
void age(const fs::path& folder, std::chrono::minutes time) {
    for (const auto& entry : fs::directory_iterator(folder))
        fs::last_write_time(entry, fs::file_time_type::clock::now() - time);
}

class StaleFiles : public AtomicFileTest {
protected:
    /// Folders are looked at once per process, so each look needs a process of its own.
    void save_elsewhere() {
        const pid_t child = ::fork();
        if (child == 0) {
            save(path("new"), "x");
            ::_exit(0);
        }
        ::waitpid(child, nullptr, 0);
        ASSERT_EQ(::unlink(path("new").c_str()), 0);
    }
};

TEST_F(StaleFiles, of_a_killed_process_are_removed_by_the_next_that_writes_there) {
    Writer(path("a")).kill();
    ASSERT_EQ(entries(), 1U);
    save_elsewhere();
    EXPECT_EQ(entries(), 0U);
}

TEST_F(StaleFiles, of_a_process_that_lives_stay) {
    Writer writer(path("a"));
    age(folder_, std::chrono::minutes(6000));
    save_elsewhere();
    EXPECT_EQ(entries(), 1U);
    writer.kill();
    save_elsewhere();
    EXPECT_EQ(entries(), 0U);
}

TEST_F(StaleFiles, of_other_programs_stay) {
    for (const char* name :
         {"mine.tmp", ".treewright-1-2-0123abcd.tmp.bak", ".treewright-1-2-.tmp", ".treewright-x-2-0123abcd.tmp",
          ".treewright-1-2-0123ABCD.tmp", ".treewright-1-2-0123abcd.tmp~", ".treewright.tmp"})
        std::ofstream(path(name)) << "x";
    fs::create_directory(folder_ / ".treewright-1-3-0123abcd.tmp");
    fs::create_symlink("mine.tmp", folder_ / ".treewright-1-4-0123abcd.tmp");
    ASSERT_EQ(::mkfifo(path(".treewright-1-5-0123abcd.tmp").c_str(), 0600), 0);
    const std::size_t before = entries();
    age(folder_, std::chrono::minutes(6000));
    save_elsewhere();
    EXPECT_EQ(entries(), before);
    std::ofstream(path(".treewright-1-2-0123abcd.tmp")) << "x";
    age(folder_, std::chrono::minutes(6000));
    save_elsewhere();
    EXPECT_EQ(entries(), before);
}

}  // namespace
}  // namespace treewright
