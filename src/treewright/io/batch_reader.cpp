#include "treewright/io/batch_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "treewright/io/category_builders.h"
#include "treewright/io/open_rows.h"
#include "treewright/io/place.h"
#include "treewright/io/read_arrow.h"
#include "treewright/io/schema_columns.h"
#include "treewright/io/value_builders.h"

namespace treewright {

namespace {

ColumnRule rule_for(const ColumnSchema& feature) {
    ColumnRule rule{feature.name, ColumnRule::Kind::numeric, feature.levels};
    if (feature.type == ColumnType::date) rule.kind = ColumnRule::Kind::date;
    if (feature.type == ColumnType::time) rule.kind = ColumnRule::Kind::time;
    if (feature.type == ColumnType::ordered) rule.kind = ColumnRule::Kind::ordered;
    if (feature.type == ColumnType::categorical) rule.kind = ColumnRule::Kind::categorical;
    return rule;
}

/// Codes into the schema's levels. Others are unseen and counted.
class KnownLevelsBuilder final : public ColumnBuilder {
public:
    KnownLevelsBuilder(const ColumnRule& rule, const CellRules& cells) : rule_(rule), cells_(cells), known_(rule.levels) {}

    /// Begins a new batch.
    void restart() { codes_.clear(); }

    void add(const Field& field, std::size_t /*line*/) override {
        if (cells_.missing.match(field)) return codes_.push_back(missing_code);
        const std::int32_t code = known_.find(field.text);
        codes_.push_back(code < 0 ? unseen_code : code);
        if (code >= 0) return;
        ++unseen_rows_;
        unseen_.code(field.text);
    }
    /// An unseen level of an ordered category has no rank: it goes the way of a missing one.
    Column finish() override {
        if (rule_.kind == ColumnRule::Kind::categorical)
            return {{rule_.name, ColumnType::categorical, rule_.levels}, {}, std::move(codes_)};
        std::vector<double> ranks;
        ranks.reserve(codes_.size());
        for (const std::int32_t code : codes_) ranks.push_back(code < 0 ? std::nan("") : static_cast<double>(code));
        return {{rule_.name, ColumnType::ordered, rule_.levels}, std::move(ranks), {}};
    }

    void say_unseen(Messages& messages) const {
        if (unseen_rows_ == 0) return;
        std::vector<std::string> levels;
        for (std::size_t i = 0; i < unseen_.size(); ++i) levels.push_back(unseen_.level(i));
        std::sort(levels.begin(), levels.end());
        messages.warn(fmt::format("{}: {} hold{} {} that the model never saw ({})", rule_.name, counted(unseen_rows_, "row"),
                                  unseen_rows_ == 1 ? "s" : "", levels.size() == 1 ? "a level" : "levels", listed(levels, 5)));
    }

private:
    const ColumnRule& rule_;
    const CellRules& cells_;
    LevelDictionary known_;
    LevelDictionary unseen_;
    std::size_t unseen_rows_ = 0;
    std::vector<std::int32_t> codes_;
};

/// Keeps the cells of a column as they were written. A missing `NA` and a quoted "NA" are two different cells.
class KeptBuilder {
public:
    KeptBuilder(std::string name, const CellRules& cells) : cells_(cells) { column_.name = std::move(name); }

    void add(const Field& field) {
        const bool missing = cells_.missing.match(field);
        LevelDictionary& dictionary = missing ? missing_ : known_;
        std::vector<std::int32_t>& positions = missing ? missing_positions_ : known_positions_;
        const auto code = static_cast<std::size_t>(dictionary.code(field.text));
        if (code == positions.size()) {
            positions.push_back(static_cast<std::int32_t>(column_.cells.size()));
            column_.cells.push_back({std::string(field.text), missing});
        }
        column_.which.push_back(positions[code]);
    }
    /// The column of this batch; the next one begins.
    KeptColumn finish() {
        KeptColumn finished = std::exchange(column_, {});
        column_.name = finished.name;
        known_ = {}, missing_ = {};
        known_positions_.clear(), missing_positions_.clear();
        return finished;
    }

private:
    const CellRules& cells_;
    LevelDictionary known_, missing_;
    std::vector<std::int32_t> known_positions_, missing_positions_;
    KeptColumn column_;
};

std::vector<std::size_t> find_kept(const KeepColumns& keep, const std::vector<std::string>& columns, const std::string& file) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; keep.all && i < columns.size(); ++i) found.push_back(i);
    if (keep.all) return found;
    for (const std::string& name : keep.names) {
        const auto at = std::find(columns.begin(), columns.end(), name);
        if (at == columns.end()) throw no_such_column(file, name, columns);
        found.push_back(static_cast<std::size_t>(at - columns.begin()));
    }
    return found;
}

/// Made of rows, whatever the format.
class RowBatches final : public BatchReader {
public:
    RowBatches(std::unique_ptr<Source> source, const BatchRequest& request, Messages& messages)
        : opened_(std::move(source)), source_(*opened_), rows_a_batch_(request.rows_a_batch) {
        blaming_compression_first(source_, [&] { open(request, messages); });
    }

    [[nodiscard]] const std::vector<KeptColumn>& kept() const override { return kept_headings_; }

    bool next(SchemaRows& batch) override {
        return blaming_compression_first(source_, [&] { return read_batch(batch); });
    }

    void say_unseen(Messages& messages) const override {
        for (const KnownLevelsBuilder* builder : categories_) builder->say_unseen(messages);
    }

private:
    void open(const BatchRequest& request, Messages& messages) {
        const auto judge = [&](const auto& records, FirstRow looks) {
            return first_row_names_features(request.schema, request.options, records, looks);
        };
        rows_ = open_rows(source_, request.options, judge, messages);
        names_ = rows_->names();
        feature_columns_ = find_features(request.schema, names_, source_.name());
        kept_columns_ = find_kept(request.keep, names_, source_.name());
        for (const ColumnSchema& feature : request.schema.features) rules_.push_back(rule_for(feature));
        for (const ColumnRule& rule : rules_) add_builder(rule);
        for (const std::size_t column : kept_columns_) {
            kept_headings_.push_back({names_[column], {}, {}});
            kept_.emplace_back(names_[column], rows_->cells());
        }
        say_ignored(request.schema, messages);
    }

    void say_ignored(const Schema& schema, Messages& messages) const {
        std::vector<std::string> ignored;
        for (std::size_t i = 0; i < names_.size(); ++i) {
            const bool used = std::find(feature_columns_.begin(), feature_columns_.end(), i) != feature_columns_.end() ||
                              std::find(kept_columns_.begin(), kept_columns_.end(), i) != kept_columns_.end();
            if (!used && names_[i] != schema.target.name) ignored.push_back(names_[i]);
        }
        if (!ignored.empty())
            messages.note(fmt::format("{}: {} that the model does not use {} ignored ({})", source_.name(),
                                      counted(ignored.size(), "column"), ignored.size() == 1 ? "is" : "are",
                                      listed(ignored, 8)));
    }

    bool read_batch(SchemaRows& batch) {
        batch = {};
        for (Record record; batch.lines.size() < rows_a_batch_ && rows_->next(record);) {
            for (std::size_t i = 0; i < builders_.size(); ++i)
                builders_[i]->add(record.fields[feature_columns_[i]], record.line);
            for (std::size_t i = 0; i < kept_.size(); ++i) kept_[i].add(record.fields[kept_columns_[i]]);
            batch.lines.push_back(record.line);
        }
        if (first_ && batch.lines.empty())
            throw input_error(fmt::format("{}: it has a header but no rows; give a file with rows", source_.name()));
        first_ = false;
        batch.features.rows = batch.lines.size();
        for (std::size_t i = 0; i < builders_.size(); ++i) batch.features.columns.push_back(finished(i));
        for (KeptBuilder& kept : kept_) batch.kept.push_back(kept.finish());
        return !batch.lines.empty();
    }

    Column finished(std::size_t feature) {
        Column column = builders_[feature]->finish();
        if (auto* levels = dynamic_cast<KnownLevelsBuilder*>(builders_[feature].get()))
            levels->restart();
        else
            builders_[feature] = make_builder(rules_[feature], rows_->cells());
        return column;
    }

    void add_builder(const ColumnRule& rule) {
        const bool has_levels = rule.kind == ColumnRule::Kind::categorical || rule.kind == ColumnRule::Kind::ordered;
        if (!has_levels) return builders_.push_back(make_builder(rule, rows_->cells()));
        auto builder = std::make_unique<KnownLevelsBuilder>(rule, rows_->cells());
        categories_.push_back(builder.get());
        builders_.push_back(std::move(builder));
    }

    std::unique_ptr<Source> opened_;
    Source& source_;
    std::size_t rows_a_batch_;
    bool first_ = true;
    std::unique_ptr<RowReader> rows_;
    std::vector<std::string> names_;
    std::vector<std::size_t> feature_columns_;  ///< for each feature its position in the file
    std::vector<std::size_t> kept_columns_;
    std::vector<KeptColumn> kept_headings_;
    std::vector<ColumnRule> rules_;
    std::vector<std::unique_ptr<ColumnBuilder>> builders_;
    std::vector<const KnownLevelsBuilder*> categories_;
    std::vector<KeptBuilder> kept_;
};

}  // namespace

std::unique_ptr<BatchReader> open_batches(const BatchRequest& request, Messages& messages, Progress& progress) {
    auto source = std::make_unique<Source>(request.path, progress);
    if (const auto format = arrow_format(*source)) {
        auto file = std::make_unique<ArrowFile>(request.path, *source, *format, request.options.threads);
        return open_arrow_batches(std::move(file), request, messages, progress);
    }
    return std::make_unique<RowBatches>(std::move(source), request, messages);
}

}  // namespace treewright
