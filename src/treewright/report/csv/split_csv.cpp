// The parts of a table as CSV.
#include "treewright/data/csv_writer.h"
#include "treewright/report/split_report.h"

namespace treewright {

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
