// Sets of levels as bits, for questions that name too many levels to compare with each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "treewright/data/ids.h"

namespace treewright {

class LevelSets {
public:
    /// The position of the set's first word; the bit of level c is bit c % 32 of the word c / 32 from there. Equal sets are kept once.
    std::size_t add(std::span<const LevelCode> codes, std::size_t levels) {
        std::vector<std::uint32_t> bits((levels + 31) / 32, 0);
        for (const LevelCode code : codes) bits[position_of(code) / 32] |= std::uint32_t{1} << (position_of(code) % 32);
        const auto [known, is_new] = positions_.emplace(bits, words_.size());
        if (is_new) words_.insert(words_.end(), bits.begin(), bits.end());
        return known->second;
    }
    [[nodiscard]] const std::vector<std::uint32_t>& words() const { return words_; }

private:
    std::vector<std::uint32_t> words_;
    std::map<std::vector<std::uint32_t>, std::size_t> positions_;
};

}  // namespace treewright
