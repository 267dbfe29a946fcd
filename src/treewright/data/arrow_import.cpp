#include "treewright/data/arrow_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <deque>
#include <new>
#include <utility>

#include "treewright/base/error.h"
#include "treewright/base/spelling.h"
#include "treewright/data/arrow_values_internal.h"

namespace treewright {

namespace {

/// Rows between two progress reports. A batch may hold the whole table.
constexpr std::int64_t rows_at_a_time = 64 * 1024;

std::string column_place(const std::string& source, const std::string& column) {
    return fmt::format("{}, column '{}'", source, column);
}

}  // namespace

ArrowBatches::ArrowBatches(ArrowArrayStream& stream, std::string source) : stream_(stream), source_(std::move(source)) {
    ArrowOwner<ArrowSchema> schema;
    if (const int code = stream_.get_schema(&stream_, schema.get()); code != 0) fail(code);
    fields_ = read_fields(*schema, source_);
}

bool ArrowBatches::next() {
    do {
        batch_.reset();
        if (const int code = stream_.get_next(&stream_, batch_.get()); code != 0) fail(code);
        if (!batch_.has_value()) return false;
    } while (batch_->length == 0);
    if (batch_->n_children != static_cast<std::int64_t>(fields_.size()))
        throw input_error(fmt::format("{}: one of its batches has {} columns instead of {}; create it again", source_,
                                      batch_->n_children, fields_.size()));
    rows_ = batch_->length;
    return true;
}

void ArrowBatches::add(std::size_t column, std::int64_t first, std::int64_t count, ArrowColumnBuilder& builder) const {
    try {
        builder.add(*batch_->children[column], batch_->offset + first, count);
    } catch (const ArrowDamage& damage) {
        throw input_error(
            fmt::format("{}: {}; it is damaged, create it again", column_place(source_, fields_[column].name), damage.what()));
    }
}

void ArrowBatches::fail(int code) const {
    if (code == ENOMEM) throw std::bad_alloc();
    const char* said = stream_.get_last_error(&stream_);
    const std::string reason = said != nullptr ? printable_reason(said) : "no reason given";
    if (code == EIO)
        throw system_error(fmt::format("{}: reading it failed ({}); check the disk or the connection", source_, reason));
    throw input_error(fmt::format("{}: reading it failed ({}); get it again", source_, reason));
}

void refuse_nested(const ArrowField& field, const std::string& source) {
    if (field.kind != ArrowKind::refused) return;
    throw input_error(fmt::format("{}: it holds {}, which a tree cannot split on; leave the column out ({})",
                                  column_place(source, field.name), field.holds, named("ignore", in_quotes(field.name))));
}

Column finish_column(ArrowColumnBuilder& builder, const std::string& source, Messages& messages) {
    const bool rounded = builder.rounded();
    const bool orders_differ = builder.orders_differ();
    Column column = builder.finish();
    const std::string& name = column.schema.name;
    if (orders_differ)
        throw input_error(fmt::format("{}: its chunks order the levels differently; give the order ({})",
                                      column_place(source, name), named("ordered", in_quotes(name + "=low<high"))));
    if (rounded)
        messages.note(
            fmt::format("{}: '{}' holds integers beyond 2^53, which are rounded to the nearest double "
                        "({} keeps them apart)",
                        source, name, named("categorical", in_quotes(name))));
    return column;
}

Table import_arrow(ArrowBatches& batches, const std::vector<ArrowColumnRequest>& requests, std::size_t expected_rows,
                   const Run& run) {
    std::deque<ArrowColumnBuilder> builders;
    for (const ArrowColumnRequest& wish : requests) {
        refuse_nested(batches.fields()[wish.column], batches.source());
        builders.emplace_back(batches.fields()[wish.column], wish.as).reserve(expected_rows);
    }
    Table table;
    while (batches.next()) {
        for (std::int64_t first = 0; first < batches.rows(); first += rows_at_a_time) {
            const std::int64_t count = std::min(rows_at_a_time, batches.rows() - first);
            for (std::size_t i = 0; i < requests.size(); ++i) batches.add(requests[i].column, first, count, builders[i]);
            table.rows += static_cast<std::size_t>(count);
            run.progress.report("reading",
                                static_cast<double>(table.rows) / static_cast<double>(std::max(expected_rows, table.rows)));
        }
    }
    for (std::size_t i = 0; i < requests.size(); ++i) {
        table.columns.push_back(finish_column(builders[i], batches.source(), run.messages));
        table.columns.back().position = requests[i].column + 1;
    }
    return table;
}

}  // namespace treewright
