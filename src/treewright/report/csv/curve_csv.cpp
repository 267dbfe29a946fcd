// A learning curve as CSV.
#include "treewright/data/csv_writer.h"
#include "treewright/report/curve_report.h"
#include "treewright/report/text/curve_words.h"

namespace treewright {

std::string curve_csv(const CurveResult& result) {
    std::string text;
    CsvWriter csv([&text](std::string_view bytes) { text += bytes; });
    for (const char* name : {"rows", "training", "training_low", "training_high", "test", "test_low", "test_high", "leaves"})
        csv.text(name);
    csv.end_row();
    for (std::size_t i = 0; i < result.test.size(); ++i) {
        const Figure& training = result.training[i];
        const Figure& test = result.test[i];
        csv.number(result.curve.sizes[i].rows);
        for (const Figure* figure : {&training, &test}) {
            csv.number(figure->value);
            for (const double end : {figure->interval.low, figure->interval.high})
                figure->has_interval() ? csv.number(end) : csv.missing();
        }
        csv.number(mean_of_repeats(result.curve.sizes[i].leaves));
        csv.end_row();
    }
    csv.finish();
    return text;
}

}  // namespace treewright
