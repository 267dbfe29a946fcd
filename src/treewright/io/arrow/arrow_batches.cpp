// The rows of a Parquet or Arrow file by a model's schema, batch by batch.
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <numeric>
#include <utility>

#include "treewright/base/positions.h"
#include "treewright/base/spelling.h"
#include "treewright/data/by_schema.h"
#include "treewright/io/arrow/read_arrow.h"
#include "treewright/io/cells/recast.h"

namespace treewright {

namespace {

constexpr std::size_t rows_at_a_time = 64 * 1024;  // between two checks for cancellation

KeptType kept_type(const ArrowField& field) {
    switch (field.cells().kind) {
        case ArrowKind::integer:
            // A number of 64 bits without a sign may be beyond the integers that other programs read; its text is exact.
            return field.cells().bits == 64 && !field.cells().is_signed ? KeptType::text : KeptType::whole;
        case ArrowKind::number:
        case ArrowKind::decimal:
        case ArrowKind::seconds: return KeptType::number;
        case ArrowKind::boolean: return KeptType::truth;
        case ArrowKind::date: return KeptType::date;
        case ArrowKind::time: return KeptType::time;
        default: return KeptType::text;
    }
}

bool is_category(const ColumnSchema& feature) {
    return feature.type == ColumnType::categorical || feature.type == ColumnType::ordered;
}

KeptColumn kept_column(const Column& texts, KeptColumn heading) {
    for (const LevelCode code : texts.codes)
        heading.cells.add(code < 0 ? KeptCell{"", true} : KeptCell{texts.schema.level(code), false});
    return heading;
}

class ArrowBatchReader final : public BatchReader {
public:
    ArrowBatchReader(std::unique_ptr<ArrowFile> file, const BatchRequest& request, const Run& run)
        : file_(std::move(file)), schema_(request.schema), options_(request.options), progress_(run.progress) {
        rows_wanted_ = std::max<std::size_t>(1, request.rows_per_batch);
        choose_columns(request, run.messages);
        std::vector<std::size_t> chosen;  // ascending, each once
        for (const std::size_t column : columns_) chosen.push_back(column);
        std::sort(chosen.begin(), chosen.end());
        chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
        for (std::size_t& column : columns_) column = index_in(chosen, std::lower_bound(chosen.begin(), chosen.end(), column));
        file_->read(chosen, static_cast<std::int64_t>(std::min(rows_wanted_, rows_at_a_time)), stream_);
        batches_.emplace(*stream_, file_->name());
        make_builders();
    }

    [[nodiscard]] const std::vector<KeptColumn>& kept() const override { return headings_; }

    bool next(SchemaRows& batch) override {
        batch = {};
        std::size_t rows = 0;
        while (rows < rows_wanted_ && fetch()) rows += add_rows(rows_wanted_ - rows);
        if (rows == 0 && rows_read_ == 0)
            throw input_error(fmt::format("{}: it has columns but no rows; give a file with rows", file_->name()));
        if (rows == 0) return false;
        finish(batch, rows);
        rows_read_ += rows;
        return true;
    }

    void report_unseen_of_first(std::size_t features, Messages& messages) const override {
        for (std::size_t i = 0; i < std::min(features, unseen_.size()); ++i) unseen_[i].say(schema_.features[i].name, messages);
    }

private:
    void choose_columns(const BatchRequest& request, Messages& messages) {
        const std::vector<std::string> names = file_->column_names(request.options, messages);
        const std::vector<std::size_t> positions = find_features(schema_, request.needed, names, file_->name());
        note_absent_features(schema_, positions, file_->name(), messages);
        for (FeatureId i = 0; i < positions.size(); ++i) {
            if (positions[i] == not_in_file) continue;
            columns_.push_back(positions[i]);
            read_features_.push_back(i);
        }
        const std::vector<std::size_t> kept = find_kept_columns(request.keep, names, file_->name());
        columns_.insert(columns_.end(), kept.begin(), kept.end());
        for (const std::size_t column : columns_) refuse(names[column], file_->fields()[column]);
        for (const std::size_t column : kept) headings_.push_back({names[column], {}, kept_type(file_->fields()[column])});
        note_unused_columns(schema_, names, columns_, file_->name(), messages);
    }

    void refuse(const std::string& name, const ArrowField& field) const {
        if (field.kind == ArrowKind::refused)
            throw input_error(fmt::format(
                "{}, column '{}': it holds {}, which cannot be written as table cells; keep other columns ({}), or convert it",
                file_->name(), name, field.holds, named("keep")));
    }

    /// A category needs the texts, and so does a column that is kept; all others need values.
    void make_builders() {
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            const bool texts = i >= read_features_.size() || is_category(schema_.features[read_features_[i]]);
            builders_.emplace_back(batches_->fields()[columns_[i]], texts ? ArrowAs::text : ArrowAs::number);
        }
        unseen_.resize(schema_.features.size());
    }

    /// Whether there are rows that have not been taken yet.
    bool fetch() {
        if (taken_ < rows_in_batch_) return true;
        taken_ = 0;
        rows_in_batch_ = batches_->next() ? static_cast<std::size_t>(batches_->rows()) : 0;
        return rows_in_batch_ > 0;
    }

    std::size_t add_rows(std::size_t most) {
        const std::size_t count = std::min({most, rows_in_batch_ - taken_, rows_at_a_time});
        for (std::size_t i = 0; i < columns_.size(); ++i)
            batches_->add(columns_[i], static_cast<std::int64_t>(taken_), static_cast<std::int64_t>(count), builders_[i]);
        taken_ += count;
        rows_added_ += count;
        progress_.report("reading", file_->rows() > 0
                                        ? std::min(1.0, static_cast<double>(rows_added_) / static_cast<double>(file_->rows()))
                                        : 0.0);
        return count;
    }

    void finish(SchemaRows& batch, std::size_t rows) {
        batch.features.rows = rows;
        std::size_t read = 0;
        for (FeatureId i = 0; i < schema_.features.size(); ++i) {
            const bool is_there = read < read_features_.size() && read_features_[read] == i;
            batch.features.columns.push_back(is_there ? feature(i, builders_[read])
                                                      : missing_column(schema_.features[i], rows));
            read += is_there ? 1 : 0;
        }
        for (std::size_t i = 0; i < headings_.size(); ++i)
            batch.kept.push_back(kept_column(builders_[read_features_.size() + i].finish(), headings_[i]));
        batch.has_lines = false;
        batch.lines.resize(rows);
        std::iota(batch.lines.begin(), batch.lines.end(), rows_read_ + 1);
    }

    Column feature(FeatureId number, ArrowColumnBuilder& builder) {
        const ColumnSchema& wanted = schema_.features[number];
        Column column = builder.finish();
        column.schema.name = wanted.name;
        if (options_.na)
            make_missing(column, missing_words_of(options_, wanted.name));
        else if (wanted.reading.missing_words)
            make_missing(column, *wanted.reading.missing_words);
        if (is_category(wanted)) return recast_known(std::move(column), wanted, unseen_[number]);
        return recast_values(std::move(column), wanted.type, wanted.reading, {file_->name(), rows_read_});
    }

    std::unique_ptr<ArrowFile> file_;
    const Schema& schema_;
    ReadOptions options_;
    Progress& progress_;
    std::size_t rows_wanted_ = 0;
    std::vector<KeptColumn> headings_;
    std::vector<FeatureId> read_features_;  ///< those that the file has, ascending
    std::vector<std::size_t> columns_;      ///< of these features, then of the kept ones: their positions in the stream
    ArrowOwner<ArrowArrayStream> stream_;
    std::optional<ArrowBatches> batches_;
    std::deque<ArrowColumnBuilder> builders_;  ///< one for each of `columns_`
    std::vector<UnseenLevels> unseen_;
    std::size_t rows_in_batch_ = 0;
    std::size_t taken_ = 0;       ///< of those
    std::size_t rows_added_ = 0;  ///< in all
    std::size_t rows_read_ = 0;   ///< in finished batches
};

}  // namespace

std::unique_ptr<BatchReader> open_arrow_batches(std::unique_ptr<ArrowFile> file, const BatchRequest& request, const Run& run) {
    return std::make_unique<ArrowBatchReader>(std::move(file), request, run);
}

}  // namespace treewright
