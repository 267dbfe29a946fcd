#include "treewright/base/nearest.h"

#include <algorithm>
#include <array>
#include <utility>

namespace treewright {
namespace {

// Longer names are compared for equality only: the distance costs the product of the lengths.
constexpr std::size_t longest_compared = 200;

std::string folded(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return result;
}

/// Optimal string alignment: insertions, deletions, replacements and swaps of neighbours.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::array<std::vector<std::size_t>, 3> rows;  // of the distance table: the one before the last, the last, the current
    for (auto& row : rows) row.resize(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) rows[2][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::rotate(rows.begin(), rows.begin() + 1, rows.end());
        rows[2][0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = rows[1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            std::size_t best = std::min({rows[1][j] + 1, rows[2][j - 1] + 1, replaced});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) best = std::min(best, rows[0][j - 2] + 1);
            rows[2][j] = best;
        }
    }
    return rows[2][b.size()];
}

bool worth_comparing(std::string_view a, std::string_view b, std::size_t limit) {
    const std::size_t shorter = std::min(a.size(), b.size());
    const std::size_t longer = std::max(a.size(), b.size());
    return longer <= longest_compared && longer - shorter <= limit;
}

}  // namespace

std::vector<std::string> nearest_names(std::string_view wanted, const std::vector<std::string>& known, std::size_t most) {
    const std::string target = folded(wanted);
    const std::size_t limit = std::max<std::size_t>(1, target.size() / 3);
    std::vector<std::pair<std::size_t, std::size_t>> found;  // distance, position
    for (std::size_t i = 0; i < known.size(); ++i) {
        const std::string candidate = folded(known[i]);
        std::size_t distance = limit + 1;
        if (candidate == target)
            distance = 0;
        else if (worth_comparing(target, candidate, limit))
            distance = edit_distance(target, candidate);
        // A name with no letter in common is not near, however short it is.
        const bool unrelated = distance > 0 && distance >= std::max(target.size(), candidate.size());
        if (distance <= limit && !unrelated) found.emplace_back(distance, i);
    }
    std::sort(found.begin(), found.end());
    if (found.size() > most) found.resize(most);
    std::vector<std::string> names;
    for (const auto& [distance, position] : found) names.push_back(known[position]);
    return names;
}

std::string did_you_mean(std::string_view wanted, const std::vector<std::string>& known) {
    const std::vector<std::string> names = nearest_names(wanted, known);
    if (names.empty()) return "";
    std::string sentence = "did you mean ";
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0) sentence += i + 1 == names.size() ? " or " : ", ";
        sentence += "'" + names[i] + "'";
    }
    return sentence + "?";
}

std::string nearest_or_first(std::string_view wanted, const std::vector<std::string>& known, std::string_view kind) {
    constexpr std::size_t most = 8;
    if (std::string hint = did_you_mean(wanted, known); !hint.empty()) return hint;
    std::string sentence = "its " + std::string(kind) + " are ";
    for (std::size_t i = 0; i < std::min(most, known.size()); ++i) sentence += (i > 0 ? ", '" : "'") + known[i] + "'";
    return known.size() > most ? sentence + ", …" : sentence;
}

}  // namespace treewright
