#include "treewright/growing/missing_method.h"

#include <algorithm>

namespace treewright {

namespace {

bool misses_any(const Column& column) {
    if (column.has_values()) return column.values.range().known < column.size();
    return std::any_of(column.codes.begin(), column.codes.end(), [](LevelCode code) { return code < 0; });
}

bool table_misses_any(const TrainingSet& set) { return std::any_of(set.features.begin(), set.features.end(), misses_any); }

}  // namespace

std::vector<char> features_with_missing(const TrainingSet& set, const Run& run) {
    std::vector<char> missing(set.features.size(), 0);
    run.threads.for_each(set.features.size(), [&](std::size_t feature) {
        run.progress.stop_if_cancelled();
        missing[feature] = misses_any(set.features[feature]) ? 1 : 0;
    });
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
