// treewright split: the rows of a file, byte for byte, in several files.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "cli/flags/common_options.h"
#include "cli/flags/data_options.h"
#include "cli/flags/output_file.h"
#include "cli/flags/parameter_flags.h"
#include "cli/verbs.h"
#include "treewright/base/atomic_file.h"
#include "treewright/base/error.h"
#include "treewright/io/original_rows.h"
#include "treewright/io/read_table.h"
#include "treewright/report/split_report.h"

namespace treewright::cli {

namespace {

namespace fs = std::filesystem;

struct SplitRequest {
    CommonOptions common;
    std::string data;
    ReadOptions read;
    SplitPlan plan;
    std::string folder;
    bool force = false;
    bool csv = false;
};

// --- the command line -----------------------------------------------------------------------------------------------------------

bool is_file_name(const std::string& name) {
    const auto is_plain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.' || c >= 0x80; };
    return !name.empty() && name.front() != '.' && name.front() != '-' && std::all_of(name.begin(), name.end(), is_plain);
}

void check_part_names(const SplitPlan& plan) {
    for (const SplitPart& part : plan.parts)
        if (!is_file_name(part.name))
            throw usage_error(
                fmt::format("--parts cannot name a part '{}': the name becomes that of a file, of letters, digits, '-', "
                            "'_' and '.', and begins with a letter, a digit or '_'",
                            part.name));
}

void declare(ArgumentParser& parser, SplitRequest& request) {
    parser.explain(
        "Writes each row of DATA, byte for byte, to one of several files, in the order of the input and each with the header. "
        "With --target the split is stratified: every class has the same share in all parts. The same rows and seed give the "
        "same parts, whatever the order of the rows.");
    parser.positional("DATA", "a CSV, ARFF or JSON Lines file, optionally compressed (gzip, zstd)", request.data);
    parser.group("Parts");
    declare_fields(parser, split_parameters(), request.plan);
    parser.text("-o,--output", "FOLDER", "folder for the files; created if it does not exist", request.folder);
    parser.flag("--force", "overwrite files that exist", request.force);
    parser.flag("--csv", "print the list of parts as CSV", request.csv);
    parser.require("--output");
    declare_format(parser, request.read);
    declare_types(parser, request.read);
    declare_common(parser, request.common);
    parser.example("two parts", "treewright split adult.csv --target income --parts a=0.8,b=0.2 -o parts");
    parser.example("all visits of a patient in one part", "treewright split visits.csv --target ill --group patient -o parts");
}

// --- the files ------------------------------------------------------------------------------------------------------------------

/// "adult.csv.gz" makes ".csv".
std::string ending_of(const std::string& path) {
    fs::path name = fs::path(path).filename();
    if (name.extension() == ".gz" || name.extension() == ".zst") name = name.stem();
    const std::string ending = name.extension().string();
    return ending.empty() ? ".csv" : ending;
}

void check_paths(SplitRequest& request) {
    if (request.data == "-") throw usage_error("split reads its input twice, which standard input does not allow: name a file");
    std::error_code error;
    const fs::path folder = request.folder;
    if (fs::exists(folder, error) && !fs::is_directory(folder, error))
        throw usage_error(fmt::format("{} is a file: give --output a folder", request.folder));
    for (SplitPart& part : request.plan.parts) {
        part.file = (folder / (part.name + ending_of(request.data))).string();
        if (is_same_path(part.file, request.read.bad_rows_to))
            throw usage_error(fmt::format("{} is a part: name another file with --bad-rows-to", part.file));
        if (!fs::exists(fs::symlink_status(part.file, error))) continue;  // a link to nothing exists, too
        if (fs::equivalent(part.file, request.data, error))
            throw usage_error(fmt::format("{} is the input, which would be lost: name another folder or part", part.file));
        if (!request.force) throw usage_error(fmt::format("{} exists: --force overwrites it", part.file));
    }
}

/// The output folder; removed again if it was created and no file was written.
class OutputFolder {
public:
    explicit OutputFolder(const fs::path& path) : path_(path) {
        std::error_code error;
        made_ = fs::create_directory(path, error);
        if (error) throw input_error(fmt::format("{} cannot be made: {}", path.string(), error.message()));
    }
    OutputFolder(const OutputFolder&) = delete;
    OutputFolder& operator=(const OutputFolder&) = delete;
    ~OutputFolder() {
        std::error_code error;
        if (made_) fs::remove(path_, error);  // only if it is empty
    }

private:
    fs::path path_;
    bool made_ = false;
};

void write_parts(const SplitRequest& request, const SplitResult& result, std::vector<std::uint32_t> left_out,
                 Console& console) {
    const OutputFolder folder(request.folder);
    std::vector<std::uint32_t> part_of_row(result.rows);
    std::vector<std::unique_ptr<AtomicFile>> files;
    for (std::size_t i = 0; i < result.parts.size(); ++i) {
        for (const RowId row : result.parts[i].rows) part_of_row[row] = static_cast<std::uint32_t>(i);
        files.push_back(std::make_unique<AtomicFile>(result.parts[i].file));
    }
    read_original_rows(request.data, {result.lines, std::move(left_out)}, console.progress(),
                       [&](std::optional<std::size_t> row, std::string_view bytes) {
                           if (row) return files[part_of_row[*row]]->write(bytes);
                           for (const auto& file : files) file->write(bytes);
                       });
    std::vector<AtomicFile*> all;
    for (const auto& file : files) all.push_back(file.get());
    AtomicFile::commit_all(all);  // parts of two splits side by side would share rows
}

}  // namespace

void run_split(const Arguments& arguments, Console& console) {
    SplitRequest request;
    ArgumentParser parser("split", "split a file into training and test files, byte for byte");
    declare(parser, request);
    if (!parse_or_help(parser, arguments, request.common, console)) return;
    if (request.csv && request.common.json) throw usage_error("--csv and --json are two formats: choose one");
    check_part_names(request.plan);
    check_paths(request);
    Table table = read_table(request.data, request.read, console.run(request.common.threads));
    if (table.rows == 0) throw input_error(fmt::format("{} has no rows: there is nothing to split", file_name(request.data)));
    const std::vector<std::uint32_t> left_out = table.left_out_lines;
    if (table.lines.empty())
        throw input_error(fmt::format("{} is not a text file: convert it to CSV with 'treewright table --csv' first",
                                      file_name(request.data)));
    request.plan.seed = request.common.seed;
    if (request.plan.target.empty())
        console.messages().note(
            "the rows are drawn whatever their class: --target COLUMN gives every part the same share of each class");
    const SplitResult result =
        split_rows(std::move(table), file_name(request.data), request.plan, console.run(request.common.threads));
    write_parts(request, result, left_out, console);
    console.print_messages();
    console.print(request.csv           ? split_csv(result)
                  : request.common.json ? split_json(result, request.data)
                                        : split_text(result));
}

}  // namespace treewright::cli
