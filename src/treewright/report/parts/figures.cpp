#include "treewright/report/parts/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "treewright/base/number_text.h"
#include "treewright/base/spelling.h"
#include "treewright/export/display.h"
#include "treewright/export/names.h"
#include "treewright/export/table_text.h"
#include "treewright/export/wording.h"
#include "treewright/report/page.h"

namespace treewright {

namespace {

constexpr std::size_t most_confusions = 10;
constexpr std::size_t usual_class_name = 16;  // columns of a class by which it is decided whether the matrix fits

/// Nothing if it has too many columns for the page.
std::optional<TextTable> confusion_matrix(const ClassFigures& figures, const std::vector<std::string>& names) {
    const std::size_t classes = figures.classes.size();
    std::vector<TextTable::Align> alignments(classes + 1, TextTable::Align::right);
    alignments[0] = TextTable::Align::left;
    TextTable table(alignments);
    std::vector<std::string> head = {"true \\ predicted"};
    std::size_t width = 0;
    for (std::size_t j = 0; j < classes; ++j) {
        head.push_back(shown_name(names[j]));  // whole: such a line is longer than the page
        width += 2 + std::max(std::min(display_width(head.back()), usual_class_name), count_text(figures.rows).size());
    }
    if (width > page_width - 16) return std::nullopt;
    table.add_row(head);
    for (std::size_t truth = 0; truth < classes; ++truth) {
        std::vector<std::string> row = {shown_name(names[truth])};
        for (std::size_t predicted = 0; predicted < classes; ++predicted)
            row.push_back(count_text(figures.confused(truth, predicted)));
        table.add_row(row);
    }
    return table;
}

Document frequent_confusions(const ClassFigures& figures, const std::vector<std::string>& names, const Spelling& spelling) {
    const std::size_t classes = figures.classes.size();
    struct Confusion {
        std::size_t truth;
        std::size_t predicted;
        double rows;
    };
    std::vector<Confusion> cells;
    for (std::size_t truth = 0; truth < classes; ++truth)
        figures.confusion.for_kept(truth, classes, [&](std::size_t predicted, double rows) {
            if (truth != predicted && rows > 0.0) cells.push_back({truth, predicted, rows});
        });
    std::ranges::stable_sort(cells, std::ranges::greater(), &Confusion::rows);
    const std::size_t all = cells.size();
    cells.resize(std::min(all, most_confusions));
    TextTable table({TextTable::Align::left, TextTable::Align::left, TextTable::Align::right});
    table.add_row({"true", "predicted", "rows"});
    for (const Confusion& cell : cells)
        table.add_row({shown_name(names[cell.truth]), shown_name(names[cell.predicted]), count_text(cell.rows)});
    Document part;
    part.table(std::move(table));
    if (all > cells.size()) part.line(fmt::format("… {} more kinds; {} has them all", all - cells.size(), spelling({"json"})));
    return part;
}

}  // namespace

TextTable figures_table(const std::vector<ListedFigure>& figures) {
    TextTable table({TextTable::Align::left, TextTable::Align::right, TextTable::Align::right, TextTable::Align::right,
                     TextTable::Align::left});
    table.add_row({"", "value", "95 % interval", "baseline", "interval by"});
    for (const ListedFigure& listed : figures)
        table.add_row({listed.words, figure_value(listed.figure.value, listed.unit),
                       figure_interval(listed.figure, listed.unit), figure_value(listed.baseline, listed.unit),
                       listed.figure.has_interval() ? std::string(word_for(listed.figure.method)) : "–"});
    return table;
}

Document confusion_part(const ClassFigures& figures, const std::vector<std::string>& classes, const Spelling& spelling) {
    Document part;
    if (auto matrix = confusion_matrix(figures, classes))
        return part.heading("Confusion matrix: rows by true class, columns by predicted class").table(std::move(*matrix));
    part.heading("The most frequent confusions (the matrix is too wide for the page)");
    return part.append(frequent_confusions(figures, classes, spelling));
}

std::string figure_value(double value, FigureUnit unit) {
    if (std::isnan(value)) return "–";
    return unit == FigureUnit::share ? fixed_text(100.0 * value, 1) + " %" : figure_text(value);
}

std::string figure_interval(const Figure& figure, FigureUnit unit) {
    if (!figure.has_interval()) return "–";
    if (unit == FigureUnit::share)
        return fmt::format("{} to {} %", fixed_text(100.0 * figure.interval.low, 1),
                           fixed_text(100.0 * figure.interval.high, 1));
    return fmt::format("{} to {}", figure_text(figure.interval.low), figure_text(figure.interval.high));
}

std::vector<FeatureId> by_importance(const std::vector<Figure>& importance) {
    std::vector<FeatureId> order(importance.size());
    std::iota(order.begin(), order.end(), FeatureId{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](FeatureId a, FeatureId b) { return importance[a].value > importance[b].value; });
    return order;
}

void write_confusion(JsonWriter& json, const ClassFigures& figures) {
    const std::size_t classes = figures.classes.size();
    json.key("confusion");
    json.begin_array();
    for (std::size_t truth = 0; truth < classes; ++truth) {
        json.begin_array();
        for (std::size_t predicted = 0; predicted < classes; ++predicted) json.value(figures.confused(truth, predicted));
        json.end_array();
    }
    json.end_array();
}

void write_figure(JsonWriter& json, const Figure& figure) {
    json.key("value");
    json.number_or_text(figure.value);
    if (!figure.has_interval()) return;
    json.key("low");
    json.number_or_text(figure.interval.low);
    json.key("high");
    json.number_or_text(figure.interval.high);
    json.member("interval", word_for(figure.method));
}

void write_figures(JsonWriter& json, const std::vector<ListedFigure>& figures) {
    for (const ListedFigure& listed : figures) {
        json.line_break();
        json.key(listed.name);
        json.begin_object();
        write_figure(json, listed.figure);
        json.key("baseline");
        json.number_or_text(listed.baseline);
        json.end_object();
    }
}

}  // namespace treewright
