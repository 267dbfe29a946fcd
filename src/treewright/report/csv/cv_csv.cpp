// Cross-validation as CSV: the rounds, or the influence of each row; and the out-of-fold predictions.
#include "treewright/report/cv_report.h"
#include "treewright/report/text/cv_words.h"

namespace treewright {

namespace {

std::string influence_csv(const CvResult& result) {
    std::string text;
    CsvWriter csv([&text](std::string_view bytes) { text += bytes; });
    for (const std::string& name : {line_word(result.table), std::string("root_changes"), std::string("path_changes"),
                                    std::string("class_changes"), std::string("moved")})
        csv.text(name);
    csv.end_row();
    for (std::size_t row = 0; row < result.left_out->rows.size(); ++row) {
        const RowInfluence& influence = result.left_out->rows[row];
        csv.number(static_cast<double>(result.table.line_of(row)));
        csv.text(influence.root_changes ? "yes" : "no");
        csv.text(influence.path_changes ? "yes" : "no");
        csv.text(influence.class_changes ? "yes" : "no");
        csv.number(influence.moved);
        csv.end_row();
    }
    csv.finish();
    return text;
}

void write_prediction_header(CsvWriter& csv, const CvResult& result) {
    csv.text(line_word(result.table));
    csv.text("repeat");
    csv.text("fold");
    if (!result.validation.held_out.scored.weights.empty()) csv.text("weight");
    csv.text(result.table.target);
    csv.text("prediction");
    for (const std::string& name : result.table.classes) csv.text("p:" + name);
    csv.end_row();
}

void write_prediction(CsvWriter& csv, const CvResult& result, std::size_t i) {
    const HeldOutPredictions& held_out = result.validation.held_out;
    const ScoredRows& scored = held_out.scored;
    const std::size_t prediction = scored.prediction[i];
    const bool rounds = !result.validation.rounds.empty();
    const Round round = rounds ? result.validation.rounds[held_out.rounds[i]] : Round{0, held_out.rounds[i]};
    csv.number(static_cast<double>(result.table.line_of(held_out.rows[i])));
    csv.number(static_cast<double>(round.repeat + 1));
    csv.number(static_cast<double>(round.fold + 1));
    if (!scored.weights.empty()) csv.number(scored.weights[i]);
    if (scored.predictions.classes == 0) {
        csv.number(scored.targets[i]);
        csv.number(scored.predictions.values[prediction]);
    } else {
        const std::vector<std::string>& classes = result.table.classes;
        csv.text(classes[scored.labels[i]]);
        csv.text(classes[scored.predictions.labels[prediction]]);
        for (const double share : scored.predictions.probabilities_of(prediction)) csv.number(share);
    }
    csv.end_row();
}

}  // namespace

std::string cv_csv(const CvResult& result) {
    if (result.left_out) return influence_csv(result);
    std::string text;
    CsvWriter csv([&text](std::string_view bytes) { text += bytes; });
    for (const char* name : {"repeat", "fold", "training_rows", "rows"}) csv.text(name);
    csv.text(loss_key(result.validation.kind));
    for (const char* name : {"baseline", "training_loss", "leaves", "depth"}) csv.text(name);
    csv.end_row();
    for (const Round& round : result.validation.rounds) {
        csv.number(static_cast<double>(round.repeat + 1));
        csv.number(static_cast<double>(round.fold + 1));
        for (const double number : {round.training_weight, round.test_weight, round.loss, round.baseline, round.training_loss,
                                    static_cast<double>(round.leaves), static_cast<double>(round.depth)})
            csv.number(number);
        csv.end_row();
    }
    csv.finish();
    return text;
}

void write_out_of_fold(const CvResult& result, const ByteSink& sink) {
    CsvWriter csv(sink);
    write_prediction_header(csv, result);
    for (std::size_t i = 0; i < result.validation.held_out.rows.size(); ++i) write_prediction(csv, result, i);
    csv.finish();
}

}  // namespace treewright
