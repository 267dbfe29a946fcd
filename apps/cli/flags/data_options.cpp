#include "cli/flags/data_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "cli/flags/output_file.h"
#include "cli/flags/parameter_flags.h"
#include "treewright/base/error.h"
#include "treewright/base/progress.h"
#include "treewright/io/place.h"
#include "treewright/io/read_table.h"

namespace treewright::cli {

namespace {

constexpr std::string_view bad_rows_option = "--bad-rows-to";

/// One name per line, or several with commas.
std::string names_in_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!file)
        throw input_error(
            fmt::format("{} cannot be read: --names takes a list of column names or a file that lists them", path));
    std::erase(text, '\r');
    while (!text.empty() && text.back() == '\n') text.pop_back();
    std::replace(text.begin(), text.end(), '\n', ',');
    return text;
}

/// A list, or the file that holds it.
std::string names_or_file(const std::string& text) {
    std::error_code not_a_path;
    const bool is_file = text.find(',') == std::string::npos && std::filesystem::is_regular_file(text, not_a_path);
    return is_file ? names_in_file(text) : text;
}

}  // namespace

std::string file_name(const std::string& path) { return shown_path(path); }

namespace {

/// The rows that do not fit go to a file of their own, by the rule of --output.
void check_bad_rows_file(const ArgumentParser& parser, const ReadOptions& read) {
    const OutputOptions output{read.bad_rows_to, parser.given("--force"), bad_rows_option};
    if (output.path == "-") throw usage_error("--bad-rows-to cannot be '-': it needs a file of its own");
    if (!output.to_file()) return;
    if (parser.declares("--validation") && parser.given("--validation"))
        throw usage_error(
            "--bad-rows-to keeps the rows of one file, and --validation reads a second one: 'treewright table FILE "
            "--bad-rows skip --bad-rows-to OTHER' does it for each");
    const std::vector<std::string> others = parser.files_except(std::string(bad_rows_option));
    check_output({output.path, true, output.option}, others);  // an input is never overwritten, whatever is forced
    for (const std::string& other : others)
        if (is_same_path(output.path, other))
            throw usage_error(fmt::format("{} is named twice: name another file with {}", output.path, output.option));
    check_output(output, {});
}

}  // namespace

void declare_format(ArgumentParser& parser, ReadOptions& read) {
    parser.group("Reading the file");
    for (const ParameterOf<ReadOptions>& parameter : reading_parameters())
        declare_parameter(parser, parameter, [&read, &parameter](const std::string& text) {
            parameter.add(read, parameter.name == "names" ? names_or_file(text) : text);
        });
    if (!parser.declares("--force"))
        parser.option({"--force", "", "overwrite the file of --bad-rows-to if it exists", Times::many},
                      [](const std::string&) {});
    parser.check([&parser, &read] { check_bad_rows_file(parser, read); });
}

void declare_types(ArgumentParser& parser, ReadOptions& read) { declare_fields(parser, column_parameters(), read); }

void declare_target(ArgumentParser& parser, TargetOptions& target) {
    parser.group("The task");
    for (const char* name : {"target", "weight", "weights-are", "task"})
        declare_field(parser, target_parameters(), name, target);
}

void require_target(ArgumentParser& parser, const std::string& data) {
    parser.require("--target", [&data]() -> std::string {
        if (data == "-") return "";
        try {
            Messages unused;
            Progress silent;
            const Table table = read_table(data, {}, {Threads(0), silent, unused});
            constexpr std::size_t most = 30;
            std::vector<std::string> names;
            for (const Column& column : table.columns)
                if (names.size() < most) names.push_back(fmt::format("'{}'", column.schema.name));
            const std::size_t more = table.columns.size() - names.size();
            return fmt::format("the columns of {} are {}{}", file_name(data), fmt::join(names, ", "),
                               more > 0 ? fmt::format(" and {} more", more) : "");
        } catch (const Error&) {
            return "";  // what is wrong with the file is told when there is a target
        }
    });
}

void declare_weight(ArgumentParser& parser, TargetOptions& target) {
    for (const char* name : {"weight", "weights-are"}) declare_field(parser, target_parameters(), name, target);
}

void declare_group(ArgumentParser& parser, TargetOptions& target) {
    declare_field(parser, target_parameters(), "group", target);
}

}  // namespace treewright::cli
