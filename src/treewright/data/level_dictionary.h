// A hash table that gives each distinct text a code, in the order of first occurrence. Where a text lies in it depends on a secret of
// the process, so that nobody can prepare a file whose texts all meet in one place; codes do not depend on it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "treewright/base/int128.h"
#include "treewright/data/ids.h"

namespace treewright {

class LevelDictionary {
public:
    LevelDictionary() = default;
    explicit LevelDictionary(const std::vector<std::string>& levels);

    /// The code of a text; adds it if it is new.
    LevelCode code(std::string_view text) {
        const Key key = key_of(text);
        const std::int32_t found = look_up(key, text);
        return found >= 0 ? found : add(key, text);
    }
    /// The code of a text, or -1 if it is not there.
    [[nodiscard]] std::int32_t find(std::string_view text) const { return look_up(key_of(text), text); }
    /// The same for a text with at least 8 readable bytes from its beginning: branch-free in the length.
    [[nodiscard]] std::int32_t find_padded(std::string_view text) const {
        if (text.size() > 8) return find(text);
        std::uint64_t word = 0;
        std::memcpy(&word, text.data(), sizeof word);
        return look_up(short_key(word & first_bytes[text.size()], text.size()), text);
    }
    [[nodiscard]] std::size_t size() const { return levels_.size(); }
    [[nodiscard]] const std::string& level(std::size_t code) const { return levels_[code]; }

private:
    /// Most levels differ in their first eight bytes or their length, so their text need not be compared.
    struct Key {
        std::uint64_t beginning = 0;
        std::uint32_t length = 0;
        std::uint32_t hash = 0;
    };
    struct Entry {
        std::uint64_t beginning = 0;
        std::uint32_t length = 0;
        LevelCode code = -1;  ///< -1: free
    };

    static constexpr std::array<std::uint64_t, 9> first_bytes = {
        0, 0xFF, 0xFFFF, 0xFFFFFF, 0xFFFFFFFF, 0xFFFFFFFFFF, 0xFFFFFFFFFFFF, 0xFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF};

    struct Secret {
        std::uint64_t added;
        std::uint64_t factor;
    };

    static const Secret& secret_of_process();
    /// The halves of a 128-bit product, folded.
    static std::uint64_t mixed(std::uint64_t bits, std::uint64_t factor) {
        const UInt128 product = static_cast<UInt128>(bits) * factor;
        return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
    }
    [[nodiscard]] Key short_key(std::uint64_t beginning, std::size_t length) const {
        const std::uint64_t hash = mixed(beginning ^ secret_.added, secret_.factor + length);
        return {beginning, static_cast<std::uint32_t>(length), static_cast<std::uint32_t>(hash)};
    }
    [[nodiscard]] Key key_of(std::string_view text) const;
    [[nodiscard]] std::int32_t look_up(const Key& key, std::string_view text) const {
        if (entries_.empty()) return -1;
        for (std::size_t at = key.hash & mask();; at = (at + 1) & mask()) {
            const Entry& entry = entries_[at];
            if (entry.code < 0) return -1;
            if (entry.beginning == key.beginning && entry.length == key.length &&
                (key.length <= 8 || levels_[position_of(entry.code)] == text))
                return entry.code;
        }
    }
    std::int32_t add(const Key& key, std::string_view text);
    void enlarge();
    [[nodiscard]] std::size_t mask() const { return entries_.size() - 1; }

    Secret secret_ = secret_of_process();
    std::vector<std::string> levels_;
    std::vector<Entry> entries_;  ///< open addressing; a power of two, at most half full
};

/// The levels that occur in `codes`, sorted by bytes; the codes become positions in them. Negative codes stay.
[[nodiscard]] std::vector<std::string> sort_levels(const LevelDictionary& dictionary, std::vector<LevelCode>& codes);

}  // namespace treewright
