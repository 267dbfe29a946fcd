#include "treewright/report/json/figure_json.h"

namespace treewright {

void write_confusion(JsonWriter& json, const ClassFigures& figures) {
    const std::size_t classes = figures.classes.size();
    json.key("confusion");
    json.begin_array();
    for (std::size_t truth = 0; truth < classes; ++truth) {
        json.begin_array();
        for (std::size_t predicted = 0; predicted < classes; ++predicted)
            json.value(figures.confusion[truth * classes + predicted]);
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
