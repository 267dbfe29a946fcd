#include "treewright/export/worked/arithmetic.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "treewright/base/number_text.h"
#include "treewright/export/names.h"
#include "treewright/export/wording.h"

namespace treewright {

namespace {

/// A share as the fraction it is, or as a number where priors or costs have changed it.
std::string share_text(const Ledger& ledger, const Figures& part, const Figures& whole) {
    if (ledger.has_factors()) return fixed_text(part.mass / whole.mass, 3);
    return count_text(part.weight) + "/" + count_text(whole.weight);
}

WrittenShares class_shares(const Ledger& ledger, const Figures& rows) {
    WrittenShares shares;
    for (std::size_t c = 0; c < rows.classes.size(); ++c) {
        if (rows.classes[c] == 0.0) continue;
        shares.classes.push_back(c);
        shares.texts.push_back(ledger.has_factors() ? fixed_text(rows.shares[c], 3)
                                                    : count_text(rows.classes[c]) + "/" + count_text(rows.weight));
    }
    return shares;
}

/// "mean = 2, variance = 3, squared error = 5·3 = 15"
std::string variance_arithmetic(const Figures& rows) {
    if (rows.impurity == 0.0) return fmt::format("mean = {}, variance = 0", figure_text(rows.mean));
    const std::string result = figure_text(rows.impurity);
    return fmt::format("mean = {}, variance = {}, squared error = {}·{} = {}", figure_text(rows.mean), result,
                       count_text(rows.weight), result, figure_text(rows.weight * rows.impurity));
}

double as_shown(double value, int decimals) { return std::round(value * std::pow(10.0, decimals)) / std::pow(10.0, decimals); }

}  // namespace

std::string impurity_arithmetic(const Ledger& ledger, const Figures& rows) {
    if (!ledger.is_classification()) return variance_arithmetic(rows);
    const WrittenShares shares = class_shares(ledger, rows);
    const std::string_view symbol = ledger.criterion().symbol;
    if (shares.texts.size() == 1) return fmt::format("{} = 0", symbol);
    const std::string formula = ledger.search().criterion().formula(shares);
    return fmt::format("{} = {}{}{}", symbol, formula, formula.empty() ? "" : " = ", figure_text(rows.impurity));
}

std::string mean_impurity_arithmetic(const Ledger& ledger, const Candidate& candidate, const std::string& condition) {
    const Figures whole = ledger.counted(candidate);
    std::string terms;
    std::size_t filled = 0;
    for (const Figures& branch : ledger.figures(candidate.counted)) {
        if (branch.weight == 0.0) continue;
        ++filled;
        terms +=
            fmt::format("{}{}·{}", terms.empty() ? "" : " + ", share_text(ledger, branch, whole), figure_text(branch.impurity));
    }
    const std::string_view symbol = ledger.criterion().symbol;
    if (filled > most_written_terms) terms = fmt::format("Σ share·{} over {} branches", symbol, filled);
    return fmt::format("{}({} | {}) = {} = {}", symbol, shown_name(ledger.set().target.schema.name), condition, terms,
                       figure_text(ledger.mean_impurity(candidate)));
}

std::string subtraction_text(double from, double taken, double result) {
    for (int decimals = 3; decimals <= 6; ++decimals) {
        const bool adds_up = fixed_text(as_shown(from, decimals) - as_shown(taken, decimals), 3) == fixed_text(result, 3);
        if (adds_up && decimals > 3) return fixed_text(from, decimals) + " − " + fixed_text(taken, decimals);
        if (adds_up) break;
    }
    return figure_text(from) + " − " + figure_text(taken);
}

std::string gain_arithmetic(const Ledger& ledger, const Candidate& candidate) {
    const Figures known = ledger.counted(candidate);
    const double mean = ledger.mean_impurity(candidate);
    const double gain = ledger.real(candidate.gain);
    if (candidate.known_share == 1.0)
        return fmt::format("gain = {} = {}", subtraction_text(known.impurity, mean, gain), figure_text(gain));
    Sums all(ledger.labels().slots());
    for (const Sums& branch : candidate.branches) all += branch;
    const Figures whole = ledger.figures(all);
    return fmt::format("gain = {}·({}) = {}, {} of {} being known", share_text(ledger, known, whole),
                       subtraction_text(known.impurity, mean, known.impurity - mean), figure_text(gain),
                       count_text(known.weight), rows_text(whole.weight));
}

std::string split_information_arithmetic(const Ledger& ledger, const Candidate& candidate) {
    const bool with_unknown = ledger.options().missing == MissingMethod::fractional && candidate.missing_weight > 0;
    Sums all(ledger.labels().slots());
    for (const Sums& branch : with_unknown ? candidate.branches : candidate.counted) all += branch;
    const Figures whole = ledger.figures(all);
    std::vector<std::string> shares;
    for (const Figures& branch : ledger.figures(candidate.counted))
        if (branch.weight > 0.0) shares.push_back(share_text(ledger, branch, whole));
    if (with_unknown) {  // one more branch
        for (const Sums& branch : candidate.counted) all -= branch;
        shares.push_back(share_text(ledger, ledger.figures(all), whole));
    }
    return fmt::format("split information = {} = {}", entropy_formula(shares, "branches"),
                       figure_text(candidate.split_information));
}

std::string gain_ratio_arithmetic(const Candidate& candidate) {
    const std::string ratio = figure_text((candidate.gain - candidate.penalty) / candidate.split_information);
    if (candidate.penalty == 0.0)
        return fmt::format("gain ratio = {} / {} = {}", figure_text(candidate.gain), figure_text(candidate.split_information),
                           ratio);
    return fmt::format("gain ratio = ({}) / {} = {}",
                       subtraction_text(candidate.gain, candidate.penalty, candidate.gain - candidate.penalty),
                       figure_text(candidate.split_information), ratio);
}

}  // namespace treewright
