#include "treewright/training/model_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "treewright/base/error.h"
#include "treewright/base/positions.h"
#include "treewright/base/spelling.h"
#include "treewright/training/catalogue.h"
#include "treewright/training/class_terms.h"

namespace treewright {

namespace {

/// Takes a text such as "a=1,b=2" apart by the names of the classes, which may hold commas and equals signs themselves.
class ClassText {
public:
    ClassText(std::string_view text, const std::vector<std::string>& classes) : text_(text), classes_(classes) {}
    [[nodiscard]] bool at_end() const { return text_.empty(); }
    /// The longest class name in front of `sign`.
    std::string name_before(char sign) {
        const std::string* longest = nullptr;
        for (const std::string& name : classes_)
            if (text_.starts_with(name + sign) && (longest == nullptr || name.size() > longest->size())) longest = &name;
        if (longest == nullptr) throw input_error("the model's options name a class that the model does not have");
        text_.remove_prefix(longest->size() + 1);
        return *longest;
    }
    double number() {
        const std::size_t comma = text_.find(',');
        const std::string_view digits = text_.substr(0, comma);
        double value = 0.0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (error != std::errc() || end != digits.data() + digits.size())
            throw input_error(fmt::format("the model's options hold '{}' where a number should be", digits));
        text_.remove_prefix(comma == std::string_view::npos ? text_.size() : comma + 1);
        return value;
    }

private:
    std::string_view text_;
    const std::vector<std::string>& classes_;
};

std::vector<ClassNumber> numbers_in(std::string_view text, const std::vector<std::string>& classes) {
    std::vector<ClassNumber> numbers;
    for (ClassText rest(text, classes); !rest.at_end();) {
        std::string name = rest.name_before('=');
        numbers.push_back({std::move(name), rest.number()});
    }
    return numbers;
}

CostTable costs_in(std::string_view text, const std::vector<std::string>& classes) {
    CostTable table{"the model", classes, std::vector<double>(classes.size() * classes.size(), 0.0)};
    const auto position = [&](const std::string& name) {
        return index_in(classes, std::find(classes.begin(), classes.end(), name));
    };
    for (ClassText rest(text, classes); !rest.at_end();) {
        const std::size_t truth = position(rest.name_before('>'));
        const std::size_t predicted = position(rest.name_before('='));
        table.cells[truth * classes.size() + predicted] = rest.number();
    }
    return table;
}

/// A model's texts, with what happens to one that is wrong.
class OptionTexts {
public:
    using Refuse = std::function<void(const Error&)>;
    OptionTexts(const Schema& schema, const std::vector<NamedOption>& texts, Refuse refuse)
        : schema_(schema), texts_(texts), refuse_(std::move(refuse)) {}

    [[nodiscard]] TrainOptions typed() const {
        TrainOptions options;
        options.prune = {};  // a model that does not name a pruning was not pruned
        for (const LearnerParameter& parameter : parameters()) take(parameter, options);
        take(*find_parameter("price"), options);  // standard errors reset it
        if (schema_.task() == Task::classification) take_class_terms(options);
        return options;
    }

private:
    [[nodiscard]] std::optional<std::string> text_of(std::string_view name) const {
        for (const NamedOption& option : texts_)
            if (option.name == name) return option.value;
        return std::nullopt;
    }
    void take(const LearnerParameter& parameter, TrainOptions& options) const {
        const auto text = text_of(parameter.name);
        if (!text) return;
        try {
            parameter.set(options, *text);
        } catch (const Error& error) {
            refuse_(error);
        }
    }
    /// By the names of the classes, which the catalogue does not know.
    void take_class_terms(TrainOptions& options) const {
        try {
            const std::vector<std::string>& classes = schema_.classes();
            if (const auto priors = text_of("priors")) {
                options.priors = *priors == "equal" ? PriorsKind::equal : PriorsKind::given;
                if (options.priors == PriorsKind::given) options.given_priors = numbers_in(*priors, classes);
            }
            if (const auto weights = text_of("class-weight")) {
                options.balances_classes = *weights == "balanced";
                if (!options.balances_classes) options.class_weights = numbers_in(*weights, classes);
            }
            if (const auto costs = text_of("costs")) options.costs = costs_in(*costs, classes);
        } catch (const Error& error) {
            refuse_(error);
        }
    }

    const Schema& schema_;
    const std::vector<NamedOption>& texts_;
    Refuse refuse_;
};

}  // namespace

TrainOptions trained_options(const Schema& schema, const std::vector<NamedOption>& options) {
    return OptionTexts(schema, options,
                       [](const Error& error) {
                           throw input_error(fmt::format("the options of the model cannot be read: {}", error.sentence()));
                       })
        .typed();
}

TrainOptions options_of(const Model& model) { return trained_options(model.schema, model.options); }

TrainOptions readable_options(const Schema& schema, const std::vector<NamedOption>& options) {
    return OptionTexts(schema, options, [](const Error&) {}).typed();
}

TrainOptions readable_options(const Model& model) { return readable_options(model.schema, model.options); }

EvaluationOptions with_costs(EvaluationOptions options, const AnyModel& model, const std::optional<CostTable>& table) {
    const Schema& schema = schema_of(model);
    if (table && schema.task() == Task::regression)
        throw input_error(
            fmt::format("{} is for classes, but the target '{}' is a number", named("costs"), schema.target.name));
    if (!table && !options.costs.empty()) return options;
    const std::optional<CostTable> costs = table ? table : trained_options(schema, recorded_options(model)).costs;
    options.costs = costs ? cost_matrix(schema.target, *costs) : CostMatrix{};
    return options;
}

}  // namespace treewright
