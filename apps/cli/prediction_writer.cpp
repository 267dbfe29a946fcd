#include "cli/prediction_writer.h"

#include <functional>
#include <string>
#include <utility>

#include "treewright/base/json_writer.h"
#include "treewright/base/spelling.h"
#include "treewright/data/csv_writer.h"
#include "treewright/io/row_batch_writer.h"
#include "treewright/report/prediction_text.h"

namespace treewright::cli {

namespace {

constexpr std::size_t enough_to_write = 64 * 1024;

RowPrediction prediction_at(const PredictionSource& source, std::uint32_t number) {
    const auto probabilities = source.predictor.predictions().probabilities_of(number);
    return {source.predictor.outcome_at(number), {probabilities.begin(), probabilities.end()}};
}

/// The output of a row depends on its leaf alone, and leaves are few: the text of each leaf is made once. (1M rows with two
/// classes: 6 ms instead of 440.)
class LeafTexts {
public:
    using Make = std::function<std::string(const RowPrediction&)>;
    LeafTexts(const PredictionSource& source, Make make)
        : source_(source), texts_(source.predictor.predictions().size()), make_(std::move(make)) {}

    /// Calls write(row, text) for all rows.
    template <class Write>
    void for_rows(const BatchOutcome& batch, const Write& write) {
        auto mixed = batch.mixed.begin();
        for (std::size_t row = 0; row < batch.leaves.size(); ++row) {
            if (mixed == batch.mixed.end() || mixed->row != row) {
                write(row, at(batch.leaves[row]));
                continue;
            }
            write(row, make_({mixed->mixture.outcome, mixed->mixture.probabilities}));
            ++mixed;
        }
    }

private:
    const std::string& at(NodeId leaf) {
        std::string& text = texts_[leaf];
        if (text.empty()) text = make_(prediction_at(source_, leaf));
        return text;
    }

    const PredictionSource source_;
    std::vector<std::string> texts_;
    Make make_;
};

class CsvPredictions final : public PredictionWriter {
public:
    CsvPredictions(const PredictionSource& source, OutputFile& out)
        : csv_([&out](std::string_view bytes) { out.write(bytes); }),
          texts_(source, [&predictor = source.predictor](const RowPrediction& prediction) {
              return prediction_csv(predictor, prediction);
          }) {
        for (const KeptColumn& column : source.kept) csv_.text(column.name);
        csv_.end_row_with(prediction_header(source.predictor));
        csv_.finish();
    }

    void write(const SchemaRows& batch, const BatchOutcome& outcome) override {
        texts_.for_rows(outcome, [&](std::size_t row, const std::string& text) {
            for (const KeptColumn& column : batch.kept) {
                const KeptCell cell = column.at(row);
                // A word for a missing value is copied without quotes, as it was written.
                cell.missing ? csv_.raw(cell.text) : csv_.text(cell.text);
            }
            csv_.end_row_with(text);
        });
        csv_.finish();
    }
    void finish() override { csv_.finish(); }

private:
    CsvWriter csv_;
    LeafTexts texts_;
};

/// One row per line: {"target":"Play","rows":[ … ]}, or in JSON Lines nothing but the rows.
class JsonPredictions final : public PredictionWriter {
public:
    JsonPredictions(const PredictionSource& source, bool are_lines, OutputFile& out)
        : out_(out),
          texts_(source, [&predictor = source.predictor](
                             const RowPrediction& prediction) { return prediction_json(predictor, prediction); }),
          json_(text_),
          are_lines_(are_lines) {
        if (are_lines_) return;
        json_.begin_object();
        json_.member("target", source.predictor.schema().target.name);
        json_.key("rows");
        json_.begin_array();
    }

    void write(const SchemaRows& batch, const BatchOutcome& outcome) override {
        texts_.for_rows(outcome, [&](std::size_t row, const std::string& text) {
            if (!are_lines_) text_ += std::exchange(first_, false) ? "\n" : ",\n";
            text_ += '{';
            if (!batch.kept.empty()) write_kept(batch, row);
            text_ += text;
            if (are_lines_) text_ += '\n';
            if (text_.size() >= enough_to_write) flush();
        });
        flush();
    }
    void leave_out(const BadRow& row) override {
        JsonWriter json(text_);
        json.begin_object();
        json.member("line", static_cast<std::uint64_t>(row.line));
        json.member("error", spelled(row.what, command_line_spelling));
        json.end_object();
        text_ += '\n';
        flush();
    }
    void finish() override {
        if (are_lines_) return;
        json_.end_array();
        json_.end_object();
        out_.write(text_ + "\n");
    }

private:
    void flush() {
        out_.write(text_);
        text_.clear();
    }
    void write_kept(const SchemaRows& batch, std::size_t row) {
        text_ += "\"kept\":";
        JsonWriter json(text_);
        json.begin_object();
        for (const KeptColumn& column : batch.kept) json.member(column.name, column.at(row).text);
        json.end_object();
        text_ += ',';
    }
    OutputFile& out_;
    LeafTexts texts_;
    std::string text_;
    JsonWriter json_;
    bool are_lines_;
    bool first_ = true;
};

class ParquetPredictions final : public PredictionWriter {
public:
    ParquetPredictions(const PredictionSource& source, OutputFile& out)
        : source_(source), shares_(source.predictor.schema().classes().size()) {
        const Schema& schema = source.predictor.schema();
        const bool regression = schema.task() == Task::regression;
        std::vector<OutputColumn> columns;
        for (const KeptColumn& column : source.kept)
            columns.push_back({column.name, OutputColumn::Kind::kept, {}, column.type});
        columns.push_back({"prediction", regression ? OutputColumn::Kind::number : OutputColumn::Kind::level, schema.classes(),
                           KeptType::text});
        for (const std::string& name : schema.classes())
            columns.push_back({"p:" + name, OutputColumn::Kind::number, {}, KeptType::text});
        columns.push_back({std::string(source.predictor.ending_word()), OutputColumn::Kind::whole, {}, KeptType::text});
        writer_ = make_row_batch_writer(TableFormat::parquet, std::move(columns),
                                        [&out](std::string_view bytes) { out.write(bytes); });
    }

    void write(const SchemaRows& batch, const BatchOutcome& outcome) override {
        collect(outcome);
        std::vector<OutputCells> cells;
        for (const KeptColumn& column : batch.kept) cells.emplace_back(&column);
        if (shares_.empty())
            cells.emplace_back(std::span<const double>(values_));
        else
            cells.emplace_back(std::span<const LevelCode>(labels_));
        for (const std::vector<double>& shares : shares_) cells.emplace_back(std::span<const double>(shares));
        cells.emplace_back(std::span<const std::int32_t>(leaves_));
        writer_->write(cells, outcome.leaves.size());
    }
    void finish() override { writer_->finish(); }

private:
    void collect(const BatchOutcome& batch) {
        labels_.clear(), values_.clear(), leaves_.clear();
        for (std::vector<double>& shares : shares_) shares.clear();
        for (const NodeId leaf : batch.leaves) {
            const Outcome outcome = source_.predictor.outcome_at(leaf);
            labels_.push_back(level_code(outcome.label));
            values_.push_back(outcome.value);
            leaves_.push_back(static_cast<std::int32_t>(source_.predictor.shown_number(leaf)));
            const auto shares = source_.predictor.predictions().probabilities_of(leaf);
            for (std::size_t i = 0; i < shares_.size(); ++i) shares_[i].push_back(shares[i]);
        }
        for (const auto& [row, mixture] : batch.mixed) {
            labels_[row] = level_code(mixture.outcome.label);
            values_[row] = mixture.outcome.value;
            for (std::size_t i = 0; i < shares_.size(); ++i) shares_[i][row] = mixture.probabilities[i];
        }
    }

    PredictionSource source_;
    std::vector<LevelCode> labels_;  ///< as the column of the classes keeps them
    std::vector<std::int32_t> leaves_;
    std::vector<double> values_;
    std::vector<std::vector<double>> shares_;  ///< a column for each class
    std::unique_ptr<RowBatchWriter> writer_;
};

}  // namespace

std::unique_ptr<PredictionWriter> make_prediction_writer(PredictionFormat format, const PredictionSource& source,
                                                         OutputFile& out) {
    const bool are_lines = format == PredictionFormat::json_lines;
    if (format == PredictionFormat::json || are_lines) return std::make_unique<JsonPredictions>(source, are_lines, out);
    if (format == PredictionFormat::parquet) return std::make_unique<ParquetPredictions>(source, out);
    return std::make_unique<CsvPredictions>(source, out);
}

}  // namespace treewright::cli
