#include "cli/console/console.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>

#include "treewright/export/display.h"

namespace treewright::cli {

namespace {

constexpr std::size_t buffer_limit = 1 << 16;
constexpr const char* red = "\x1b[31m";
constexpr const char* yellow = "\x1b[33m";
constexpr const char* plain = "";

/// https://no-color.org: set and not empty means no colours.
bool wants_color(int descriptor) {
    const char* no_color = std::getenv("NO_COLOR");
    const char* terminal = std::getenv("TERM");
    if (no_color != nullptr && *no_color != '\0') return false;
    return isatty(descriptor) == 1 && terminal != nullptr && std::strcmp(terminal, "dumb") != 0;
}

/// The terminal's width, or what COLUMNS says.
std::optional<std::size_t> page_columns(bool is_terminal) {
    winsize window{};
    if (is_terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0) return window.ws_col;
    const char* columns = std::getenv("COLUMNS");
    if (columns == nullptr) return std::nullopt;
    const char* end = columns + std::strlen(columns);
    std::size_t width = 0;
    const auto parsed = std::from_chars(columns, end, width);
    return parsed.ec == std::errc() && parsed.ptr == end && width > 0 ? std::optional(width) : std::nullopt;
}

}  // namespace

Console::Console()
    : color_out_(wants_color(STDOUT_FILENO)),
      color_err_(wants_color(STDERR_FILENO)),
      bar_(isatty(STDERR_FILENO) == 1),
      progress_([this](std::string_view stage, double share) { bar_.show(stage, share); }) {}

void Console::be_quiet() {
    quiet_ = true;
    bar_.disable();
}

void Console::print(std::string_view text) {
    buffer_ += text;
    if (buffer_.size() >= buffer_limit) flush();
}

void Console::flush() {
    bar_.erase();
    // Emptied first: a failed write must not be retried by the destructor.
    const std::string bytes = std::exchange(buffer_, {});
    write_out(bytes);
}

void Console::write_out(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = write(STDOUT_FILENO, bytes.data(), bytes.size());
        if (written >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno == EPIPE) {
            throw ClosedPipe();
        } else if (errno != EINTR) {
            throw system_error(fmt::format("standard output cannot be written: {}", std::strerror(errno)));
        }
        progress_.stop_if_cancelled();
    }
}

void Console::print_messages() {
    for (; told_ < messages_.list().size(); ++told_) {
        const Message& message = messages_.list()[told_];
        if (message.level == Message::Level::warning)
            write_line("warning: ", yellow, message.sentence);
        else if (!quiet_)
            write_line("note: ", plain, message.sentence);
    }
}

void Console::print_error(std::string_view sentence) { write_line("", red, sentence); }

/// A message that cannot be written has nowhere else to go.
void Console::write_line(std::string_view label, const char* color, std::string_view sentence) {
    bar_.erase();
    const bool colored = color_err_ && *color != '\0';
    const std::string line = fmt::format("{}treewright: {}{}{}\n", colored ? color : "", label, colored ? "\x1b[0m" : "",
                                         printable(spelled(sentence, command_line_spelling)));
    std::string_view rest = line;
    while (!rest.empty()) {
        const ssize_t written = write(STDERR_FILENO, rest.data(), rest.size());
        if (written < 0 && errno != EINTR) return;
        if (written > 0) rest.remove_prefix(static_cast<std::size_t>(written));
    }
}

TextStyle Console::style() const {
    TextStyle style;
    style.color = color_out_;
    style.all_levels = all_levels_;
    const bool is_terminal = isatty(STDOUT_FILENO) == 1;
    const std::optional<std::size_t> width = asked_width_ ? asked_width_ : page_columns(is_terminal);
    if (width) style.width = *width;
    style.cuts = width || is_terminal;
    return style;
}

}  // namespace treewright::cli
