// The names of the columns of JSON records: those of their keys, in the order in which they first appear.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "treewright/base/error.h"
#include "treewright/io/json/json_parser.h"

namespace treewright {

class JsonNames {
public:
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

    /// The keys of a record. A key that is given twice is an input error.
    void add(const std::vector<JsonCell>& cells, std::string_view file);
    void add(std::string_view name);
    /// Leaves out what is never more than the null of an object: with {"home":null} and {"home":{"city":"Rome"}}, "home" is
    /// not a column.
    void drop_null_objects();

    [[nodiscard]] std::size_t find(std::string_view name) const {
        const auto found = positions_.find(name);
        return found == positions_.end() ? none : found->second;
    }
    /// The same if it is likely to be this one.
    [[nodiscard]] std::size_t find(std::string_view name, std::size_t guess) const {
        return guess < names_.size() && names_[guess] == name ? guess : find(name);
    }
    [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
    [[nodiscard]] std::size_t records() const { return records_; }
    /// Throws an input error if all records, which are one, are the columns of a table: {"age":[42,17],"city":["Rome","Oslo"]}.
    void refuse_columns(std::string_view file) const;

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };
    std::size_t position_of_new(std::string_view name);
    void forget_from(std::size_t first);

    std::vector<std::string> names_;
    std::unordered_map<std::string, std::size_t, Hash, std::equal_to<>> positions_;
    std::vector<std::uint8_t> has_value_;
    std::vector<std::size_t> last_record_;   ///< in which each name was seen
    std::vector<std::size_t> last_columns_;  ///< of the record before
    std::size_t records_ = 0;
    std::string first_list_;  ///< the name of the first that was a list; empty: none
    bool all_lists_ = true;
    bool all_numbered_ = true;
};

/// The error for a key that a record gives twice.
[[nodiscard]] Error given_twice(const JsonCell& cell, std::string_view file);

}  // namespace treewright
