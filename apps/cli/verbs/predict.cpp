// treewright predict: predictions for the rows of a file.
#include <fmt/format.h>

#include <algorithm>

#include "cli/flags/common_options.h"
#include "cli/flags/data_options.h"
#include "cli/flags/model_input.h"
#include "cli/flags/output_file.h"
#include "cli/prediction_writer.h"
#include "cli/verbs.h"
#include "treewright/base/error.h"
#include "treewright/base/name_list.h"
#include "treewright/base/number_text.h"
#include "treewright/io/bad_rows.h"
#include "treewright/io/batch_reader.h"
#include "treewright/io/row_batch_writer.h"
#include "treewright/prediction/any_model.h"

namespace treewright::cli {

namespace {

struct PredictRequest {
    CommonOptions common;
    std::string model;
    std::string data;
    ReadOptions read;
    KeepColumns keep;
    OutputOptions output;
    bool stream = false;
};

void declare(ArgumentParser& parser, PredictRequest& request) {
    parser.explain(
        "Writes a CSV with one row per row of DATA: the columns of --keep, then prediction, p:CLASS for each class (the share "
        "of the class in the leaf), and leaf (the number of the leaf in the model). For a numeric target: prediction and leaf. "
        "A rule list has rule instead of leaf: the number of the rule that fired, 0 for the default.");
    parser.explain(
        "Columns are matched to the model's by name, in any order; other columns are ignored. A cell that does not fit its "
        "column is an error, and no output file is written then.");
    parser.positional("MODEL", "a model file, saved by 'treewright train … -o MODEL'", request.model);
    parser.positional("DATA",
                      "a CSV, JSON, ARFF, Parquet or Arrow file, optionally compressed (gzip, zstd); - reads standard input",
                      request.data);
    parser.group("Results");
    declare_output(parser, request.output, "write to FILE instead of standard output");
    parser.option({"--keep", "COLUMNS|all", "copy these columns of DATA, unchanged, in front of the predictions", Times::many},
                  [&request](const std::string& text) {
                      request.keep.all = request.keep.all || text == "all";
                      for (std::string& name : split_names(text)) request.keep.names.push_back(std::move(name));
                  });
    parser.flag(
        "--stream",
        "answer each line of DATA, CSV or JSON Lines, before the next one is waited for; JSON Lines are answered by JSON "
        "Lines, and CSV, too, with --json",
        request.stream);
    declare_format(parser, request.read);
    declare_common(parser, request.common);
    parser.example("predictions into a file", "treewright predict adult.tree new.csv -o out.csv");
    parser.example("with the customer's number in front", "treewright predict adult.tree new.csv --keep customer");
    parser.example("line by line, as another program asks", "treewright predict adult.tree - --stream");
}

/// Counts the missing values of each column over all batches. The reader reports unseen levels itself.
class MissingCounts {
public:
    void add(const Table& features) {
        rows_.resize(features.columns.size());
        all_rows_ += features.rows;
        for (std::size_t i = 0; i < features.columns.size(); ++i) rows_[i] += missing_in(features.columns[i]);
    }
    void report(const AnyPredictor& predictor, Messages& messages) const {
        const Schema& schema = predictor.schema();
        std::string list;
        for (std::size_t i = 0; i < rows_.size(); ++i)
            if (rows_[i] > 0 && (predictor.uses_feature()[i] || rows_[i] < all_rows_))
                list += fmt::format("{}{} in {}", list.empty() ? "" : ", ", schema.features[i].name, counted(rows_[i], "row"));
        if (list.empty()) return;
        const bool is_tree = std::holds_alternative<Model>(predictor.model());
        messages.note(fmt::format(
            "missing values {}: {}",
            is_tree ? "follow the missing-value method of the model" : "meet only conditions that mention them", list));
    }

private:
    static std::size_t missing_in(const Column& column) {
        const auto count = [](const auto& cells) {
            return static_cast<std::size_t>(
                std::count_if(cells.begin(), cells.end(), [](auto cell) { return is_missing(cell); }));
        };
        return column.has_values() ? column.values.visit(count) : count(column.codes);
    }

    std::vector<std::size_t> rows_;
    std::size_t all_rows_ = 0;  ///< a column that is missing in all of them may not be in the file at all
};

PredictionFormat format_of(const PredictRequest& request) {
    if (request.common.json) return request.stream ? PredictionFormat::json_lines : PredictionFormat::json;
    return format_by_name(request.output.path) == TableFormat::parquet ? PredictionFormat::parquet : PredictionFormat::csv;
}

/// Texts take memory: with five short columns kept, large batches were no faster and took 45 MB instead of 25.
std::size_t rows_per_batch(const KeepColumns& keep) { return keep.all || !keep.names.empty() ? 4096 : 32768; }

BatchRequest batches_of(const PredictRequest& request, const AnyPredictor& predictor) {
    BatchRequest batches{request.data, predictor.schema(),           request.read,
                         request.keep, rows_per_batch(request.keep), predictor.uses_feature()};
    batches.live = request.stream;
    if (request.stream) batches.rows_per_batch = 1;
    return batches;
}

/// From the file to the output, batch by batch: memory does not grow with the file.
class Stream {
public:
    Stream(const PredictRequest& request, AnyModel model, Console& console)
        : request_(request),
          console_(console),
          predictor_(std::move(model)),
          threads_(threads_for(request)),
          reader_(open_batches(batches_of(request, predictor_), console.run(threads_for(request)))),
          out_(request.output, console),
          writer_(make_prediction_writer(format(), {predictor_, reader_->kept()}, out_)) {}

    void run() {
        console_.print_messages();  // notes about the file need not wait for its end
        try {
            if (request_.stream) console_.flush();
            while (reader_->next(batch_)) answer_batch();
        } catch (const Error&) {
            out_.discard();
            throw;
        }
        if (request_.stream) report_bad_rows(bad_rows_, request_.read, file_name(request_.data), console_.messages());
        reader_->report_unseen(console_.messages());
        missing_.report(predictor_, console_.messages());
        console_.print_messages();
        writer_->finish();
        out_.commit();
    }

private:
    /// A row that is waited for is not worth a second thread.
    static unsigned threads_for(const PredictRequest& request) { return request.stream ? 1 : request.common.threads; }

    [[nodiscard]] PredictionFormat format() const {
        const bool answers_json = request_.stream && reader_->has_records();
        return answers_json ? PredictionFormat::json_lines : format_of(request_);
    }

    void answer_batch() {
        for (BadRow& row : batch_.bad_rows) leave_out(std::move(row));
        if (batch_.features.rows > 0) predict_or_leave_out();
        if (request_.stream) console_.flush();
    }

    void predict_or_leave_out() {
        try {
            refuse_unknown_values(predictor_, batch_, request_.data);
            predict_batch();
        } catch (const Error& error) {
            const bool may_go_on =
                request_.stream && request_.read.bad_rows == BadRows::skip && error.kind() == ErrorKind::input;
            if (!may_go_on) {
                reader_->report_unseen(console_.messages());
                throw;
            }
            leave_out({batch_.lines.front(), without_place(error.sentence(), file_name(request_.data)), {}});
        }
    }

    void leave_out(BadRow row) {
        console_.messages().warn(fmt::format("{}, line {} is {}: {}", file_name(request_.data), row.line,
                                             request_.read.bad_rows == BadRows::pad ? "padded or cut" : "left out", row.what));
        console_.print_messages();
        writer_->leave_out(row);
        if (request_.read.bad_rows_to.empty()) row.text.clear();
        bad_rows_.push_back(std::move(row));
    }

    /// Who asks line by line does not wait for the end; once for each column.
    void tell_unseen() {
        const std::vector<Column>& columns = batch_.features.columns;
        told_.resize(columns.size());
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const auto& codes = columns[i].codes;
            if (told_[i] || std::find(codes.begin(), codes.end(), unseen_code) == codes.end()) continue;
            told_[i] = true;
            console_.messages().warn(fmt::format("{}, line {}: '{}' holds a level that the model never saw",
                                                 file_name(request_.data), batch_.lines.front(), columns[i].schema.name));
            console_.print_messages();
        }
    }

    void predict_batch() {
        if (request_.stream) tell_unseen();
        missing_.add(batch_.features);
        leaves_.resize(batch_.features.rows);
        const std::vector<MixedRow> mixed = predictor_.find(batch_.features.columns, leaves_, threads_);
        writer_->write(batch_, {leaves_, mixed});
    }

    const PredictRequest& request_;
    Console& console_;
    AnyPredictor predictor_;
    Threads threads_;
    std::unique_ptr<BatchReader> reader_;
    OutputFile out_;
    std::unique_ptr<PredictionWriter> writer_;
    SchemaRows batch_;
    std::vector<NodeId> leaves_;
    MissingCounts missing_;
    std::vector<BadRow> bad_rows_;  ///< of a stream
    std::vector<bool> told_;        ///< of each feature whether a level was told of that the model never saw
};

}  // namespace

void run_predict(const Arguments& arguments, Console& console) {
    PredictRequest request;
    ArgumentParser parser("predict", "predict the rows of a file");
    declare(parser, request);
    if (!parse_or_help(parser, arguments, request.common, console)) return;
    if (request.stream && request.output.to_file())
        throw usage_error("--stream answers on standard output, line by line: write '> FILE' instead of --output");
    const PredictionFormat format = format_of(request);
    check_name(request.output, format == PredictionFormat::json      ? "JSON"
                               : format == PredictionFormat::parquet ? "Parquet"
                                                                     : "CSV");
    check_output(request.output, {request.model, request.data});

    Stream(request, load_model_for(request.model, request.data, "predict"), console).run();
}

}  // namespace treewright::cli
