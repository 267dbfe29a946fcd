// Prediction of rows. Nothing here allocates per row, except for rows that end in several leaves (fractional_walk.h);
// `features` are columns in the order of the model's schema.
//
// The traversal of the model's own tree (row_walk.h) is the definition and is used for single rows. Batches use the compact
// tree of leaf_finder.h; differential tests compare the two.
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

/// Expected losses are equal up to this share of their sum: sums of products carry rounding.
inline constexpr double label_tolerance = 1e-12;

struct Outcome {
    NodeId leaf = 0;           ///< if a row ends in several, the one with its largest share
    ClassId label = no_class;  ///< the predicted class; `no_class` for regression
    double value = 0.0;        ///< the predicted number; 0 for classification
};

/// The prediction for a row that ends in several leaves, or in one whose prediction depends on the row.
struct Mixture {
    std::vector<LeafShare> leaves;
    Outcome outcome;  ///< the class of least expected loss by `probabilities`, or the weighted mean of the leaves' means
    std::vector<double> probabilities;  ///< the weighted mean of the leaves' class shares; empty for regression
};

/// A row whose prediction is not that of a single constant leaf.
struct MixedRow {
    std::size_t row = 0;
    Mixture mixture;
};

/// A cell that a model made with `missing` = `error` has to refuse.
struct Refusal {
    std::size_t row = 0;
    FeatureId feature = 0;  ///< position in the schema
    std::string sentence;   ///< "the value of 'Age' is missing, and this model …"; the caller adds the line
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

    // All rows, in order. An input `Error` if the rows lack cells that the model uses, or if the output is not as long as the
    // rows.
    [[nodiscard]] std::vector<Outcome> predict_all(const Rows& rows, const Threads& threads) const;
    [[nodiscard]] std::vector<Outcome> predict_all(const std::vector<Column>& features, std::size_t rows,
                                                   const Threads& threads) const {
        return predict_all(Rows(features, rows), threads);
    }
    /// Returns the rows whose prediction is not that of a single constant leaf, in their order.
    [[nodiscard]] std::vector<MixedRow> predict_leaves(const Rows& rows, std::span<NodeId> leaves,
                                                       const Threads& threads) const;
    void predict_labels(const Rows& rows, std::span<ClassId> labels, const Threads& threads) const;  ///< `no_class`: regression
    void predict_values(const Rows& rows, std::span<double> values, const Threads& threads) const;   ///< 0: classification

    /// What a node predicts for a typical row of its own: for all rows if its leaf is a constant.
    [[nodiscard]] Outcome outcome_at(NodeId node) const;
    /// What a node predicts for a row.
    [[nodiscard]] Outcome outcome_at(NodeId node, const std::vector<Column>& features, std::size_t row) const;
    /// The probability of a class in a node; an empty branch has its parent's.
    [[nodiscard]] double probability(NodeId node, ClassId label) const;
    /// The same for all classes; `shares` has as many elements as there are classes.
    void probabilities(NodeId node, std::span<double> shares) const;
    /// 95 %: Wilson's interval of the predicted class's share, or Student's of the mean. An empty branch has its parent's.
    [[nodiscard]] Interval confidence(NodeId node) const;

    /// The weight of the training rows behind a node's prediction; an empty branch has its parent's.
    [[nodiscard]] double support_weight(NodeId node) const;

    /// The combined prediction of the leaves of a row.
    [[nodiscard]] Mixture mixture(std::vector<LeafShare> leaves, const std::vector<Column>& features, std::size_t row) const;
    /// 95 %, as for a single leaf with the mixture's class shares (or mean and variance) and the mean weight of its leaves.
    [[nodiscard]] Interval confidence(const Mixture& mixture) const;
    /// The variance of the mixture around its mean; regression.
    [[nodiscard]] double variance(const Mixture& mixture) const;

    /// Whether missing and unseen values are refused: the model was made with `missing` = `error`.
    [[nodiscard]] bool refuses_missing() const;
    /// The first row whose path tests a value that is missing or unseen, if the model refuses these.
    [[nodiscard]] std::optional<Refusal> find_refusal(const std::vector<Column>& features, std::size_t rows) const;

private:
    /// The node whose training rows a prediction is based on: the node itself, or the parent of an empty branch.
    [[nodiscard]] std::uint32_t support_node(NodeId node) const;

    /// Calls take(first row, leaves) for one block of rows after the other, on several threads.
    using Take = std::function<void(std::size_t first, std::span<const NodeId> leaves)>;
    /// Called after that for the rows of the block whose prediction is not that of a single constant leaf.
    using TakeMixed = std::function<void(std::size_t row, Mixture mixture)>;
    void for_each_block(const Rows& rows, const Threads& threads, const Take& take, const TakeMixed& take_mixed = {}) const;
    void take_own_predictions(const Rows& rows, std::size_t first, std::span<const NodeId> leaves, const TakeMixed& take) const;
    template <class Row>
    [[nodiscard]] Outcome predict_row(const Row& row) const;
    template <class Row>
    [[nodiscard]] Outcome outcome_for(NodeId leaf, const Row& row) const;
    template <class Row>
    [[nodiscard]] Mixture mixture_for(std::vector<LeafShare> leaves, const Row& row) const;
    [[nodiscard]] ClassId cheapest_class(std::span<const double> probabilities) const;

    std::shared_ptr<const Model> model_;
    std::vector<NodeId> parents_;
    LeafAnswers answers_;
    std::shared_ptr<const LeafFinder> finder_;
};

}  // namespace treewright
