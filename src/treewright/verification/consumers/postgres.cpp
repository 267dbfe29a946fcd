// SQL by PostgreSQL: a server started for it. Rows and answers go as binary COPY, in which a double is its bits.
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "treewright/verification/consumers/consumer.h"
#include "treewright/verification/consumers/postgres_server.h"
#include "treewright/verification/probe_rows.h"
#include "treewright/verification/replay/sql_rows.h"

namespace treewright {

namespace {

constexpr std::string_view copy_head("PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0", 19);
constexpr double days_to_2000 = 10957.0;  // since 1970
constexpr double seconds_to_2000 = 86400.0 * days_to_2000;

// --- rows ---------------------------------------------------------------------------------------------------------------------

void append_big_endian(std::string& bytes, std::uint64_t number, int size) {
    for (int byte = size - 1; byte >= 0; --byte) bytes += static_cast<char>(number >> (8 * byte));
}

void append_field(std::string& bytes, std::uint64_t number, int size) {
    append_big_endian(bytes, static_cast<std::uint64_t>(size), 4);
    append_big_endian(bytes, number, size);
}

void append_null(std::string& bytes) { append_big_endian(bytes, ~std::uint64_t{0}, 4); }

void append_text(std::string& bytes, std::string_view text) {
    append_big_endian(bytes, text.size(), 4);
    bytes += text;
}

/// What is missing is NULL in one row, and in the next what else means missing there.
class CopyWriter {
public:
    explicit CopyWriter(const Column& column) : column_(column), type_(column.schema.type) {
        if (type_ == ColumnType::categorical || type_ == ColumnType::ordered) unseen_ = unseen_texts(column.schema);
    }

    void append(std::string& bytes, std::size_t row) const {
        const bool is_second = row % 2 == 1;
        if (type_ == ColumnType::categorical) {
            const std::string* text = text_of_cell(column_, row, unseen_);
            return text == nullptr ? append_null(bytes) : append_text(bytes, *text);
        }
        const double value = column_.values[row];
        if (!is_missing(value)) return append_value(bytes, value);
        if (type_ == ColumnType::numeric && is_second) return append_value(bytes, value);
        if (type_ == ColumnType::ordered && is_second) return append_text(bytes, unseen_.front());
        append_null(bytes);
    }

private:
    void append_value(std::string& bytes, double value) const {
        constexpr double ticks = 1e6;
        switch (type_) {
            case ColumnType::numeric: return append_field(bytes, std::bit_cast<std::uint64_t>(value), 8);
            case ColumnType::ordered: return append_text(bytes, column_.schema.levels[static_cast<std::size_t>(value)]);
            case ColumnType::date: return append_field(bytes, static_cast<std::uint64_t>(static_cast<std::int64_t>(value - days_to_2000)), 4);
            case ColumnType::time: {
                const auto [second, fraction] = sql_moment(value, ticks);
                const auto whole = static_cast<std::int64_t>(second - seconds_to_2000);
                return append_field(bytes, static_cast<std::uint64_t>(whole * 1'000'000 + static_cast<std::int64_t>(fraction)), 8);
            }
            case ColumnType::categorical: break;
        }
    }

    const Column& column_;
    ColumnType type_;
    std::vector<std::string> unseen_;
};

std::string copy_of(const Table& table) {
    std::string bytes(copy_head);
    std::vector<CopyWriter> writers;
    for (const Column& column : table.columns) writers.emplace_back(column);
    for (std::size_t row = 0; row < table.rows; ++row) {
        append_big_endian(bytes, 1 + writers.size(), 2);
        append_field(bytes, row, 4);
        for (const CopyWriter& writer : writers) writer.append(bytes, row);
    }
    append_big_endian(bytes, 0xffff, 2);
    return bytes;
}

std::string definition_of(const SqlTable& table) {
    std::string text = table.schema.empty() ? "" : fmt::format("CREATE SCHEMA IF NOT EXISTS {};\n", table.schema);
    text += fmt::format("CREATE TABLE {} ({} integer", table.name, table.spare);
    for (const SqlColumn& column : table.columns) text += fmt::format(", {} {}", column.name, column.type);
    return text + ");\n";
}

// --- answers ------------------------------------------------------------------------------------------------------------------

using Field = std::optional<std::string_view>;

class CopyReader {
public:
    explicit CopyReader(std::string_view bytes) : rest_(bytes) {
        if (take(copy_head.size()) != copy_head) throw ReplayFailure("its answer is not a binary COPY");
    }

    /// The fields of the next row; empty at the end.
    std::vector<Field> next() {
        const std::uint64_t count = number(take(2));
        std::vector<Field> fields;
        if (count == 0xffff) return fields;
        for (std::uint64_t i = 0; i < count; ++i) {
            const auto size = static_cast<std::int32_t>(number(take(4)));
            fields.push_back(size < 0 ? Field() : Field(take(static_cast<std::size_t>(size))));
        }
        return fields;
    }

    static std::uint64_t number(std::string_view big_endian) {
        std::uint64_t result = 0;
        for (const char byte : big_endian) result = result << 8U | static_cast<unsigned char>(byte);
        return result;
    }

private:
    std::string_view take(std::size_t bytes) {
        if (rest_.size() < bytes) throw ReplayFailure("its answer ends in the middle of a row");
        const std::string_view taken = rest_.substr(0, bytes);
        rest_.remove_prefix(bytes);
        return taken;
    }

    std::string_view rest_;
};

std::string double_line(Field field) {
    if (!field || field->size() != sizeof(double)) throw ReplayFailure("it gives something else in place of a double");
    return fmt::format(" {:016x}", CopyReader::number(*field));
}

std::string prediction_line(const Schema& schema, Field field) {
    if (schema.task() == Task::regression) return "." + double_line(field);
    std::string text = "x";
    for (const char byte : field.value_or("")) text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
    return text;
}

std::string line_of(const std::vector<Field>& row, const Schema& schema, SqlForm form) {
    const Field last = row.back();
    if (!last) return "refused\n";
    const auto leaf = [&] { return std::to_string(CopyReader::number(*last)); };
    if (form == SqlForm::leaf) return leaf() + " -\n";
    if (form == SqlForm::label) return "- " + prediction_line(schema, last) + "\n";
    const std::size_t classes = schema.classes().size();
    std::string line = leaf() + " " + prediction_line(schema, row[row.size() - classes - 2]);
    for (std::size_t c = classes; c > 0; --c) line += double_line(row[row.size() - 1 - c]);
    return line + "\n";
}

std::string lines_of(std::string_view copy, const Schema& schema, SqlForm form, const Table& table) {
    const std::size_t width = form == SqlForm::query ? 3 + table.columns.size() + schema.classes().size() : 2;
    std::vector<std::string> lines(table.rows);
    CopyReader reader(copy);
    for (auto row = reader.next(); !row.empty(); row = reader.next()) {
        if (row.size() != width) throw ReplayFailure(fmt::format("it gives {} columns instead of {}", row.size(), width));
        const std::uint64_t number = row.front() ? CopyReader::number(*row.front()) : table.rows;
        if (number >= table.rows || !lines[number].empty()) throw ReplayFailure("it gives a row twice, or one that is not in the table");
        lines[number] = line_of(row, schema, form);
    }
    std::string all;
    for (const std::string& line : lines) all += line;
    return all;
}

std::string script_of(const Replay& replay, const SqlTable& table) {
    std::string query(replay.bytes.substr(0, replay.bytes.find_last_not_of(" \n;") + 1));
    if (replay.options.form != SqlForm::query) query = fmt::format("SELECT {}, (\n{}\n) FROM {}", table.spare, query, table.name);
    return fmt::format("SET default_transaction_read_only = on;\nCOPY (\n{}\n) TO STDOUT (FORMAT binary);\n", query);
}

std::vector<Tool> find_postgres(const Workplace& place) {
    const PostgresPrograms programs = postgres_programs(place);
    const std::string version = place.version_of({programs.server, "--version"});  // "(PostgreSQL) 15.18 (Debian …)"
    const std::size_t at = version.find(") ") == std::string::npos ? 0 : version.find(") ") + 2;
    return {{"PostgreSQL", version.substr(at, version.find(' ', at) - at), programs.server}};
}

Answers replay_postgres(const Replay& replay, const std::vector<Tool>& /*tools*/, const Workplace& place) {
    const SqlTable table = sql_table(replay.model, replay.options);
    const SqlRows rows = sql_rows(replay.model, table, replay.rows);
    const PostgresServer server(postgres_programs(place), place);
    server.run(definition_of(table));
    server.run(fmt::format("COPY {} FROM STDIN (FORMAT binary)", table.name), copy_of(rows.table));
    const std::string copy = server.run(script_of(replay, table));
    return read_sql_answers(lines_of(copy, replay.model.schema, replay.options.form, rows.table), replay.model.schema, rows);
}

}  // namespace

Consumer postgres_server() { return {"sql", SqlDialect::postgres, find_postgres, replay_postgres}; }

}  // namespace treewright
