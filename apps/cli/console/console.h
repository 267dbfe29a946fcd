// Where a verb's words go: results to standard output, messages and a progress bar to standard error.
#pragma once

#include <exception>
#include <string>
#include <string_view>

#include "cli/console/progress_bar.h"
#include "treewright/base/run.h"
#include "treewright/export/text.h"

namespace treewright::cli {

/// Who reads our output has closed the pipe: there is nothing left to do, and nothing is wrong.
class ClosedPipe : public std::exception {
public:
    [[nodiscard]] const char* what() const noexcept override { return "closed pipe"; }
};

class Console {
public:
    Console();
    Console(const Console&) = delete;
    Console& operator=(const Console&) = delete;

    /// No notes and no bar. Warnings and errors stay.
    void be_quiet();

    /// Results. Throws a system `Error` if they cannot be written, `ClosedPipe` if nobody wants them.
    void print(std::string_view text);
    void flush();

    [[nodiscard]] Messages& messages() { return messages_; }
    /// Prints the messages that came in since the last time.
    void tell();
    /// Parameters that the sentence names are spelled as flags.
    void complain(std::string_view sentence);

    [[nodiscard]] Progress& progress() { return progress_; }
    /// Work on that many threads (0: all cores) that reports here.
    [[nodiscard]] Run run(unsigned threads) { return {Threads(threads), progress_, messages_}; }
    /// Width and colours for drawings on standard output.
    [[nodiscard]] TextStyle style() const;

private:
    void write_line(std::string_view label, const char* color, std::string_view sentence);
    void write_out(std::string_view bytes);

    bool quiet_ = false;
    bool color_out_;
    bool color_err_;
    std::string buffer_;
    Messages messages_;
    std::size_t told_ = 0;
    ProgressBar bar_;
    Progress progress_;
};

}  // namespace treewright::cli
