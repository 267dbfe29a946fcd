#include "treewright/report/split_report.h"

#include "treewright/base/json_writer.h"
#include "treewright/base/number_text.h"
#include "treewright/data/csv_writer.h"
#include "treewright/export/names.h"
#include "treewright/export/table_text.h"
#include "treewright/report/page.h"

namespace treewright {

// --- as text -----------------------------------------------------------------------------------------------------------------

namespace {

constexpr std::size_t most_classes_shown = 6;

}  // namespace

std::string split_text(const SplitResult& result) {
    using Align = TextTable::Align;
    const bool classes = !result.classes.empty() && result.classes.size() <= most_classes_shown;
    std::vector<Align> columns = {Align::left, Align::right, Align::right};
    std::vector<std::string> header = {"file", "rows", "share"};
    if (classes)
        for (const std::string& level : result.classes) columns.push_back(Align::right), header.push_back(level);
    TextTable table(columns);
    table.add_row(header);
    for (const SplitPart& part : result.parts) {
        const double share = static_cast<double>(part.rows.size()) / static_cast<double>(result.rows);
        std::vector<std::string> cells = {part.file, std::to_string(part.rows.size()), fixed_text(100.0 * share, 1) + " %"};
        if (classes)
            for (const std::size_t count : part.class_counts) cells.push_back(std::to_string(count));
        table.add_row(cells);
    }
    return table.text(0, any_width);
}

// --- as JSON -----------------------------------------------------------------------------------------------------------------

std::string split_json(const SplitResult& result, const std::string& file) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    json.member("file", file);
    json.member("rows", result.rows);
    json.member("seed", result.seed);
    json.key("parts");
    json.begin_array();
    for (const SplitPart& part : result.parts) {
        json.line_break();
        json.begin_object();
        json.member("name", part.name);
        json.member("file", part.file);
        json.member("rows", part.rows.size());
        const std::vector<std::size_t>& counts = part.class_counts;
        if (!counts.empty()) {
            json.key("classes");
            json.begin_object();
            for (std::size_t j = 0; j < counts.size(); ++j) json.member(result.classes[j], counts[j]);
            json.end_object();
        }
        json.end_object();
    }
    json.end_array();
    json.end_object();
    return text + "\n";
}

// --- as CSV ------------------------------------------------------------------------------------------------------------------

std::string split_csv(const SplitResult& result) {
    std::string text;
    CsvWriter csv([&text](std::string_view bytes) { text += bytes; });
    for (const char* name : {"name", "file", "rows"}) csv.text(name);
    for (const std::string& level : result.classes) csv.text("rows:" + level);
    csv.end_row();
    for (const SplitPart& part : result.parts) {
        csv.text(part.name);
        csv.text(part.file);
        csv.number(static_cast<double>(part.rows.size()));
        for (const std::size_t count : part.class_counts) csv.number(static_cast<double>(count));
        csv.end_row();
    }
    csv.finish();
    return text;
}

}  // namespace treewright
