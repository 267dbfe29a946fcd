#include "treewright/export/work/arithmetic.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "treewright/base/number_text.h"
#include "treewright/export/names.h"
#include "treewright/export/wording.h"

namespace treewright {

namespace {

constexpr std::size_t most_terms = 8;  // of a formula that is written out

/// A share as the fraction it is, or as a number where priors or costs have changed it.
std::string share_text(const Ledger& ledger, const Figures& part, const Figures& whole) {
    if (ledger.has_factors()) return fixed_text(part.mass / whole.mass, 3);
    return count_text(part.weight) + "/" + count_text(whole.weight);
}

std::vector<std::string> class_shares(const Ledger& ledger, const Figures& rows) {
    std::vector<std::string> shares;
    for (std::size_t c = 0; c < rows.classes.size(); ++c) {
        if (rows.classes[c] == 0.0) continue;
        shares.push_back(ledger.has_factors() ? fixed_text(rows.shares[c], 3)
                                              : count_text(rows.classes[c]) + "/" + count_text(rows.weight));
    }
    return shares;
}

/// "−5/14·log₂(5/14) − 9/14·log₂(9/14)"
std::string entropy_terms(const std::vector<std::string>& shares, const char* of_what) {
    if (shares.size() > most_terms) return fmt::format("−Σ p·log₂(p) over {} {}", shares.size(), of_what);
    std::string text;
    for (const std::string& share : shares) text += fmt::format("{}{}·log₂({})", text.empty() ? "−" : " − ", share, share);
    return text;
}

std::string gini_terms(const std::vector<std::string>& shares) {
    if (shares.size() > most_terms) return fmt::format("1 − Σ p² over {} classes", shares.size());
    std::string text = "1";
    for (const std::string& share : shares) text += fmt::format(" − ({})²", share);
    return text;
}

/// Σ λ(i, j)·p(i)·p(j) over pairs that cost something.
std::string cost_terms(const Ledger& ledger, const Figures& rows) {
    const CostMatrix& costs = ledger.terms().costs;
    std::vector<std::size_t> present;
    for (std::size_t c = 0; c < rows.classes.size(); ++c)
        if (rows.classes[c] > 0.0) present.push_back(c);
    const std::vector<std::string> shares = class_shares(ledger, rows);
    if (present.size() * (present.size() - 1) > most_terms)
        return fmt::format("Σ λ(i,j)·p(i)·p(j) over {} classes", present.size());
    std::string text;
    for (std::size_t i = 0; i < present.size(); ++i)
        for (std::size_t j = 0; j < present.size(); ++j)
            if (i != j)
                text += fmt::format("{}{}·{}·{}", text.empty() ? "" : " + ", readable_number(costs.at(present[i], present[j])),
                                    shares[i], shares[j]);
    return text;
}

double as_shown(double value, int decimals) { return std::round(value * std::pow(10.0, decimals)) / std::pow(10.0, decimals); }

}  // namespace

std::string impurity_arithmetic(const Ledger& ledger, const Figures& rows) {
    const std::string result = figure_text(rows.impurity);
    const std::vector<std::string> shares = class_shares(ledger, rows);
    switch (ledger.criterion()) {
        case CriterionName::information_gain:
        case CriterionName::gain_ratio:
            return shares.size() == 1 ? "H = 0" : fmt::format("H = {} = {}", entropy_terms(shares, "classes"), result);
        case CriterionName::gini: return shares.size() == 1 ? "G = 0" : fmt::format("G = {} = {}", gini_terms(shares), result);
        case CriterionName::cost_gini:
            return shares.size() == 1 ? "G = 0" : fmt::format("G = {} = {}", cost_terms(ledger, rows), result);
        case CriterionName::squared_error: break;
    }
    if (rows.impurity == 0.0) return fmt::format("mean = {}, variance = 0", figure_text(rows.mean));
    return fmt::format("mean = {}, variance = {}, squared error = {}·{} = {}", figure_text(rows.mean), result,
                       count_text(rows.weight), result, figure_text(rows.weight * rows.impurity));
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
    const std::string_view symbol = impurity_symbol(ledger.criterion());
    if (filled > most_terms) terms = fmt::format("Σ share·{} over {} branches", symbol, filled);
    return fmt::format("{}({} | {}) = {} = {}", symbol, shown_name(ledger.set().target.schema.name), condition, terms,
                       figure_text(ledger.mean_impurity(candidate)));
}

std::string difference_text(double from, double taken, double result) {
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
        return fmt::format("gain = {} = {}", difference_text(known.impurity, mean, gain), figure_text(gain));
    Sums all(ledger.labels().slots());
    for (const Sums& branch : candidate.branches) all += branch;
    const Figures whole = ledger.figures(all);
    return fmt::format("gain = {}·({}) = {}, {} of {} being known", share_text(ledger, known, whole),
                       difference_text(known.impurity, mean, known.impurity - mean), figure_text(gain),
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
    return fmt::format("split information = {} = {}", entropy_terms(shares, "branches"),
                       figure_text(candidate.split_information));
}

std::string gain_ratio_arithmetic(const Candidate& candidate) {
    const std::string ratio = figure_text((candidate.gain - candidate.penalty) / candidate.split_information);
    if (candidate.penalty == 0.0)
        return fmt::format("gain ratio = {} / {} = {}", figure_text(candidate.gain), figure_text(candidate.split_information),
                           ratio);
    return fmt::format("gain ratio = ({}) / {} = {}",
                       difference_text(candidate.gain, candidate.penalty, candidate.gain - candidate.penalty),
                       figure_text(candidate.split_information), ratio);
}

}  // namespace treewright
