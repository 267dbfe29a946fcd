#include "treewright/io/batch_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "treewright/base/spelling.h"
#include "treewright/data/by_schema.h"
#include "treewright/data/date_parts.h"
#include "treewright/data/level_spelling.h"
#include "treewright/io/arrow/read_arrow.h"
#include "treewright/io/bytes/source.h"
#include "treewright/io/cells/chunk.h"
#include "treewright/io/place.h"
#include "treewright/io/rows/open_rows.h"
#include "treewright/io/rows/schema_columns.h"

namespace treewright {

namespace {

/// Lines are cut off one by one, and what follows is copied each time.
constexpr std::size_t live_block = 4096;

ColumnRule::Kind kind_for(ColumnType type) {
    switch (type) {
        case ColumnType::numeric: return ColumnRule::Kind::numeric;
        case ColumnType::date: return ColumnRule::Kind::date;
        case ColumnType::time: return ColumnRule::Kind::time;
        default: return ColumnRule::Kind::known;
    }
}

/// The words that mean missing, where they are not the usual ones: the user's, else the model's.
std::optional<std::vector<std::string>> words_for(const ColumnSchema& feature, const ReadOptions& options) {
    return options.na ? missing_words_of(options, feature.name) : feature.reading.missing_words;
}

/// Numbers are written as the user says.
void give_signs(ColumnReading& reading, const ReadOptions& options) {
    if (!options.decimal && !options.thousands) return;
    if (const auto decimal = wanted_decimal(options)) reading.decimal_sign = *decimal == DecimalSign::comma ? "," : ".";
    if (options.thousands)
        reading.thousands_separator = *options.thousands;
    else if (reading.thousands_separator == reading.decimal_sign || reading.thousands_separator.empty())
        reading.thousands_separator = reading.decimal_sign == "," ? "." : ",";
}

/// Cells are read as the model's table was, but for the words that mean missing and the signs in numbers if the user gives other ones.
ColumnRule rule_for(const ColumnSchema& feature, const ReadOptions& options) {
    ColumnRule rule{feature.name, kind_for(feature.type), feature.levels};
    rule.reading = feature.reading;
    if (feature.type == ColumnType::numeric) give_signs(rule.reading, options);
    if (!feature.reading.date_format.empty()) rule.dates = std::make_shared<const DateFormat>(feature.reading.date_format);
    if (const auto words = words_for(feature, options)) rule.missing = std::make_shared<const MissingWords>(*words);
    return rule;
}

/// Whether the levels are true and false in some case: pandas writes True, JSON true, others TRUE.
bool holds_truth(const ColumnSchema& schema) {
    return !schema.levels.empty() && std::all_of(schema.levels.begin(), schema.levels.end(), [](const std::string& level) {
        const std::string word = folded(level);
        return word == "true" || word == "false";
    });
}

/// The same levels, found in any case.
ColumnSchema truth_of(ColumnSchema schema) {
    schema.reading.folds_case = true;
    return schema;
}

/// One feature of a batch while it grows.
class GrowingFeature {
public:
    /// `missing_words`: where they are not the usual ones.
    GrowingFeature(const ColumnSchema& schema, std::optional<std::vector<std::string>> missing_words)
        : schema_(&schema), missing_words_(std::move(missing_words)) {
        if (schema.reading.folds_case) spellings_.emplace(schema);
        if (!schema.reading.folds_case && holds_truth(schema)) spellings_.emplace(truth_of(schema));
    }

    void append(const ColumnCells& cells, std::size_t rows) {
        const auto end = static_cast<std::ptrdiff_t>(rows);
        if (cells.reading() != ColumnCells::Reading::levels)
            values_.insert(values_.end(), cells.values().begin(), cells.values().begin() + end);
        else
            for (std::size_t row = 0; row < rows; ++row) append_code(cells.codes()[row], cells.dictionary());
    }
    Column take() {
        Column column{*schema_, std::exchange(values_, {}), std::exchange(codes_, {})};
        // A code like 99 means missing however it is written: 99.0 too.
        if (missing_words_ && schema_->type == ColumnType::numeric) make_missing(column, *missing_words_);
        return column;
    }
    [[nodiscard]] const ColumnSchema& schema() const { return *schema_; }
    void report_unseen(Messages& messages) const { unseen_.say(schema_->name, messages); }

private:
    /// The chunk's dictionary begins with the schema's levels. An unseen level of an ordered category has no rank: it goes the way
    /// of a missing one.
    void append_code(LevelCode code, const LevelDictionary& dictionary) {
        bool unseen = code >= level_code(schema_->levels.size());
        if (unseen && spellings_) {
            const LevelCode known = spellings_->find(dictionary.level(position_of(code)));
            unseen = known == unseen_code;
            if (!unseen) code = known;
        }
        if (unseen) unseen_.add(dictionary.level(position_of(code)), 1);
        if (schema_->type == ColumnType::categorical)
            codes_.push_back(unseen ? unseen_code : code);
        else
            values_.push_back(unseen || code < 0 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(code));
    }

    const ColumnSchema* schema_;
    std::optional<std::vector<std::string>> missing_words_;
    std::optional<LevelFinder> spellings_;  ///< finds what is not a level as it is
    std::vector<double> values_;
    std::vector<LevelCode> codes_;
    UnseenLevels unseen_;
};

/// A batch while it grows.
class GrowingBatch final : public ChunkSink {
public:
    GrowingBatch(const BatchRequest& request, const RowReader& rows) : rows_a_batch_(request.rows_per_batch) {
        const std::vector<std::string> names = rows.names();
        feature_columns_ = find_features(request.schema, request.needed, names, rows.cells().file);
        kept_columns_ = find_kept_columns(request.keep, names, rows.cells().file);
        rules_.assign(names.size(), {{}, ColumnRule::Kind::ignore, {}});
        for (std::size_t i = 0; i < feature_columns_.size(); ++i) {
            features_.emplace_back(request.schema.features[i], words_for(request.schema.features[i], request.options));
            is_read_.push_back(feature_columns_[i] != not_in_file);
            if (is_read_[i]) rules_[feature_columns_[i]] = rule_for(request.schema.features[i], request.options);
        }
        auto plan = std::make_shared<ChunkPlan>();
        for (const ColumnRule& rule : rules_) plan->push_back({&rule, CellType::nothing, false});
        for (const std::size_t column : kept_columns_) {
            (*plan)[column].kept = true;
            headings_.push_back({names[column], {}});
        }
        kept_ = headings_;
        plan_ = std::move(plan);
    }

    [[nodiscard]] std::shared_ptr<const ChunkPlan> plan() const override { return plan_; }
    bool learn(const Chunk& /*chunk*/) override { return true; }
    void append(Chunk& chunk) override {
        for (std::size_t i = 0; i < features_.size(); ++i)
            if (is_read_[i]) features_[i].append(chunk.columns[feature_columns_[i]], chunk.rows);
        for (std::size_t i = 0; i < kept_.size(); ++i)
            kept_[i].cells.append(chunk.columns[kept_columns_[i]].kept().value(), chunk.rows);
        for (std::size_t row = 0; row < chunk.rows; ++row) lines_.push_back(chunk.first_line + chunk.lines[row]);
        rows_ = lines_.size();
    }
    [[nodiscard]] bool has_enough() const override { return rows_ >= rows_a_batch_; }

    [[nodiscard]] std::size_t rows() const { return rows_; }
    [[nodiscard]] SchemaRows take() {
        SchemaRows batch;
        batch.features.rows = lines_.size();
        for (std::size_t i = 0; i < features_.size(); ++i)
            batch.features.columns.push_back(is_read_[i] ? features_[i].take()
                                                         : missing_column(features_[i].schema(), batch.features.rows));
        batch.kept = std::exchange(kept_, headings_);
        batch.lines = std::exchange(lines_, {});
        rows_ = 0;
        return batch;
    }
    void report_unseen_of_first(std::size_t features, Messages& messages) const {
        for (std::size_t i = 0; i < std::min(features, features_.size()); ++i) features_[i].report_unseen(messages);
    }
    /// The kept columns without cells.
    [[nodiscard]] const std::vector<KeptColumn>& headings() const { return headings_; }
    [[nodiscard]] const std::vector<std::size_t>& feature_columns() const { return feature_columns_; }
    /// The positions in the file of all columns that are used.
    [[nodiscard]] std::vector<std::size_t> used() const {
        std::vector<std::size_t> used = feature_columns_;
        used.insert(used.end(), kept_columns_.begin(), kept_columns_.end());
        return used;
    }

private:
    std::size_t rows_a_batch_;
    std::vector<std::size_t> feature_columns_;  ///< for each feature its position in the file
    std::vector<bool> is_read_;                 ///< for each feature whether the file has it
    std::vector<std::size_t> kept_columns_;
    std::vector<ColumnRule> rules_;  ///< for each column of the file
    std::shared_ptr<const ChunkPlan> plan_;
    std::vector<GrowingFeature> features_;
    std::vector<KeptColumn> headings_;  ///< names, no cells
    std::vector<KeptColumn> kept_;
    std::vector<std::size_t> lines_;
    std::atomic<std::size_t> rows_ = 0;
};

/// The batches of a text file, CSV, JSON or ARFF.
class RowBatches final : public BatchReader {
public:
    RowBatches(std::unique_ptr<Source> source, const BatchRequest& request, const Run& run)
        : source_(std::move(source)), options_(request.options), messages_(run.messages) {
        if (request.live) options_.block_size = live_block;
        blaming_compression_first(*source_, [&] { open(request, run); });
    }

    [[nodiscard]] const std::vector<KeptColumn>& kept() const override { return batch_->headings(); }

    bool next(SchemaRows& batch) override {
        if (!failure_ && !at_end_) read_more();
        // What was read before something went wrong comes first, so that threads change nothing.
        if (batch_->rows() == 0 && failure_) std::rethrow_exception(failure_);
        batch = batch_->take();
        if (!source_->is_live()) return batch.features.rows > 0;
        batch.bad_rows = rows_->take_bad_rows();
        return !at_end_ || batch.features.rows > 0 || !batch.bad_rows.empty();
    }
    [[nodiscard]] bool has_records() const override { return rows_->has_records(); }

    void report_unseen_of_first(std::size_t features, Messages& messages) const override {
        batch_->report_unseen_of_first(features, messages);
    }

private:
    void open(const BatchRequest& request, const Run& run) {
        const auto is_header = [&](const auto& records, FirstRow looks) {
            return first_row_names_features(request.schema, request.options, records, looks);
        };
        AskedColumns asked{{}, request.keep.all};
        for (const ColumnSchema& feature : request.schema.features) asked.names.push_back(feature.name);
        if (!asked.all) asked.names.insert(asked.names.end(), request.keep.names.begin(), request.keep.names.end());
        rows_ = open_rows(*source_, {options_, is_header, std::move(asked)}, run);
        batch_.emplace(request, *rows_);
        source_->read_once();
        note_absent_features(request.schema, batch_->feature_columns(), source_->name(), run.messages);
        note_unused_columns(request.schema, rows_->names(), batch_->used(), source_->name(), run.messages);
    }

    void read_more() {
        try {
            blaming_compression_first(*source_, [&] { at_end_ = !rows_->read(*batch_); });
            if (source_->is_live()) return;
            if (at_end_ && !any_rows_ && batch_->rows() == 0 && !rows_->bad_rows().empty())
                throw input_error(fmt::format("{}: none of its rows fits; the first, line {}: {}", source_->name(),
                                              rows_->bad_rows().front().line, rows_->bad_rows().front().what));
            if (at_end_ && !any_rows_ && batch_->rows() == 0)
                throw input_error(fmt::format("{}: it has a header but no rows; give a file with rows", source_->name()));
            any_rows_ = true;
            if (at_end_) report_bad_rows(rows_->bad_rows(), options_, source_->name(), messages_);
        } catch (const Error&) {
            failure_ = std::current_exception();
        }
    }

    std::unique_ptr<Source> source_;
    ReadOptions options_;
    Messages& messages_;
    std::unique_ptr<RowReader> rows_;
    std::optional<GrowingBatch> batch_;
    std::exception_ptr failure_;
    bool at_end_ = false;
    bool any_rows_ = false;
};

std::unique_ptr<BatchReader> open_columns(const BatchRequest& request, const Run& run) {
    auto source = std::make_unique<Source>(request.path, run.progress, request.live ? Source::Pace::live : Source::Pace::full);
    if (const auto format = arrow_format(*source)) {
        if (request.live)
            throw input_error(
                fmt::format("{}: it is a Parquet or Arrow file, which is not answered line by line; give CSV or JSON Lines, or "
                            "leave {} out",
                            source->name(), named("stream")));
        auto file = std::make_unique<ArrowFile>(request.path, *source, *format, run.threads.count());
        return open_arrow_batches(std::move(file), request, run);
    }
    return std::make_unique<RowBatches>(std::move(source), request, run);
}

/// Reads the dates of which the schema has parts, and takes them apart.
class BatchesOfParts final : public BatchReader {
public:
    BatchesOfParts(const BatchRequest& request, const Run& run)
        : features_(request.schema.features), sources_(source_columns(features_)), unseen_(features_.size()) {
        file_schema_ = {sources_.columns, request.schema.target};
        std::vector<bool> needed(request.needed.empty() ? 0 : sources_.columns.size());
        for (std::size_t i = 0; i < request.needed.size(); ++i)
            if (request.needed[i]) needed[sources_.of_feature[i]] = true;
        columns_ = open_columns({request.path, file_schema_, request.options, request.keep, request.rows_per_batch,
                                 std::move(needed), request.live},
                                run);
    }

    [[nodiscard]] const std::vector<KeptColumn>& kept() const override { return columns_->kept(); }
    [[nodiscard]] bool has_records() const override { return columns_->has_records(); }

    bool next(SchemaRows& batch) override {
        if (!columns_->next(batch)) return false;
        const std::vector<Column> read = std::exchange(batch.features.columns, {});
        for (std::size_t i = 0; i < features_.size(); ++i) {
            const Column& source = read[sources_.of_feature[i]];
            batch.features.columns.push_back(features_[i].reading.part_of ? take_part(source, features_[i]) : source);
            if (features_[i].reading.part_of) count_unseen(batch.features.columns.back(), source, unseen_[i]);
        }
        return true;
    }

    void report_unseen_of_first(std::size_t features, Messages& messages) const override {
        std::size_t sources = 0;
        for (std::size_t i = 0; i < std::min(features, features_.size()); ++i) {
            sources = std::max(sources, sources_.of_feature[i] + 1);
            unseen_[i].say(features_[i].name, messages);
        }
        columns_->report_unseen_of_first(sources, messages);
    }

private:
    static void count_unseen(const Column& part, const Column& source, UnseenLevels& unseen) {
        for (std::size_t row = 0; row < part.codes.size(); ++row)
            if (part.codes[row] == unseen_code) unseen.add(weekday_text(source, row), 1);
    }

    const std::vector<ColumnSchema>& features_;
    SourceColumns sources_;
    Schema file_schema_;
    std::unique_ptr<BatchReader> columns_;
    std::vector<UnseenLevels> unseen_;
};

}  // namespace

std::unique_ptr<BatchReader> open_batches(const BatchRequest& request, const Run& run) {
    if (has_date_parts(request.schema.features)) return std::make_unique<BatchesOfParts>(request, run);
    return open_columns(request, run);
}

SchemaRows read_by_schema(const std::string& path, const Schema& schema, const ReadOptions& options, const KeepColumns& keep,
                          const Run& run, const std::vector<bool>& needed) {
    const auto batches = open_batches({path, schema, options, keep, std::numeric_limits<std::size_t>::max(), needed}, run);
    SchemaRows rows, none;
    batches->next(rows);
    batches->next(none);  // an error after the last row is thrown once the rows have been delivered
    batches->report_unseen(run.messages);
    return rows;
}

}  // namespace treewright
