#include "cli/row_predictor.h"

#include <vector>

#include "cli/flags/model_input.h"

namespace treewright::cli {

namespace {

class TreePredictor final : public RowPredictor {
public:
    explicit TreePredictor(const Model& model) : model_(model), predictor_(model) {}

    [[nodiscard]] const Schema& schema() const override { return model_.schema; }
    [[nodiscard]] std::size_t numbers() const override { return model_.tree.nodes.size(); }
    [[nodiscard]] std::string_view numbered() const override { return "leaf"; }
    void predict(const SchemaRows& rows, std::span<std::uint32_t> numbers, const Threads& threads,
                 std::vector<MixedRow>& mixed) const override {
        predictor_.predict_leaves({rows.features.columns, rows.features.rows}, numbers, threads, &mixed);
    }
    [[nodiscard]] Outcome outcome_at(std::uint32_t number) const override { return predictor_.outcome_at(number); }
    [[nodiscard]] double probability(std::uint32_t number, std::size_t class_position) const override {
        return predictor_.probability(number, class_position);
    }
    void refuse_unknown(const SchemaRows& rows, const std::string& path) const override {
        refuse_unknown_values(predictor_, rows, path);
    }
    [[nodiscard]] std::string_view way_of_missing() const override {
        return "missing values go the way that the model has for them";
    }

private:
    const Model& model_;
    Predictor predictor_;
};

/// Rules are numbered from 1; 0 is the default.
class ListPredictor final : public RowPredictor {
public:
    explicit ListPredictor(const RuleModel& model) : model_(model) {
        std::vector<double> shares(model.schema.classes().size());
        for (std::uint32_t number = 0; number < numbers(); ++number) {
            shares_at(model.list, position_of(number), shares);
            shares_.insert(shares_.end(), shares.begin(), shares.end());
        }
    }

    [[nodiscard]] const Schema& schema() const override { return model_.schema; }
    [[nodiscard]] std::size_t numbers() const override { return model_.list.rules.size() + 1; }
    [[nodiscard]] std::string_view numbered() const override { return "rule"; }
    void predict(const SchemaRows& rows, std::span<std::uint32_t> numbers, const Threads& threads,
                 std::vector<MixedRow>& mixed) const override {
        mixed.clear();
        find_rules(model_.list, rows.features.columns, numbers, threads);
        for (std::uint32_t& number : numbers) number = number == model_.list.rules.size() ? 0 : number + 1;
    }
    [[nodiscard]] Outcome outcome_at(std::uint32_t number) const override {
        return {number, label_at(model_.list, position_of(number)), 0.0};
    }
    [[nodiscard]] double probability(std::uint32_t number, std::size_t class_position) const override {
        return shares_[number * model_.schema.classes().size() + class_position];
    }
    void refuse_unknown(const SchemaRows&, const std::string&) const override {}  // a rule is met or it is not
    [[nodiscard]] std::string_view way_of_missing() const override {
        return "missing values meet only the conditions that say so";
    }

private:
    [[nodiscard]] std::size_t position_of(std::uint32_t number) const {
        return number == 0 ? model_.list.rules.size() : number - std::size_t{1};
    }

    const RuleModel& model_;
    std::vector<double> shares_;  ///< of each class, by number
};

}  // namespace

std::unique_ptr<RowPredictor> make_row_predictor(const AnyModel& model) {
    if (const auto* tree = std::get_if<Model>(&model)) return std::make_unique<TreePredictor>(*tree);
    return std::make_unique<ListPredictor>(std::get<RuleModel>(model));
}

}  // namespace treewright::cli
