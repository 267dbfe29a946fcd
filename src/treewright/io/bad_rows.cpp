#include "treewright/io/bad_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "treewright/base/atomic_file.h"
#include "treewright/base/error.h"
#include "treewright/base/number_text.h"
#include "treewright/base/spelling.h"
#include "treewright/data/csv_writer.h"
#include "treewright/io/place.h"

namespace treewright {

namespace {

constexpr std::size_t most_lines = 8;

/// A quote that does not end takes the next lines with it.
std::size_t line_breaks(const BadRow& row) {
    return static_cast<std::size_t>(std::count(row.text.begin(), row.text.end(), '\n'));
}

std::string lines_of(const std::vector<BadRow>& rows) {
    std::string text = rows.size() == 1 && line_breaks(rows[0]) == 0 ? "line" : "lines";
    for (std::size_t i = 0; i < rows.size() && i < most_lines; ++i) {
        text += fmt::format("{} {}", i > 0 ? "," : "", rows[i].line);
        if (line_breaks(rows[i]) > 0) text += fmt::format(" to {}", rows[i].line + line_breaks(rows[i]));
    }
    return rows.size() > most_lines ? fmt::format("{} and {} more", text, rows.size() - most_lines) : text;
}

void write_bad_rows(const std::vector<BadRow>& rows, const std::string& path) {
    AtomicFile output(path);
    CsvWriter csv([&](std::string_view bytes) { output.write(bytes); });
    for (const std::string_view name : {"line", "what", "text"}) csv.text(name);
    csv.end_row();
    for (const BadRow& row : rows) {
        csv.number(static_cast<double>(row.line));
        csv.text(spelled(row.what));
        csv.text(row.text);
        csv.end_row();
    }
    csv.finish();
    output.commit();
}

/// The rows that are read would be lost.
void refuse_input(const std::string& path, const std::string& file) {
    std::error_code unknown;
    const std::string input = file == shown_path("-") ? "/dev/stdin" : file;
    if (std::filesystem::is_regular_file(path, unknown) && std::filesystem::equivalent(path, input, unknown))
        throw usage_error(fmt::format("{} is also the input, which would be lost: name another file with {}", path,
                                      named("bad-rows-to", "FILE")));
}

}  // namespace

std::string without_place(std::string_view sentence, std::string_view file) {
    if (!sentence.starts_with(file)) return std::string(sentence);
    sentence.remove_prefix(file.size());
    if (sentence.starts_with(", line ")) sentence.remove_prefix(std::min(sentence.find_first_of(",:", 1), sentence.size()));
    if (sentence.starts_with(", ") || sentence.starts_with(": ")) sentence.remove_prefix(2);
    return std::string(sentence);
}

void report_bad_rows(const std::vector<BadRow>& rows, const ReadOptions& options, const std::string& file, Messages& messages) {
    if (!rows.empty()) {
        const bool padded = options.bad_rows == BadRows::pad;
        const std::string advice =
            options.bad_rows_to.empty() ? fmt::format("; {} keeps them", named("bad-rows-to", "FILE")) : std::string();
        messages.warn(fmt::format("{}: {} {} not fit and {} {} ({}{})", file, counted(rows.size(), "row"),
                                  rows.size() == 1 ? "does" : "do", rows.size() == 1 ? "is" : "are",
                                  padded ? "padded or cut" : "left out", lines_of(rows), advice));
    }
    if (options.bad_rows_to.empty()) return;
    refuse_input(options.bad_rows_to, file);
    write_bad_rows(rows, options.bad_rows_to);
}

}  // namespace treewright
