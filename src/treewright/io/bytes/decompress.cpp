#include "treewright/io/bytes/decompress.h"

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "treewright/base/error.h"

namespace treewright {

namespace {

constexpr std::size_t input_size = 128 * 1024;

Error corrupt(const std::string& name, std::string_view format) {
    return input_error(fmt::format("{}: its {} data is damaged; get the file again (`{} -t` tests it)", name, format, format));
}

Error truncated(const std::string& name, std::string_view format) {
    return input_error(fmt::format("{}: its {} data is cut short; get the whole file again", name, format));
}

Error no_memory(const std::string& name) { return system_error(fmt::format("{}: not enough memory to decompress it", name)); }

/// The compressed bytes that were read and not yet used.
class Input {
public:
    explicit Input(ByteInput& below) : below_(below), bytes_(input_size) {}

    /// False at the end of the file.
    bool refill_if_empty() {
        if (used_ < filled_) return true;
        used_ = 0;
        filled_ = below_.read(bytes_.data(), bytes_.size());
        return filled_ > 0;
    }
    [[nodiscard]] char* data() { return bytes_.data() + used_; }
    [[nodiscard]] std::size_t size() const { return filled_ - used_; }
    void use(std::size_t count) { used_ += count; }
    void rewind() {
        below_.rewind();
        used_ = filled_ = 0;
    }

private:
    ByteInput& below_;
    std::vector<char> bytes_;
    std::size_t used_ = 0;
    std::size_t filled_ = 0;
};

class GzipReader final : public ByteInput {
public:
    GzipReader(ByteInput& below, std::string name) : input_(below), name_(std::move(name)) {
        constexpr int gzip_only = 15 + 16;  // the largest window, with gzip's header and check sum
        if (::inflateInit2(&stream_, gzip_only) != Z_OK) throw no_memory(name_);
    }
    ~GzipReader() override { ::inflateEnd(&stream_); }

    std::size_t read(char* into, std::size_t room) override {
        for (;;) {
            const bool more = input_.refill_if_empty();
            if (!more && !in_member_) return 0;
            if (after_member_ && !in_member_ && skip_zeros()) continue;
            const std::size_t made = inflate_some(into, room);
            if (made > 0) return made;
            if (!more && in_member_) throw truncated(name_, "gzip");
        }
    }

    void rewind() override {
        input_.rewind();
        ::inflateReset(&stream_);
        in_member_ = after_member_ = false;
    }

private:
    /// Tapes and disk blocks are filled up with zeros, which gzip(1) ignores, too. False if there are none here.
    bool skip_zeros() {
        const std::string_view bytes(input_.data(), input_.size());
        const std::size_t zeros = std::min(bytes.find_first_not_of('\0'), bytes.size());
        input_.use(zeros);
        return zeros > 0;
    }

    std::size_t inflate_some(char* into, std::size_t room) {
        const auto limit = static_cast<uInt>(std::min<std::size_t>(room, std::numeric_limits<int>::max()));
        const std::size_t available = input_.size();
        stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
        stream_.avail_in = static_cast<uInt>(available);
        stream_.next_out = reinterpret_cast<Bytef*>(into);
        stream_.avail_out = limit;
        in_member_ = true;
        const int state = ::inflate(&stream_, Z_NO_FLUSH);
        input_.use(available - stream_.avail_in);
        if (state == Z_MEM_ERROR) throw no_memory(name_);
        if (state != Z_OK && state != Z_STREAM_END && state != Z_BUF_ERROR) throw corrupt(name_, "gzip");
        if (state == Z_STREAM_END) {
            in_member_ = false;  // another member may follow
            after_member_ = true;
            ::inflateReset(&stream_);
        }
        return limit - stream_.avail_out;
    }

    Input input_;
    std::string name_;
    z_stream stream_{};
    bool in_member_ = false;
    bool after_member_ = false;  ///< at least one has ended
};

class ZstdReader final : public ByteInput {
public:
    ZstdReader(ByteInput& below, std::string name) : input_(below), name_(std::move(name)), stream_(::ZSTD_createDStream()) {
        // Files of `zstd --long=31` need a window of 2 GB. The default limit, 128 MB, would refuse what zstd itself wrote.
        if (!stream_ || ::ZSTD_isError(::ZSTD_DCtx_setParameter(stream_.get(), ZSTD_d_windowLogMax, largest_window())) != 0)
            throw no_memory(name_);
    }

    std::size_t read(char* into, std::size_t room) override {
        for (;;) {
            const bool more = input_.refill_if_empty();
            if (!more && !in_frame_) return 0;
            const std::size_t made = decompress_some(into, room);
            if (made > 0) return made;
            if (!more && in_frame_) throw truncated(name_, "zstd");
        }
    }

    void rewind() override {
        input_.rewind();
        ::ZSTD_DCtx_reset(stream_.get(), ZSTD_reset_session_only);
        in_frame_ = false;
    }

private:
    struct Free {
        void operator()(ZSTD_DStream* stream) const { ::ZSTD_freeDStream(stream); }
    };

    /// As a power of two.
    static int largest_window() { return ::ZSTD_dParam_getBounds(ZSTD_d_windowLogMax).upperBound; }

    [[nodiscard]] Error failure(ZSTD_ErrorCode code) const {
        if (code == ZSTD_error_memory_allocation) return no_memory(name_);
        if (code == ZSTD_error_frameParameter_windowTooLarge)
            return input_error(
                fmt::format("{}: its zstd data needs a window of more than {} MB; compress it again with the default window",
                            name_, std::size_t{1} << static_cast<unsigned>(largest_window() - 20)));
        return corrupt(name_, "zstd");
    }

    std::size_t decompress_some(char* into, std::size_t room) {
        ZSTD_inBuffer in{input_.data(), input_.size(), 0};
        ZSTD_outBuffer out{into, room, 0};
        const std::size_t state = ::ZSTD_decompressStream(stream_.get(), &out, &in);
        input_.use(in.pos);
        if (::ZSTD_isError(state) != 0) throw failure(::ZSTD_getErrorCode(state));
        in_frame_ = state != 0;  // 0: a frame has just ended
        return out.pos;
    }

    Input input_;
    std::string name_;
    std::unique_ptr<ZSTD_DStream, Free> stream_;
    bool in_frame_ = false;
};

}  // namespace

Compression compression_of(std::string_view first_bytes) {
    if (first_bytes.starts_with("\x1f\x8b")) return Compression::gzip;
    if (first_bytes.starts_with("\x28\xb5\x2f\xfd")) return Compression::zstd;
    return Compression::none;
}

std::unique_ptr<ByteInput> make_gzip_reader(ByteInput& below, std::string name) {
    return std::make_unique<GzipReader>(below, std::move(name));
}

std::unique_ptr<ByteInput> make_zstd_reader(ByteInput& below, std::string name) {
    return std::make_unique<ZstdReader>(below, std::move(name));
}

}  // namespace treewright
