#include "treewright/tree/model_envelope.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <system_error>

#include <fmt/format.h>

#include "treewright/base/atomic_file.h"
#include "treewright/base/sha256.h"
#include "treewright/tree/model_file.h"
#include "treewright/tree/model_text.h"
#include "treewright/tree/text_cursor.h"

namespace treewright::model_file {
namespace {

// What follows the text that the checksum covers.
constexpr std::string_view before_checksum = "\"checksum\":\"";
constexpr std::string_view after_checksum = "\"}\n";
constexpr std::size_t checksum_digits = 64;
constexpr std::size_t closing_size = before_checksum.size() + checksum_digits + after_checksum.size();

/// Between the text of a model and its checksum; covered by the checksum.
constexpr std::string_view before_last_line = ",\n";

Error cut_short(const std::string& name) { return input_error(name + ": this model file is cut short; save or copy it again"); }

Error altered(const std::string& name, const char* sign) {
    return input_error(
        fmt::format("{}: this model file was altered after it was written ({}); save or copy it again", name, sign));
}

/// Refuses a file whose first bytes cannot be those of a model file; `bytes` may be shorter than the opening.
void check_opening(std::string_view bytes, const std::string& name) {
    if (bytes.empty()) throw input_error(name + ": is empty, not a model file");
    const std::size_t compared = std::min(bytes.size(), model_text::opening.size());
    if (bytes.substr(0, compared) != model_text::opening.substr(0, compared))
        throw input_error(name + ": is not a Treewright model file: train a model and save it");
}

void check_version(std::string_view bytes, const std::string& name) {
    if (bytes.size() <= model_text::opening.size()) throw cut_short(name);
    const std::string_view rest = bytes.substr(model_text::opening.size());
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    const std::string_view version = rest.substr(0, digits);
    if (digits == rest.size()) throw cut_short(name);
    if (rest[digits] != ',' || version.empty() || version[0] == '0' || version.size() > 9)
        throw altered(name, "its format version is not a number");
    if (version != "1" && version != std::to_string(model_format_version))
        throw input_error(fmt::format("{}: is a model file of format {}; this program reads 1 and {}: use a newer treewright",
                                      name, version, model_format_version));
}

/// The bytes that the checksum covers, after verifying it.
std::string_view verified_text(std::string_view bytes, const std::string& name) {
    // A line break is never bare within a string, so that this finds the member and nothing else.
    const std::size_t line_break = bytes.rfind(fmt::format("\n{}", before_checksum));
    if (line_break == std::string_view::npos) throw cut_short(name);
    const std::string_view text = bytes.substr(0, line_break + 1);
    const std::string_view closing = bytes.substr(text.size());
    if (closing.size() < closing_size) throw cut_short(name);
    if (closing.size() > closing_size) throw altered(name, "something follows its end");
    const bool right = closing.substr(before_checksum.size(), checksum_digits) == sha256_hex(text);
    if (!right || !closing.ends_with(after_checksum)) throw altered(name, "its checksum differs");
    return text;
}

using File = std::unique_ptr<std::FILE, decltype(&std::fclose)>;

Error read_failure(const std::string& path, int number) {
    switch (number) {
        case ENOENT:
        case ENOTDIR: return input_error(path + ": no such file");
        case EISDIR: return input_error(path + ": is a folder, not a model file");
        case EACCES:
        case EPERM: return input_error(path + ": cannot be read: no permission");
        case EIO: return system_error(path + ": cannot be read: the device failed");
        default: return input_error(path + ": cannot be read: " + std::generic_category().message(number));
    }
}

}  // namespace

Error malformed(const std::string& name, const std::string& what) {
    return input_error(fmt::format("{}: a malformed model file: {}", name, what));
}

std::string read(const std::string& path) {
    const File file(std::fopen(path.c_str(), "rb"), &std::fclose);
    if (!file) throw read_failure(path, errno);
    std::string bytes;
    std::array<char, std::size_t{1} << 16> block;
    while (const std::size_t count = std::fread(block.data(), 1, block.size(), file.get())) {
        const bool first = bytes.empty();
        bytes.append(block.data(), count);
        if (first) check_opening(bytes, path);
    }
    if (std::ferror(file.get()) != 0) throw read_failure(path, errno);
    return bytes;
}

bool begins_as_model(const std::string& path) {
    std::error_code unreadable;
    if (!std::filesystem::is_regular_file(path, unreadable)) return false;
    std::ifstream file(path, std::ios::binary);
    std::string begin(model_text::opening.size(), '\0');
    file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
    return file.good() && begin == model_text::opening;
}

void write(const std::string& bytes, const std::string& path) {
    AtomicFile file(path);
    file.write(bytes);
    file.commit();
}

void write_sealed(const std::function<void(const TakeText&)>& write_text, const std::string& path) {
    AtomicFile file(path);
    Sha256 checksum;
    const auto take = [&](std::string_view piece) {
        checksum.update(piece);
        file.write(piece);
    };
    write_text(take);
    take(before_last_line);
    file.write(fmt::format("{}{}{}", before_checksum, checksum.finish(), after_checksum));
    file.commit();
}

std::string sealed(std::string text) {
    text += before_last_line;
    const std::string checksum = sha256_hex(text);
    text += before_checksum;
    text += checksum;
    text += after_checksum;
    return text;
}

std::string_view opened(std::string_view bytes, const std::string& name) {
    check_opening(bytes, name);
    check_version(bytes, name);
    const std::string_view text = verified_text(bytes, name);
    if (!text.ends_with(before_last_line)) throw malformed(name, "expected a new line before the checksum");
    return text.substr(0, text.size() - before_last_line.size());
}

std::string_view declared_kind(std::string_view text) {
    constexpr std::string_view before_kind = ",\"kind\":\"";
    text.remove_prefix(std::min(text.size(), model_text::opening.size()));
    text.remove_prefix(std::min(text.size(), text.find_first_not_of("0123456789")));
    if (!text.starts_with(before_kind)) return {};
    text.remove_prefix(before_kind.size());
    return text.substr(0, text.find('"'));
}

void check_canonical(std::string_view expected, std::string_view text, const std::string& name) {
    CanonicalCheck check(text, name);
    check.take(expected);
    check.finish();
}

void CanonicalCheck::take(std::string_view piece) {
    const std::string_view found = text_.substr(taken_, piece.size());
    if (found != piece) {
        const auto difference = std::mismatch(found.begin(), found.end(), piece.begin(), piece.end()).first - found.begin();
        fail_at(taken_ + static_cast<std::size_t>(difference));
    }
    taken_ += piece.size();
}

void CanonicalCheck::finish() const {
    if (taken_ != text_.size()) fail_at(taken_);
}

void CanonicalCheck::fail_at(std::size_t position) const {
    throw malformed(name_, place_in(text_, position) + ": not written the way model files are");
}

}  // namespace treewright::model_file
