// A model of either kind, ready to predict. A row *ends* in a leaf or at a rule, and most endings predict the same for every row: such
// predictions are made once. Rows that end in several leaves, or in one whose prediction depends on the row, have one of their own. A
// leaf's ending is its number in the tree, a rule's its position in the list; the default rule follows the last rule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "treewright/base/parallel.h"
#include "treewright/data/class_table.h"
#include "treewright/data/ids.h"
#include "treewright/prediction/any_model.h"
#include "treewright/prediction/predict.h"

namespace treewright {

/// The distinct predictions: one per leaf or rule, or per mixture of leaves.
struct Predictions {
    std::size_t classes = 0;           ///< 0: numbers
    std::vector<ClassId> labels;       ///< classes: the predicted one
    ClassTable<double> probabilities;  ///< by prediction and class
    std::vector<double> support;       ///< weight of the training rows behind the probabilities
    std::vector<double> values;        ///< numbers: the predicted one

    [[nodiscard]] std::size_t size() const { return classes == 0 ? values.size() : labels.size(); }
    [[nodiscard]] ClassRow<double> probabilities_of(std::size_t prediction) const {
        return probabilities.row(prediction, classes);
    }
    void add_class(ClassId label, std::span<const double> shares, double weight);
    void append(const Predictions& others);
};

/// A value: copies share the model, which lives as long as one of them.
class AnyPredictor {
public:
    explicit AnyPredictor(AnyModel model);
    explicit AnyPredictor(std::shared_ptr<const AnyModel> model);
    /// Does not copy the model, which must outlive the predictor.
    [[nodiscard]] static AnyPredictor borrowing(const AnyModel& model);
    static AnyPredictor borrowing(const AnyModel&& model) = delete;

    [[nodiscard]] const AnyModel& model() const;
    [[nodiscard]] const Schema& schema() const { return schema_of(model()); }

    /// That of the tree, which also takes a matrix; null for a rule list.
    [[nodiscard]] const Predictor* of_tree() const;

    /// What each ending predicts for the rows that `find` does not return as mixed.
    [[nodiscard]] const Predictions& predictions() const;
    /// The prediction without any feature: the majority class, or the mean. The baseline of every figure.
    [[nodiscard]] const Predictions& baseline() const;
    /// Weight of each class in the training table.
    [[nodiscard]] const std::vector<double>& class_weights() const;
    /// Whether the model uses each feature; the others cannot change a prediction.
    [[nodiscard]] const std::vector<bool>& uses_feature() const;

    /// Finds the ending of each row. Returns the rows that have a prediction of their own, in their order.
    [[nodiscard]] std::vector<MixedRow> find(const std::vector<Column>& features, std::span<std::uint32_t> endings,
                                             const Threads& threads) const;
    [[nodiscard]] Outcome outcome_at(std::uint32_t ending) const;
    /// The mean weight of the training rows in the leaves of such a row.
    [[nodiscard]] double support(const Mixture& mixture) const;
    /// The first row with a value that the model refuses, if there is one.
    [[nodiscard]] std::optional<Refusal> find_refusal(const std::vector<Column>& features, std::size_t rows) const;

    /// How an ending is displayed: "leaf" and its number, or "rule" and its position, counted from 1; 0 is the default.
    [[nodiscard]] std::string_view ending_word() const;
    [[nodiscard]] std::uint32_t shown_number(std::uint32_t ending) const;

private:
    struct Parts;
    std::shared_ptr<const Parts> parts_;
};

}  // namespace treewright
