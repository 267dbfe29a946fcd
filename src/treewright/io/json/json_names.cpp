#include "treewright/io/json/json_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "treewright/io/place.h"

namespace treewright {

namespace {

/// age.0: what pandas writes of a column if it is not told to write records.
bool is_numbered(std::string_view name) {
    const std::size_t dot = name.rfind('.');
    return dot != std::string_view::npos && dot + 1 < name.size() &&
           name.find_first_not_of("0123456789", dot + 1) == std::string_view::npos;
}

}  // namespace

Error given_twice(const JsonCell& cell, std::string_view file) {
    return input_error_at({file, cell.line, {}},
                          fmt::format("the key {} is given twice in a record; remove or rename one", excerpt(cell.name)));
}

std::size_t JsonNames::position_of_new(std::string_view name) {
    const std::size_t position = names_.size();
    names_.emplace_back(name);
    positions_.emplace(name, position);
    has_value_.push_back(0);
    last_record_.push_back(0);
    return position;
}

/// The names of a record that does not count.
void JsonNames::forget_from(std::size_t first) {
    for (std::size_t i = first; i < names_.size(); ++i) positions_.erase(names_[i]);
    names_.resize(first);
    has_value_.resize(first);
    last_record_.resize(first);
}

void JsonNames::add(std::string_view name) {
    if (find(name) == none) has_value_[position_of_new(name)] = 1;
}

void JsonNames::add(const std::vector<JsonCell>& cells, std::string_view file) {
    ++records_;
    const std::size_t before = names_.size();
    last_columns_.resize(std::max(last_columns_.size(), cells.size()), none);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const JsonCell& cell = cells[i];
        std::size_t position = find(cell.name, last_columns_[i]);
        if (position == none) position = position_of_new(cell.name);
        if (std::exchange(last_record_[position], records_) == records_) {
            forget_from(before);
            throw given_twice(cell, file);
        }
        last_columns_[i] = position;
        if (cell.kind != JsonCell::Kind::null) has_value_[position] = 1;
        all_lists_ = all_lists_ && cell.kind == JsonCell::Kind::list;
        if (first_list_.empty() && cell.kind == JsonCell::Kind::list) first_list_ = cell.name;
        all_numbered_ = all_numbered_ && is_numbered(cell.name);
    }
}

void JsonNames::drop_null_objects() {
    std::unordered_set<std::string_view> objects;
    for (const std::string& name : names_)
        for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', dot + 1))
            objects.insert(std::string_view(name).substr(0, dot));
    std::vector<std::string> kept;
    for (std::size_t i = 0; i < names_.size(); ++i)
        if (has_value_[i] != 0 || !objects.contains(names_[i])) kept.push_back(names_[i]);
    if (kept.size() == names_.size()) return;
    names_ = std::move(kept);
    positions_.clear();
    for (std::size_t i = 0; i < names_.size(); ++i) positions_.emplace(names_[i], i);
}

void JsonNames::refuse_columns(std::string_view file) const {
    if (records_ != 1 || names_.empty()) return;
    if (!first_list_.empty() && (!all_lists_ || names_.size() == 1))
        throw input_error(
            fmt::format("{}: it is one object, and its key {} holds a list; if the rows are in there, take them out, such as "
                        "with jq '.{}[]'",
                        file, excerpt(first_list_), first_list_));
    if (!all_lists_ && !all_numbered_) return;
    throw input_error(fmt::format(
        "{}: it is one object of columns; write an object per row, such as with pandas' to_json(orient='records', lines=True)",
        file));
}

}  // namespace treewright
