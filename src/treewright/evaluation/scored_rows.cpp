#include "treewright/evaluation/scored_rows.h"

#include <algorithm>
#include <memory>
#include <numeric>

#include "treewright/base/error.h"
#include "treewright/evaluation/constant_class.h"

namespace treewright {

namespace {

template <class Item>
void append_to(std::vector<Item>& items, const std::vector<Item>& others) {
    items.insert(items.end(), others.begin(), others.end());
}

void add_class(Predictions& to, std::int32_t label, std::span<const double> shares, double evidence) {
    to.labels.push_back(label);
    to.probabilities.insert(to.probabilities.end(), shares.begin(), shares.end());
    to.evidence.push_back(evidence);
}

}  // namespace

void Predictions::append(const Predictions& others) {
    check_invariant(size() == 0 || classes == others.classes, "predictions of one target");
    classes = others.classes;
    append_to(labels, others.labels);
    append_to(probabilities, others.probabilities);
    append_to(evidence, others.evidence);
    append_to(values, others.values);
}

void ScoredRows::append(const ScoredRows& others) {
    const auto offset = static_cast<std::uint32_t>(predictions.size());
    if (weights.empty() != others.weights.empty()) {
        weights.resize(rows(), 1.0);
        for (std::size_t row = 0; row < others.rows(); ++row) weights.push_back(others.weight(row));
    } else {
        append_to(weights, others.weights);
    }
    predictions.append(others.predictions);
    for (const std::uint32_t number : others.prediction) prediction.push_back(offset + number);
    append_to(labels, others.labels);
    append_to(targets, others.targets);
}

class Scorer::Walk {
public:
    Walk() = default;
    Walk(const Walk&) = delete;
    Walk& operator=(const Walk&) = delete;
    virtual ~Walk() = default;
    /// Positions among the scorer's predictions; `mixed` takes the rows that end in several leaves.
    virtual void find(const Rows& rows, std::span<std::uint32_t> found, const Threads& threads,
                      std::vector<MixedRow>& mixed) const = 0;
    [[nodiscard]] virtual std::optional<Refusal> find_refusal(const std::vector<Column>& features, std::size_t rows) const = 0;
    /// Mean weight of the leaves of such a row.
    [[nodiscard]] virtual double evidence(const Mixture& mixture) const = 0;
};

/// A leaf's position is its number.
class Scorer::TreeWalk final : public Walk {
public:
    explicit TreeWalk(const Model& model) : model_(model), parents_(parents_of(model.tree)), predictor_(model) {}

    void find(const Rows& rows, std::span<std::uint32_t> found, const Threads& threads,
              std::vector<MixedRow>& mixed) const override {
        predictor_.predict_leaves(rows, found, threads, model_.tree.fractional() ? &mixed : nullptr);
    }
    [[nodiscard]] double evidence(const Mixture& mixture) const override {
        double weight = 0.0;
        for (const auto& [leaf, share] : mixture.leaves) weight += share * evidence_of(leaf);
        return weight;
    }
    [[nodiscard]] std::optional<Refusal> find_refusal(const std::vector<Column>& features, std::size_t rows) const override {
        return predictor_.find_refusal(features, rows);
    }
    void list(std::uint32_t node, Predictions& into) const {
        const Outcome outcome = predictor_.outcome_at(node);
        if (into.classes == 0) {
            into.values.push_back(outcome.value);
            return;
        }
        std::vector<double> shares(into.classes);
        predictor_.probabilities(node, shares);
        add_class(into, outcome.label, shares, evidence_of(node));
    }

private:
    /// An empty branch stands on its parent's rows.
    [[nodiscard]] double evidence_of(std::uint32_t node) const {
        const Node& at = model_.tree.nodes[node];
        return at.weight == 0.0 && parents_[node] != no_parent ? model_.tree.nodes[parents_[node]].weight : at.weight;
    }

    const Model& model_;
    std::vector<std::uint32_t> parents_;
    Predictor predictor_;
};

/// A rule's position is its own; the default follows the last one.
class Scorer::ListWalk final : public Walk {
public:
    explicit ListWalk(const RuleModel& model) : model_(model) {}

    void find(const Rows& rows, std::span<std::uint32_t> found, const Threads& threads,
              std::vector<MixedRow>& mixed) const override {
        mixed.clear();
        find_rules(model_.list, *std::get<Rows::InColumns>(rows.shape()).features, found, threads);
    }
    [[nodiscard]] std::optional<Refusal> find_refusal(const std::vector<Column>&, std::size_t) const override {
        return std::nullopt;  // a rule is met or it is not
    }
    [[nodiscard]] double evidence(const Mixture&) const override { return 0.0; }  // a row meets one rule

private:
    const RuleModel& model_;
};

Scorer::Scorer(const Model& model) {
    auto walk = std::make_unique<TreeWalk>(model);
    predictions_.classes = baseline_.classes = model.tree.classes;
    for (std::uint32_t node = 0; node < model.tree.nodes.size(); ++node) walk->list(node, predictions_);
    walk->list(0, baseline_);
    const auto at_root = model.tree.class_weights_of(0);
    class_weights_.assign(at_root.begin(), at_root.end());
    // The root's own label may be one that priors or costs chose.
    if (model.tree.classes > 0) baseline_.labels[0] = constant_class(class_weights_, {});
    asks_.assign(model.schema.features.size(), false);
    for (const Node& node : model.tree.nodes)
        if (!node.is_leaf()) asks_[static_cast<std::size_t>(node.feature)] = true;
    for (const Surrogate& surrogate : model.tree.surrogates) asks_[static_cast<std::size_t>(surrogate.feature)] = true;
    walk_ = std::move(walk);
}

Scorer::Scorer(const RuleModel& model) : walk_(std::make_unique<ListWalk>(model)), class_weights_(model.list.class_weights) {
    predictions_.classes = baseline_.classes = class_weights_.size();
    asks_.assign(model.schema.features.size(), false);
    for (const Rule& rule : model.list.rules)
        for (const RuleCondition& condition : rule.conditions) asks_[static_cast<std::size_t>(condition.feature)] = true;
    std::vector<double> shares(class_weights_.size());
    for (std::size_t position = 0; position <= model.list.rules.size(); ++position) {
        shares_at(model.list, position, shares);
        add_class(predictions_, label_at(model.list, position), shares, evidence_at(model.list, position));
    }
    const double total = std::accumulate(class_weights_.begin(), class_weights_.end(), 0.0);
    std::transform(class_weights_.begin(), class_weights_.end(), shares.begin(), [&](double weight) { return weight / total; });
    add_class(baseline_, constant_class(class_weights_, {}), shares, total);
}

Scorer::~Scorer() = default;

std::optional<Refusal> Scorer::find_refusal(const std::vector<Column>& features, std::size_t rows) const {
    return walk_->find_refusal(features, rows);
}

void Scorer::score(const std::vector<Column>& features, std::size_t rows, const Threads& threads, ScoredRows& into) const {
    if (into.predictions.size() == 0) into.predictions = predictions_;
    const std::size_t first = into.prediction.size();
    into.prediction.resize(first + rows);
    const std::span<std::uint32_t> found = std::span(into.prediction).subspan(first);
    std::vector<MixedRow> mixed;
    walk_->find(Rows(features, rows), found, threads, mixed);
    for (const MixedRow& row : mixed) {
        found[row.row] = static_cast<std::uint32_t>(into.predictions.size());
        if (predictions_.classes == 0)
            into.predictions.values.push_back(row.mixture.outcome.value);
        else
            add_class(into.predictions, row.mixture.outcome.label, row.mixture.probabilities, walk_->evidence(row.mixture));
    }
}

ScoredRows score_rows(const Scorer& scorer, const TrainingSet& set, const Threads& threads) {
    ScoredRows scored;
    scorer.score(set.features, set.rows, threads, scored);
    scored.weights = set.weights;
    if (set.task() == Task::classification)
        scored.labels = set.target.codes;
    else
        set.target.values.visit([&](auto values) { scored.targets.assign(values.begin(), values.end()); });
    return scored;
}

ScoredRows score_rows(const Scorer& scorer, const TrainingSet& set, std::span<const std::uint32_t> rows,
                      const Threads& threads) {
    constexpr std::size_t rows_at_a_time = 4096;  // what is picked stays in the cache
    ScoredRows scored;
    for (std::size_t begin = 0; begin == 0 || begin < rows.size(); begin += rows_at_a_time) {
        const TrainingSet some = pick_rows(set, rows.subspan(begin, std::min(rows_at_a_time, rows.size() - begin)));
        scorer.score(some.features, some.rows, threads, scored);
        append_to(scored.weights, some.weights);
        append_to(scored.labels, some.target.codes);
        if (some.target.has_values())
            for (std::size_t row = 0; row < some.rows; ++row) scored.targets.push_back(some.target.values[row]);
    }
    return scored;
}

ScoredRows with_prediction(const ScoredRows& rows, const Predictions& single) {
    ScoredRows same = rows;
    same.predictions = single;
    std::fill(same.prediction.begin(), same.prediction.end(), 0U);
    return same;
}

}  // namespace treewright
