#include "treewright/growing/missing_method.h"

#include <algorithm>
#include <span>

namespace treewright {

namespace {

constexpr std::size_t rows_per_block = 4096;

/// Whether a block of cells lacks a value. Branch-free inside, so that the compiler vectorises it.
template <class Cells, class IsMissing>
bool any_in_block(const Cells& cells, const IsMissing& is_missing) {
    int found = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) found |= is_missing(cells[i]) ? 1 : 0;
    return found != 0;
}

bool misses_in_block(const Column& column, std::size_t begin, std::size_t count) {
    if (!column.has_values())
        return any_in_block(std::span(column.codes).subspan(begin, count), [](LevelCode code) { return code < 0; });
    return column.values.visit(
        [&](auto values) { return any_in_block(values.subspan(begin, count), [](auto x) { return x != x; }); });
}

bool misses_any(const Column& column) {
    for (std::size_t begin = 0; begin < column.size(); begin += rows_per_block)
        if (misses_in_block(column, begin, std::min(rows_per_block, column.size() - begin))) return true;
    return false;
}

bool table_misses_any(const TrainingSet& set) { return std::any_of(set.features.begin(), set.features.end(), misses_any); }

}  // namespace

/// Block by block, not column by column: the columns of a row-major matrix share their cache lines.
std::vector<char> features_with_missing(const TrainingSet& set, const Run& run) {
    const std::size_t blocks = (set.rows + rows_per_block - 1) / rows_per_block;
    const std::size_t parts = std::min<std::size_t>(run.threads.count(), blocks);
    std::vector<std::vector<char>> found(parts, std::vector<char>(set.features.size(), 0));
    run.threads.for_each(parts, [&](std::size_t part) {
        for (std::size_t block = blocks * part / parts; block < blocks * (part + 1) / parts; ++block) {
            run.progress.stop_if_cancelled();
            const std::size_t begin = block * rows_per_block;
            for (FeatureId feature = 0; feature < set.features.size(); ++feature)
                if (found[part][feature] == 0)
                    found[part][feature] =
                        misses_in_block(set.features[feature], begin, std::min(rows_per_block, set.rows - begin)) ? 1 : 0;
        }
    });
    std::vector<char> missing(set.features.size(), 0);
    for (const std::vector<char>& part : found)
        for (FeatureId feature = 0; feature < missing.size(); ++feature) missing[feature] |= part[feature];
    return missing;
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
