#include "reference/questions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "reference/surrogates.h"

namespace treewright::reference {

namespace {

enum class Side { none, left, right, heaviest, spread };

constexpr std::size_t most_exhaustive_levels = 10;

struct Cut {
    bool label_changes = false;
    std::vector<Question> questions;  ///< one for each direction of the missing rows that the row limits allow
};

class Asker {
public:
    Asker(const TrainingSet& set, const GrowOptions& options, const Measure& measure, FeatureId feature, const Rows& rows);
    FeatureQuestions ask();

private:
    // numbers
    void ask_thresholds();
    [[nodiscard]] std::vector<Cut> cuts() const;
    [[nodiscard]] bool allows_threshold(const Question& question) const;
    void ask_is_missing();
    // categories
    void ask_multiway();
    void ask_subsets();
    void ask_one_vs_rest();
    [[nodiscard]] bool ask_ordered();
    [[nodiscard]] std::vector<Levels> cuts_by_share(std::size_t slot) const;
    [[nodiscard]] Question two_way(const Levels& left, Side side) const;
    [[nodiscard]] std::vector<Question> two_way_questions(std::set<Levels> lefts) const;
    void keep_allowed(const std::vector<Question>& questions, bool heuristic);
    // both
    [[nodiscard]] std::vector<Side> sides() const;
    [[nodiscard]] Question completed(Question question, Parts parts, Side side) const;
    [[nodiscard]] bool allows(const Question& question) const;
    [[nodiscard]] std::size_t heaviest(const Parts& parts) const;
    [[nodiscard]] Real snapped(Real gain) const { return std::abs(gain) <= tolerance * measure_.impurity(rows_) ? 0 : gain; }
    [[nodiscard]] bool missing_is_level() const { return options_.missing == MissingMethod::category; }
    [[nodiscard]] std::int32_t level_of(std::size_t row) const;
    [[nodiscard]] Rows rows_with(const Levels& levels) const;

    const TrainingSet& set_;
    const GrowOptions& options_;
    const Measure& measure_;
    const FeatureId feature_;
    const Column& column_;
    const Rows& rows_;
    Rows known_, missing_;
    Levels present_;  ///< categories: the levels of the node's rows; missing is the last if it is a level
    FeatureQuestions found_;
};

Asker::Asker(const TrainingSet& set, const GrowOptions& options, const Measure& measure, FeatureId feature, const Rows& rows)
    : set_(set), options_(options), measure_(measure), feature_(feature), column_(set.features[feature]), rows_(rows) {
    for (const std::size_t row : rows) (column_.missing_at(row) ? missing_ : known_).push_back(row);
    if (column_.has_values()) return;
    std::set<std::int32_t> levels;
    for (const std::size_t row : missing_is_level() ? rows_ : known_) levels.insert(level_of(row));
    present_.assign(levels.begin(), levels.end());
}

FeatureQuestions Asker::ask() {
    if (column_.has_values()) {
        ask_thresholds();
        if (missing_is_level()) ask_is_missing();
    } else if (options_.categories == CategorySplit::multiway) {
        ask_multiway();
    } else if (options_.categories == CategorySplit::subset) {
        ask_subsets();
    } else {
        ask_one_vs_rest();
    }
    return found_;
}

// --- what all questions share -----------------------------------------------------------------------------------------------

std::size_t Asker::heaviest(const Parts& parts) const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < parts.size(); ++i)
        if (measure_.weight(parts[i]) > measure_.weight(parts[best])) best = i;
    return best;
}

std::vector<Side> Asker::sides() const {
    if (missing_.empty()) return {Side::none};
    if (options_.missing == MissingMethod::majority || options_.missing == MissingMethod::surrogate) return {Side::heaviest};
    if (options_.missing == MissingMethod::fractional) return {Side::spread};
    if (!column_.has_values() && missing_is_level()) return {Side::none};
    return {Side::left, Side::right};
}

/// Assigns the missing rows and computes the gain. `parts` are the known rows (and the missing ones if they are a level).
Question Asker::completed(Question question, Parts parts, Side side) const {
    question.feature = feature_;
    question.counted = question.branches = parts;
    if (side == Side::none && !question.missing_branch && question.kind != SplitKind::is_missing)
        question.missing_child = heaviest(parts);
    if (side == Side::heaviest || side == Side::spread) question.missing_child = heaviest(parts);
    if (side == Side::left) question.missing_child = 0;
    if (side == Side::right) question.missing_child = 1;
    if (side == Side::spread) question.spread = missing_;
    if (side != Side::none && side != Side::spread) {
        Rows& target = question.branches[question.missing_child];
        target.insert(target.end(), missing_.begin(), missing_.end());
    }
    if (side == Side::left || side == Side::right) question.counted = question.branches;
    const Real known_share = measure_.mass(joined(question.counted)) / measure_.mass(rows_);
    question.gain = snapped(measure_.gain(question.counted) * known_share);
    return question;
}

/// Rows that go down all branches count in each of them by its share of the known rows.
bool Asker::allows(const Question& question) const {
    std::size_t filled = 0;
    std::size_t large = 0;
    const Real limit = limit_of(set_, options_, options_.min_leaf);
    for (const Rows& branch : question.branches) {
        if (branch.empty()) continue;
        filled += 1;
        const bool is_large = question.spread.empty()
                                  ? measure_.weight(branch) >= limit
                                  : measure_.weight(branch) * measure_.weight(rows_) >= limit * measure_.weight(known_);
        large += is_large ? 1 : 0;
    }
    return filled >= 2 && large >= (options_.branch_rule == BranchRule::two ? 2 : filled);
}

// --- numbers ----------------------------------------------------------------------------------------------------------------

bool Asker::allows_threshold(const Question& question) const {
    if (options_.numeric_limit == NumericLimit::plain) return allows(question);
    const Real classes = static_cast<Real>(set_.target.schema.levels.size());
    const Real limit =
        std::max<Real>(options_.min_leaf, std::min<Real>(25, measure_.weight(known_) / (10 * std::max<Real>(1, classes))));
    for (const Rows& branch : question.branches) {
        Rows known;
        for (const std::size_t row : branch)
            if (!column_.missing_at(row)) known.push_back(row);
        if (measure_.weight(known) < limit_of(set_, options_, limit)) return false;
    }
    return true;
}

/// Every cut between neighbouring distinct values of the known rows, with the splits that the row limits allow.
std::vector<Cut> Asker::cuts() const {
    std::set<double> distinct;
    for (const std::size_t row : known_) distinct.insert(column_.values[row]);
    const std::vector<double> values(distinct.begin(), distinct.end());
    std::vector<Cut> cuts;
    for (std::size_t i = 0; i + 1 < values.size(); ++i) {
        Parts parts(2);
        Parts neighbours(2);
        for (const std::size_t row : known_) {
            const double value = column_.values[row];
            parts[value <= values[i] ? 0 : 1].push_back(row);
            if (value == values[i]) neighbours[0].push_back(row);
            if (value == values[i + 1]) neighbours[1].push_back(row);
        }
        Question question;
        question.kind = SplitKind::threshold;
        question.threshold = threshold_between(column_, options_, values[i], values[i + 1]);
        cuts.push_back({!measure_.is_pure(joined(neighbours)), {}});
        for (const Side side : sides()) cuts.back().questions.push_back(completed(question, parts, side));
        std::erase_if(cuts.back().questions, [&](const Question& each) { return !allows_threshold(each); });
    }
    return cuts;
}

/// Whether no cut before this one, or none after it, allows the missing rows to go the same way.
bool is_end(const std::vector<Cut>& cuts, std::size_t i, const Question& question) {
    const auto allows_it = [&](const Cut& cut) {
        return std::any_of(cut.questions.begin(), cut.questions.end(),
                           [&](const Question& other) { return other.missing_child == question.missing_child; });
    };
    const auto here = cuts.begin() + static_cast<std::ptrdiff_t>(i);
    return std::none_of(cuts.begin(), here, allows_it) || std::none_of(here + 1, cuts.end(), allows_it);
}

/// Cuts where the label changes, and the first and the last that the row limits allow; all cuts if the measure is not concave.
void Asker::ask_thresholds() {
    const bool every_cut = measure_.is_regression() || !measure_.is_concave(rows_);
    const std::vector<Cut> all = cuts();
    for (std::size_t i = 0; i < all.size(); ++i) {
        found_.cuts += all[i].questions.empty() ? 0 : 1;
        for (const Question& question : all[i].questions)
            if (every_cut || all[i].label_changes || is_end(all, i, question)) found_.list.push_back(question);
    }
    found_.tests = found_.cuts;
}

void Asker::ask_is_missing() {
    if (missing_.empty() || known_.empty()) return;
    Question question;
    question.kind = SplitKind::is_missing;
    question = completed(question, {missing_, known_}, Side::none);
    if (!allows(question)) return;
    found_.list.push_back(question);
    found_.tests += 1;
}

// --- categories -------------------------------------------------------------------------------------------------------------

std::int32_t Asker::level_of(std::size_t row) const {
    return column_.missing_at(row) ? static_cast<std::int32_t>(column_.schema.levels.size()) : column_.codes[row];
}

Rows Asker::rows_with(const Levels& levels) const {
    Rows rows;
    for (const std::size_t row : missing_is_level() ? rows_ : known_)
        if (std::find(levels.begin(), levels.end(), level_of(row)) != levels.end()) rows.push_back(row);
    return rows;
}

void Asker::ask_multiway() {
    if (present_.size() < 2) return;
    Question question;
    question.kind = SplitKind::multiway;
    Parts parts(column_.schema.levels.size());
    bool table_has_missing = false;
    for (std::size_t row = 0; row < set_.rows; ++row) table_has_missing |= column_.missing_at(row);
    question.missing_branch = missing_is_level() && table_has_missing;
    if (question.missing_branch) {
        question.missing_child = parts.size();
        parts.emplace_back();
    }
    for (const std::size_t row : missing_is_level() ? rows_ : known_)
        parts[static_cast<std::size_t>(level_of(row))].push_back(row);
    const Side if_missing = options_.missing == MissingMethod::fractional ? Side::spread : Side::heaviest;
    const Side side = missing_.empty() || missing_is_level() ? Side::none : if_missing;
    question = completed(question, parts, side);
    if (!allows(question)) return;
    found_.tests = 1;
    found_.list.push_back(question);
}

/// `left` against the other levels present. The side with the first level is the left one.
Question Asker::two_way(const Levels& left, Side side) const {
    Question question;
    question.kind = SplitKind::subset;
    Levels right;
    std::set_difference(present_.begin(), present_.end(), left.begin(), left.end(), std::back_inserter(right));
    Parts parts = {rows_with(left), rows_with(right)};
    const auto missing = static_cast<std::int32_t>(column_.schema.levels.size());
    if (right == Levels{missing}) {
        question.kind = SplitKind::is_missing;
        return completed(question, {parts[1], parts[0]}, Side::none);
    }
    question = completed(question, parts, side);
    question.left = left;
    question.right = right;
    for (const std::size_t child : {0, 1}) {
        Levels& levels = child == 0 ? question.left : question.right;
        if (levels.back() != missing) continue;
        levels.pop_back();
        question.missing_child = child;
    }
    return question;
}

std::vector<Question> Asker::two_way_questions(std::set<Levels> lefts) const {
    std::vector<Question> questions;
    std::set<Levels> with_first;
    for (const Levels& left : lefts) {
        Levels other;
        std::set_difference(present_.begin(), present_.end(), left.begin(), left.end(), std::back_inserter(other));
        with_first.insert(left.front() == present_.front() ? left : other);
    }
    for (const Levels& left : with_first)
        for (const Side side : sides()) questions.push_back(two_way(left, side));
    return questions;
}

void Asker::keep_allowed(const std::vector<Question>& questions, bool heuristic) {
    for (const Question& question : questions) {
        if (!allows(question)) continue;
        found_.list.push_back(question);
        found_.list.back().heuristic = heuristic && question.kind == SplitKind::subset;
    }
}

void Asker::ask_one_vs_rest() {
    if (present_.size() < 2) return;
    found_.tests = static_cast<Real>(present_.size());
    std::set<Levels> lefts;
    for (const LevelCode level : present_) lefts.insert({level});
    keep_allowed(two_way_questions(lefts), false);
}

/// The sets that cuts of the levels, ordered by the share of a class or by the mean, put on one side; equal ones by position.
std::vector<Levels> Asker::cuts_by_share(std::size_t slot) const {
    std::vector<std::pair<Real, std::int32_t>> order;
    for (const LevelCode level : present_) {
        const Rows rows = rows_with({level});
        const Real share =
            measure_.is_regression() ? measure_.mean(rows) : measure_.class_weights(rows)[slot] / measure_.weight(rows);
        order.emplace_back(share, level);
    }
    std::sort(order.begin(), order.end());
    std::vector<Levels> cuts;
    Levels left;
    for (std::size_t i = 0; i + 1 < order.size(); ++i) {
        left.insert(std::upper_bound(left.begin(), left.end(), order[i].second), order[i].second);
        cuts.push_back(left);
    }
    return cuts;
}

/// The cuts of the ordered levels, if they are certain to contain the best set that the row limits allow.
bool Asker::ask_ordered() {
    const bool two_classes = measure_.classes_present(rows_) == 2;
    if (!(measure_.is_regression() || two_classes) || !measure_.is_concave(rows_)) return false;
    std::size_t slot = 0;
    while (!measure_.is_regression() && measure_.class_weights(rows_)[slot] == 0) ++slot;
    const std::vector<Levels> cuts = cuts_by_share(slot);
    const std::vector<Question> questions = two_way_questions({cuts.begin(), cuts.end()});
    Real best = -1;
    Real best_allowed = -1;
    for (const Question& question : questions) {
        best = std::max(best, question.gain);
        if (allows(question)) best_allowed = std::max(best_allowed, question.gain);
    }
    // The theorem is about all sets; missing against all levels is one of its cuts, but not a split here.
    const bool missing_takes_part = !missing_.empty() && options_.missing == MissingMethod::direction;
    if (missing_takes_part) best = std::max(best, measure_.gain({missing_, known_}));
    if (best_allowed < tie_line(best, measure_.impurity(rows_))) return false;
    keep_allowed(questions, false);
    return true;
}

void Asker::ask_subsets() {
    const std::size_t levels = present_.size();
    if (levels < 2) return;
    found_.tests = std::pow(2.0L, static_cast<Real>(levels - 1)) - 1;
    if (ask_ordered()) return;
    std::set<Levels> lefts;
    if (levels <= most_exhaustive_levels) {
        for (std::size_t mask = 0; mask + 1 < std::size_t{1} << (levels - 1); ++mask) {
            Levels left = {present_.front()};
            for (std::size_t i = 1; i < levels; ++i)
                if ((mask >> (i - 1) & 1U) != 0) left.push_back(present_[i]);
            lefts.insert(left);
        }
        keep_allowed(two_way_questions(lefts), false);
        return;
    }
    const std::size_t slots = measure_.is_regression() ? 1 : set_.target.schema.levels.size();
    for (std::size_t slot = 0; slot < slots; ++slot)
        for (const Levels& left : cuts_by_share(slot)) lefts.insert(left);
    keep_allowed(two_way_questions(lefts), true);
}

}  // namespace

bool splits_rows(const TrainingSet& set, const GrowOptions& options) {
    if (options.missing != MissingMethod::fractional) return false;
    for (const Column& column : set.features)
        for (std::size_t row = 0; row < set.rows; ++row)
            if (column.missing_at(row)) return true;
    return false;
}

Real limit_of(const TrainingSet& set, const GrowOptions& options, Real rows) {
    return splits_rows(set, options) ? rows * (1 - 1 / Real{1024}) : rows;
}

std::int64_t parts_of_row(const TrainingSet& set) { return set.task() == Task::classification ? 1 << 24 : 1 << 20; }

FeatureQuestions questions_of(const TrainingSet& set, const GrowOptions& options, const Measure& measure, FeatureId feature,
                              const Rows& rows) {
    return Asker(set, options, measure, feature, rows).ask();
}

}  // namespace treewright::reference
