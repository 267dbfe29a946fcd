#include "treewright/io/arrow/arrow_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <new>

#include "treewright/io/arrow/arrow_library.h"
#include "treewright/io/bytes/raw_file.h"
#include "treewright/io/cells/column_names.h"

namespace treewright {

namespace {

constexpr std::array<std::string_view, 4> endings = {".parquet", ".pq", ".feather", ".arrow"};

bool is_named_so(std::string_view name) {
    return std::any_of(endings.begin(), endings.end(), [name](std::string_view ending) { return name.ends_with(ending); });
}

std::string format_name(TreewrightArrowFormat format) {
    return format == treewright_parquet ? "a Parquet file" : "an Arrow file";
}

/// The source's own file, if it can be read at any place.
Descriptor open_plain(const std::string& path, const Source& source) {
    struct stat status{};
    const bool plain = path != "-" && source.compression() == Compression::none && ::stat(path.c_str(), &status) == 0 &&
                       S_ISREG(status.st_mode);
    return Descriptor(plain ? ::open(path.c_str(), O_RDONLY | O_CLOEXEC) : -1);
}

Descriptor open_copy(Source& source) {
    Descriptor copy = open_spool(source.name());
    std::vector<char> block(1 << 20);
    while (const std::size_t count = source.read(block.data(), block.size())) {
        for (std::size_t written = 0; written < count;) {
            const ssize_t step = ::write(copy.number(), block.data() + written, count - written);
            if (step < 0 && errno == EINTR) continue;
            if (step < 0)
                throw system_error(fmt::format(
                    "{}: a temporary copy could not be written: {}; free some disk space, or set TMPDIR to a folder with space",
                    source.name(), std::strerror(errno)));
            written += static_cast<std::size_t>(step);
        }
    }
    ::lseek(copy.number(), 0, SEEK_SET);
    return copy;
}

}  // namespace

std::optional<TreewrightArrowFormat> arrow_format(Source& source) {
    std::array<char, 8> first{};
    const std::string_view bytes(first.data(), source.read(first.data(), first.size()));
    source.rewind();
    if (bytes.starts_with("PAR1")) return treewright_parquet;
    if (bytes.starts_with("ARROW1")) return treewright_arrow_file;
    if (bytes.starts_with("\xFF\xFF\xFF\xFF")) return treewright_arrow_stream;
    if (bytes.starts_with("PARE"))
        throw input_error(fmt::format("{}: it is an encrypted Parquet file; write it without encryption", source.name()));
    if (bytes.starts_with("FEA1"))
        throw input_error(fmt::format("{}: it is a Feather file of version 1; write it again as version 2", source.name()));
    if (is_named_so(source.name()))
        throw input_error(fmt::format(
            "{}: it does not begin like a Parquet or Arrow file; get it again, or correct the file extension", source.name()));
    return std::nullopt;
}

ArrowFile::ArrowFile(const std::string& path, Source& source, TreewrightArrowFormat format, unsigned threads)
    : name_(source.name()),
      plugin_(arrow_library(fmt::format("{}: it is {}", source.name(), format_name(format)))),
      file_(nullptr, plugin_.close) {
    Descriptor descriptor = open_plain(path, source);
    if (!descriptor.is_open()) descriptor = open_copy(source);
    TreewrightArrowError error{};
    file_.reset(plugin_.open(descriptor.release(), format, threads, &error));
    if (file_ == nullptr) fail(error);
    ArrowOwner<ArrowSchema> schema;
    if (plugin_.schema(file_.get(), schema.get(), &error) != 0) fail(error);
    fields_ = read_fields(*schema, name_);
    rows_ = static_cast<std::size_t>(std::max<std::int64_t>(0, plugin_.rows(file_.get())));
}

void ArrowFile::fail(const TreewrightArrowError& error) const {
    if (error.code == ENOMEM) throw std::bad_alloc();
    if (error.code != 0)
        throw system_error(
            fmt::format("{}: reading failed: {}; check the disk or the connection", name_, std::strerror(error.code)));
    throw input_error(fmt::format("{}: it is damaged or incomplete ({}); get it again", name_, printable_reason(error.text)));
}

std::vector<std::string> ArrowFile::column_names(const ReadOptions& options, Messages& messages) const {
    std::vector<std::string> names;
    for (const ArrowField& field : fields_) names.push_back(field.name);
    return distinct_names(chosen_names(std::move(names), options, name_), name_, messages);
}

void ArrowFile::read(const std::vector<std::size_t>& columns, std::int64_t rows_per_batch,
                     ArrowOwner<ArrowArrayStream>& stream) {
    std::vector<int> positions;
    for (const std::size_t column : columns) positions.push_back(static_cast<int>(column));
    stream.reset();
    TreewrightArrowError error{};
    const TreewrightArrowColumns chosen{positions.data(), static_cast<int>(positions.size())};
    if (plugin_.read(file_.get(), chosen, rows_per_batch, stream.get(), &error) != 0) fail(error);
}

}  // namespace treewright
