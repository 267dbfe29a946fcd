// Sessions, tables and datasets of treewright.h.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "treewright/base/error.h"
#include "treewright/base/number_text.h"
#include "treewright/base/spelling.h"
#include "treewright/data/arrow_import.h"
#include "treewright/data/level_dictionary.h"
#include "treewright/data/prepare.h"
#include "treewright/io/class_tables.h"
#include "treewright/io/read_table.h"
#include "treewright/io/read_training_set.h"
#include "treewright/resampling/row_groups.h"
#include "treewright/training/folds.h"
#include "treewright/treewright.h"

namespace treewright {

struct Session::State {
    State(Progress::Show show, unsigned threads) : progress(std::move(show)), run{Threads(threads), progress, messages} {}

    Progress progress;
    Messages messages;
    Run run;
};

Session::Session(unsigned threads) : Session(Progress::Show(), threads) {}
Session::Session(Progress::Show show, unsigned threads) : state_(std::make_shared<State>(std::move(show), threads)) {}
const std::vector<Message>& Session::messages() const { return state_->messages.list(); }
void Session::cancel() const noexcept { state_->progress.cancel(); }
const Run& Session::run() const { return state_->run; }

namespace {

void add_column(Table& table, Column column) {
    const std::string& name = column.schema.name;
    if (table.find(name)) throw input_error(fmt::format("there are two columns named '{}': give each a different name", name));
    const bool is_first = table.columns.empty() && table.rows == 0;
    if (!is_first && column.size() != table.rows)
        throw input_error(
            fmt::format("the column '{}' has {} cells, but those before it have {}: all columns must have the same length",
                        name, column.size(), table.rows));
    table.rows = column.size();
    table.columns.push_back(std::move(column));
}

/// -0 in memory of one's own is stored as +0, as everywhere.
std::vector<double> without_negative_zero(std::vector<double> values) {
    for (double& value : values) value += 0.0;
    return values;
}

std::size_t checked_position(LevelCode code, const std::vector<std::string>& levels, const std::string& name) {
    if (position_of(code) >= levels.size())
        throw input_error(fmt::format("the column '{}' has the code {}, but {}", name, code, counted(levels.size(), "level")));
    return position_of(code);
}

TargetOptions target_of(const DataOptions& options) {
    return {options.target, options.weight, options.weights_are, options.task, options.group};
}

}  // namespace

Columns& Columns::numbers(std::string name, std::vector<double> values) {
    add_column(table_, {{std::move(name), ColumnType::numeric, {}}, without_negative_zero(std::move(values)), {}});
    return *this;
}

Columns& Columns::borrowed(std::string name, std::span<const double> values) {
    add_column(table_, {{std::move(name), ColumnType::numeric, {}}, Numbers::borrow(values), {}});
    return *this;
}

Columns& Columns::borrowed(std::string name, std::span<const float> values) {
    add_column(table_, {{std::move(name), ColumnType::numeric, {}}, Numbers::borrow(values), {}});
    return *this;
}

Columns& Columns::categories(std::string name, std::span<const std::string> texts) {
    LevelDictionary dictionary;
    std::vector<LevelCode> codes;
    codes.reserve(texts.size());
    for (const std::string& text : texts) codes.push_back(text.empty() ? missing_code : dictionary.code(text));
    std::vector<std::string> levels = sort_levels(dictionary, codes);
    add_column(table_, {{std::move(name), ColumnType::categorical, std::move(levels)}, {}, std::move(codes)});
    return *this;
}

Columns& Columns::values(std::string name, Numbers values, ColumnType type) {
    add_column(table_, {{std::move(name), type, {}}, std::move(values), {}});
    return *this;
}

Columns& Columns::categories(std::string name, std::vector<LevelCode> codes, const std::vector<std::string>& levels) {
    LevelDictionary dictionary;
    std::vector<LevelCode> known(levels.size(), missing_code);
    for (LevelCode& code : codes) {
        if (code < 0) {
            code = missing_code;
            continue;
        }
        LevelCode& own = known[checked_position(code, levels, name)];
        if (own < 0) own = dictionary.code(levels[position_of(code)]);
        code = own;
    }
    std::vector<std::string> sorted = sort_levels(dictionary, codes);
    add_column(table_, {{std::move(name), ColumnType::categorical, std::move(sorted)}, {}, std::move(codes)});
    return *this;
}

Columns& Columns::ordered(std::string name, std::span<const LevelCode> codes, std::vector<std::string> levels) {
    std::vector<double> ranks;
    ranks.reserve(codes.size());
    for (const LevelCode code : codes)
        ranks.push_back(code < 0 ? std::numeric_limits<double>::quiet_NaN()
                                 : static_cast<double>(checked_position(code, levels, name)));
    add_column(table_, {{std::move(name), ColumnType::ordered, std::move(levels)}, std::move(ranks), {}});
    return *this;
}

Columns& Columns::append(Table table) {
    if (table_.columns.empty()) table_.rows = table.rows;
    for (Column& column : table.columns) {
        column.values.share();
        add_column(table_, std::move(column));
    }
    return *this;
}

Columns& Columns::rename(const std::vector<std::string>& names) {
    if (names.size() != table_.columns.size())
        throw usage_error(
            fmt::format("{} given for {}", counted(names.size(), "name"), counted(table_.columns.size(), "column")));
    for (std::size_t i = 0; i < names.size(); ++i) table_.columns[i].schema.name = names[i];
    return *this;
}

Table Columns::table() && { return std::move(table_); }
Table Columns::table() const& { return table_; }

Table table_from_arrow(ArrowArrayStream& stream, const Session& session) { return table_from_arrow(stream, {}, session); }

Table table_from_arrow(ArrowArrayStream& stream, const ArrowKinds& kinds, const Session& session) {
    ArrowBatches batches(stream, "the Arrow stream");
    std::vector<ArrowColumnRequest> requests;
    for (std::size_t column = 0; column < batches.fields().size(); ++column) {
        const ArrowField& field = batches.fields()[column];
        refuse_nested(field, batches.source());
        const auto kind = kinds.find(field.name);
        requests.push_back({column, kind == kinds.end() ? ArrowAs::given : kind->second});
    }
    return share_arrow(batches, requests, session.run());
}

Table read_table(const std::string& path, const ReadOptions& options, const Session& session) {
    return read_table(path, options, session.run());
}

std::vector<ClassNumber> read_priors(const std::string& path, const Session& session) {
    return read_priors(path, session.run().progress);
}

CostTable read_costs(const std::string& path, const Session& session) { return read_costs(path, session.run().progress); }

Dataset Dataset::read(const std::string& path, const DataOptions& options, const Session& session) {
    (void)prepare_options(path, options.reading, target_of(options));  // refuses before it reads
    return prepared(read_table(path, options.reading, session), path, options, session);
}

Dataset Dataset::from(Table table, const DataOptions& options, const Session& session) {
    const ReadOptions& reading = options.reading;
    if (!reading.numeric.empty() || !reading.ordered.empty())
        throw usage_error(fmt::format("the columns of a table in memory have their types: {} and {} are for files",
                                      named("numeric"), named("ordered")));
    for (const std::string& name : reading.ignore) {
        const std::size_t at = find_column(table, name, "the table");
        table.columns.erase(table.columns.begin() + static_cast<std::ptrdiff_t>(at));
    }
    DataOptions of_table = options;
    of_table.reading = {};
    of_table.reading.categorical = reading.categorical;
    of_table.reading.ignore = reading.ignore;
    return prepared(std::move(table), "the table", of_table, session);
}

Dataset Dataset::prepared(Table table, const std::string& source, const DataOptions& options, const Session& session) {
    PrepareOptions preparing = prepare_options(source, options.reading, target_of(options));
    preparing.drops_identifiers = options.drops_identifiers;
    preparing.describes_columns = preparing.takes_one_class = options.for_a_model;
    return Dataset(prepare(std::move(table), preparing, session.run().messages));
}

std::pair<Dataset, Dataset> Dataset::split(double share, std::uint64_t seed) const {
    if (!(share > 0.0 && share < 1.0)) throw usage_error("the share of a split must be between 0 and 1");
    if (set_->group) {
        const auto parts = assign_groups(*set_, {{1.0 - share, share}, seed}, set_->all_rows(), QuietRun());
        return {pick(parts[0]), pick(parts[1])};
    }
    const RowList second = draw_rows(*set_, {share, seed}, set_->all_rows(), QuietRun());
    const RowList first = rows_without(second, set_->all_rows());
    return {pick(first), pick(second)};
}

Dataset Dataset::pick(std::span<const RowId> rows) const {
    for (const RowId row : rows)
        if (row >= set_->rows) throw usage_error(fmt::format("there is no row {}: the table has {} rows", row, set_->rows));
    return Dataset(pick_rows(*set_, rows));
}

}  // namespace treewright
