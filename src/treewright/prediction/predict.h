// From rows to predictions. Nothing here allocates per row, but for rows that end in several leaves (fractional_walk.h); `features`
// are columns in the order of the model's schema.
//
// The walk over the model's own tree (row_walk.h) is the definition and serves single rows. Batches go through the compact form of
// leaf_finder.h; the tests hold the two against each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "treewright/base/parallel.h"
#include "treewright/data/ids.h"
#include "treewright/data/table.h"
#include "treewright/prediction/fractional_walk.h"
#include "treewright/prediction/row_walk.h"
#include "treewright/prediction/rows.h"
#include "treewright/statistics/intervals.h"
#include "treewright/tree/leaf.h"
#include "treewright/tree/model.h"

namespace treewright {

class LeafFinder;

struct Outcome {
    NodeId leaf = 0;           ///< where a row ends in several, the one that holds most of it
    ClassId label = no_class;  ///< the predicted class; `no_class` for regression
    double value = 0.0;        ///< the predicted number; 0 for classification
};

/// What several leaves predict together for a row that ends in all of them.
struct Mixture {
    std::vector<LeafShare> leaves;
    Outcome outcome;                    ///< the class that costs least by `probabilities`, or the mean of the leaves' means
    std::vector<double> probabilities;  ///< the mean of the leaves' shares of each class; empty for regression
};

struct MixedRow {
    std::size_t row = 0;
    Mixture mixture;
};

/// A cell that a model made with `missing` = `error` has to refuse.
struct Refusal {
    std::size_t row = 0;
    FeatureId feature = 0;  ///< position in the schema
    std::string sentence;   ///< "the value of 'Age' is missing, and this model …"; the caller says in which line
};

/// A tree ready to predict. A value: copies share the model, which lives as long as one of them.
class Predictor {
public:
    explicit Predictor(Model model);
    explicit Predictor(std::shared_ptr<const Model> model);
    /// Without a copy of a model that outlives the predictor.
    [[nodiscard]] static Predictor borrowing(const Model& model);
    static Predictor borrowing(const Model&& model) = delete;

    // One row. Allocates nothing, unless the row ends in several leaves.
    [[nodiscard]] Outcome predict(const std::vector<Column>& features, std::size_t row) const;
    [[nodiscard]] Outcome predict(std::span<const float> cells) const;
    [[nodiscard]] Outcome predict(std::span<const double> cells) const;

    // All rows, in order. An input `Error` if the rows do not have the cells that the model asks for, or if what takes the
    // results is not as long as the rows.
    [[nodiscard]] std::vector<Outcome> predict_all(const Rows& rows, const Threads& threads) const;
    [[nodiscard]] std::vector<Outcome> predict_all(const std::vector<Column>& features, std::size_t rows,
                                                   const Threads& threads) const {
        return predict_all(Rows(features, rows), threads);
    }
    /// `mixed`, if given, takes the rows that end in several leaves, in their order.
    void predict_leaves(const Rows& rows, std::span<NodeId> leaves, const Threads& threads,
                        std::vector<MixedRow>* mixed = nullptr) const;
    void predict_labels(const Rows& rows, std::span<ClassId> labels, const Threads& threads) const;  ///< `no_class`: regression
    void predict_values(const Rows& rows, std::span<double> values, const Threads& threads) const;   ///< 0: classification

    /// What a node predicts for a typical row of its own: all rows, where its leaf is a constant.
    [[nodiscard]] Outcome outcome_at(NodeId node) const;
    /// The share of a class in a node; an empty branch has its parent's.
    [[nodiscard]] double probability(NodeId node, ClassId label) const;
    /// The same for all classes; `shares` has as many elements as there are classes.
    void probabilities(NodeId node, std::span<double> shares) const;
    /// 95 %: Wilson's interval of the predicted class's share, or Student's of the mean. An empty branch has its parent's.
    [[nodiscard]] Interval confidence(NodeId node) const;

    /// The weight of the rows that a node's figures are of; an empty branch has its parent's.
    [[nodiscard]] double evidence_weight(NodeId node) const;

    /// What the leaves of a row predict together.
    [[nodiscard]] Mixture mixture(std::vector<LeafShare> leaves) const;
    /// 95 %, as of one leaf with the mixture's shares, or mean and variance, and the mean number of the leaves' rows.
    [[nodiscard]] Interval confidence(const Mixture& mixture) const;
    /// The variance of the mixture around its mean; regression.
    [[nodiscard]] double variance(const Mixture& mixture) const;

    /// Whether missing and unseen values are refused: the model was made with `missing` = `error`.
    [[nodiscard]] bool refuses_missing() const;
    /// The first row whose path asks for a value that is missing or unseen, if the model refuses these.
    [[nodiscard]] std::optional<Refusal> find_refusal(const std::vector<Column>& features, std::size_t rows) const;

private:
    /// The node whose rows a prediction stands on: the node itself, or the parent of an empty branch.
    [[nodiscard]] std::uint32_t evidence(NodeId node) const;

    /// Calls take(first row, leaves) for one block of rows after the other, on several threads.
    using Take = std::function<void(std::size_t first, std::span<const NodeId> leaves)>;
    /// After that take_mixed(row, mixture) for those of its rows that end in several leaves.
    using TakeMixed = std::function<void(std::size_t row, Mixture mixture)>;
    void for_each_block(const Rows& rows, const Threads& threads, const Take& take, const TakeMixed& take_mixed = {}) const;
    template <class Row>
    [[nodiscard]] Outcome predict_row(const Row& row) const;
    [[nodiscard]] std::int32_t cheapest_class(std::span<const double> probabilities) const;

    std::shared_ptr<const Model> model_;
    std::vector<NodeId> parents_;
    LeafAnswers answers_;
    std::shared_ptr<const LeafFinder> finder_;
};

}  // namespace treewright
