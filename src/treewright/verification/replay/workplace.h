// Where an export is replayed: a folder of its own, and the programs that run there, with a limit of time for all of them.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "treewright/base/program_call.h"
#include "treewright/base/progress.h"
#include "treewright/base/temporary_folder.h"
#include "treewright/verification/replay/answers.h"

namespace treewright {

/// A program or module that takes part, as the record names it.
struct Tool {
    std::string name;     ///< "onnxruntime"
    std::string version;  ///< "1.31.1"
    std::string path = {};  ///< of a program
};

class Workplace {
public:
    /// `python`: empty: the first python3 on PATH.
    Workplace(const Progress& progress, double seconds, std::string python);

    [[nodiscard]] const TemporaryFolder& folder() const { return folder_; }
    [[nodiscard]] const Progress& progress() const { return progress_; }
    [[nodiscard]] std::chrono::milliseconds time_left() const;

    /// The path of a program; a system `Error` that names the package which brings it if there is none.
    [[nodiscard]] std::string program(std::string_view name, std::string_view package) const;
    /// A call of a program here.
    [[nodiscard]] ProgramCall call(std::vector<std::string> arguments) const;
    /// The first line that a program prints about its version, without its name.
    [[nodiscard]] std::string version_of(std::vector<std::string> arguments) const;
    [[nodiscard]] Tool python() const;
    [[nodiscard]] Tool java() const;
    /// A module of that Python; a system `Error` that names the package on PyPI if it is not installed.
    [[nodiscard]] Tool python_module(const Tool& python, std::string_view module, std::string_view package) const;

    /// Runs it to its end. A `ReplayFailure` with the first lines that it complains by if it fails, or takes longer than there is time.
    std::string run(ProgramCall call, std::string_view what) const;
    /// The same for a driver in Python that prints the answers to answers.txt.
    [[nodiscard]] std::string run_python(const Tool& python, std::string_view script) const;
    [[nodiscard]] std::string content(std::string_view name) const;

private:
    const Progress& progress_;
    double seconds_;
    std::string python_;
    std::chrono::steady_clock::time_point end_;
    TemporaryFolder folder_;
};

}  // namespace treewright
