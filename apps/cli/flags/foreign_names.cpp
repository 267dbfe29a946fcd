#include "cli/flags/foreign_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace treewright::cli {

namespace {

struct ForeignName {
    std::string_view theirs;
    std::string_view ours;
};

// scikit-learn, rpart, WEKA, pandas and R's readers; without dashes at the front, underscores and dots as dashes.
constexpr std::array names = {
    ForeignName{"min-samples-leaf", "--min-leaf"},
    ForeignName{"minbucket", "--min-leaf"},
    ForeignName{"min-num-obj", "--min-leaf"},
    ForeignName{"min-child-samples", "--min-leaf"},
    ForeignName{"min-samples-split", "--min-split"},
    ForeignName{"minsplit", "--min-split"},
    ForeignName{"maxdepth", "--max-depth"},
    ForeignName{"depth", "--max-depth"},
    ForeignName{"max-leaf-nodes", "--max-leaves"},
    ForeignName{"num-leaves", "--max-leaves"},
    ForeignName{"min-impurity-decrease", "--min-gain, not weighted by the share of the rows that reach the node"},
    ForeignName{"ccp-alpha", "--alpha, with --complexity impurity"},
    ForeignName{"confidence-factor", "--confidence"},
    ForeignName{"unpruned", "--prune none"},
    ForeignName{"random-state", "--seed"},
    ForeignName{"random-seed", "--seed"},
    ForeignName{"n-jobs", "--threads"},
    ForeignName{"jobs", "--threads"},
    ForeignName{"xval", "--folds"},
    ForeignName{"n-splits", "--folds"},
    ForeignName{"k", "--folds"},
    ForeignName{"cv", "--folds"},
    ForeignName{"test-size", "--holdout"},
    ForeignName{"prior", "--priors"},
    ForeignName{"class-prior", "--priors"},
    ForeignName{"class-priors", "--priors"},
    ForeignName{"loss", "--costs"},
    ForeignName{"cost-matrix", "--costs"},
    ForeignName{"class-weights", "--class-weight"},
    ForeignName{"sample-weight", "--weight"},
    ForeignName{"weights", "--weight"},
    ForeignName{"maxsurrogate", "--surrogates"},
    ForeignName{"usesurrogate", "--missing"},
    ForeignName{"parms", "--criterion, --priors or --costs"},
    ForeignName{"split-criterion", "--criterion"},
    ForeignName{"split", "--criterion"},
    ForeignName{"algorithm", "--preset"},
    ForeignName{"method", "--preset"},
    ForeignName{"model", "--preset"},
    ForeignName{"impurity", "--criterion"},
    ForeignName{"label", "--target"},
    ForeignName{"response", "--target"},
    ForeignName{"class-column", "--target"},
    ForeignName{"y", "--target"},
    ForeignName{"class", "--target"},
    ForeignName{"drop", "--ignore"},
    ForeignName{"exclude", "--ignore"},
    ForeignName{"sep", "--delimiter"},
    ForeignName{"na-values", "--na"},
    ForeignName{"na-strings", "--na"},
    ForeignName{"missing-values", "--na"},
    ForeignName{"skiprows", "--skip"},
    ForeignName{"skip-lines", "--skip"},
    ForeignName{"out", "--output"},
    ForeignName{"q", "--quiet"},
    ForeignName{"t", "--target"},
};

std::string bare(std::string_view option) {
    std::string name(option.substr(std::min(option.find_first_not_of('-'), option.size())));
    std::replace_if(name.begin(), name.end(), [](char c) { return c == '_' || c == '.'; }, '-');
    return name;
}

}  // namespace

std::optional<std::string> our_words_for(std::string_view option, std::string_view value,
                                         const std::vector<std::string>& known) {
    const std::string name = bare(option);
    const auto is_known = [&](std::string_view ours) {
        const std::string flag(ours.substr(0, ours.find_first_of(" ,")));
        return std::find(known.begin(), known.end(), flag) != known.end();
    };
    // rpart calls the task a method.
    if (name == "method" && is_known("--task") && (value == "class" || value == "anova"))
        return fmt::format("here it is --task {}", value == "class" ? "classification" : "regression");
    for (const auto& [theirs, ours] : names)
        if (name == theirs && is_known(ours)) return fmt::format("here it is {}", ours);
    if (name == "tune" && is_known("--target")) return "'treewright cv DATA --target COLUMN --tune …' chooses parameters";
    return std::nullopt;
}

}  // namespace treewright::cli
