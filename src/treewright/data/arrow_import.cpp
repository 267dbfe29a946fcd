#include "treewright/data/arrow_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <deque>
#include <new>
#include <span>
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

/// The next batch that has rows; none at the end.
ArrowBatches::Batch ArrowBatches::fetched() {
    while (!ended_) {
        auto batch = std::make_shared<ArrowOwner<ArrowArray>>();
        if (const int code = stream_.get_next(&stream_, batch->get()); code != 0) fail(code);
        ended_ = !batch->has_value();
        if (!ended_ && (*batch)->length > 0) return batch;
    }
    return nullptr;
}

bool ArrowBatches::has_more() {
    if (!ahead_) ahead_ = fetched();
    return ahead_ != nullptr;
}

bool ArrowBatches::next() {
    batch_.reset();
    if (!has_more()) return false;
    batch_ = std::move(ahead_);
    if (array().n_children != static_cast<std::int64_t>(fields_.size()))
        throw input_error(fmt::format("{}: one of its batches has {} columns instead of {}; create it again", source_,
                                      array().n_children, fields_.size()));
    rows_ = array().length;
    return true;
}

namespace {

template <class Number>
std::optional<Numbers> numbers_in(const ArrowSlice& slice, std::shared_ptr<const void> owner) {
    const auto* cells = slice.buffer<Number>(1);
    if (reinterpret_cast<std::uintptr_t>(cells) % alignof(Number) != 0) return std::nullopt;
    return Numbers::borrow(std::span<const Number>(cells + slice.first(), static_cast<std::size_t>(slice.count())),
                           std::move(owner));
}

}  // namespace

std::optional<Numbers> ArrowBatches::borrowed(std::size_t column) const {
    const ArrowField& field = fields_[column];
    const ArrowArray& child = *array().children[column];
    if (field.kind != ArrowKind::number || field.bits < 32) return std::nullopt;
    const ArrowSlice slice(field, child, array().offset, rows_);
    if (child.null_count != 0 && slice.has_bitmap()) return std::nullopt;
    return field.bits == 64 ? numbers_in<double>(slice, batch_) : numbers_in<float>(slice, batch_);
}

void ArrowBatches::add(std::size_t column, std::int64_t first, std::int64_t count, ArrowColumnBuilder& builder) const {
    try {
        builder.add(*array().children[column], array().offset + first, count);
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

namespace {

/// A builder for each request, and what has been built so far.
class TableBuilder {
public:
    TableBuilder(ArrowBatches& batches, const std::vector<ArrowColumnRequest>& requests, std::size_t expected_rows)
        : batches_(batches), requests_(requests), expected_rows_(expected_rows), borrowed_(requests.size()) {
        for (const ArrowColumnRequest& wish : requests) {
            refuse_nested(batches.fields()[wish.column], batches.source());
            builders_.emplace_back(batches.fields()[wish.column], wish.as).reserve(expected_rows);
        }
    }

    /// Takes the numbers of the batch as they lie, where that is possible.
    void borrow() {
        for (std::size_t i = 0; i < requests_.size(); ++i)
            if (requests_[i].as != ArrowAs::text) borrowed_[i] = batches_.borrowed(requests_[i].column);
    }

    void add_batch(Progress& progress) {
        for (std::int64_t first = 0; first < batches_.rows(); first += rows_at_a_time) {
            const std::int64_t count = std::min(rows_at_a_time, batches_.rows() - first);
            for (std::size_t i = 0; i < requests_.size(); ++i)
                if (!borrowed_[i]) batches_.add(requests_[i].column, first, count, builders_[i]);
            rows_ += static_cast<std::size_t>(count);
            progress.report("reading", static_cast<double>(rows_) / static_cast<double>(std::max(expected_rows_, rows_)));
        }
    }

    Table finish(Messages& messages) {
        Table table;
        table.rows = rows_;
        for (std::size_t i = 0; i < requests_.size(); ++i) {
            table.columns.push_back(finish_column(builders_[i], batches_.source(), messages));
            if (borrowed_[i]) table.columns.back().values = std::move(*borrowed_[i]);
            table.columns.back().position = requests_[i].column + 1;
        }
        return table;
    }

private:
    ArrowBatches& batches_;
    const std::vector<ArrowColumnRequest>& requests_;
    std::size_t expected_rows_;
    std::deque<ArrowColumnBuilder> builders_;
    std::vector<std::optional<Numbers>> borrowed_;
    std::size_t rows_ = 0;
};

}  // namespace

Table import_arrow(ArrowBatches& batches, const std::vector<ArrowColumnRequest>& requests, std::size_t expected_rows,
                   const Run& run) {
    TableBuilder builder(batches, requests, expected_rows);
    while (batches.next()) builder.add_batch(run.progress);
    return builder.finish(run.messages);
}

Table share_arrow(ArrowBatches& batches, const std::vector<ArrowColumnRequest>& requests, const Run& run) {
    TableBuilder builder(batches, requests, 0);
    if (batches.next()) {
        if (!batches.has_more()) builder.borrow();
        do builder.add_batch(run.progress);
        while (batches.next());
    }
    return builder.finish(run.messages);
}

}  // namespace treewright
