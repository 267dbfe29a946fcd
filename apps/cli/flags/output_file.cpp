#include "cli/flags/output_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "treewright/base/error.h"

namespace treewright::cli {

namespace {

/// By the files themselves: ./a.csv, a link and a.csv are one, and so is what the shell has opened as standard input.
bool is_same_file(const std::filesystem::path& output, const std::string& input) {
    std::error_code error;
    return std::filesystem::equivalent(output, input == "-" ? "/dev/stdin" : input, error) && !error;
}

}  // namespace

void declare_output(ArgumentParser& parser, OutputOptions& output, const std::string& sentence) {
    parser.text("-o,--output", "FILE", sentence, output.path);
    parser.flag("--force", "overwrite FILE if it exists", output.force);
}

void check_name(const OutputOptions& output, std::string_view format) {
    const std::string ending = std::filesystem::path(output.path).extension().string();
    const auto is_one_of = [&](std::initializer_list<std::string_view> endings) {
        return std::find(endings.begin(), endings.end(), ending) != endings.end();
    };
    const bool promises =
        is_one_of({".csv",  ".parquet", ".json", ".jsonl", ".ndjson", ".feather", ".arrow", ".ipc",    ".arff",
                   ".xlsx", ".xls",     ".gz",   ".zst",   ".xz",     ".bz2",     ".zip",   ".sqlite", ".db",
                   ".svg",  ".png",     ".jpg",  ".jpeg",  ".gif",    ".pdf",     ".eps",   ".webp", ".html"});
    const std::string_view own = format == "JSON" ? ".json" : format == "CSV" ? ".csv" : format == "SVG"    ? ".svg"
                               : format == "HTML" ? ".html"
                                                  : ".parquet";
    if (!promises || ending == own) return;
    throw usage_error(fmt::format("{}: the result is written as {}: choose a file name that ends in {}{}", output.path, format,
                                  own, format == "CSV" ? " (predict also writes .parquet, and JSON with --json)" : ""));
}

void check_model_name(const OutputOptions& output) {
    const std::string ending = std::filesystem::path(output.path).extension().string();
    const auto is_one_of = [&](std::initializer_list<std::string_view> endings) {
        return std::find(endings.begin(), endings.end(), ending) != endings.end();
    };
    const bool is_picture = is_one_of({".svg", ".png", ".jpg", ".jpeg", ".gif", ".pdf", ".eps", ".webp", ".dot", ".gv"});
    if (is_picture)
        throw usage_error(
            fmt::format("{}: -o saves the model, not a picture: choose a name such as {}; 'treewright show MODEL "
                        "--dot | dot -Tsvg' draws it",
                        output.path, std::filesystem::path(output.path).replace_extension(".tree").string()));
    if (is_one_of({".pkl", ".pickle", ".joblib", ".onnx", ".pmml", ".rds", ".csv", ".parquet", ".feather", ".xlsx", ".arff"}))
        throw usage_error(fmt::format("{}: the model is saved in Treewright's own format: choose a name such as {}",
                                      output.path, std::filesystem::path(output.path).replace_extension(".tree").string()));
}

void check_output(const OutputOptions& output, const std::vector<std::string>& inputs) {
    namespace fs = std::filesystem;
    if (!output.to_file()) return;
    std::error_code error;
    const fs::path path = output.path;
    const fs::file_status status = fs::status(path, error);
    if (fs::is_directory(status))
        throw input_error(fmt::format("{} is a folder: name a file with {}", output.path, output.option));
    const auto is_input = [&path](const std::string& input) { return is_same_file(path, input); };
    // Before the advice to use --force, which would be wrong here.
    if (fs::is_regular_file(status) && std::any_of(inputs.begin(), inputs.end(), is_input))
        throw usage_error(
            fmt::format("{} is also an input, which would be lost: name another file with {}", output.path, output.option));
    if (fs::is_regular_file(status) && !output.force)
        throw usage_error(fmt::format("{} exists: --force overwrites it", output.path));
    if (fs::is_symlink(fs::symlink_status(path, error)) && !fs::exists(status) && !output.force)
        throw usage_error(fmt::format("{} is a link to a file that is not there: --force replaces it", output.path));
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    if (!fs::is_directory(folder, error))
        throw input_error(fmt::format("{} cannot be written: there is no folder {}", output.path, folder.string()));
}

bool is_same_path(const std::string& first, const std::string& second) {
    namespace fs = std::filesystem;
    if (is_same_file(first, second)) return true;
    std::error_code unknown;
    const auto plain = [&unknown](const std::string& path) {
        return fs::weakly_canonical(fs::absolute(path, unknown), unknown);
    };
    return !first.empty() && !second.empty() && plain(first) == plain(second) && !unknown;
}

OutputFile::OutputFile(const OutputOptions& output, Console& console) : console_(console) {
    if (output.to_file()) file_.emplace(output.path);
}

void OutputFile::write(std::string_view bytes) {
    console_.progress().stop_if_cancelled();
    if (file_)
        file_->write(bytes);
    else
        console_.print(bytes);
}

void OutputFile::discard() {
    if (!file_) console_.flush();
}

void OutputFile::commit() {
    if (file_) file_->commit();
}

void OutputFile::commit_both(OutputFile& first, OutputFile& second) {
    std::vector<AtomicFile*> files;
    for (OutputFile* output : {&first, &second})
        if (output->file_) files.push_back(&*output->file_);
    AtomicFile::commit_all(files);
}

}  // namespace treewright::cli
