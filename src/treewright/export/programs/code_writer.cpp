#include "treewright/export/programs/code_writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "treewright/base/error.h"

namespace treewright {

namespace {
constexpr std::size_t spaces_per_block = 4;
constexpr std::size_t longest_line = 120;
}  // namespace

void CodeWriter::line(std::string_view text) {
    if (!text.empty()) text_.append(depth_ * spaces_per_block, ' ').append(text);
    text_ += '\n';
}

void CodeWriter::lines(std::string_view text) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        line(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

void CodeWriter::items(const std::vector<std::string>& items) {
    const std::size_t room = longest_line - std::min(longest_line / 2, depth_ * spaces_per_block);
    std::string text;
    for (const std::string& item : items) {
        if (!text.empty() && text.size() + item.size() + 2 > room) {
            line(text);
            text.clear();
        }
        text += (text.empty() ? "" : " ") + item + ",";
    }
    if (!text.empty()) line(text);
}

void CodeWriter::open(std::string_view header, std::string_view comment) {
    const std::string_view brace = header.empty() ? "{" : " {";
    const std::string text = fmt::format("{}{}{}", header, blocks_ == Blocks::braces ? brace : ":", comment);
    const std::size_t first = std::min(text.find('\n'), text.size());
    line(std::string_view(text).substr(0, first));
    depth_ += 2;
    if (first < text.size()) lines(std::string_view(text).substr(first + 1));
    depth_ -= 1;
}

void CodeWriter::reopen(std::string_view header) {
    outdent();
    open(blocks_ == Blocks::braces ? fmt::format("}} {}", header) : std::string(header));
}

void CodeWriter::close(std::string_view behind) {
    outdent();
    if (blocks_ == Blocks::braces) line(fmt::format("}}{}", behind));
}

std::string filled(std::string_view text, std::initializer_list<Gap> gaps) {
    std::string result;
    while (true) {
        const std::size_t start = text.find('@');
        result += text.substr(0, start);
        if (start == std::string_view::npos) return result;
        const std::size_t end = text.find('@', start + 1);
        check_invariant(end != std::string_view::npos, "a gap has no end");
        const std::string_view name = text.substr(start + 1, end - start - 1);
        const auto* const gap = std::ranges::find(gaps, name, &Gap::first);
        check_invariant(gap != gaps.end(), "a gap has no value");
        result += gap->second;
        text.remove_prefix(end + 1);
    }
}

}  // namespace treewright
