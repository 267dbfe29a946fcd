// treewright split: the rows of a file in parts, as they stand.
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <memory>
#include <set>

#include "cli/flags/common_options.h"
#include "cli/flags/data_options.h"
#include "cli/verbs.h"
#include "treewright/base/atomic_file.h"
#include "treewright/base/error.h"
#include "treewright/base/json_writer.h"
#include "treewright/base/number_text.h"
#include "treewright/data/csv_writer.h"
#include "treewright/export/table_text.h"
#include "treewright/export/wording.h"
#include "treewright/io/original_rows.h"
#include "treewright/io/read_table.h"
#include "treewright/report/page.h"
#include "treewright/resampling/row_groups.h"

namespace treewright::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_classes_shown = 6;
constexpr std::size_t most_values_as_classes = 20;

struct Part {
    std::string name;
    double share = 0.0;
    RowList rows = {};
    std::string path = {};
};

struct SplitRequest {
    CommonOptions common;
    std::string data;
    ReadOptions read;
    TargetOptions target;
    std::vector<Part> parts = {{"train", 0.7}, {"test", 0.3}};
    std::string folder;
    bool force = false;
    bool plain = false;
    bool csv = false;
};

// --- the command line -----------------------------------------------------------------------------------------------------------

bool is_file_name(const std::string& name) {
    const auto is_plain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.' || c >= 0x80; };
    return !name.empty() && name.front() != '.' && name.front() != '-' && std::all_of(name.begin(), name.end(), is_plain);
}

Part part_of(const std::string& text) {
    const std::size_t equals = text.find('=');
    Part part;
    if (equals != std::string::npos) {
        part.name = text.substr(0, equals);
        const auto [end, error] = std::from_chars(text.data() + equals + 1, text.data() + text.size(), part.share);
        if (error != std::errc() || end != text.data() + text.size()) part.share = 0.0;
    }
    if (!(part.share > 0.0 && part.share < 1.0))
        throw usage_error(
            fmt::format("--parts cannot hold '{}': each part is a name and a share between 0 and 1, and the shares "
                        "add up to 1, such as train=0.7,test=0.3",
                        text));
    if (!is_file_name(part.name))
        throw usage_error(
            fmt::format("--parts cannot name a part '{}': the name becomes that of a file, of letters, digits, '-', "
                        "'_' and '.', and begins with a letter, a digit or '_'",
                        part.name));
    return part;
}

std::vector<Part> parts_of(const std::string& text) {
    std::vector<Part> parts;
    std::set<std::string> names;
    double sum = 0.0;
    for (const std::string& piece : split_names(text)) {
        parts.push_back(part_of(piece));
        sum += parts.back().share;
        if (!names.insert(parts.back().name).second)
            throw usage_error(fmt::format("--parts names '{}' twice: each part has a name of its own", parts.back().name));
    }
    if (parts.size() < 2) throw usage_error("--parts needs at least two parts, such as train=0.6,test=0.4");
    if (std::abs(sum - 1.0) > 1e-9)
        throw usage_error(fmt::format("the shares of --parts add up to {:.10g}: they have to add up to 1", sum));
    return parts;
}

void declare(ArgumentParser& parser, SplitRequest& request) {
    parser.explain(
        "Writes each row of DATA into one of several files, byte for byte as it stands, in the order of the file, with the "
        "header before each. Every class of the target is in all parts by the same share. The same rows and seed give the same "
        "parts, in whatever order the rows stand.");
    parser.positional("DATA", "a CSV or ARFF file, also compressed (gzip, zstd)", request.data);
    parser.group("The parts");
    parser.text("--target", "COLUMN", "the column whose classes are to be spread: a name, last, or #15 for the fifteenth",
                request.target.target);
    parser.option({"--parts", "NAME=SHARE,…", "names of the files and shares of the rows [train=0.7,test=0.3]", Times::once},
                  [&request](const std::string& text) { request.parts = parts_of(text); });
    declare_group(parser, request.target);
    parser.flag("--plain", "rows are dealt out as they come, not class by class", request.plain);
    parser.text("-o,--output", "FOLDER", "where the files go; made if it is not there", request.folder);
    parser.flag("--force", "overwrite files that exist", request.force);
    parser.flag("--csv", "say which parts there are as CSV", request.csv);
    parser.require("--output");
    declare_format(parser, request.read);
    declare_types(parser, request.read);
    declare_common(parser, request.common);
    parser.example("two parts", "treewright split adult.csv --target income --parts a=0.8,b=0.2 -o parts");
    parser.example("all visits of a patient in one part", "treewright split visits.csv --target ill --group patient -o parts");
}

// --- the rows -------------------------------------------------------------------------------------------------------------------

/// Few different numbers are spread like classes; rows without a value are one more class, because every row goes somewhere.
void make_classes(Column& target) {
    std::set<double> values;
    if (target.has_values()) {
        for (const double value : target.values) {
            if (!is_missing(value)) values.insert(value);
            if (values.size() > most_values_as_classes) return;
        }
        for (const double value : target.values)
            target.codes.push_back(is_missing(value)
                                       ? missing_code
                                       : static_cast<std::int32_t>(std::distance(values.begin(), values.find(value))));
        target.schema.levels.clear();
        for (const double value : values) target.schema.levels.push_back(number_text(value));
        target.schema.type = ColumnType::categorical;
        target.values = {};
    }
    const auto missing = static_cast<std::int32_t>(target.schema.levels.size());
    if (std::find(target.codes.begin(), target.codes.end(), missing_code) == target.codes.end()) return;
    target.schema.levels.emplace_back("(none)");
    std::replace(target.codes.begin(), target.codes.end(), missing_code, missing);
}

/// All rows of the file, whatever they lack.
TrainingSet rows_to_part(const SplitRequest& request, Table table) {
    const std::string source = file_name(request.data);
    TrainingSet set;
    set.source = source;
    set.rows = table.rows;
    const std::size_t none = table.columns.size();
    const std::size_t target = request.target.target.empty() ? none : find_column(table, request.target.target, source);
    const std::size_t group = request.target.group.empty() ? none : find_column(table, request.target.group, source);
    if (target == group && target != none)
        throw input_error(fmt::format("{}: '{}' cannot be both the group and the target", source, request.target.group));
    set.lines = std::move(table.lines);
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        if (i == target)
            set.target = std::move(table.columns[i]);
        else if (i == group)
            set.group = std::move(table.columns[i]);
        else
            set.features.push_back(std::move(table.columns[i]));
    }
    if (target != none)
        make_classes(set.target);
    else
        set.target.values = Numbers(std::vector<double>(set.rows, 0.0));
    return set;
}

void deal(SplitRequest& request, const TrainingSet& set, Console& console) {
    const Run run = console.run(request.common.threads);
    const RowSelection all = set.all_rows();
    std::vector<double> shares;
    for (const Part& part : request.parts) shares.push_back(part.share);
    const std::size_t groups = set.group ? groups_of(set, all).size() : request.parts.size();
    if (groups < request.parts.size())
        throw set.complaint(fmt::format("there {} of '{}' for {} parts: every part needs one",
                                        groups == 1 ? "is 1 group" : fmt::format("are {} groups", groups),
                                        set.group->schema.name, request.parts.size()));
    std::vector<RowList> rows = set.group ? deal_groups(set, {shares, request.common.seed, !request.plain}, all, run)
                                          : make_parts(set, {shares, request.common.seed, !request.plain}, all, run);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].empty())
            throw set.complaint(
                fmt::format("the part '{}' would be empty: {:.6g} % of {} is less than one; give it a larger share",
                            request.parts[i].name, 100.0 * request.parts[i].share, rows_text(static_cast<double>(set.rows))));
        request.parts[i].rows = std::move(rows[i]);
    }
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
    if (request.data == "-") throw usage_error("split reads the file twice, and standard input comes once: name a file");
    std::error_code error;
    const fs::path folder = request.folder;
    if (fs::exists(folder, error) && !fs::is_directory(folder, error))
        throw usage_error(fmt::format("{} is a file: --output names a folder", request.folder));
    for (Part& part : request.parts) {
        part.path = (folder / (part.name + ending_of(request.data))).string();
        if (!fs::exists(part.path, error)) continue;
        if (fs::equivalent(part.path, request.data, error))
            throw usage_error(fmt::format("{} is the input, which would be lost: name another folder or part", part.path));
        if (!request.force) throw usage_error(fmt::format("{} exists: --force overwrites it", part.path));
    }
}

/// The folder, which goes again if it was made for files that never came.
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

void write_parts(const SplitRequest& request, const TrainingSet& set, Console& console) {
    const OutputFolder folder(request.folder);
    std::vector<std::uint32_t> part_of_row(set.rows);
    std::vector<std::unique_ptr<AtomicFile>> files;
    for (std::size_t i = 0; i < request.parts.size(); ++i) {
        for (const std::uint32_t row : request.parts[i].rows) part_of_row[row] = static_cast<std::uint32_t>(i);
        files.push_back(std::make_unique<AtomicFile>(request.parts[i].path));
    }
    read_original_rows(request.data, set.lines, console.progress(),
                       [&](std::optional<std::size_t> row, std::string_view bytes) {
                           if (row) return files[part_of_row[*row]]->write(bytes);
                           for (const auto& file : files) file->write(bytes);
                       });
    for (const auto& file : files) file->commit();
}

// --- results --------------------------------------------------------------------------------------------------------------------

/// Groups may hold all rows of a class. A class of fewer rows than there are parts cannot be in all of them anyway.
void warn_of_missing_classes(const SplitRequest& request, const TrainingSet& set, Console& console) {
    if (!set.group) return;
    const std::vector<std::size_t> totals = class_counts(set, row_numbers(set.rows));
    for (const Part& part : request.parts) {
        const std::vector<std::size_t> counts = class_counts(set, part.rows);
        for (std::size_t j = 0; j < counts.size(); ++j)
            if (counts[j] == 0 && totals[j] >= request.parts.size())
                console.messages().warn(
                    fmt::format("no row of the class '{}' is in the part '{}', because the groups of '{}' stay "
                                "together",
                                set.target.schema.levels[j], part.name, set.group->schema.name));
    }
}

std::string parts_text(const SplitRequest& request, const TrainingSet& set) {
    using Align = TextTable::Align;
    const bool classes = set.task() == Task::classification && set.target.schema.levels.size() <= most_classes_shown;
    std::vector<Align> columns = {Align::left, Align::right, Align::right};
    std::vector<std::string> header = {"file", "rows", "share"};
    if (classes)
        for (const std::string& level : set.target.schema.levels) columns.push_back(Align::right), header.push_back(level);
    TextTable table(columns);
    table.add_row(header);
    for (const Part& part : request.parts) {
        const double share = static_cast<double>(part.rows.size()) / static_cast<double>(set.rows);
        std::vector<std::string> cells = {part.path, std::to_string(part.rows.size()), fixed_text(100.0 * share, 1) + " %"};
        if (classes)
            for (const std::size_t count : class_counts(set, part.rows)) cells.push_back(std::to_string(count));
        table.add_row(cells);
    }
    return table.text(0, page_width);
}

std::string parts_csv(const SplitRequest& request, const TrainingSet& set) {
    std::string text;
    CsvWriter csv([&text](std::string_view bytes) { text += bytes; });
    for (const char* name : {"name", "file", "rows"}) csv.text(name);
    if (set.task() == Task::classification)
        for (const std::string& level : set.target.schema.levels) csv.text("rows:" + level);
    csv.end_row();
    for (const Part& part : request.parts) {
        csv.text(part.name);
        csv.text(part.path);
        csv.number(static_cast<double>(part.rows.size()));
        for (const std::size_t count : class_counts(set, part.rows)) csv.number(static_cast<double>(count));
        csv.end_row();
    }
    csv.finish();
    return text;
}

std::string parts_json(const SplitRequest& request, const TrainingSet& set) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    json.member("file", request.data);
    json.member("rows", set.rows);
    json.member("seed", request.common.seed);
    json.key("parts");
    json.begin_array();
    for (const Part& part : request.parts) {
        json.line_break();
        json.begin_object();
        json.member("name", part.name);
        json.member("file", part.path);
        json.member("rows", part.rows.size());
        const std::vector<std::size_t> counts = class_counts(set, part.rows);
        if (!counts.empty()) {
            json.key("classes");
            json.begin_object();
            for (std::size_t j = 0; j < counts.size(); ++j) json.member(set.target.schema.levels[j], counts[j]);
            json.end_object();
        }
        json.end_object();
    }
    json.end_array();
    json.end_object();
    return text + "\n";
}

}  // namespace

void run_split(const Arguments& arguments, Console& console) {
    SplitRequest request;
    ArgumentParser parser("split", "the rows of a file in parts, byte for byte");
    declare(parser, request);
    if (!parse_or_help(parser, arguments, request.common, console)) return;
    if (request.csv && request.common.json) throw usage_error("--csv and --json do not go together: choose one of them");
    request.read.threads = request.common.threads;
    check_paths(request);
    Table table = read_table(request.data, request.read, console.messages(), console.progress());
    if (table.rows == 0) throw input_error(fmt::format("{} has no rows: there is nothing to split", file_name(request.data)));
    if (table.lines.empty())
        throw input_error(
            fmt::format("{} is no text file, so that it has no lines to keep: 'treewright table' makes a CSV of it",
                        file_name(request.data)));
    const TrainingSet set = rows_to_part(request, std::move(table));
    deal(request, set, console);
    write_parts(request, set, console);
    warn_of_missing_classes(request, set, console);
    console.tell();
    console.print(request.csv           ? parts_csv(request, set)
                  : request.common.json ? parts_json(request, set)
                                        : parts_text(request, set));
}

}  // namespace treewright::cli
