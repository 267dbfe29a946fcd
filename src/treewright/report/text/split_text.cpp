// The parts of a table as text.
#include "treewright/base/number_text.h"
#include "treewright/export/table_text.h"
#include "treewright/report/page.h"
#include "treewright/report/split_report.h"

namespace treewright {

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
    return table.text(0, page_width);
}

}  // namespace treewright
