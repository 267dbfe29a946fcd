// A model of either kind, ready to predict. A row *ends* in a leaf or at a rule; endings are few, and each says what is predicted. A leaf's
// ending is its number in the tree, a rule's its position in the list, and the default follows the last rule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "treewright/base/parallel.h"
#include "treewright/data/ids.h"
#include "treewright/prediction/any_model.h"
#include "treewright/prediction/predict.h"

namespace treewright {

/// What can be predicted: one entry per leaf or rule, or per mixture of leaves.
struct Predictions {
    std::size_t classes = 0;            ///< 0: numbers
    std::vector<ClassId> labels;        ///< classes: the predicted one
    std::vector<double> probabilities;  ///< of each class, one prediction behind the other
    std::vector<double> evidence;       ///< weight of the training rows that the probabilities are shares of
    std::vector<double> values;         ///< numbers: the predicted one

    [[nodiscard]] std::size_t size() const { return classes == 0 ? values.size() : labels.size(); }
    [[nodiscard]] std::span<const double> probabilities_of(std::size_t prediction) const {
        return std::span(probabilities).subspan(prediction * classes, classes);
    }
    void add_class(ClassId label, std::span<const double> shares, double weight);
    void append(const Predictions& others);
};

/// A value: copies share the model, which lives as long as one of them.
class AnyPredictor {
public:
    explicit AnyPredictor(AnyModel model);
    explicit AnyPredictor(std::shared_ptr<const AnyModel> model);
    /// Without a copy of a model that outlives the predictor.
    [[nodiscard]] static AnyPredictor borrowing(const AnyModel& model);
    static AnyPredictor borrowing(const AnyModel&& model) = delete;

    [[nodiscard]] const AnyModel& model() const;
    [[nodiscard]] const Schema& schema() const { return schema_of(model()); }

    /// What each ending predicts.
    [[nodiscard]] const Predictions& predictions() const;
    /// What is predicted without looking at any feature: the heaviest class, or the mean. The baseline of every figure.
    [[nodiscard]] const Predictions& baseline() const;
    /// Weight of each class in the training table.
    [[nodiscard]] const std::vector<double>& class_weights() const;
    /// Whether the model asks for a feature anywhere; the others cannot change a prediction.
    [[nodiscard]] const std::vector<bool>& asks() const;

    /// The ending of each row; `mixed` takes the rows that end in several leaves, in their order.
    void find(const std::vector<Column>& features, std::span<std::uint32_t> endings, const Threads& threads,
              std::vector<MixedRow>& mixed) const;
    [[nodiscard]] Outcome outcome_at(std::uint32_t ending) const;
    /// Mean weight of the training rows in the leaves of such a row.
    [[nodiscard]] double evidence(const Mixture& mixture) const;
    /// The first row with a value that the model refuses, if it does so.
    [[nodiscard]] std::optional<Refusal> find_refusal(const std::vector<Column>& features, std::size_t rows) const;

    /// What people are told of an ending: "leaf" and its number, or "rule" and its place, counted from 1; 0 is the default.
    [[nodiscard]] std::string_view ending_word() const;
    [[nodiscard]] std::uint32_t shown_number(std::uint32_t ending) const;

private:
    struct Parts;
    std::shared_ptr<const Parts> parts_;
};

}  // namespace treewright
