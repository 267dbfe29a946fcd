// From rows to predictions. Nothing here allocates per row; `features` are columns in the order of the model's schema.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "treewright/base/parallel.h"
#include "treewright/data/table.h"
#include "treewright/statistics/intervals.h"
#include "treewright/tree/model.h"

namespace treewright {

/// The number of the child that a row goes to from a node that is not a leaf.
std::uint32_t next_node(const Tree& tree, std::uint32_t node, const std::vector<Column>& features, std::size_t row);
/// The number of the leaf that a row ends in.
std::uint32_t find_leaf(const Tree& tree, const std::vector<Column>& features, std::size_t row);
/// The numbers of the nodes that a row passes, from the root to its leaf.
std::vector<std::uint32_t> path_to_leaf(const Tree& tree, const std::vector<Column>& features, std::size_t row);

struct Outcome {
    std::uint32_t leaf = 0;
    std::int32_t label = -1;  ///< the predicted class; -1 for regression
    double value = 0.0;       ///< the predicted number; 0 for classification
};

/// A cell that a model made with `missing` = `error` has to refuse.
struct Refusal {
    std::size_t row = 0;
    std::size_t feature = 0;  ///< position in the schema
    std::string sentence;     ///< "the value of 'Age' is missing, and this model …"; the caller says in which line
};

/// A model ready to predict. Keeps a reference to it.
class Predictor {
public:
    explicit Predictor(const Model& model);

    [[nodiscard]] Outcome predict(const std::vector<Column>& features, std::size_t row) const;
    /// All rows, in order.
    [[nodiscard]] std::vector<Outcome> predict_all(const std::vector<Column>& features, std::size_t rows,
                                                   const Threads& threads) const;

    /// What a node predicts for the rows that end in it.
    [[nodiscard]] Outcome outcome_at(std::uint32_t node) const;
    /// The share of a class in a node; an empty branch has its parent's.
    [[nodiscard]] double probability(std::uint32_t node, std::size_t class_position) const;
    /// The same for all classes; `shares` has as many elements as there are classes.
    void probabilities(std::uint32_t node, std::span<double> shares) const;
    /// 95 %: Wilson's interval of the predicted class's share, or Student's of the mean. An empty branch has its parent's.
    [[nodiscard]] Interval confidence(std::uint32_t node) const;

    /// Whether missing and unseen values are refused: the model was made with `missing` = `error`.
    [[nodiscard]] bool refuses_missing() const;
    /// The first row whose path asks for a value that is missing or unseen, if the model refuses these.
    [[nodiscard]] std::optional<Refusal> find_refusal(const std::vector<Column>& features, std::size_t rows) const;

private:
    /// The node whose rows a prediction stands on: the node itself, or the parent of an empty branch.
    [[nodiscard]] std::uint32_t evidence(std::uint32_t node) const;

    const Model& model_;
    std::vector<std::uint32_t> parents_;
};

}  // namespace treewright
