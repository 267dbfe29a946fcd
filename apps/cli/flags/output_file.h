// Where a result goes: standard output, or a file that appears whole or not at all.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/console/console.h"
#include "cli/flags/argument_parser.h"
#include "treewright/base/atomic_file.h"

namespace treewright::cli {

struct OutputOptions {
    std::string path;  ///< empty or "-": standard output
    bool force = false;
    std::string_view option = "--output";  ///< that names it, for sentences

    [[nodiscard]] bool to_file() const { return !path.empty() && path != "-"; }
};

void declare_output(ArgumentParser& parser, OutputOptions& output, const std::string& sentence);

/// To be called before any work: a usage `Error` if the file is one of the `inputs` (paths, "-" for standard input), or exists
/// and was not given up with --force; an input `Error` if it cannot become a file.
/// Refuses a name that promises another format than the one that is written ("CSV", "JSON", "SVG" or "Parquet"). Names without an ending that
/// is known say nothing.
void check_name(const OutputOptions& output, std::string_view format);
void check_output(const OutputOptions& output, const std::vector<std::string>& inputs);

class OutputFile {
public:
    OutputFile(const OutputOptions& output, Console& console);
    void write(std::string_view bytes);
    void commit();
    /// Something went wrong: what was written to standard output goes out, before the sentence does. A file is given up.
    void let_go();

private:
    std::optional<AtomicFile> file_;
    Console& console_;
};

}  // namespace treewright::cli
