// A tuning as JSON.
#include "treewright/report/tune_report.h"

namespace treewright {

void write_tune(JsonWriter& json, const TuneResult& tuned, const std::string& how_to_train) {
    const auto write_point = [&](std::size_t point) {
        json.begin_object();
        for (std::size_t i = 0; i < tuned.task.axes.size(); ++i)
            json.member(tuned.task.axes[i].parameter->name, tuned.task.grid[point].values[i]);
        json.member("loss", tuned.losses[point]);
        json.member("leaves", tuned.leaves[point]);
        json.end_object();
    };
    json.key("chosen");
    write_point(tuned.best);
    json.member("train_command", how_to_train);
    json.member("promised", tuned.promised.loss.value);
    json.member("nested", tuned.task.nested);
    if (tuned.task.nested) json.member("held", tuned.result.summary.loss.value);
    json.line_break();
    json.key("grid");
    json.begin_array();
    for (std::size_t point = 0; point < tuned.losses.size(); ++point) {
        json.line_break();
        write_point(point);
    }
    json.end_array();
    json.line_break();
}

}  // namespace treewright
