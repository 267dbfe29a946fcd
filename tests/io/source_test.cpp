#include "treewright/io/bytes/source.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <zlib.h>
#include <zstd.h>

#include <cerrno>
#include <filesystem>
#include <random>
#include <thread>

#include "io/io_testing.h"

namespace treewright {

using testing::outcome_of;
using testing::TemporaryFile;

namespace {

std::string gzipped(std::string_view bytes) {
    z_stream stream{};
    deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    std::string packed(deflateBound(&stream, bytes.size()) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

std::string zstd_packed(std::string_view bytes) {
    std::string packed(ZSTD_compressBound(bytes.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), 3));
    return packed;
}

/// Numbers first and text at the end, so that the file is read twice; longer than any buffer.
std::string long_file() {
    std::mt19937 random(3);
    std::string text = "a,b\n";
    for (int row = 0; row < 40000; ++row)
        text.append(std::to_string(random())).append(",").append(std::to_string(random() % 10)).append("\n");
    return text + "x,y\n";
}

std::string read_all(Source& source, std::size_t piece) {
    std::string all, buffer(piece, '\0');
    for (std::size_t count = piece; count == piece;) {
        count = source.read(buffer.data(), piece);
        all.append(buffer, 0, count);
    }
    return all;
}

/// Standard input as `bytes` for the length of its life.
class StandardInput {
public:
    explicit StandardInput(const std::string& bytes) : saved_(::dup(STDIN_FILENO)) {
        int ends[2];
        EXPECT_EQ(::pipe(ends), 0);
        ::dup2(ends[0], STDIN_FILENO);
        ::close(ends[0]);
        writer_ = std::thread([bytes, end = ends[1]] {
            for (std::size_t at = 0; at < bytes.size();) {
                const ssize_t count = ::write(end, bytes.data() + at, bytes.size() - at);
                if (count <= 0) break;
                at += static_cast<std::size_t>(count);
            }
            ::close(end);
        });
    }
    ~StandardInput() {
        ::dup2(saved_, STDIN_FILENO);
        ::close(saved_);
        writer_.join();
    }

private:
    int saved_;
    std::thread writer_;
};

std::string error_of(const std::string& path) { return outcome_of(path, {}).result; }

}  // namespace

TEST(Source, reads_twice_whatever_the_format) {
    const std::string text = long_file();
    for (const std::string& bytes : {text, gzipped(text), zstd_packed(text)}) {
        const TemporaryFile file(bytes);
        Progress progress;
        Source source(file.path(), progress);
        EXPECT_TRUE(read_all(source, 1000) == text);
        source.rewind();
        EXPECT_TRUE(read_all(source, 100000) == text);
        source.rewind();
        std::string part(70000, '\0');
        source.read(part.data(), part.size());
        source.rewind();  // in the middle
        EXPECT_TRUE(read_all(source, 12345) == text);
    }
}

TEST(Source, several_members_are_one_file) {
    for (const std::string& bytes :
         {gzipped("a,b\n1,") + gzipped("") + gzipped("2\n"), zstd_packed("a,b\n1,") + zstd_packed("") + zstd_packed("2\n")}) {
        const TemporaryFile file(bytes);
        EXPECT_EQ(outcome_of(file.path(), {}).result, "a number: 1\nb number: 2\n");
    }
}

/// As tapes and disk images leave them; `gzip -t` finds nothing wrong with that either.
TEST(Source, zeros_behind_gzip_data_are_padding) {
    const std::string packed = gzipped("a,b\n1,") + gzipped("2\n");
    for (const std::size_t zeros : std::vector<std::size_t>{1, 5, 512, 400'000}) {
        const TemporaryFile file(packed + std::string(zeros, '\0'));
        EXPECT_EQ(outcome_of(file.path(), {}).result, "a number: 1\nb number: 2\n") << zeros;
    }
    const TemporaryFile more(packed + std::string(5, '\0') + "x");
    EXPECT_EQ(error_of(more.path()).find("error: FILE: its gzip data is "), 0u) << error_of(more.path());
}

/// A frame whose header asks for a window of 2^log bytes, with one block that is not compressed.
std::string zstd_frame(unsigned log, std::string_view text) {
    const auto block = static_cast<std::uint32_t>(text.size() << 3U | 1U);
    std::string frame("\x28\xb5\x2f\xfd\0", 5);
    for (const std::uint32_t byte : {(log - 10) << 3U, block, block >> 8U, block >> 16U}) frame += static_cast<char>(byte);
    return frame.append(text);
}

TEST(Source, zstd_data_with_a_long_window_is_read) {
    for (const unsigned log : {20U, 28U}) {  // 27 is what zstd reads without being asked to
        const TemporaryFile file(zstd_frame(log, "a,b\n1,2\n"));
        EXPECT_EQ(outcome_of(file.path(), {}).result, "a number: 1\nb number: 2\n") << log;
    }
}

TEST(Source, a_window_beyond_all_limits_is_called_what_it_is) {
    const TemporaryFile file(zstd_frame(41, "a,b\n1,2\n"));
    EXPECT_EQ(error_of(file.path()),
              "error: FILE: its zstd data needs a window of more than 2048 MB; compress it again with the default window");
}

TEST(Source, says_that_a_file_is_compressed) {
    const TemporaryFile packed(gzipped("a,b\n1,2\n"));
    EXPECT_EQ(outcome_of(packed.path(), {}).messages, (std::vector<std::string>{"FILE: compressed with gzip"}));
    const TemporaryFile packed_by_zstd(zstd_packed("a,b\n1,2\n"));
    EXPECT_EQ(outcome_of(packed_by_zstd.path(), {}).messages, (std::vector<std::string>{"FILE: compressed with zstd"}));
}

TEST(Source, every_truncation_is_said) {
    const std::string text = "a,b\n1,2\n3,4\n5,6\n";
    for (const auto& [bytes, format] : {std::pair{gzipped(text), "gzip"}, std::pair{zstd_packed(text), "zstd"}})
        for (std::size_t length = 4; length < bytes.size(); ++length) {
            const TemporaryFile file(std::string_view(bytes).substr(0, length));
            ASSERT_EQ(error_of(file.path()),
                      "error: FILE: its " + std::string(format) + " data is cut short; get the whole file again")
                << length;
        }
}

TEST(Source, damage_is_said) {
    const std::string text = long_file();
    for (const auto& [bytes, format] : {std::pair{gzipped(text), "gzip"}, std::pair{zstd_packed(text), "zstd"}}) {
        std::string damaged = bytes;
        for (std::size_t i = 0; i < 40; ++i) damaged[damaged.size() / 2 + i] ^= 0x55;
        const TemporaryFile file(damaged);
        EXPECT_EQ(error_of(file.path()).find(std::string("error: FILE: its ") + format + " data is damaged"), 0u)
            << error_of(file.path());
    }
}

/// A changed byte in a compressed file gives the table, or a sentence; never anything else.
TEST(Source, changed_bytes_of_compressed_files_do_no_harm) {
    std::mt19937 random(4);
    const std::string text = "a,b\n1,x\n2,y\n3,zzzzzzzzzzzzzzzzzzzzzzzzz\n";
    for (const std::string& bytes : {gzipped(text), zstd_packed(text)})
        for (int trial = 0; trial < 300; ++trial) {
            std::string changed = bytes;
            changed[random() % changed.size()] = static_cast<char>(random());
            const testing::MemoryFile file(changed);
            EXPECT_FALSE(outcome_of(file.path(), {}).result.empty());
        }
}

TEST(Source, standard_input_is_read_twice) {
    const std::string text = long_file();
    const TemporaryFile file(text);
    const std::string expected = outcome_of(file.path(), {}).result;
    for (const std::string& bytes : {text, gzipped(text)}) {
        const StandardInput input(bytes);
        EXPECT_TRUE(outcome_of("-", {}).result == expected);
    }
}

TEST(Source, a_file_as_standard_input_begins_where_others_left_it) {
    const TemporaryFile file("# skipped\na,b\n1,2\nx,3\n");
    const int saved = ::dup(STDIN_FILENO), descriptor = ::open(file.path().c_str(), O_RDONLY);
    ::lseek(descriptor, 10, SEEK_SET);
    ::dup2(descriptor, STDIN_FILENO);
    EXPECT_EQ(outcome_of("-", {}).result, "a {1|x}: '1' 'x'\nb number: 2 3\n");
    ::dup2(saved, STDIN_FILENO);
    for (const int open : {saved, descriptor}) ::close(open);
}

TEST(Source, standard_input_is_called_so) {
    const StandardInput input("a,b\n1,2\n3\n");
    EXPECT_TRUE(outcome_of("-", {}).result.starts_with("error: standard input, line 3: 1 field found where 2 are expected"));
}

TEST(Source, a_named_pipe_is_read_twice) {
    const std::string text = long_file();
    const TemporaryFile place("");
    const std::string path = place.path() + ".pipe";
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    std::thread writer([&] { std::ofstream(path) << text; });
    const TemporaryFile file(text);
    EXPECT_TRUE(outcome_of(path, {}).result == outcome_of(file.path(), {}).result);
    writer.join();
    ::unlink(path.c_str());
}

TEST(Source, what_cannot_be_opened) {
    EXPECT_EQ(error_of("/tmp/no/such.csv"), "error: FILE: no such file; check the name and the folder");
    EXPECT_EQ(error_of("/tmp"), "error: FILE: it is a folder; give a file in it");
    const TemporaryFile file("a\n1\n");
    std::filesystem::permissions(file.path(), std::filesystem::perms::none);
    if (::access(file.path().c_str(), R_OK) != 0) {  // root may read anything
        EXPECT_EQ(error_of(file.path()), "error: FILE: permission denied; make it readable (chmod, chown)");
    }
}

TEST(Source, progress_grows_to_one_and_can_cancel) {
    const TemporaryFile file(long_file());
    std::vector<double> shares;
    Progress progress([&](std::string_view, double share) { shares.push_back(share); });
    Messages messages;
    ReadOptions options;
    options.block_size = 16 * 1024;
    options.ignore = {"a"};
    (void)read_table(file.path(), options, {Threads(0), progress, messages});
    ASSERT_GT(shares.size(), 10u);
    EXPECT_EQ(shares.back(), 1.0);

    Progress stopped;
    stopped.cancel();
    EXPECT_THROW((void)read_table(file.path(), {}, {Threads(0), stopped, messages}), Cancelled);
}

TEST(Source, waiting_for_a_pipe_can_be_cancelled) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const int saved = ::dup(STDIN_FILENO);
    ::dup2(ends[0], STDIN_FILENO);
    Progress progress;
    Messages messages;
    std::thread user([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        progress.cancel();
    });
    EXPECT_THROW((void)read_table("-", {}, {Threads(0), progress, messages}), Cancelled);
    user.join();
    ::dup2(saved, STDIN_FILENO);
    for (const int descriptor : {saved, ends[0], ends[1]}) ::close(descriptor);
}

}  // namespace treewright
