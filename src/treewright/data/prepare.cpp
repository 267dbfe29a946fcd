#include "treewright/data/prepare.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>
#include <span>

#include "treewright/base/error.h"
#include "treewright/base/nearest.h"
#include "treewright/base/number_text.h"
#include "treewright/base/positions.h"
#include "treewright/base/spelling.h"
#include "treewright/data/column_facts.h"

namespace treewright {

namespace {

std::vector<std::string> names_of(const Table& table) {
    std::vector<std::string> names;
    for (const Column& column : table.columns) names.push_back(column.schema.name);
    return names;
}

std::optional<std::size_t> column_at_position(const Table& table, std::string_view reference) {
    std::size_t position = 0;
    if (!reference.starts_with('#')) return std::nullopt;
    const auto [end, error] = std::from_chars(reference.data() + 1, reference.data() + reference.size(), position);
    if (error != std::errc() || end != reference.data() + reference.size()) return std::nullopt;
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        if ((table.columns[i].position == 0 ? i + 1 : table.columns[i].position) == position) return i;
    return std::nullopt;
}

// --- rows -------------------------------------------------------------------------------------------------------------------

template <class Cell>
void keep_cells(std::vector<Cell>& cells, const std::vector<char>& keep) {
    std::size_t kept = 0;
    for (std::size_t row = 0; row < cells.size(); ++row)
        if (keep[row] != 0) cells[kept++] = cells[row];
    cells.resize(kept);
}

void keep_rows(Column& column, const std::vector<char>& keep) {
    if (column.has_values())
        keep_cells(column.values.own(), keep);
    else
        keep_cells(column.codes, keep);
}

/// Drops levels that occurred only in rows that were left out.
void drop_unused_levels(Column& column) {
    if (column.has_values()) return;
    std::vector<LevelCode> new_code(column.schema.levels.size(), missing_code);
    for (const LevelCode code : column.codes)
        if (code >= 0) new_code[position_of(code)] = 0;
    std::vector<std::string> levels;
    for (std::size_t code = 0; code < new_code.size(); ++code) {
        if (new_code[code] == missing_code) continue;
        new_code[code] = level_code(levels.size());
        levels.push_back(std::move(column.schema.levels[code]));
    }
    column.schema.levels = std::move(levels);
    for (LevelCode& code : column.codes)
        if (code >= 0) code = new_code[position_of(code)];
}

std::string row_place(const Table& table, std::size_t row) {
    return table.lines.empty() ? named_row(row + 1) : fmt::format("line {}", table.lines[row]);
}

/// The first cell that is not a number, for a column that should hold numbers.
std::string first_text(const Table& table, const Column& column) {
    for (std::size_t row = 0; row < table.rows; ++row) {
        if (column.has_values() || column.codes[row] < 0) continue;
        const std::string& level = column.schema.level(column.codes[row]);
        if (!reads_as_number(level)) return fmt::format(" ('{}' in {})", level, row_place(table, row));
    }
    return "";
}

std::vector<double> checked_weights(const Table& table, const Column& column, const std::string& source) {
    if (column.schema.type != ColumnType::numeric)
        throw input_error(
            fmt::format("{}: the weight column '{}' does not hold numbers only{}: correct it, or name another with {}", source,
                        column.schema.name, first_text(table, column), named("weight")));
    for (std::size_t row = 0; row < column.values.size(); ++row) {
        const double weight = column.values[row];
        if (weight >= 0.0 && std::isfinite(weight)) continue;
        throw input_error(fmt::format(
            "{}, {}: the weight in column '{}' is {}: a weight must be a finite number that is not negative", source,
            row_place(table, row), column.schema.name, std::isnan(weight) ? "missing" : number_text(weight)));
    }
    return column.values.copy();
}

// --- target -----------------------------------------------------------------------------------------------------------------

/// The distinct known values, sorted; stops after `most` + 1 of them.
std::vector<double> distinct_known(const Column& column, std::size_t most) {
    std::set<double> values;
    double last = std::numeric_limits<double>::quiet_NaN();
    for (const double value : column.values) {
        if (is_missing(value) || value == last) continue;
        values.insert(value);
        last = value;
        if (values.size() > most) break;
    }
    return {values.begin(), values.end()};
}

/// Numbers or ordered levels as classes, named by their text and sorted by its bytes.
void make_classes(Column& target) {
    const std::vector<double> distinct = distinct_known(target, SIZE_MAX);
    const auto name_of = [&](double value) {
        return target.schema.type == ColumnType::ordered ? target.schema.levels[static_cast<std::size_t>(value)]
                                                         : number_text(value);
    };
    std::vector<std::string> names;
    for (const double value : distinct) names.push_back(name_of(value));
    std::vector<std::string> sorted = names;
    std::sort(sorted.begin(), sorted.end());
    std::vector<std::int32_t> code_of;
    for (const std::string& name : names)
        code_of.push_back(level_code(index_in(sorted, std::lower_bound(sorted.begin(), sorted.end(), name))));
    for (const double value : target.values)
        target.codes.push_back(code_of[index_in(distinct, std::lower_bound(distinct.begin(), distinct.end(), value))]);
    target.values = {};
    target.schema.levels = std::move(sorted);
    target.schema.type = ColumnType::categorical;
}

constexpr std::size_t few_integers = 20;
constexpr std::size_t rows_per_code = 5;

/// More classes than codes usually have, and hardly any rows in each: prices, say.
void warn_of_numbers_as_classes(const Column& target, std::size_t rows, Messages& messages) {
    const std::size_t classes = target.schema.levels.size();
    if (classes <= few_integers || rows >= rows_per_code * classes) return;
    messages.warn(
        fmt::format("'{}' holds {} distinct numbers in {} rows, and each becomes a class: to predict a number, use {}",
                    target.schema.name, classes, rows, named("task", "regression")));
}

bool wants_classes(const Column& target, const PrepareOptions& options, Messages& messages) {
    if (options.task) return *options.task == Task::classification;
    if (target.schema.type == ColumnType::ordered) return true;
    const std::vector<double> distinct = distinct_known(target, few_integers);
    if (distinct.size() == 2) {
        messages.note(fmt::format("'{}' has two distinct values, {} and {}: they are taken as classes ({} for a number)",
                                  target.schema.name, number_text(distinct[0]), number_text(distinct[1]),
                                  named("task", "regression")));
        return true;
    }
    const bool integers =
        std::all_of(distinct.begin(), distinct.end(), [](double value) { return value == std::floor(value); });
    if (distinct.size() <= few_integers && integers && distinct.size() > 1) {
        // With several rows each, they are likely to be codes of classes.
        const std::string sentence =
            fmt::format("'{}' holds {} distinct integers and is predicted as a number: for classes use {}", target.schema.name,
                        distinct.size(), named("task", "classification"));
        if (target.size() >= rows_per_code * distinct.size())
            messages.warn(sentence);
        else
            messages.note(sentence);
    }
    return false;
}

void check_numbers(const TrainingSet& set) {
    const Column& target = set.target;
    for (std::size_t row = 0; row < set.rows; ++row)
        if (std::isinf(target.values[row]))
            throw set.complaint(
                fmt::format("the target '{}' is infinite{}: a mean needs finite numbers; remove or correct the row",
                            target.schema.name, set.in_line(row)));
}

/// What a target with very many classes may be: "" if there is no guess.
std::string guess_of_meaning(const std::vector<std::string>& classes, std::size_t rows) {
    std::size_t numbers = 0, money = 0;
    for (const std::string& name : classes) {
        const bool has_digit = name.find_first_of("0123456789") != std::string::npos;
        money += has_digit && (name.find('$') != std::string::npos || name.find("€") != std::string::npos ||
                               name.find("£") != std::string::npos)
                     ? 1
                     : 0;
        numbers += reads_as_number(name) ? 1 : 0;
    }
    if (2 * money > classes.size()) return "; most look like money, so some cells may be written in another way";
    if (2 * numbers > classes.size())
        return fmt::format("; most are numbers: name the words that mean missing ({}), and it is predicted as a number",
                           named("na"));
    return 2 * classes.size() > rows ? "; it may be an identifier" : "";
}

/// A tree cannot tell apart thousands of classes, nor learn a class from a single row.
void refuse_many_classes(const TrainingSet& set) {
    constexpr std::size_t most_classes = 1000, few_classes = 20;
    const std::vector<std::string>& classes = set.target.schema.levels;
    std::vector<std::size_t> rows(classes.size());
    for (const LevelCode code : set.target.codes) ++rows[position_of(code)];
    const auto single = static_cast<std::size_t>(std::count(rows.begin(), rows.end(), std::size_t{1}));
    const bool mostly_single = classes.size() >= few_classes && 2 * single > classes.size();
    if (classes.size() <= most_classes && !mostly_single) return;
    throw set.complaint(
        fmt::format("the target '{}' has {} classes in {} rows, {} of which occur once{}; if they are meant as classes, "
                    "say so ({})",
                    set.target.schema.name, classes.size(), set.rows, single, guess_of_meaning(classes, set.rows),
                    named("task", "classification")));
}

void remark_on_target(const Column& target, Messages& messages) {
    if (const auto remark = remark_on_spellings(target.schema.name, spelling_variants(target.schema.levels)))
        messages.note(*remark);
    if (const auto codes = far_codes_in(target); !codes.empty()) messages.note(remark_on_codes(target.schema.name, codes));
}

void settle_task(TrainingSet& set, const PrepareOptions& options, Messages& messages) {
    Column& target = set.target;
    const ColumnType type = target.schema.type;
    if (type == ColumnType::date || type == ColumnType::time)
        throw input_error(fmt::format("{}: the target '{}' holds dates: use {} for classes, or another target", options.source,
                                      target.schema.name, named("categorical", in_quotes(target.schema.name))));
    if (type == ColumnType::ordered && options.task == Task::regression)
        throw input_error(
            fmt::format("{}: the target '{}' holds ordered categories, which have no mean: leave out {}, or write numbers",
                        options.source, target.schema.name, named("task", "regression")));
    if (type == ColumnType::categorical) {
        if (options.task == Task::regression)
            throw input_error(fmt::format("{}: the target '{}' holds categories, not numbers: leave out {}", options.source,
                                          target.schema.name, named("task", "regression")));
    } else if (wants_classes(target, options, messages)) {
        make_classes(target);
        if (type == ColumnType::numeric) warn_of_numbers_as_classes(target, set.rows, messages);
    } else {
        check_numbers(set);
    }
    if (target.schema.type == ColumnType::categorical && target.schema.levels.size() < 2 && !options.takes_one_class)
        throw input_error(fmt::format("{}: the target '{}' has one class only, '{}': there is nothing to learn", options.source,
                                      target.schema.name, target.schema.levels.front()));
    if (target.schema.type == ColumnType::categorical && options.task != Task::classification) refuse_many_classes(set);
}

// --- features ---------------------------------------------------------------------------------------------------------------

bool is_named(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// A number for each row is left out; other consecutive integers, such as years, are kept. Weights that make rows repeat speak against
/// a row number.
bool is_kept_number(const Column& column, const TrainingSet& set, const PrepareOptions& options, Messages& messages) {
    const std::string& name = column.schema.name;
    if (const auto codes = far_codes_in(column); !codes.empty()) messages.note(remark_on_codes(name, codes));
    const auto count = row_count_in(column);
    if (!count || set.rows < 4) return true;
    const bool unweighted = std::all_of(set.weights.begin(), set.weights.end(), [](double weight) { return weight == 1.0; });
    const std::string counts =
        fmt::format("counts the rows from {} to {}", number_text(count->lowest), number_text(count->highest));
    const bool drops = options.drops_identifiers && unweighted && numbers_all_rows(*count, set.rows);
    if (drops && is_named(options.keep, name)) return true;
    if (drops)
        messages.warn(fmt::format("'{}' is left out: it {} ({} keeps it)", name, counts, named("numeric", in_quotes(name))));
    else
        messages.warn(
            fmt::format("'{}' {}: if it is only a row number, use {}", name, counts, named("ignore", in_quotes(name))));
    return !drops;
}

void warn_of_rare_levels(const Column& column, const ColumnFacts& facts, Messages& messages) {
    const std::string& name = column.schema.name;
    messages.warn(
        fmt::format("'{}' has {} levels in {} rows, fewer than three rows per level: if it names the rows rather than "
                    "describes them, use {}",
                    name, facts.distinct, number_text(facts.known), named("ignore", in_quotes(name))));
}

bool is_kept(const Column& column, const TrainingSet& set, const PrepareOptions& options, Messages& messages) {
    if (column.has_values()) return is_kept_number(column, set, options, messages);
    const ColumnFacts facts = facts_of(column, set.weights);
    const std::string& name = column.schema.name;
    if (const auto remark = remark_on_words(name, facts)) messages.note(*remark);
    if (const auto remark = remark_on_spellings(name, facts.variants)) messages.note(*remark);
    if (is_named(options.keep, name)) return true;
    if (!facts.differs_in_rows) {
        if (facts.has_rare_levels) warn_of_rare_levels(column, facts, messages);
        return true;
    }
    const std::string values = fmt::format("{} distinct values in {} rows{}", facts.distinct, number_text(facts.known),
                                           facts.missing > 0.0 ? " that have one" : "");
    if (facts.looks_like_identifier && !options.drops_identifiers)
        messages.warn(fmt::format("'{}' is used as a feature, but {} look like an identifier: {} leaves it out", name, values,
                                  named("ignore", in_quotes(name))));
    else if (facts.looks_like_identifier)
        messages.warn(fmt::format("'{}' is left out: {} look like an identifier ({} keeps it)", name, values,
                                  named("categorical", in_quotes(name))));
    else
        messages.warn(
            fmt::format("'{}' differs in almost every row of the file and is kept, because weights make them {}: if it is "
                        "an identifier, use {}",
                        name, values, named("ignore", in_quotes(name))));
    return !facts.looks_like_identifier || !options.drops_identifiers;
}

/// Columns with a special role.
struct UsedColumns {
    std::size_t target;
    std::size_t weight;
    std::size_t group;
    [[nodiscard]] bool holds(std::size_t column) const { return column == target || column == weight || column == group; }
};

/// All other columns become features, or are recorded as left out.
void take_features(Table& table, const UsedColumns& used, const PrepareOptions& options, Messages& messages, TrainingSet& set) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        if (used.holds(i)) continue;
        if (is_kept(table.columns[i], set, options, messages))
            set.features.push_back(std::move(table.columns[i]));
        else
            set.left_out.push_back({table.columns[i].schema.name, LeftOutReason::identifier});
    }
    const auto by_name = [](const LeftOutColumn& a, const LeftOutColumn& b) { return a.name < b.name; };
    const auto same_name = [](const LeftOutColumn& a, const LeftOutColumn& b) { return a.name == b.name; };
    std::stable_sort(set.left_out.begin(), set.left_out.end(), by_name);
    set.left_out.erase(std::unique(set.left_out.begin(), set.left_out.end(), same_name), set.left_out.end());
}

/// Marks the rows with a label and a weight above 0.
std::vector<char> rows_to_keep(const Table& table, const Column& target, const TrainingSet& set) {
    std::vector<char> keep(table.rows, 1);
    for (std::size_t row = 0; row < table.rows; ++row) keep[row] = !target.missing_at(row) && set.weight(row) > 0.0;
    return keep;
}

std::size_t count_unlabelled(const Table& table, const Column& target) {
    std::size_t count = 0;
    for (std::size_t row = 0; row < table.rows; ++row) count += target.missing_at(row) ? 1 : 0;
    return count;
}

void drop_rows(Table& table, const std::vector<char>& keep, TrainingSet& set) {
    const auto kept = static_cast<std::size_t>(std::count(keep.begin(), keep.end(), 1));
    if (kept < table.rows) {
        for (Column& column : table.columns) {
            keep_rows(column, keep);
            drop_unused_levels(column);
        }
        if (!set.weights.empty()) keep_cells(set.weights, keep);
        if (!table.lines.empty()) keep_cells(table.lines, keep);
        set.origin = row_numbers(table.rows);
        keep_cells(set.origin, keep);
    }
    set.rows = kept;
}

/// Finds the range of every column of numbers, once for all who ask. By blocks of rows, because the columns of a row-major matrix share
/// their cache lines.
void find_ranges(std::span<Column> columns, std::size_t rows) {
    constexpr std::size_t rows_per_block = 256;
    std::vector<Numbers::Range> ranges(columns.size());
    for (std::size_t begin = 0; begin < rows; begin += rows_per_block)
        for (std::size_t i = 0; i < columns.size(); ++i)
            if (columns[i].has_values())
                ranges[i].merge(columns[i].values.range(begin, std::min(rows_per_block, rows - begin)));
    for (std::size_t i = 0; i < columns.size(); ++i) columns[i].values.keep_range(ranges[i]);
}

void settle_weights(const PrepareOptions& options, TrainingSet& set, Messages& messages) {
    set.weights_are = options.weights_are;
    if (set.weights.empty()) return;
    if (!set.weights_are) warn_of_odd_weights(weight_of_all(set), set.rows, options.weight, messages);
    if (set.weights_are == WeightMeaning::importance) scale_to_rows(set.weights);
}

}  // namespace

void refuse_idle_meaning(const std::string& weight, std::optional<WeightMeaning> weights_are) {
    if (weights_are && weight.empty())
        throw usage_error(
            fmt::format("{} needs weights: add {}, or leave it out", named("weights-are"), named("weight", "COLUMN")));
}

void warn_of_odd_weights(double total, std::size_t rows, const std::string& column, Messages& messages) {
    constexpr double most = 10.0;  // and at least a tenth: weights of 1 in all make the whole table count as one row
    const auto count = static_cast<double>(rows);
    if (total <= most * count && count <= most * total) return;
    const bool is_large = total >= 1000.0 && total < 1e15;
    messages.warn(
        fmt::format("the weights{} add up to {} for {} rows, and a weight counts as a number of rows: add {} if they are "
                    "sampling weights, {} if not",
                    column.empty() ? "" : fmt::format(" in '{}'", column),
                    is_large ? fmt::format("{:.0f}", total) : fmt::format("{:.3g}", total), rows,
                    named("weights-are", "importance"), named("weights-are", "rows")));
}

std::size_t find_column(const Table& table, const std::string& reference, const std::string& source) {
    if (const auto found = table.find(reference)) return *found;
    if (reference == "last" && !table.columns.empty()) return table.columns.size() - 1;
    if (const auto found = column_at_position(table, reference)) return *found;
    const std::vector<std::string> names = names_of(table);
    if (reference.size() > 1 && reference[0] == '#' && reference.find_first_not_of("0123456789", 1) == std::string::npos)
        throw input_error(
            fmt::format("{} has no column '{}': it has {}", source, reference, counted(table.columns.size(), "column")));
    throw input_error(
        fmt::format("{} has no column '{}': {}", source, reference, nearest_or_first(reference, names, "columns")));
}

TrainingSet prepare(Table table, const PrepareOptions& options, Messages& messages) {
    TrainingSet set;
    set.source = options.source;
    set.reading = options.reading;
    const std::size_t target = find_column(table, options.target, options.source);
    const std::size_t weight =
        options.weight.empty() ? table.columns.size() : find_column(table, options.weight, options.source);
    if (weight == target)
        throw input_error(fmt::format("{}: '{}' cannot be both the target and the weight", options.source, options.weight));
    const std::size_t group = options.group.empty() ? table.columns.size() : find_column(table, options.group, options.source);
    if (group < table.columns.size() && (group == target || group == weight))
        throw input_error(fmt::format("{}: '{}' cannot be both the group and the {}", options.source, options.group,
                                      group == target ? "target" : "weight"));
    if (weight < table.columns.size()) set.weights = checked_weights(table, table.columns[weight], options.source);

    const std::size_t unlabelled = count_unlabelled(table, table.columns[target]);
    drop_rows(table, rows_to_keep(table, table.columns[target], set), set);
    if (unlabelled > 0)
        messages.note(fmt::format("{} row{} without a value of '{}' {} left out", unlabelled, unlabelled == 1 ? "" : "s",
                                  table.columns[target].schema.name, unlabelled == 1 ? "is" : "are"));
    if (set.rows == 0)
        throw input_error(fmt::format("{}: no row is left that has a value of '{}' and a weight above 0", options.source,
                                      table.columns[target].schema.name));

    find_ranges(table.columns, set.rows);
    settle_weights(options, set, messages);
    set.lines = std::move(table.lines);
    set.target = std::move(table.columns[target]);
    Messages unsaid;
    Messages& about_columns = options.describes_columns ? unsaid : messages;
    remark_on_target(set.target, about_columns);
    settle_task(set, options, messages);
    for (const std::string& name : options.ignored) set.left_out.push_back({name, LeftOutReason::asked});
    if (group < table.columns.size()) {
        set.left_out.push_back({table.columns[group].schema.name, LeftOutReason::group});
        set.group = std::move(table.columns[group]);
    }
    take_features(table, {target, weight, group}, options, about_columns, set);
    return set;
}

}  // namespace treewright
