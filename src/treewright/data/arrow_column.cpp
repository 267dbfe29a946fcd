#include "treewright/data/arrow_column.h"

#include <algorithm>
#include <exception>
#include <limits>
#include <utility>

#include "treewright/base/utf8.h"
#include "treewright/data/arrow_values_internal.h"

namespace treewright {

namespace {

constexpr std::int32_t not_decoded_yet = -3;  // of a dictionary entry that no row has referred to so far

ColumnType type_for(const ArrowField& field, ArrowAs as) {
    if (as == ArrowAs::text) return ColumnType::categorical;
    const ArrowKind cells = field.cells().kind;
    if (as == ArrowAs::number && cells == ArrowKind::boolean) return ColumnType::numeric;
    if (as == ArrowAs::number && field.is_category()) return field.cells().column_type();
    return field.column_type();
}

/// The dictionary index of each row.
std::vector<std::int64_t> dictionary_places(const ArrowSlice& rows, const std::vector<std::int64_t>* places) {
    const std::int64_t size = rows.array().dictionary->length;
    const std::int64_t count = places != nullptr ? static_cast<std::int64_t>(places->size()) : rows.count();
    std::vector<std::int64_t> found;
    found.reserve(static_cast<std::size_t>(count));
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t row = places != nullptr ? (*places)[static_cast<std::size_t>(i)] : i;
        const bool missing = row < 0 || rows.is_missing(row);
        found.push_back(missing ? -1 : integer_at(rows, row));
        if (!missing && (found.back() < 0 || found.back() >= size)) throw ArrowDamage("a cell lies outside of its dictionary");
    }
    return found;
}

/// The run of each row. Run ends count from the start of the array, so a slice may begin within a run.
std::vector<std::int64_t> run_places(const ArrowSlice& rows) {
    const ArrowSlice ends(rows.field().inner[0], *rows.array().children[0]);
    std::vector<std::int64_t> found;
    found.reserve(static_cast<std::size_t>(rows.count()));
    std::int64_t run = 0;
    for (std::int64_t i = 0; i < rows.count(); ++i) {
        while (run < ends.count() && integer_at(ends, run) <= rows.first() + i) ++run;
        if (run == ends.count()) throw ArrowDamage("its runs end before its rows");
        found.push_back(run);
    }
    return found;
}

}  // namespace

ArrowColumnBuilder::ArrowColumnBuilder(const ArrowField& field, ArrowAs as) : field_(field), type_(type_for(field, as)) {}

void ArrowColumnBuilder::reserve(std::size_t rows) noexcept {
    try {
        if (holds_values(type_))
            values_.reserve(rows);
        else
            codes_.reserve(rows);
    } catch (const std::exception&) {  // std::bad_alloc, std::length_error: the rows themselves will tell how many there are
        return;
    }
}

void ArrowColumnBuilder::add(const ArrowArray& array, std::int64_t first, std::int64_t count) {
    const ArrowSlice rows(field_, array, first, count);
    if (type_ == ColumnType::ordered)
        add_ordered(rows);
    else
        resolve(rows, nullptr);
}

/// From the rows to the cells, through dictionaries and runs.
void ArrowColumnBuilder::resolve(const ArrowSlice& rows, const Places* places) {
    const ArrowField& field = rows.field();
    if (field.kind == ArrowKind::dictionary) {
        const Places found = dictionary_places(rows, places);
        resolve(ArrowSlice(field.inner[0], *rows.array().dictionary), &found);
    } else if (field.kind == ArrowKind::run_ends) {
        const Places found = run_places(rows);
        resolve(ArrowSlice(field.inner[1], *rows.array().children[1]), &found);
    } else if (places != nullptr) {
        add_by_places(rows, *places);
    } else {
        add_in_place(rows);
    }
}

void ArrowColumnBuilder::add_in_place(const ArrowSlice& rows) {
    if (holds_values(type_)) {
        rounded_ |= append_numbers(rows, values_);
        return;
    }
    for (std::int64_t row = 0; row < rows.count(); ++row) codes_.push_back(code_at(rows, row));
}

/// An entry is decoded only if a row refers to it, and only once: a dictionary may be larger than the chunk that uses it.
void ArrowColumnBuilder::add_by_places(const ArrowSlice& cells, const Places& places) {
    if (holds_values(type_)) {
        std::vector<double> numbers;
        rounded_ |= append_numbers(cells, numbers);
        for (const std::int64_t place : places)
            values_.push_back(place < 0 ? std::numeric_limits<double>::quiet_NaN() : numbers[static_cast<std::size_t>(place)]);
        return;
    }
    std::vector<LevelCode> codes(static_cast<std::size_t>(cells.count()), not_decoded_yet);
    for (const std::int64_t place : places) {
        if (place < 0) {
            codes_.push_back(missing_code);
            continue;
        }
        LevelCode& code = codes[static_cast<std::size_t>(place)];
        if (code == not_decoded_yet) code = code_at(cells, place);
        codes_.push_back(code);
    }
}

/// The ranks are the dictionary indices. Another chunk's dictionary may be longer or shorter, but must have the same order.
void ArrowColumnBuilder::add_ordered(const ArrowSlice& rows) {
    const ArrowSlice cells(field_.inner[0], *rows.array().dictionary);
    std::vector<double> ranks;
    std::int32_t rank = 0;
    for (std::int64_t cell = 0; cell < cells.count(); ++cell) {
        const LevelCode code = code_at(cells, cell);
        orders_differ_ |= code >= 0 && code != rank++;
        ranks.push_back(code < 0 ? std::numeric_limits<double>::quiet_NaN() : code);
    }
    for (const std::int64_t place : dictionary_places(rows, nullptr))
        values_.push_back(place < 0 ? std::numeric_limits<double>::quiet_NaN() : ranks[static_cast<std::size_t>(place)]);
}

std::int32_t ArrowColumnBuilder::code_at(const ArrowSlice& cells, std::int64_t cell) {
    return is_null_or_nan(cells, cell) ? missing_code : code_of(text_at(cells, cell, scratch_));
}

std::int32_t ArrowColumnBuilder::code_of(std::string_view text) {
    if (const std::int32_t known = levels_.find(text); known >= 0) return known;
    if (!is_utf8(text) || text.find('\0') != std::string_view::npos) throw ArrowDamage("a text is not UTF-8");
    if (levels_.size() >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
        throw ArrowDamage("it has more than two billion different texts");
    return levels_.code(text);
}

Column ArrowColumnBuilder::finish() {
    Column column;
    column.schema = {field_.name, type_, {}};
    if (type_ == ColumnType::categorical) column.schema.levels = sort_levels(levels_, codes_);
    for (std::size_t code = 0; type_ == ColumnType::ordered && code < levels_.size(); ++code)
        column.schema.levels.push_back(levels_.level(code));
    column.values = std::exchange(values_, {});
    column.codes = std::exchange(codes_, {});
    levels_ = {};
    return column;
}

}  // namespace treewright
