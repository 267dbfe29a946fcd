// A learning curve as JSON.
#include "treewright/report/curve_report.h"
#include "treewright/report/json/figure_json.h"
#include "treewright/report/text/curve_words.h"

namespace treewright {

namespace {

void write_member(JsonWriter& json, std::string_view name, const Figure& figure) {
    json.key(name);
    json.begin_object();
    write_figure(json, figure);
    json.end_object();
}

void write_projection(JsonWriter& json, const Projection& projection) {
    using Verdict = Projection::Verdict;
    json.key("projection");
    json.begin_object();
    json.member("floor", projection.law.floor);
    json.member("height", projection.law.height);
    json.member("slope", projection.law.slope);
    json.member("unit", projection.law.unit);
    json.member("all_rows", projection.now);
    json.member("twice_the_rows", projection.twice);
    json.member("verdict", projection.verdict == Verdict::falls  ? "falls"
                           : projection.verdict == Verdict::flat ? "flat"
                                                                 : "unclear");
    json.end_object();
}

}  // namespace

std::string curve_json(const CurveResult& result, const std::string& file) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    json.member("file", file);
    json.member("rows", result.curve.table_rows);
    json.member("measure", loss_key(result.curve.kind));
    json.member("baseline", result.curve.baseline);
    json.member("repeats", result.plan.repeats);
    json.member("held_out", result.plan.held_out);
    json.key("sizes");
    json.begin_array();
    for (std::size_t i = 0; i < result.test.size(); ++i) {
        json.line_break();
        json.begin_object();
        json.member("rows", result.curve.sizes[i].rows);
        write_member(json, "training", result.training[i]);
        write_member(json, "test", result.test[i]);
        json.member("leaves", mean_of_repeats(result.curve.sizes[i].leaves));
        json.end_object();
    }
    json.end_array();
    json.line_break();
    write_projection(json, result.projection);
    json.end_object();
    return text + "\n";
}

}  // namespace treewright
