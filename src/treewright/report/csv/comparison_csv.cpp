// The comparison of learners as CSV.
#include "treewright/data/csv_writer.h"
#include "treewright/report/compare_report.h"
#include "treewright/report/text/loss_text.h"

namespace treewright {

std::string comparison_csv(const ComparisonResult& result) {
    std::string text;
    CsvWriter csv([&text](std::string_view bytes) { text += bytes; });
    for (const char* name : {"learner", "repeat", "fold", "rows"}) csv.text(name);
    csv.text(loss_key(result.kind()));
    for (const char* name : {"baseline", "leaves", "depth"}) csv.text(name);
    csv.end_row();
    for (std::size_t i = 0; i < result.learners.size(); ++i)
        for (const Round& round : result.learners[i].rounds) {
            csv.text(result.names[i]);
            for (const double number :
                 {static_cast<double>(round.repeat + 1), static_cast<double>(round.fold + 1), round.test_weight, round.loss,
                  round.baseline, static_cast<double>(round.leaves), static_cast<double>(round.depth)})
                csv.number(number);
            csv.end_row();
        }
    csv.finish();
    return text;
}

}  // namespace treewright
