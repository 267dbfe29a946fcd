// What a library of tables calls `True`, `true` or 1, and 1 or 1.0, is one level: that of the model, if it has exactly one such level.
#include "levels.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "treewright/base/number_text.h"
#include "treewright/data/by_schema.h"
#include "treewright/data/level_spelling.h"
#include "treewright/treewright.h"

namespace nb = nanobind;

namespace treewright::python {

namespace {

constexpr double largest_whole = 9007199254740992.0;  // 2^53: beyond it, neighbours read as one number

std::optional<double> read_number(std::string_view text) {
    double number = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return std::isfinite(number) && std::abs(number) < largest_whole ? std::optional(number + 0.0) : std::nullopt;
}

bool is_truth(std::string_view folded_level) { return folded_level == "true" || folded_level == "false"; }

/// Codes such as 007 are names, whatever number they read as.
bool has_leading_zero(std::string_view text) {
    if (text.starts_with('-')) text.remove_prefix(1);
    return text.size() > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '9';
}

bool is_bit(const std::string& level) {
    const auto number = read_number(level);
    return number == 0.0 || number == 1.0;
}

/// The levels of a model by what they mean; null where two mean the same.
class Meanings {
public:
    explicit Meanings(const std::vector<std::string>& levels) : only_truth_(!levels.empty()) {
        for (const std::string& level : levels) {
            const std::string plain = folded(level);
            only_truth_ = only_truth_ && is_truth(plain);
            if (is_truth(plain)) add(truths_, plain, level);
            if (const auto number = read_number(level)) add(numbers_, *number, level);
        }
    }

    /// The level of the model that means the same as this one, which it does not have; null if there is none. `among`: all levels of the
    /// column: 0 and 1 are truth values only where there are no other numbers.
    [[nodiscard]] const std::string* find(const std::string& level, const std::vector<std::string>& among) const {
        const std::string plain = folded(level);
        if (is_truth(plain)) return found_in(truths_, plain);
        const auto number = has_leading_zero(level) ? std::nullopt : read_number(level);
        if (!number) return nullptr;
        if (only_truth_ && std::all_of(among.begin(), among.end(), is_bit))
            return found_in(truths_, *number == 1.0 ? "true" : "false");
        return found_in(numbers_, *number);
    }

private:
    template <class Key>
    static void add(std::map<Key, const std::string*>& levels, const Key& key, const std::string& level) {
        const auto [place, is_new] = levels.emplace(key, &level);
        if (!is_new) place->second = nullptr;
    }
    template <class Key, class Sought>
    static const std::string* found_in(const std::map<Key, const std::string*>& levels, const Sought& key) {
        const auto place = levels.find(key);
        return place == levels.end() ? nullptr : place->second;
    }

    bool only_truth_;
    std::map<std::string, const std::string*> truths_;
    std::map<double, const std::string*> numbers_;
};

/// What becomes of each level of a column: its code in the schema, `missing_code` or `unseen_code`.
std::vector<LevelCode> codes_in(const ColumnSchema& schema, const std::vector<std::string>& levels) {
    Column each{{schema.name, ColumnType::categorical, levels}, {}, std::vector<LevelCode>(levels.size())};
    std::iota(each.codes.begin(), each.codes.end(), 0);
    ColumnSchema category = schema;
    category.type = ColumnType::categorical;  // of an ordered column no level may be unseen
    const Column read = columns_by_schema({levels.size(), {std::move(each)}, {}}, std::span(&category, 1), "the table").front();
    return read.codes;
}

bool has_all(const ColumnSchema& schema, const std::vector<std::string>& levels) {
    return schema.type == ColumnType::categorical && std::all_of(levels.begin(), levels.end(), [&](const std::string& level) {
               return std::binary_search(schema.levels.begin(), schema.levels.end(), level);
           });
}

/// A category of the names that numbers have.
Column named_numbers(const Column& column) {
    std::unordered_map<double, LevelCode> code_of;
    std::vector<std::string> levels;
    std::vector<LevelCode> codes;
    codes.reserve(column.values.size());
    for (const double value : column.values) {
        if (is_missing(value)) {
            codes.push_back(missing_code);
            continue;
        }
        const auto [place, is_new] = code_of.emplace(value, static_cast<LevelCode>(levels.size()));
        if (is_new) levels.push_back(number_text(value));
        codes.push_back(place->second);
    }
    Columns named;
    named.categories(column.schema.name, std::move(codes), levels);
    Column result = std::move(named).table().columns.front();
    result.position = column.position;
    return result;
}

/// Levels that the model does not have, with the number of their rows.
struct Unseen {
    std::string column;
    std::size_t rows = 0;
    std::vector<std::string> levels;
};

Unseen unseen_in(const Column& column, const std::vector<LevelCode>& codes) {
    Unseen unseen{column.schema.name, 0, {}};
    std::vector<std::size_t> rows(codes.size());
    for (const LevelCode code : column.codes)
        if (code >= 0) ++rows[static_cast<std::size_t>(code)];
    for (std::size_t level = 0; level < codes.size(); ++level) {
        if (codes[level] != unseen_code || rows[level] == 0) continue;
        unseen.rows += rows[level];
        unseen.levels.push_back(column.schema.levels[level]);
    }
    return unseen;
}

/// A table on its way to a model.
class Adapted {
public:
    explicit Adapted(const Columns& columns) : given_(columns) {}

    void adapt(const ColumnSchema& schema) {
        if (schema.reading.part_of || !(schema.type == ColumnType::categorical || schema.type == ColumnType::ordered)) return;
        const auto position = given_.view().find(schema.name);
        if (!position) return;
        const Column& given = given_.view().columns[*position];
        if (given.schema.type == ColumnType::numeric) put(*position, named_numbers(given));
        const Column& column = changed_ ? changed_->columns[*position] : given;
        if (column.schema.type != ColumnType::categorical || has_all(schema, column.schema.levels)) return;
        std::vector<LevelCode> codes = codes_in(schema, column.schema.levels);
        std::vector<std::string> levels = column.schema.levels;
        const Meanings meanings(schema.levels);
        bool renames = false;
        for (std::size_t level = 0; level < levels.size(); ++level) {
            const std::string* const own =
                codes[level] == unseen_code ? meanings.find(levels[level], column.schema.levels) : nullptr;
            if (own == nullptr) continue;
            levels[level] = *own;
            codes[level] = 0;
            renames = true;
        }
        if (schema.type == ColumnType::categorical)
            if (Unseen unseen = unseen_in(column, codes); unseen.rows > 0) unseen_.push_back(std::move(unseen));
        if (renames) rename(*position, levels);
    }

    [[nodiscard]] Columns columns() && {
        if (!changed_) return given_;
        Columns result;
        result.append(std::move(*changed_));
        return result;
    }
    [[nodiscard]] const std::vector<Unseen>& unseen() const { return unseen_; }

private:
    void put(std::size_t position, Column column) {
        if (!changed_) changed_ = given_.view();
        changed_->columns[position] = std::move(column);
    }
    void rename(std::size_t position, const std::vector<std::string>& levels) {
        Column column = changed_ ? changed_->columns[position] : given_.view().columns[position];
        Columns renamed;
        renamed.categories(column.schema.name, std::move(column.codes), levels);
        Column result = std::move(renamed).table().columns.front();
        result.schema.reading = column.schema.reading;
        result.position = column.position;
        put(position, std::move(result));
    }

    const Columns& given_;
    std::optional<Table> changed_;
    std::vector<Unseen> unseen_;
};

/// The columns with levels by the model's names for them, and what it has no name for: column, rows, levels. Of the columns that the model
/// asks about; `with_target`: also its classes.
nb::tuple by_model(const FittedModel& model, const Columns& columns, bool with_target) {
    const Schema& schema = model.schema();
    const std::vector<bool>& used = model.predictor().uses_feature();
    Adapted adapted(columns);
    for (std::size_t feature = 0; feature < schema.features.size(); ++feature)
        if (used.empty() || used[feature]) adapted.adapt(schema.features[feature]);
    if (with_target && schema.task() == Task::classification) adapted.adapt(schema.target);
    nb::list unseen;
    for (const Unseen& column : adapted.unseen()) unseen.append(nb::make_tuple(column.column, column.rows, column.levels));
    return nb::make_tuple(std::move(adapted).columns(), unseen);
}

}  // namespace

void bind_levels(nb::module_& module) {
    module.def("by_model", &by_model, nb::arg("model"), nb::arg("columns"), nb::arg("with_target") = false,
               "The columns with levels by the model's names for them, and the levels that it does not have.");
}

}  // namespace treewright::python
