// Gives each distinct text a code, in the order in which they come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace treewright {

class LevelDictionary {
public:
    LevelDictionary() = default;
    explicit LevelDictionary(const std::vector<std::string>& levels);
    LevelDictionary(LevelDictionary&&) = default;  // not copied: `levels_` points into `codes_`
    LevelDictionary& operator=(LevelDictionary&&) = default;

    /// The code of a text, a new one if it is new.
    std::int32_t code(std::string_view text);
    /// The code of a text that is there already, else -1.
    [[nodiscard]] std::int32_t find(std::string_view text) const;
    [[nodiscard]] std::size_t size() const { return levels_.size(); }
    [[nodiscard]] const std::string& level(std::size_t code) const { return *levels_[code]; }

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
    };

    std::unordered_map<std::string, std::int32_t, Hash, std::equal_to<>> codes_;
    std::vector<const std::string*> levels_;  ///< the keys of `codes_`, whose addresses do not change
};

/// The levels that occur in `codes`, sorted by bytes; `codes` (negative ones aside) become positions among them.
[[nodiscard]] std::vector<std::string> sort_levels(const LevelDictionary& dictionary, std::vector<std::int32_t>& codes);

}  // namespace treewright
