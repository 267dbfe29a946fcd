// Where a result is written: standard output, or a file that appears complete or not at all.
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
    std::string_view option = "--output";  ///< the option that names it, for messages

    [[nodiscard]] bool to_file() const { return !path.empty() && path != "-"; }
};

void declare_output(ArgumentParser& parser, OutputOptions& output, const std::string& sentence);

/// Call before any work: a usage `Error` if the file is one of the `inputs` (paths, "-" for standard input), or exists without
/// --force; an input `Error` if no file can be created there.
/// Refuses a file name whose extension is that of another format than the one that is written ("CSV", "JSON", "SVG", "HTML" or "Parquet").
/// Unknown extensions are accepted.
void check_name(const OutputOptions& output, std::string_view format);
/// The same for a model, which has a format of its own.
void check_model_name(const OutputOptions& output);
void check_output(const OutputOptions& output, const std::vector<std::string>& inputs);

/// Whether two paths are one file, which need not exist yet.
[[nodiscard]] bool is_same_path(const std::string& first, const std::string& second);

class OutputFile {
public:
    OutputFile(const OutputOptions& output, Console& console);
    void write(std::string_view bytes);
    void commit();
    /// Two files that appear together or not at all.
    static void commit_both(OutputFile& first, OutputFile& second);
    /// After an error: flushes standard output, so that it comes before the error message. A file is discarded.
    void discard();

private:
    std::optional<AtomicFile> file_;
    Console& console_;
};

}  // namespace treewright::cli
