#include "treewright/growing/missing_method.h"

#include <algorithm>

namespace treewright {

namespace {

/// Whether any item is missing. In blocks that are branch-free inside, so that the compiler vectorises them.
template <class Items, class IsMissing>
bool any_in_blocks(const Items& items, const IsMissing& is_missing) {
    constexpr std::size_t block = 4096;
    for (std::size_t begin = 0; begin < items.size(); begin += block) {
        int found = 0;
        for (std::size_t i = begin; i < std::min(items.size(), begin + block); ++i) found |= is_missing(items[i]) ? 1 : 0;
        if (found != 0) return true;
    }
    return false;
}

bool table_misses_any(const TrainingSet& set) { return std::any_of(set.features.begin(), set.features.end(), misses_any); }

}  // namespace

bool misses_any(const Column& column) {
    if (!column.has_values()) return any_in_blocks(column.codes, [](auto code) { return code < 0; });
    return column.values.visit([](auto values) { return any_in_blocks(values, [](auto x) { return x != x; }); });
}

bool counts_missing_rows(MissingMethod method) {
    return method == MissingMethod::direction || method == MissingMethod::category || method == MissingMethod::error;
}

bool splits_rows(const TrainingSet& set, const GrowOptions& options) {
    return options.missing == MissingMethod::fractional && table_misses_any(set);
}

std::size_t surrogates_to_make(const TrainingSet& set, const GrowOptions& options) {
    if (options.missing != MissingMethod::surrogate) return 0;
    if (options.surrogates) return *options.surrogates;
    return table_misses_any(set) ? default_surrogates : 0;
}

void note_missing_method(Tree& tree, const GrowOptions& options, const ClassTerms& terms) {
    if (options.missing == MissingMethod::fractional) tree.missing = MissingPolicy::all_children;
    if (options.missing == MissingMethod::error) tree.missing = MissingPolicy::refuse;
    if (tree.fractional()) tree.losses = terms.losses(tree.classes);
}

}  // namespace treewright
