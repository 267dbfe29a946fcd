#include "treewright/prediction/any_predictor.h"

#include <algorithm>
#include <numeric>

#include "treewright/base/error.h"
#include "treewright/rules/rule_list.h"

namespace treewright {

namespace {

template <class Item>
void append_to(std::vector<Item>& items, const std::vector<Item>& others) {
    items.insert(items.end(), others.begin(), others.end());
}

ClassId heaviest_class(std::span<const double> class_weights) {
    return static_cast<ClassId>(std::max_element(class_weights.begin(), class_weights.end()) - class_weights.begin());
}

}  // namespace

void Predictions::add_class(ClassId label, std::span<const double> shares, double weight) {
    labels.push_back(label);
    probabilities.add_row(classes, [&](std::size_t j) { return shares[j]; });
    support.push_back(weight);
}

void Predictions::append(const Predictions& others) {
    check_invariant(size() == 0 || classes == others.classes, "predictions of one target");
    classes = others.classes;
    append_to(labels, others.labels);
    append_to(probabilities.cells, others.probabilities.cells);
    append_to(probabilities.sparse, others.probabilities.sparse);
    append_to(support, others.support);
    append_to(values, others.values);
}

struct AnyPredictor::Parts {
    explicit Parts(std::shared_ptr<const AnyModel> shared)
        : model(std::move(shared)), uses_feature(schema_of(*model).features.size(), false) {
        if (const auto* of_tree = std::get_if<Model>(model.get()))
            take(*of_tree);
        else
            take(std::get<RuleModel>(*model));
    }

    void take(const Model& of_tree) {
        tree.emplace(std::shared_ptr<const Model>(model, &of_tree));
        predictions.classes = baseline.classes = of_tree.tree.classes;
        for (NodeId node = 0; node < of_tree.tree.nodes.size(); ++node) add_node(node, predictions);
        add_node(0, baseline);
        const auto at_root = of_tree.tree.class_weights_of(0);
        class_weights.assign(at_root.begin(), at_root.end());
        // The root's own label may be one that priors or costs chose.
        if (predictions.classes > 0) baseline.labels[0] = heaviest_class(class_weights);
        for (const Node& node : of_tree.tree.nodes)
            if (!node.is_leaf()) uses_feature[node.feature] = true;
        for (const Surrogate& surrogate : of_tree.tree.surrogates) uses_feature[surrogate.feature] = true;
    }

    void take(const RuleModel& of_list) {
        list = &of_list.list;
        class_weights = list->class_weights;
        predictions.classes = baseline.classes = class_weights.size();
        for (const Rule& rule : list->rules)
            for (const RuleCondition& condition : rule.conditions) uses_feature[condition.feature] = true;
        std::vector<double> shares(class_weights.size());
        for (std::size_t position = 0; position <= list->rules.size(); ++position) {
            shares_at(*list, position, shares);
            predictions.add_class(label_at(*list, position), shares, support_at(*list, position));
        }
        const double total = std::accumulate(class_weights.begin(), class_weights.end(), 0.0);
        std::transform(class_weights.begin(), class_weights.end(), shares.begin(),
                       [&](double weight) { return weight / total; });
        baseline.add_class(heaviest_class(class_weights), shares, total);
    }

    void add_node(NodeId node, Predictions& into) const {
        const Outcome outcome = tree->outcome_at(node);
        if (into.classes == 0) {
            into.values.push_back(outcome.value);
            return;
        }
        std::vector<double> shares(into.classes);
        tree->probabilities(node, shares);
        into.add_class(outcome.label, shares, tree->support_weight(node));
    }

    std::shared_ptr<const AnyModel> model;
    std::optional<Predictor> tree;   ///< of a tree
    const RuleList* list = nullptr;  ///< of a list
    Predictions predictions;
    Predictions baseline;
    std::vector<double> class_weights;
    std::vector<bool> uses_feature;
};

AnyPredictor::AnyPredictor(AnyModel model) : AnyPredictor(std::make_shared<const AnyModel>(std::move(model))) {}
AnyPredictor::AnyPredictor(std::shared_ptr<const AnyModel> model) : parts_(std::make_shared<const Parts>(std::move(model))) {}

AnyPredictor AnyPredictor::borrowing(const AnyModel& model) {
    return AnyPredictor(std::shared_ptr<const AnyModel>(std::shared_ptr<const AnyModel>(), &model));
}

const AnyModel& AnyPredictor::model() const { return *parts_->model; }
const Predictor* AnyPredictor::of_tree() const { return parts_->tree ? &*parts_->tree : nullptr; }
const Predictions& AnyPredictor::predictions() const { return parts_->predictions; }
const Predictions& AnyPredictor::baseline() const { return parts_->baseline; }
const std::vector<double>& AnyPredictor::class_weights() const { return parts_->class_weights; }
const std::vector<bool>& AnyPredictor::uses_feature() const { return parts_->uses_feature; }

std::vector<MixedRow> AnyPredictor::find(const std::vector<Column>& features, std::span<std::uint32_t> endings,
                                         const Threads& threads) const {
    if (parts_->tree) return parts_->tree->predict_leaves(Rows(features, endings.size()), endings, threads);
    find_rules(*parts_->list, features, endings, threads);
    return {};
}

Outcome AnyPredictor::outcome_at(std::uint32_t ending) const {
    if (parts_->tree) return parts_->tree->outcome_at(ending);
    return {ending, label_at(*parts_->list, ending), 0.0};
}

double AnyPredictor::support(const Mixture& mixture) const {
    double weight = 0.0;
    for (const auto& [leaf, share] : mixture.leaves) weight += share * parts_->tree->support_weight(leaf);
    return weight;
}

std::optional<Refusal> AnyPredictor::find_refusal(const std::vector<Column>& features, std::size_t rows) const {
    if (parts_->tree) return parts_->tree->find_refusal(features, rows);
    return std::nullopt;  // rules do not refuse missing values
}

std::string_view AnyPredictor::ending_word() const { return parts_->tree ? "leaf" : "rule"; }

std::uint32_t AnyPredictor::shown_number(std::uint32_t ending) const {
    if (parts_->tree) return ending;
    return ending == parts_->list->rules.size() ? 0 : ending + 1;
}

}  // namespace treewright
