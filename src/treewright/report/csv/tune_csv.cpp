// A tuning as CSV.
#include "treewright/data/csv_writer.h"
#include "treewright/report/text/loss_text.h"
#include "treewright/report/tune_report.h"

namespace treewright {

std::string tune_csv(const TuneResult& tuned) {
    std::string text;
    CsvWriter csv([&text](std::string_view bytes) { text += bytes; });
    for (const TuneAxis& axis : tuned.task.axes) csv.text(axis.parameter->name);
    csv.text(loss_key(tuned.result.validation.kind));
    csv.text("leaves");
    csv.text("chosen");
    csv.end_row();
    for (std::size_t point = 0; point < tuned.losses.size(); ++point) {
        for (const std::string& value : tuned.task.grid[point].values) csv.text(value);
        csv.number(tuned.losses[point]);
        csv.number(tuned.leaves[point]);
        csv.text(point == tuned.best ? "yes" : "no");
        csv.end_row();
    }
    csv.finish();
    return text;
}

}  // namespace treewright
