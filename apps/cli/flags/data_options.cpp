#include "cli/flags/data_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "treewright/base/error.h"
#include "treewright/io/place.h"
#include "treewright/io/read_table.h"

namespace treewright::cli {

namespace {

char delimiter_of(const std::string& text) {
    static const std::vector<std::pair<std::string, char>> words = {{"comma", ','}, {"semicolon", ';'}, {"tab", '\t'},
                                                                    {"\\t", '\t'},  {"bar", '|'},       {"blank", ' '}};
    for (const auto& [word, character] : words)
        if (text == word) return character;
    const bool usable = text.size() == 1 && static_cast<unsigned char>(text[0]) < 0x80U &&
                        text.find_first_of("\"'\\\n\r.-+") == std::string::npos &&
                        std::isalnum(static_cast<unsigned char>(text[0])) == 0;
    if (!usable)
        throw usage_error(fmt::format(
            "--delimiter cannot be '{}': it is one character such as ';', or comma, semicolon, tab, bar, blank", text));
    return text[0];
}

/// One name per line, or several separated by commas.
std::vector<std::string> names_in_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!file)
        throw input_error(
            fmt::format("{} cannot be read: --names takes a list of column names or a file that lists them", path));
    std::erase(text, '\r');
    while (!text.empty() && text.back() == '\n') text.pop_back();
    std::replace(text.begin(), text.end(), '\n', ',');
    return split_names(text);
}

void add_names(std::vector<std::string>& names, const std::string& text) {
    const bool is_file = text.find(',') == std::string::npos && std::filesystem::is_regular_file(text);
    for (std::string& name : is_file ? names_in_file(text) : split_names(text)) names.push_back(std::move(name));
}

void set_header(ReadOptions& read, bool header) {
    if (read.header && *read.header != header)
        throw usage_error("--header and --no-header contradict each other: give only one of them");
    read.header = header;
}

OrderedColumn ordered_column(const std::string& text) {
    const std::size_t equals = text.find('=');
    OrderedColumn column;
    if (equals != std::string::npos) {
        column.name = text.substr(0, equals);
        for (std::size_t begin = equals + 1, end = 0; end != std::string::npos; begin = end + 1) {
            end = text.find('<', begin);
            column.levels.push_back(text.substr(begin, end == std::string::npos ? end : end - begin));
        }
    }
    if (column.name.empty() || column.levels.size() < 2)
        throw usage_error(
            fmt::format("--ordered cannot be '{}': it is a column and its levels from lowest to highest, such as "
                        "'size=small<medium<large' (in quotes)",
                        text));
    if (std::set<std::string>(column.levels.begin(), column.levels.end()).size() < column.levels.size())
        throw usage_error(fmt::format("--ordered '{}' names a level twice: name each level once", text));
    return column;
}

/// Commas separate several columns if every piece is a column; otherwise they belong to the levels.
std::vector<std::string> ordered_pieces(const std::string& text) {
    std::vector<std::string> pieces = split_names(text);
    const auto is_column = [](const std::string& piece) { return piece.find('=') != std::string::npos; };
    return std::all_of(pieces.begin(), pieces.end(), is_column) ? pieces : std::vector<std::string>{text};
}

Task task_of(const std::string& text) {
    if (text == "classification") return Task::classification;
    if (text == "regression") return Task::regression;
    throw usage_error(fmt::format("--task cannot be '{}': it is one of classification, regression", text));
}

}  // namespace

std::string file_name(const std::string& path) { return shown_path(path); }

void declare_format(ArgumentParser& parser, ReadOptions& read) {
    parser.group("Reading the file");
    parser.option({"--delimiter", "CHARACTER",
                   "field separator: one character, or comma, semicolon, tab, bar, blank [detected]", Times::once},
                  [&read](const std::string& text) { read.delimiter = delimiter_of(text); });
    parser.option({"--header", "", "take the first row as column names, even if it looks like data [detected]", Times::many},
                  [&read](const std::string&) { set_header(read, true); });
    parser.option({"--no-header", "", "take the first row as data, not as column names", Times::many},
                  [&read](const std::string&) { set_header(read, false); });
    parser.option(
        {"--names", "A,B,…|FILE", "names of all columns, or a file that lists them [the header, else c1, c2, …]", Times::many},
        [&read](const std::string& text) { add_names(read.names, text); });
    parser.option(
        {"--na", "WORDS",
         "treat these words as missing values, besides the empty field; +WORDS adds to the default [?, NA, N/A, NaN, null]",
         Times::many},
        [&read](const std::string& text) {
            const bool adds = text.starts_with('+');
            if (!read.na) read.na = adds ? default_na_words() : std::vector<std::string>();
            for (std::string& word : split_names(adds ? text.substr(1) : text))
                if (!word.empty()) read.na->push_back(std::move(word));
        });
}

void declare_types(ArgumentParser& parser, ReadOptions& read) {
    parser.list("--categorical", "COLUMNS", "treat these columns as categories, even if they look like numbers or identifiers",
                read.categorical);
    parser.list("--numeric", "COLUMNS", "treat these columns as numbers; any other cell is an error", read.numeric);
    parser.option(
        {"--ordered", "COLUMN=A<B<C",
         "treat the column as an ordered category, levels from lowest to highest; quote it for the shell", Times::many},
        [&read](const std::string& text) {
            for (const std::string& piece : ordered_pieces(text)) read.ordered.push_back(ordered_column(piece));
        });
    parser.list("--ignore", "COLUMNS",
                "leave these columns out; put a name that contains a comma in double quotes: '\"Name, first\",b'", read.ignore);
}

void declare_target(ArgumentParser& parser, TargetOptions& target, const std::string& sentence) {
    parser.group("The task");
    parser.text("--target", "COLUMN", sentence, target.target);
    parser.text("--weight", "COLUMN", "column of case weights: how many rows each row stands for", target.weight);
    parser.option({"--task", "classification|regression",
                   "predict classes or a number [by the target: categories and two distinct numbers are classes]", Times::once},
                  [&target](const std::string& text) { target.task = task_of(text); });
}

void declare_group(ArgumentParser& parser, TargetOptions& target) {
    parser.text("--group", "COLUMN", "keep rows with the same value of this column on the same side; it is then not a feature",
                target.group);
}

PrepareOptions prepare_options(const std::string& path, const ReadOptions& read, const TargetOptions& target) {
    for (const auto& [option, name] :
         {std::pair{"--target", target.target}, std::pair{"--weight", target.weight}, std::pair{"--group", target.group}})
        if (!name.empty() && std::find(read.ignore.begin(), read.ignore.end(), name) != read.ignore.end())
            throw usage_error(fmt::format("'{}' is named by both {} and --ignore: leave it out of one of them", name, option));
    return {file_name(path), target.target, target.weight, target.task, read.categorical, target.group, read.ignore};
}

TrainingSet read_training_set(const std::string& path, const ReadOptions& read, const TargetOptions& target, Console& console) {
    const PrepareOptions prepare_by = prepare_options(path, read, target);  // refuses before it reads
    Table table = read_table(path, read, console.messages(), console.progress());
    return prepare(std::move(table), prepare_by, console.messages());
}

}  // namespace treewright::cli
