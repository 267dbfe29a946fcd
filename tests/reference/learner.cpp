#include "reference/learner.h"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/fisher_f.hpp>
#include <cmath>
#include <limits>
#include <numeric>

#include "reference/message.h"
#include "reference/surrogates.h"
#include "treewright/base/int128.h"
#include "treewright/statistics/exact_test.h"

namespace treewright::reference {

namespace {

class Learner {
public:
    Learner(const TrainingSet& set, const GrowOptions& options, const ClassTerms& terms)
        : set_(set), options_(options), terms_(terms), measure_(set_, options, terms) {
        if (!splits_rows(set, options)) return;
        shares_.assign(set.rows, parts_of_row(set));
        set_.weights.resize(set.rows, 1.0);
        whole_weights_ = set_.weights;
    }
    PlainTree grow();

private:
    struct Search {
        std::vector<FeatureQuestions> features;
        std::optional<Question> winner;
    };
    using Open = std::pair<PlainNode*, Question>;

    // choosing
    [[nodiscard]] Search search(const PlainNode& node) const;
    [[nodiscard]] std::vector<Question> best_by_gain(const Search& search, const Rows& rows) const;
    void rate_by_ratio(std::vector<Question>& questions, std::vector<Question>& eligible) const;
    [[nodiscard]] Real average_gain(const std::vector<Question>& questions) const;
    [[nodiscard]] bool may_ask(const PlainNode& node, FeatureId feature) const;
    // stopping
    [[nodiscard]] bool may_split(const PlainNode& node) const;
    [[nodiscard]] bool gains_enough(const PlainNode& node, const Question& question) const;
    [[nodiscard]] NodeTest test(const Search& search) const;
    [[nodiscard]] double p_value(const Question& question, NodeTest& test) const;
    [[nodiscard]] bool is_significant(PlainNode& node, const Search& search) const;
    [[nodiscard]] bool saves_bits(const PlainNode& node, const Question& question);
    // growing
    [[nodiscard]] std::optional<Question> question_for(PlainNode& node);
    void split(PlainNode& node, const Question& question);
    void add_parts(const Rows& spread, const Parts& known, Parts& branches);
    std::size_t add_part(std::size_t row, std::int64_t share);
    void ask_surrogates(Question& question) const;
    [[nodiscard]] ClassId label_of(const PlainNode& node) const;
    void set_labels(PlainNode& node) const;

    TrainingSet set_;  ///< `rows` stays that of the table: those after it are fractional rows
    const GrowOptions& options_;
    const ClassTerms& terms_;
    Measure measure_;
    std::vector<std::int64_t> shares_;  ///< fractional: of each row and part
    std::vector<double> whole_weights_;
    bool is_undecided_ = false;
};

const Question& first_at_line(const std::vector<Question>& questions, Real unit, Real Question::* score) {
    Real best = questions.front().*score;
    for (const Question& question : questions) best = std::max(best, question.*score);
    return *std::find_if(questions.begin(), questions.end(),
                         [&](const Question& question) { return question.*score >= tie_line(best, unit); });
}

// --- choosing ---------------------------------------------------------------------------------------------------------------

bool Learner::may_ask(const PlainNode& node, FeatureId feature) const {
    if (options_.feature_use == FeatureUse::free) return true;
    for (const PlainNode* above = node.parent; above != nullptr; above = above->parent)
        if (above->question->feature == feature) return false;
    return true;
}

/// Gain ratio: the best split of each feature by gain, with its penalty.
std::vector<Question> Learner::best_by_gain(const Search& search, const Rows& rows) const {
    std::vector<Question> best;
    for (const FeatureQuestions& feature : search.features) {
        if (feature.list.empty()) continue;
        best.push_back(first_at_line(feature.list, measure_.impurity(rows), &Question::gain));
        if (options_.threshold_penalty && best.back().kind == SplitKind::threshold)
            best.back().penalty = std::log2(feature.cuts) / measure_.weight(rows);
    }
    return best;
}

Real Learner::average_gain(const std::vector<Question>& questions) const {
    Rows all(set_.rows);
    std::iota(all.begin(), all.end(), 0);
    const Real many = 0.3L * measure_.weight(all);
    for (const bool leave_out : {true, false}) {
        Real sum = 0;
        Real count = 0;
        for (const Question& question : questions) {
            const Column& column = set_.features[question.feature];
            if (column.has_values() && question.gain - question.penalty <= 0) continue;
            if (leave_out && !column.has_values() && static_cast<Real>(column.schema.levels.size()) >= many) continue;
            sum += question.gain - question.penalty;
            count += 1;
        }
        if (count > 0) return sum / count;
    }
    return 0;
}

void Learner::rate_by_ratio(std::vector<Question>& questions, std::vector<Question>& eligible) const {
    const Real average = average_gain(questions);
    for (Question& question : questions) {
        const Real gain = question.gain - question.penalty;
        Parts parts = question.counted;
        if (!question.spread.empty()) parts.push_back(question.spread);
        const Real information = measure_.split_information(parts);
        if (information <= 0.001L) continue;
        if (options_.gain_filter == GainFilter::average && gain < average - 0.001L) continue;
        question.score = gain / information;
        eligible.push_back(question);
    }
}

Learner::Search Learner::search(const PlainNode& node) const {
    Search search;
    std::vector<Question> pool;
    for (FeatureId feature = 0; feature < set_.features.size(); ++feature) {
        search.features.emplace_back();
        if (may_ask(node, feature)) search.features.back() = questions_of(set_, options_, measure_, feature, node.rows);
        for (Question& question : search.features.back().list) question.score = question.gain;
    }
    const bool by_ratio = measure_.criterion() == CriterionName::gain_ratio;
    if (by_ratio) {
        std::vector<Question> best = best_by_gain(search, node.rows);
        rate_by_ratio(best, pool);
    } else {
        for (const FeatureQuestions& feature : search.features)
            pool.insert(pool.end(), feature.list.begin(), feature.list.end());
    }
    if (!pool.empty()) search.winner = first_at_line(pool, by_ratio ? 1 : measure_.impurity(node.rows), &Question::score);
    return search;
}

// --- stopping ---------------------------------------------------------------------------------------------------------------

bool Learner::may_split(const PlainNode& node) const {
    return !measure_.is_pure(node.rows) && node.depth < options_.max_depth &&
           measure_.weight(node.rows) >= limit_of(set_, options_, options_.min_split);
}

bool Learner::gains_enough(const PlainNode& node, const Question& question) const {
    const Real gain = question.gain - question.penalty;
    const bool zero_allowed = options_.zero_gain == ZeroGain::allow && measure_.is_concave(node.rows);
    return (zero_allowed ? gain >= 0 : gain > 0) && gain >= options_.min_gain;
}

double chi_squared_p(const std::vector<std::vector<Real>>& table) {
    std::vector<Real> rows, columns(table.front().size(), 0);
    for (const auto& row : table) {
        rows.push_back(std::accumulate(row.begin(), row.end(), Real{0}));
        for (std::size_t j = 0; j < row.size(); ++j) columns[j] += row[j];
    }
    const Real total = std::accumulate(rows.begin(), rows.end(), Real{0});
    Real d = 0;
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < columns.size(); ++j) {
            const Real expected = rows[i] * columns[j] / total;
            if (expected > 0) d += (table[i][j] - expected) * (table[i][j] - expected) / expected;
        }
    const auto filled = [](const std::vector<Real>& sums) {
        return std::count_if(sums.begin(), sums.end(), [](Real s) { return s > 0; });
    };
    const auto degrees = static_cast<double>((filled(rows) - 1) * (filled(columns) - 1));
    if (degrees == 0) return 1;
    return boost::math::cdf(boost::math::complement(boost::math::chi_squared(degrees), static_cast<double>(d)));
}

double f_p(const Measure& measure, const Parts& parts) {
    const Rows all = joined(parts);
    Real between = 0, within = 0, groups = 0;
    for (const Rows& part : parts) {
        if (part.empty()) continue;
        groups += 1;
        within += measure.weight(part) * measure.variance(part);
        between += measure.weight(part) * std::pow(measure.mean(part) - measure.mean(all), 2.0L);
    }
    const Real n = measure.weight(all);
    if (between <= 1e-18L * within || n <= groups) return 1;
    if (within == 0) return 0;
    const Real statistic = between / (groups - 1) / (within / (n - groups));
    const boost::math::fisher_f distribution(static_cast<double>(groups - 1), static_cast<double>(n - groups));
    return boost::math::cdf(boost::math::complement(distribution, static_cast<double>(statistic)));
}

double Learner::p_value(const Question& question, NodeTest& test) const {
    if (options_.stop_test == StopTest::f) return f_p(measure_, question.counted);
    std::vector<std::vector<Real>> table;
    std::vector<double> flat;
    for (const Rows& branch : question.counted) {
        table.push_back(measure_.class_weights(branch));
        for (const Real weight : table.back()) flat.push_back(static_cast<double>(weight));
    }
    if (options_.stop_test == StopTest::chi_squared) return chi_squared_p(table);
    const ExactTest exact = exact_test(flat, table.front().size());
    test.approximate = exact.approximate;
    return exact.p_value;
}

NodeTest Learner::test(const Search& search) const {
    NodeTest test;
    test.p_value = p_value(*search.winner, test);
    Real m = 0;
    for (const FeatureQuestions& feature : search.features) m += feature.tests;
    test.tests_at_node = static_cast<double>(m);
    test.tests_of_feature = static_cast<double>(search.features[search.winner->feature].tests);
    return test;
}

bool Learner::is_significant(PlainNode& node, const Search& search) const {
    node.test = test(search);
    const double factor = options_.adjust == Adjust::bonferroni ? node.test->tests_at_node : 1.0;
    return std::min(1.0, factor * node.test->p_value) <= options_.significance;
}

/// The message of docs/pruning/description-length.md, with the node as a leaf and with the question and its branches as leaves.
bool Learner::saves_bits(const PlainNode& node, const Question& question) {
    Rows table(set_.rows);
    std::iota(table.begin(), table.end(), 0);
    const Message message(set_, measure_, measure_.is_regression() ? measure_.variance(table) : 0);
    Real with_question = message.bits_of(question, node.rows);
    for (const Rows& branch : question.branches) with_question += message.bits_of_leaf(branch);
    const Real saved = message.bits_of_leaf(node.rows) - with_question;
    if (std::abs(saved) < 1e-9L) is_undecided_ = true;  // equally long: rounding may decide either way
    return saved > 0;
}

// --- growing ----------------------------------------------------------------------------------------------------------------

std::optional<Question> Learner::question_for(PlainNode& node) {
    if (!may_split(node)) return std::nullopt;
    Search found = search(node);
    if (!found.winner || !gains_enough(node, *found.winner)) return std::nullopt;
    Question& question = *found.winner;
    const bool by_bits = options_.stop_test == StopTest::description_length;
    if (options_.stop_test != StopTest::none && !by_bits && !is_significant(node, found)) return std::nullopt;
    if (!question.spread.empty()) add_parts(question.spread, question.counted, question.branches);
    ask_surrogates(question);
    if (by_bits && !saves_bits(node, question)) return std::nullopt;
    return question;
}

/// A fractional row is an ordinary row of less weight.
std::size_t Learner::add_part(std::size_t row, std::int64_t share) {
    for (Column& column : set_.features) {
        if (column.has_values())
            column.values.own().push_back(column.values[row]);
        else
            column.codes.push_back(column.codes[row]);
    }
    if (measure_.is_regression())
        set_.target.values.own().push_back(set_.target.values[row]);
    else
        set_.target.codes.push_back(set_.target.codes[row]);
    shares_.push_back(share);
    whole_weights_.push_back(whole_weights_[row]);
    set_.weights.push_back(whole_weights_[row] * static_cast<double>(share) / static_cast<double>(parts_of_row(set_)));
    return shares_.size() - 1;
}

/// Shares in proportion to the known weight, in integer units and rounded down; the last branch with rows gets the remainder.
void Learner::add_parts(const Rows& spread, const Parts& known, Parts& branches) {
    const auto units = [&](const Rows& rows) {  // weights are multiples of a quarter
        return static_cast<Int128>(std::llround(measure_.weight(rows) * 4 * static_cast<Real>(parts_of_row(set_))));
    };
    std::size_t last = 0;
    for (std::size_t b = 0; b < known.size(); ++b)
        if (!known[b].empty()) last = b;
    std::vector<Int128> weights;
    for (const Rows& branch : known) weights.push_back(units(branch));
    const Int128 total = std::accumulate(weights.begin(), weights.end(), Int128{0});
    for (const std::size_t row : spread) {
        const std::int64_t share = shares_[row];
        std::int64_t left = share;
        for (std::size_t b = 0; b <= last; ++b) {
            const std::int64_t part = b == last ? left : static_cast<std::int64_t>(weights[b] * share / total);
            left -= part;
            if (part > 0) branches[b].push_back(add_part(row, part));
        }
    }
}

void Learner::ask_surrogates(Question& question) const {
    if (question.kind == SplitKind::multiway || most_surrogates(set_, options_) == 0) return;
    question.surrogates = surrogates_of(set_, options_, measure_, question);
    Rows missing;
    for (const std::size_t row : joined(question.branches))
        if (set_.features[question.feature].missing_at(row)) missing.push_back(row);
    question.branches = question.counted;
    for (const std::size_t row : missing) {
        std::size_t child = question.missing_child;
        for (auto surrogate = question.surrogates.rbegin(); surrogate != question.surrogates.rend(); ++surrogate)
            if (answer_of(*surrogate, set_, row) < 2) child = static_cast<std::size_t>(answer_of(*surrogate, set_, row));
        question.branches[child].push_back(row);
    }
}

void Learner::split(PlainNode& node, const Question& question) {
    node.question = question;
    for (const Rows& branch : question.branches) {
        node.children.push_back(std::make_unique<PlainNode>());
        node.children.back()->rows = branch;
        node.children.back()->parent = &node;
        node.children.back()->depth = node.depth + 1;
    }
}

/// All leaves in preorder; those that can be split have their split. The one that gains most is split; ties: the first.
PlainTree Learner::grow() {
    auto root = std::make_unique<PlainNode>();
    root->rows.resize(set_.rows);
    std::iota(root->rows.begin(), root->rows.end(), 0);
    std::size_t leaves = 1;
    std::vector<Open> open;
    if (const auto question = question_for(*root)) open.emplace_back(root.get(), *question);
    const auto priority = [&](const Open& entry) { return entry.second.gain * measure_.weight(entry.first->rows); };
    while (!open.empty()) {
        auto next = open.begin();
        for (auto entry = open.begin(); entry != open.end(); ++entry)
            if (priority(*entry) > priority(*next) + 1e-15L * std::abs(priority(*next))) next = entry;
        const auto [node, question] = *next;
        next = open.erase(next);
        if (leaves + question.branches.size() - 1 > options_.max_leaves) continue;
        leaves += question.branches.size() - 1;
        split(*node, question);
        std::vector<Open> more;
        for (const auto& child : node->children)
            if (const auto asked = child->rows.empty() ? std::nullopt : question_for(*child))
                more.emplace_back(child.get(), *asked);
        open.insert(next, more.begin(), more.end());
    }
    set_labels(*root);
    return {std::move(set_), std::move(root), is_undecided_};
}

/// The majority class, or the one of least expected cost; ties: the best in the parent, and so on up, then the first. Compared
/// are the counts as the model will store them: doubles.
ClassId Learner::label_of(const PlainNode& node) const {
    std::vector<ClassId> tied(set_.target.schema.levels.size());
    std::iota(tied.begin(), tied.end(), ClassId{0});
    for (const PlainNode* at = &node; at != nullptr; at = at->parent) {
        std::vector<Real> masses = measure_.class_weights(at->rows);
        for (std::size_t j = 0; j < masses.size(); ++j)
            masses[j] = static_cast<double>(masses[j]) * (terms_.label_factors.empty() ? 1 : terms_.label_factors[j]);
        const auto badness = [&](ClassId j) {
            if (terms_.costs.empty()) return -masses[j];
            Real cost = 0;
            for (std::size_t i = 0; i < masses.size(); ++i) cost += masses[i] * terms_.costs.at(i, j);
            return cost;
        };
        Real least = badness(tied.front());
        for (const ClassId j : tied) least = std::min(least, badness(j));
        const Real slack = terms_.costs.empty() && terms_.label_factors.empty() ? 0 : tolerance * std::abs(least);
        std::erase_if(tied, [&](ClassId j) { return badness(j) > least + slack; });
    }
    return tied.front();
}

void Learner::set_labels(PlainNode& node) const {
    if (measure_.is_regression()) return;
    node.label = node.rows.empty() ? node.parent->label : label_of(node);
    for (const auto& child : node.children) set_labels(*child);
}

}  // namespace

PlainTree grow_plainly(const TrainingSet& set, const GrowOptions& options, const ClassTerms& terms) {
    return Learner(set, options, terms).grow();
}

}  // namespace treewright::reference
