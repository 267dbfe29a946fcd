#include "treewright/export/worked/figure_columns.h"

#include <algorithm>

#include "treewright/export/display.h"
#include "treewright/export/names.h"
#include "treewright/export/wording.h"

namespace treewright {

namespace {

constexpr std::size_t listed_width = 30;

}  // namespace

FigureColumns::FigureColumns(const Ledger& ledger, std::size_t page_width) : ledger_(ledger) {
    std::size_t needed = 0;
    for (const std::string& name : ledger.set().target.schema.levels)
        needed += 2 + std::max<std::size_t>(display_width(shown_name(name)), 4);
    column_a_class_ = ledger.is_classification() && needed <= page_width / 2;
}

TextTable FigureColumns::table(std::size_t left, std::size_t right) const {
    std::vector<TextTable::Align> columns(left, TextTable::Align::left);
    columns.push_back(TextTable::Align::right);  // rows
    const bool listed = ledger_.is_classification() && !column_a_class_;
    if (column_a_class_)
        columns.insert(columns.end(), ledger_.set().target.schema.levels.size(), TextTable::Align::right);
    else
        columns.push_back(listed ? TextTable::Align::left : TextTable::Align::right);
    columns.insert(columns.end(), right, TextTable::Align::right);
    return TextTable(std::move(columns));
}

std::vector<std::string> FigureColumns::headings(const std::string& rows) const {
    std::vector<std::string> headings{rows};
    if (column_a_class_)
        for (const std::string& name : ledger_.set().target.schema.levels) headings.push_back(shown_name(name));
    else
        headings.emplace_back(ledger_.is_classification() ? "classes" : "mean");
    return headings;
}

std::vector<std::string> FigureColumns::cells(const Figures& figures) const {
    std::vector<std::string> cells{count_text(figures.weight)};
    if (column_a_class_)
        for (const double weight : figures.classes) cells.push_back(count_text(weight));
    else if (ledger_.is_classification())
        cells.push_back(class_counts_text(ledger_.set().target.schema.levels, figures.classes, no_class, listed_width));
    else
        cells.push_back(figures.weight > 0.0 ? figure_text(figures.mean) : "");
    return cells;
}

}  // namespace treewright
