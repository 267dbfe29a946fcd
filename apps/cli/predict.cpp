// treewright predict: predictions for the rows of a file.
#include <fmt/format.h>

#include "cli/column_words.h"
#include "cli/common_options.h"
#include "cli/data_options.h"
#include "cli/model_input.h"
#include "cli/output_file.h"
#include "cli/verbs.h"
#include "treewright/base/error.h"
#include "treewright/io/csv_writer.h"
#include "treewright/prediction/predict.h"
#include "treewright/tree/model_file.h"

namespace treewright::cli {

namespace {

struct PredictRequest {
    CommonOptions common;
    std::string model;
    std::string data;
    ReadOptions read;
    KeepColumns keep;
    OutputOptions output;
};

void declare(ArgumentParser& parser, PredictRequest& request) {
    parser.explain(
        "Writes a CSV with a row for each row of DATA: the columns of --keep, then prediction, p:CLASS for each class (the "
        "share "
        "of the class in the leaf), and leaf (the number of the leaf in the model). For a numeric target: prediction and "
        "leaf.");
    parser.explain(
        "The file is read by the model's columns, found by their names in any order; other columns are ignored. A cell that "
        "does "
        "not fit its column is an error, and then no output file appears.");
    parser.positional("MODEL", "a model file, made by 'treewright train … -o MODEL'", request.model);
    parser.positional("DATA", "a CSV, ARFF, Parquet or Arrow file, also compressed (gzip, zstd); - is standard input",
                      request.data);
    parser.group("Results");
    declare_output(parser, request.output, "write to FILE instead of standard output");
    parser.option(
        {"--keep", "COLUMNS|all", "columns of DATA to repeat before the predictions, as they were written", Times::many},
        [&request](const std::string& text) {
            request.keep.all = request.keep.all || text == "all";
            for (std::string& name : split_names(text)) request.keep.names.push_back(std::move(name));
        });
    declare_format(parser, request.read);
    declare_common(parser, request.common);
    parser.example("predictions into a file", "treewright predict adult.tree new.csv -o out.csv");
    parser.example("with the customer's number in front", "treewright predict adult.tree new.csv --keep customer");
}

/// The model's predictions for the rows of one file.
struct Predictions {
    const Model& model;
    const SchemaRows& rows;
    const Predictor& predictor;
    std::vector<Outcome> outcomes;

    [[nodiscard]] const std::vector<std::string>& classes() const { return model.schema.classes(); }
    [[nodiscard]] const std::string& label(std::size_t row) const {
        return classes()[static_cast<std::size_t>(outcomes[row].label)];
    }
    [[nodiscard]] std::vector<double> shares(std::size_t row) const {
        std::vector<double> shares(classes().size());
        if (!shares.empty()) predictor.probabilities(outcomes[row].leaf, shares);
        return shares;
    }
};

void write_csv_row(CsvWriter& csv, const Predictions& predictions, std::size_t row) {
    for (const KeptColumn& column : predictions.rows.kept) {
        const KeptCell& cell = column.at(row);
        if (cell.missing)
            csv.raw(cell.text);
        else
            csv.text(cell.text);
    }
    if (predictions.classes().empty())
        csv.number(predictions.outcomes[row].value);
    else
        csv.text(predictions.label(row));
    for (const double share : predictions.shares(row)) csv.number(share);
    csv.number(predictions.outcomes[row].leaf);
    csv.end_row();
}

void write_as_csv(const Predictions& predictions, OutputFile& out) {
    CsvWriter csv([&out](std::string_view bytes) { out.write(bytes); });
    for (const KeptColumn& column : predictions.rows.kept) csv.text(column.name);
    csv.text("prediction");
    for (const std::string& name : predictions.classes()) csv.text("p:" + name);
    csv.text("leaf");
    csv.end_row();
    for (std::size_t row = 0; row < predictions.outcomes.size(); ++row) write_csv_row(csv, predictions, row);
    csv.finish();
}

void write_json_row(JsonWriter& json, const Predictions& predictions, std::size_t row) {
    json.begin_object();
    if (!predictions.rows.kept.empty()) {
        json.key("kept");
        json.begin_object();
        for (const KeptColumn& column : predictions.rows.kept) json.member(column.name, column.at(row).text);
        json.end_object();
    }
    json.key("prediction");
    if (predictions.classes().empty())
        json.number(predictions.outcomes[row].value);
    else
        json.string(predictions.label(row));
    if (!predictions.classes().empty()) {
        const std::vector<double> shares = predictions.shares(row);
        json.key("probabilities");
        json.begin_object();
        for (std::size_t i = 0; i < shares.size(); ++i) json.member(predictions.classes()[i], shares[i]);
        json.end_object();
    }
    json.member("leaf", predictions.outcomes[row].leaf);
    json.end_object();
}

void write_as_json(const Predictions& predictions, OutputFile& out) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    json.member("target", predictions.model.schema.target.name);
    json.key("rows");
    json.begin_array();
    for (std::size_t row = 0; row < predictions.outcomes.size(); ++row) {
        json.line_break();
        write_json_row(json, predictions, row);
        out.write(std::exchange(text, {}));
    }
    json.end_array();
    json.end_object();
    out.write(text + "\n");
}

/// Unseen levels have been told by the reader; missing values are told apart from them.
void tell_missing(const SchemaRows& rows, Messages& messages) {
    std::string list;
    for (const Column& column : rows.features.columns) {
        std::size_t missing = 0;
        for (std::size_t row = 0; row < rows.features.rows; ++row) missing += column.missing_at(row) ? 1 : 0;
        if (missing > 0)
            list += fmt::format("{}{} in {}", list.empty() ? "" : ", ", column.schema.name, counted_noun(missing, "row"));
    }
    if (!list.empty()) messages.note("missing values go the way that the model has for them: " + list);
}

}  // namespace

void run_predict(const Arguments& arguments, Console& console) {
    PredictRequest request;
    ArgumentParser parser("predict", "predictions for the rows of a file");
    declare(parser, request);
    if (!parse_or_help(parser, arguments, request.common, console)) return;
    check_output(request.output, {request.model, request.data});

    const Model model = load_model(request.model);
    const Predictor predictor(model);
    const SchemaRows rows =
        read_by_schema(request.data, model.schema, request.read, request.keep, console.messages(), console.progress());
    refuse_unknown_values(predictor, rows, request.data);
    tell_missing(rows, console.messages());
    console.tell();
    const Predictions predictions{
        model, rows, predictor,
        predictor.predict_all(rows.features.columns, rows.features.rows, Threads(request.common.threads))};
    OutputFile out(request.output, console);
    if (request.common.json)
        write_as_json(predictions, out);
    else
        write_as_csv(predictions, out);
    out.commit();
}

}  // namespace treewright::cli
