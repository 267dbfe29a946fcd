#include "treewright/report/prediction_text.h"

#include "treewright/base/json_writer.h"
#include "treewright/data/csv_writer.h"

namespace treewright {

namespace {

const std::string& label_of(const AnyPredictor& predictor, const RowPrediction& prediction) {
    return predictor.schema().classes()[prediction.outcome.label];
}

/// The fields that `write` writes, in their order in a line.
template <class Write>
std::string csv_fields(const Write& write) {
    std::string text;
    CsvWriter csv([&text](std::string_view bytes) { text += bytes; });
    write(csv);
    csv.finish();
    return text;
}

}  // namespace

std::string prediction_header(const AnyPredictor& predictor) {
    return csv_fields([&](CsvWriter& csv) {
        csv.text("prediction");
        for (const std::string& name : predictor.schema().classes()) csv.text("p:" + name);
        csv.text(predictor.ending_word());
    });
}

std::string prediction_csv(const AnyPredictor& predictor, const RowPrediction& prediction) {
    return csv_fields([&](CsvWriter& csv) {
        if (predictor.schema().task() == Task::regression)
            csv.number(prediction.outcome.value);
        else
            csv.text(label_of(predictor, prediction));
        for (const double probability : prediction.probabilities) csv.number(probability);
        csv.number(predictor.shown_number(prediction.outcome.leaf));
    });
}

std::string prediction_json(const AnyPredictor& predictor, const RowPrediction& prediction) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    json.key("prediction");
    const std::vector<std::string>& classes = predictor.schema().classes();
    if (classes.empty())
        json.number(prediction.outcome.value);
    else
        json.string(label_of(predictor, prediction));
    if (!classes.empty()) {
        json.key("probabilities");
        json.begin_object();
        for (std::size_t i = 0; i < classes.size(); ++i) json.member(classes[i], prediction.probabilities[i]);
        json.end_object();
    }
    json.member(predictor.ending_word(), predictor.shown_number(prediction.outcome.leaf));
    json.end_object();
    return text.substr(1);
}

}  // namespace treewright
