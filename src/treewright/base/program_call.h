// Other programs: found, started without a shell, and ended with all that they started, whatever happens.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "treewright/base/progress.h"

namespace treewright {

/// The full path of a program: `name` itself if it is a path, else the first on PATH. None if there is none that can be run.
std::optional<std::string> find_program(std::string_view name);

struct ProgramCall {
    std::vector<std::string> arguments;  ///< the first is the full path of the program
    std::string folder;                  ///< where it runs; its HOME, TMPDIR, standard output and errors are there, too
    std::vector<std::pair<std::string, std::string>> environment = {};  ///< in addition to ours
    std::string input = {};                                             ///< a file; empty: none
    std::chrono::milliseconds limit = std::chrono::minutes(5);
};

struct ProgramEnd {
    int exit_code = 0;       ///< of a program that a signal ended: 128 and its number
    bool timed_out = false;  ///< it was ended after the limit
    std::string output;      ///< what it printed
    std::string errors;      ///< the last 64 kB

    [[nodiscard]] bool succeeded() const { return exit_code == 0 && !timed_out; }
};

/// A program that runs next to ours. Its end, and that of every process of its group, is the end of this object.
class RunningProgram {
public:
    /// A system `Error` if it cannot be started.
    explicit RunningProgram(ProgramCall call);
    ~RunningProgram();
    RunningProgram(const RunningProgram&) = delete;
    RunningProgram& operator=(const RunningProgram&) = delete;

    /// Whether it is still there, after waiting for its end for so long. Throws `Cancelled` as soon as the work is cancelled.
    [[nodiscard]] bool runs_after(std::chrono::milliseconds wait, const Progress& progress);
    /// Asks it to end by a signal, and waits for that for so long.
    void ask_to_end(int signal, std::chrono::milliseconds wait);
    /// Waits for its end, no longer than its limit.
    [[nodiscard]] ProgramEnd end(const Progress& progress);
    /// What it has written to its standard errors so far.
    [[nodiscard]] std::string errors() const;

private:
    [[nodiscard]] bool has_ended();
    void kill_all() noexcept;

    ProgramCall call_;
    std::string output_file_;
    std::string error_file_;
    int process_ = -1;
    std::optional<int> status_;
    std::chrono::steady_clock::time_point started_;
};

ProgramEnd run_program(ProgramCall call, const Progress& progress);

}  // namespace treewright
