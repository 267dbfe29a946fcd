// The split search: for a node, the best split of every feature, ranked. Growth takes the first; the worked arithmetic, growing
// by hand and the tests use the same call.
#pragma once

#include <memory>
#include <span>

#include "treewright/base/run.h"
#include "treewright/data/ids.h"
#include "treewright/growing/candidate.h"
#include "treewright/growing/search_context.h"

namespace treewright {

struct SearchDetail {
    bool keep_cuts = false;  ///< fill FeatureResult::cuts
    bool keep_tied = false;  ///< fill FeatureResult::tied
};

class SplitSearch {
public:
    SplitSearch(const TrainingSet& set, const Labels& labels, const GrowOptions& options, const ClassTerms& terms,
                const Run& run = QuietRun());
    ~SplitSearch();

    [[nodiscard]] const Criterion& criterion() const { return *criterion_; }
    [[nodiscard]] const SearchContext& context() const { return *context_; }
    /// The node with its impurity and classes counted.
    [[nodiscard]] NodeView view(const NodeRows& rows, RowRange range, const Sums& sums) const;

    /// `used`: features that the path has split on and that may not be used again.
    [[nodiscard]] SearchResult find(const NodeView& node, std::span<const FeatureId> used, SearchDetail detail,
                                    const Run& run) const;
    /// Evaluates a threshold of the user's choice.
    [[nodiscard]] Candidate evaluate_threshold(const NodeView& node, FeatureId feature, double threshold) const;

private:
    [[nodiscard]] FeatureResult search_feature(const NodeView& node, FeatureId feature, SearchDetail detail, double line,
                                               const Progress& progress) const;
    void rate_questions(const NodeView& node, SearchResult& result) const;

    std::unique_ptr<Criterion> criterion_;
    std::unique_ptr<SearchContext> context_;
};

/// The criterion in effect: the option, or the default of the task.
CriterionName effective_criterion(const GrowOptions& options, Task task);
/// Creates it. `terms`: what depends on the data; the options may add to it.
std::unique_ptr<Criterion> make_criterion(const GrowOptions& options, Task task, CriterionTerms terms);
/// Gain ratio: features are ranked by it, the splits of one feature by their gain.
bool uses_gain_ratio(const SearchContext& context);

}  // namespace treewright
