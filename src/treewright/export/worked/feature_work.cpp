#include "treewright/export/worked/feature_work.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "treewright/base/positions.h"
#include "treewright/export/display.h"
#include "treewright/export/names.h"
#include "treewright/export/surrogate_text.h"
#include "treewright/export/wording.h"
#include "treewright/export/worked/arithmetic.h"

namespace treewright {

namespace {

constexpr std::size_t indent = 2;
constexpr std::size_t most_cuts = 20;        // that are all shown
constexpr std::size_t cuts_around_best = 4;  // on each side, where they are not
constexpr std::size_t most_branches = 20;
constexpr std::size_t branch_width = 40;

/// The cut of the best question; where that is not a threshold, the cut that gains most.
std::size_t best_cut(const FeatureResult& feature) {
    const auto& cuts = feature.cuts;
    const auto by_gain = [](const CutRecord& a, const CutRecord& b) { return a.gain < b.gain; };
    auto found = std::max_element(cuts.begin(), cuts.end(), by_gain);
    if (feature.best && feature.best->split.kind == SplitKind::threshold) {
        const double threshold = feature.best->split.threshold;
        for (auto cut = cuts.begin(); cut != cuts.end(); ++cut)
            if (cut->threshold == threshold && (found->threshold != threshold || cut->gain > found->gain)) found = cut;
    }
    return index_in(cuts, found);
}

/// "31 lower thresholds, gains up to 0.040", of cuts [begin, end).
std::string left_out_text(const Ledger& ledger, const FeatureResult& feature, std::size_t begin, std::size_t end) {
    double highest = 0.0;
    for (std::size_t i = begin; i < end; ++i) highest = std::max(highest, feature.cuts[i].gain);
    return fmt::format("… {} {}, gain up to {}", end - begin, begin == 0 ? "lower" : "higher",
                       figure_text(ledger.real(highest)));
}

std::string side_text(MissingSide side) {
    if (side == MissingSide::left) return ", missing below";
    return side == MissingSide::right ? ", missing above" : "";
}

double rows_of(const Ledger& ledger, const Candidate& candidate) {
    double rows = 0.0;
    for (const Figures& branch : ledger.figures(candidate.branches)) rows += branch.weight;
    return rows;
}

std::string given_text(const NamedSplit& question) { return question_text(question, branch_width); }

}  // namespace

std::string why_no_candidate(NoCandidate reason) {
    switch (reason) {
        case NoCandidate::used_on_path: return "asked about above";
        case NoCandidate::all_missing: return "missing in all rows";
        case NoCandidate::constant: return "the same in all rows";
        case NoCandidate::row_limits: return "no question leaves enough rows in its branches";
        case NoCandidate::none: break;
    }
    return "no question";
}

std::string FeatureWork::text(const FeatureResult& feature) const {
    const std::string name = shown_name(column(feature).name);
    if (!feature.best) return fmt::format("{}: {}\n", name, why_no_candidate(feature.reason));
    std::string text = name;
    if (!feature.cuts.empty())
        text += fmt::format(", {} candidate threshold{}", feature.cuts.size(), feature.cuts.size() == 1 ? "" : "s");
    if (feature.best->heuristic) text += ", heuristic: too many levels to try every subset";
    text += "\n";
    if (!feature.cuts.empty()) text += cuts_text(feature);
    return text + branches_text(feature) + formulas_text(feature);
}

std::string FeatureWork::cuts_text(const FeatureResult& feature) const {
    const std::size_t best = best_cut(feature);
    const std::size_t count = feature.cuts.size();
    const bool all = count <= most_cuts;
    const std::size_t begin = all || best < cuts_around_best ? 0 : best - cuts_around_best;
    const std::size_t end = all ? count : std::min(count, best + cuts_around_best + 1);
    TextTable table = columns_.table(1, 2);
    std::vector<std::string> cells = columns_.headings("rows above");
    cells.insert(cells.begin(), "threshold");
    cells.emplace_back("gain");
    table.add_row(std::move(cells));
    if (begin > 0) table.add_note(left_out_text(ledger_, feature, 0, begin));
    for (std::size_t i = begin; i < end; ++i) {
        const CutRecord& cut = feature.cuts[i];
        cells = columns_.cells(ledger_.figures(cut.above));
        cells.insert(cells.begin(), value_text(column(feature), cut.threshold) + side_text(cut.side));
        cells.push_back(figure_text(ledger_.real(cut.gain)));
        if (i == best) cells.emplace_back("← best");
        table.add_row(std::move(cells));
    }
    if (end < count) table.add_note(left_out_text(ledger_, feature, end, count));
    return table.text(indent, any_width);  // thresholds stay whole
}

std::string FeatureWork::branches_text(const FeatureResult& feature) const {
    const Candidate& best = *feature.best;
    const NamedSplit question{best.split, column(feature)};
    TextTable table = columns_.table(1, 1);
    std::vector<std::string> cells = columns_.headings("rows");
    cells.insert(cells.begin(), "branch");
    cells.emplace_back(ledger_.criterion().symbol);
    table.add_row(std::move(cells));
    std::size_t shown = 0;
    std::size_t left_out = 0;
    std::size_t empty = 0;
    for (std::size_t b = 0; b < best.counted.size(); ++b) {
        const bool is_empty = best.counted[b].weight == 0;
        if (is_empty)
            ++empty;
        else if (shown == most_branches)
            ++left_out;
        if (is_empty || shown == most_branches) continue;
        ++shown;
        const Figures figures = ledger_.figures(best.counted[b]);
        cells = columns_.cells(figures);
        cells.insert(cells.begin(), branch_text(question, b, branch_width));
        cells.push_back(figure_text(figures.impurity));
        table.add_row(std::move(cells));
    }
    if (left_out > 0) table.add_note(fmt::format("… {} more branches", left_out));
    if (empty > 0)
        table.add_note(fmt::format("{} without rows here", empty == 1 ? "one level" : fmt::format("{} levels", empty)));
    const bool asks_threshold = best.split.kind == SplitKind::threshold;
    return table.text(indent, asks_threshold ? any_width : table_width_);
}

std::string FeatureWork::formulas_text(const FeatureResult& feature) const {
    const Candidate& best = *feature.best;
    const NamedSplit question{best.split, column(feature)};
    std::string text;
    const auto add = [&](const std::string& line) {
        text += std::string(indent, ' ') + wrapped(line, width_ - indent, 2 * indent) + "\n";
    };
    if (best.known_share != 1.0) add("known rows: " + impurity_arithmetic(ledger_, ledger_.counted(best)));
    add(mean_impurity_arithmetic(ledger_, best, given_text(question)));
    add(gain_arithmetic(ledger_, best));
    if (ledger_.criterion().ranks_by_ratio) {
        add(split_information_arithmetic(ledger_, best));
        if (best.penalty > 0.0)
            add(fmt::format("penalty = log₂({})/{} = {}, for the choice among {} thresholds", count_text(feature.tests),
                            count_text(rows_of(ledger_, best)), figure_text(best.penalty), count_text(feature.tests)));
        if (best.split_information > 0.0) add(gain_ratio_arithmetic(best));
    }
    const std::string missing = missing_text(feature);
    if (!missing.empty()) add(missing);
    return text;
}

/// Where rows without a value go; nothing where there are none and no surrogates either.
std::string FeatureWork::missing_text(const FeatureResult& feature) const {
    const Candidate& best = *feature.best;
    const NamedSplit question{best.split, column(feature)};
    const std::string branch = branch_text(question, best.split.missing_child, branch_width);
    std::string surrogates;
    for (const SurrogateCandidate& surrogate : best.surrogates)
        surrogates += (surrogates.empty() ? "" : ", ") +
                      surrogate_text(ledger_.set().features[surrogate.split.feature].schema, surrogate);
    if (!surrogates.empty())
        return fmt::format("missing values go by the surrogates {}, else to the branch {}", surrogates, branch);
    if (ledger_.search().context().has_missing[feature.feature] == 0 || question.split.kind == SplitKind::is_missing) return "";
    if (ledger_.options().missing == MissingMethod::fractional)
        return "missing values go down all branches, by the known weight of each";
    return fmt::format("missing values go to the branch {}", branch);
}

}  // namespace treewright
