// The comparison of learners as JSON.
#include "treewright/report/compare_report.h"
#include "treewright/report/json/figure_json.h"
#include "treewright/report/text/loss_text.h"

namespace treewright {

namespace {

void write_learner(JsonWriter& json, const ComparisonResult& result, std::size_t i) {
    const CrossValidation& learner = result.learners[i];
    json.line_break();
    json.begin_object();
    json.member("learner", result.names[i]);
    json.key("loss");
    json.begin_object();
    write_figure(json, result.summaries[i].loss);
    json.end_object();
    json.member("leaves", mean_leaves(learner));
    json.member("depth", mean_depth(learner));
    json.member("seconds_a_model", learner.seconds / static_cast<double>(learner.rounds.size()));
    json.key("rounds");
    json.begin_array();
    for (const double round : losses_of(learner)) json.value(round);
    json.end_array();
    json.end_object();
}

void write_pair(JsonWriter& json, const ComparisonResult& result, const PairResult& pair) {
    json.line_break();
    json.begin_object();
    json.member("first", result.names[pair.first]);
    json.member("second", result.names[pair.second]);
    json.member("difference", pair.difference);
    json.member("wins", pair.wins);
    json.member("ties", pair.ties);
    json.member("losses", pair.defeats);
    json.key("t");
    json.number_or_text(pair.test.t);
    json.member("p", pair.test.p_value);
    json.member("test", pair.by_rows ? "sign test of the rows" : "corrected resampled t-test");
    json.member("p_holm", pair.adjusted);
    json.end_object();
}

}  // namespace

std::string comparison_json(const ComparisonResult& result, const std::string& file) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    json.member("file", file);
    json.member("rows", result.table.rows);
    json.member("measure", loss_key(result.kind()));
    json.member("baseline", result.summaries.front().baseline);
    json.member("best", result.names[result.comparison.best]);
    json.member("verdict", verdict(result));
    json.key("learners");
    json.begin_array();
    for (std::size_t i = 0; i < result.learners.size(); ++i) write_learner(json, result, i);
    json.end_array();
    json.line_break();
    json.key("pairs");
    json.begin_array();
    for (const PairResult& pair : result.comparison.pairs) write_pair(json, result, pair);
    json.end_array();
    json.end_object();
    return text + "\n";
}

}  // namespace treewright
