// Output of a verb: results to standard output, messages and a progress bar to standard error.
#pragma once

#include <cstddef>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/console/progress_bar.h"
#include "treewright/base/run.h"
#include "treewright/export/text.h"

namespace treewright::cli {

struct VerbDescription;

/// The reader of standard output has closed the pipe: nothing left to do, and not an error.
class ClosedPipe : public std::exception {
public:
    [[nodiscard]] const char* what() const noexcept override { return "closed pipe"; }
};

/// A check has found something, and the result says what: nothing went wrong, but a script must see it.
class FailedCheck : public std::exception {
public:
    [[nodiscard]] const char* what() const noexcept override { return "failed check"; }
};

class Console {
public:
    Console();
    Console(const Console&) = delete;
    Console& operator=(const Console&) = delete;

    /// The width that the user asks for, instead of the terminal's.
    void set_width(std::size_t width) { asked_width_ = width; }
    /// Sets of levels are listed whole in drawings and rules.
    void list_all_levels() { all_levels_ = true; }

    /// No notes and no progress bar; warnings and errors are still printed.
    void be_quiet();

    /// Results. Throws a system `Error` if they cannot be written, `ClosedPipe` if the reader has closed the pipe.
    void print(std::string_view text);
    void flush();

    /// Where verbs that are asked for help describe themselves instead of printing it; null: they print it.
    void listen(std::vector<VerbDescription>* listener) { listener_ = listener; }
    [[nodiscard]] std::vector<VerbDescription>* listener() const { return listener_; }

    [[nodiscard]] Messages& messages() { return messages_; }
    /// Prints the messages that were added since the last call.
    void print_messages();
    /// Parameters that the sentence names are spelled as flags.
    void print_error(std::string_view sentence);

    [[nodiscard]] Progress& progress() { return progress_; }
    /// Work on that many threads (0: all cores) that reports here.
    [[nodiscard]] Run run(unsigned threads) { return {Threads(threads), progress_, messages_}; }
    /// Width and colours for drawings on standard output: the width asked for, the terminal's, or COLUMNS; in a file or a pipe
    /// without any of these nothing is shortened.
    [[nodiscard]] TextStyle style() const;

private:
    void write_line(std::string_view label, const char* color, std::string_view sentence);
    void write_out(std::string_view bytes);

    std::vector<VerbDescription>* listener_ = nullptr;
    bool quiet_ = false;
    bool all_levels_ = false;
    std::optional<std::size_t> asked_width_;
    bool color_out_;
    bool color_err_;
    std::string buffer_;
    Messages messages_;
    std::size_t told_ = 0;
    ProgressBar bar_;
    Progress progress_;
};

}  // namespace treewright::cli
