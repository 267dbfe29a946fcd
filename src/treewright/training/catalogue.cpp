#include "treewright/training/catalogue.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

#include "treewright/base/error.h"
#include "treewright/base/nearest.h"
#include "treewright/base/number_text.h"

namespace treewright {

namespace {

// --- choices ----------------------------------------------------------------------------------------------------------------
// The words of a choice, in the order of its enumerators, separated as the help shows them.

constexpr std::string_view presets = "id3|c45|cart|auto";
constexpr std::string_view category_splits = "multiway|subset|one-vs-rest";
constexpr std::string_view threshold_places = "halfway|data-value";
constexpr std::string_view feature_uses = "free|once";
constexpr std::string_view missing_methods = "majority|direction|category|error|fractional|surrogate";
constexpr std::string_view stop_tests = "none|chi-squared|exact|f|description-length";
constexpr std::string_view adjusts = "none|bonferroni";
constexpr std::string_view zero_gains = "allow|refuse";
constexpr std::string_view branch_rules = "every|two";
constexpr std::string_view numeric_limits = "plain|c45";
constexpr std::string_view gain_filters = "none|average";
constexpr std::string_view switches = "no|yes";
constexpr std::string_view complexities = "error|impurity";
constexpr std::string_view prunings = "none|reduced-error|pessimistic|cost-complexity|chi-squared|description-length|rules";

std::vector<std::string> words_of(std::string_view choices) {
    std::vector<std::string> words;
    while (!choices.empty()) {
        const std::size_t bar = choices.find('|');
        words.emplace_back(choices.substr(0, bar));
        choices = bar == std::string_view::npos ? std::string_view{} : choices.substr(bar + 1);
    }
    return words;
}

// --- reading and writing values -----------------------------------------------------------------------------------------------

template <class Enum>
std::string word_of(std::string_view choices, Enum value) {
    return words_of(choices)[static_cast<std::size_t>(value)];
}

Error no_such_choice(const Parameter& self, const std::string& text) {
    const std::vector<std::string> words = words_of(self.value);
    const std::string hint = did_you_mean(text, words);
    return usage_error(fmt::format("--{} cannot be '{}': {} {}{}", self.name, text, "it is one of", fmt::join(words, ", "),
                                   hint.empty() ? "" : "; " + hint));
}

template <class Enum>
Enum choice_of(const Parameter& self, const std::string& text) {
    const std::vector<std::string> words = words_of(self.value);
    for (std::size_t i = 0; i < words.size(); ++i)
        if (words[i] == text) return static_cast<Enum>(i);
    throw no_such_choice(self, text);
}

struct Range {
    double lowest;
    double highest;
    std::string_view words;  ///< how the error names it
};
constexpr Range not_negative{0.0, 1e300, "a number of at least 0"};
constexpr Range share{0.0, 1.0, "a number from 0 to 1"};
constexpr Range positive_share{1e-9, 1.0, "a number above 0 and up to 1"};
constexpr Range entropy_order{0.01, 100.0, "a number from 0.01 to 100"};
constexpr Range inner_share{0.01, 0.99, "a number from 0.01 to 0.99"};

double number_of(const Parameter& self, const Range& range, const std::string& text) {
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !(value >= range.lowest && value <= range.highest))
        throw usage_error(fmt::format("--{} cannot be '{}': it is {}", self.name, text, range.words));
    return value + 0.0;  // -0 is 0
}

std::size_t limit_of(const Parameter& self, std::size_t lowest, const std::string& text) {
    if (text == "none") return no_limit;
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < lowest)
        throw usage_error(
            fmt::format("--{} cannot be '{}': it is a whole number of at least {}, or none", self.name, text, lowest));
    return value;
}

std::size_t whole_number_of(const Parameter& self, std::size_t lowest, const std::string& text) {
    const std::size_t value = text == "none" ? 0 : limit_of(self, 0, text);
    if (text == "none" || value < lowest)
        throw usage_error(fmt::format("--{} cannot be '{}': it is a whole number of at least {}", self.name, text, lowest));
    return value;
}

std::optional<double> optional_of(const Parameter& self, const Range& range, const std::string& text) {
    if (text == "none") return std::nullopt;
    return number_of(self, range, text);
}

std::string optional_text(const std::optional<double>& value) { return value ? number_text(*value) : "none"; }

std::string limit_text(std::size_t limit) { return limit == no_limit ? "none" : std::to_string(limit); }

// --- the table --------------------------------------------------------------------------------------------------------------

using Options = TrainOptions;
using Text = std::string;

void set_preset(const Parameter& self, Options& options, const Text& text) {
    options.preset = choice_of<Preset>(self, text);
    options.grow = preset_options(options.preset);
    options.prune = preset_pruning(options.preset);
}

/// Who asks for standard errors does not ask for a price.
void set_standard_errors(const Parameter& self, Options& options, const Text& text) {
    options.prune.standard_errors = number_of(self, not_negative, text);
    options.prune.price.reset();
}

void set_surrogates(const Parameter& self, Options& options, const Text& text) {
    options.grow.surrogates.reset();
    if (text == "auto") return;
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        throw usage_error(fmt::format("--{} cannot be '{}': it is a whole number of at least 0, or auto", self.name, text));
    options.grow.surrogates = value;
}

std::string criterion_text(const Options& options) {
    if (options.grow.criterion) return std::string(kind_of(*options.grow.criterion).word);
    return std::string(kind_of(options.grow.class_criterion).word) + "; squared-error";
}

void set_criterion(const Parameter& self, Options& options, const Text& text) {
    for (const CriterionKind* kind : criterion_kinds())
        if (kind->word == text) {
            options.grow.criterion = kind->name;
            if (kind->often_gains_nothing) options.grow.zero_gain = ZeroGain::refuse;  // --zero-gain comes later
            return;
        }
    throw no_such_choice(self, text);
}

const std::array table = {
    Parameter{"preset", presets, "The learner: a choice of all the parts below, each of which can be set on top of it.",
              [](const Options& o) { return word_of(presets, o.preset); }, set_preset},
    Parameter{"criterion", criterion_words(), "What a split is chosen by.", criterion_text, set_criterion},
    Parameter{
        "tsallis-q", "Q", "With --criterion tsallis: the order of the entropy; 1 is entropy in nats, 2 is Gini.",
        [](const Options& o) { return number_text(o.grow.tsallis_q); },
        [](const Parameter& self, Options& o, const Text& text) { o.grow.tsallis_q = number_of(self, entropy_order, text); }},
    Parameter{
        "categories", category_splits,
        "How a category splits: a branch for each level, a subset of the levels against the rest, or one level against the "
        "rest.",
        [](const Options& o) { return word_of(category_splits, o.grow.categories); },
        [](const Parameter& self, Options& o, const Text& text) { o.grow.categories = choice_of<CategorySplit>(self, text); }},
    Parameter{
        "threshold", threshold_places,
        "Where a threshold stands: halfway between two values, or at the largest value of the table not above that.",
        [](const Options& o) { return word_of(threshold_places, o.grow.threshold); },
        [](const Parameter& self, Options& o, const Text& text) { o.grow.threshold = choice_of<ThresholdPlace>(self, text); }},
    Parameter{
        "feature-use", feature_uses, "Whether a feature may be asked about again further down a path.",
        [](const Options& o) { return word_of(feature_uses, o.grow.feature_use); },
        [](const Parameter& self, Options& o, const Text& text) { o.grow.feature_use = choice_of<FeatureUse>(self, text); }},
    Parameter{
        "missing", missing_methods,
        "Rows without a value go to the heaviest branch, where they help most, to a level of their own, are refused, go to all "
        "branches in parts, or by a similar question about another feature.",
        [](const Options& o) { return word_of(missing_methods, o.grow.missing); },
        [](const Parameter& self, Options& o, const Text& text) { o.grow.missing = choice_of<MissingMethod>(self, text); }},
    Parameter{"surrogates", "N",
              "With --missing surrogate: similar questions kept for each split at most; auto: 5 if the table misses a value, "
              "else none.",
              [](const Options& o) { return o.grow.surrogates ? std::to_string(*o.grow.surrogates) : "auto"; }, set_surrogates},
    Parameter{"max-depth", "N", "Questions on a path at most; 1 makes a decision stump.",
              [](const Options& o) { return limit_text(o.grow.max_depth); },
              [](const Parameter& self, Options& o, const Text& text) { o.grow.max_depth = limit_of(self, 0, text); }},
    Parameter{"max-leaves", "N", "Leaves at most; the tree then grows where it gains most.",
              [](const Options& o) { return limit_text(o.grow.max_leaves); },
              [](const Parameter& self, Options& o, const Text& text) { o.grow.max_leaves = limit_of(self, 1, text); }},
    Parameter{
        "min-split", "ROWS", "Rows that a node needs to be split.",
        [](const Options& o) { return number_text(o.grow.min_split); },
        [](const Parameter& self, Options& o, const Text& text) { o.grow.min_split = number_of(self, not_negative, text); }},
    Parameter{
        "min-leaf", "ROWS", "Rows that a branch needs.", [](const Options& o) { return number_text(o.grow.min_leaf); },
        [](const Parameter& self, Options& o, const Text& text) { o.grow.min_leaf = number_of(self, not_negative, text); }},
    Parameter{
        "branch-rule", branch_rules, "Which branches need min-leaf rows: every one, or at least two.",
        [](const Options& o) { return word_of(branch_rules, o.grow.branch_rule); },
        [](const Parameter& self, Options& o, const Text& text) { o.grow.branch_rule = choice_of<BranchRule>(self, text); }},
    Parameter{"numeric-limit", numeric_limits,
              "Rows on each side of a threshold: min-leaf, or C4.5's larger number (a tenth of the rows a class, at most 25).",
              [](const Options& o) { return word_of(numeric_limits, o.grow.numeric_limit); },
              [](const Parameter& self, Options& o, const Text& text) {
                  o.grow.numeric_limit = choice_of<NumericLimit>(self, text);
              }},
    Parameter{
        "min-gain", "GAIN", "Gain that a split needs, in the unit of the criterion.",
        [](const Options& o) { return number_text(o.grow.min_gain); },
        [](const Parameter& self, Options& o, const Text& text) { o.grow.min_gain = number_of(self, not_negative, text); }},
    Parameter{"zero-gain", zero_gains, "Whether a split that gains nothing by itself is taken, in the hope of the next.",
              [](const Options& o) { return word_of(zero_gains, o.grow.zero_gain); },
              [](const Parameter& self, Options& o, const Text& text) { o.grow.zero_gain = choice_of<ZeroGain>(self, text); }},
    Parameter{
        "gain-filter", gain_filters, "Gain ratio among all tests, or only among those of at least average gain.",
        [](const Options& o) { return word_of(gain_filters, o.grow.gain_filter); },
        [](const Parameter& self, Options& o, const Text& text) { o.grow.gain_filter = choice_of<GainFilter>(self, text); }},
    Parameter{
        "threshold-penalty", switches, "Gain ratio: take log2(thresholds)/rows from the gain of a numeric test, as C4.5 does.",
        [](const Options& o) { return word_of(switches, o.grow.threshold_penalty); },
        [](const Parameter& self, Options& o, const Text& text) { o.grow.threshold_penalty = choice_of<bool>(self, text); }},
    Parameter{
        "stop-test", stop_tests,
        "Split only where a test says that the branches differ (f for numbers, chi-squared and exact for classes), or where a "
        "question spares more bits than it takes to tell it.",
        [](const Options& o) { return word_of(stop_tests, o.grow.stop_test); },
        [](const Parameter& self, Options& o, const Text& text) { o.grow.stop_test = choice_of<StopTest>(self, text); }},
    Parameter{"significance", "P", "The p-value up to which a split is made.",
              [](const Options& o) { return number_text(o.grow.significance); },
              [](const Parameter& self, Options& o, const Text& text) { o.grow.significance = number_of(self, share, text); }},
    Parameter{"adjust", adjusts, "Whether p is multiplied by the number of tests that were possible at the node.",
              [](const Options& o) { return word_of(adjusts, o.grow.adjust); },
              [](const Parameter& self, Options& o, const Text& text) { o.grow.adjust = choice_of<Adjust>(self, text); }},
    Parameter{"prune", prunings, "How the tree is pruned.", [](const Options& o) { return word_of(prunings, o.prune.method); },
              [](const Parameter& self, Options& o, const Text& text) { o.prune.method = choice_of<PruneMethod>(self, text); }},
    Parameter{"validation-fraction", "SHARE",
              "Reduced error: the share of the rows that the tree does not see and is judged by.",
              [](const Options& o) { return number_text(o.prune.validation_fraction); },
              [](const Parameter& self, Options& o, const Text& text) {
                  o.prune.validation_fraction = number_of(self, inner_share, text);
              }},
    Parameter{"confidence", "CF", "Pessimistic pruning: the lower, the more is cut.",
              [](const Options& o) { return number_text(o.prune.confidence); },
              [](const Parameter& self, Options& o, const Text& text) {
                  o.prune.confidence = number_of(self, positive_share, text);
              }},
    Parameter{"raise", switches,
              "Pessimistic, reduced error: a branch may also take the place of its parent, with all its rows.",
              [](const Options& o) { return word_of(switches, o.prune.raise); },
              [](const Parameter& self, Options& o, const Text& text) { o.prune.raise = choice_of<bool>(self, text); }},
    Parameter{
        "alpha", "A", "Cost-complexity: what a leaf must spare of the error, in place of cross-validation.",
        [](const Options& o) { return optional_text(o.prune.alpha); },
        [](const Parameter& self, Options& o, const Text& text) { o.prune.alpha = optional_of(self, not_negative, text); }},
    Parameter{"leaves", "N",
              "Cost-complexity: the largest tree of the sequence with at most so many leaves, in place of cross-validation.",
              [](const Options& o) { return limit_text(o.prune.leaves); },
              [](const Parameter& self, Options& o, const Text& text) { o.prune.leaves = limit_of(self, 1, text); }},
    Parameter{"se", "S", "Cost-complexity: the smallest tree within so many standard errors of the best; 0 for the best.",
              [](const Options& o) { return number_text(o.prune.standard_errors); }, set_standard_errors},
    Parameter{
        "price", "D", "Cost-complexity for classes: what each doubling of the leaves must bring, in place of standard errors.",
        [](const Options& o) { return optional_text(o.prune.price); },
        [](const Parameter& self, Options& o, const Text& text) { o.prune.price = optional_of(self, not_negative, text); }},
    Parameter{
        "complexity", complexities, "Cost-complexity: what leaves are weighed against; impurity is scikit-learn's.",
        [](const Options& o) { return word_of(complexities, o.prune.complexity); },
        [](const Parameter& self, Options& o, const Text& text) { o.prune.complexity = choice_of<Complexity>(self, text); }},
    Parameter{"folds", "N", "Cost-complexity: the parts of the rows, each of which judges a tree that grew from the others.",
              [](const Options& o) { return std::to_string(o.prune.folds); },
              [](const Parameter& self, Options& o, const Text& text) { o.prune.folds = whole_number_of(self, 2, text); }},
    Parameter{
        "merge-same-class", switches, "Afterwards, sibling leaves that predict the same class become one.",
        [](const Options& o) { return word_of(switches, o.prune.merge_same_class); },
        [](const Parameter& self, Options& o, const Text& text) { o.prune.merge_same_class = choice_of<bool>(self, text); }},
};

void add_preset_columns(const Parameter& parameter, std::string& line) {
    for (const Preset preset : {Preset::id3, Preset::c45, Preset::cart, Preset::automatic}) {
        TrainOptions options;
        options.preset = preset;
        options.grow = preset_options(preset);
        options.prune = preset_pruning(preset);
        line += fmt::format(" {} |", parameter.get(options));
    }
}

}  // namespace

std::span<const Parameter> parameters() { return table; }

const Parameter* find_parameter(std::string_view name) {
    for (const Parameter& parameter : table)
        if (parameter.name == name) return &parameter;
    return nullptr;
}

std::vector<std::string> choices_of(const Parameter& parameter) {
    return parameter.value.find('|') == std::string_view::npos ? std::vector<std::string>{} : words_of(parameter.value);
}

std::string word_for(PruneMethod method) { return word_of(prunings, method); }

bool belongs_to_other_criterion(const Parameter& parameter, CriterionName criterion) {
    for (const CriterionKind* kind : criterion_kinds())
        if (kind->parameter == parameter.name) return kind->name != criterion;
    return false;
}

bool is_switch(const Parameter& parameter) { return parameter.value == switches; }

std::string parameters_markdown() {
    std::string text =
        "| parameter | takes | what it does | `id3` | `c45` | `cart` | `auto` |\n|---|---|---|---|---|---|---|\n";
    for (const Parameter& parameter : table) {
        std::string takes;
        for (const std::string& word : words_of(parameter.value)) takes += (takes.empty() ? "`" : ", `") + word + "`";
        std::string line = fmt::format("| `--{}` | {} | {} |", parameter.name, takes, parameter.sentence);
        add_preset_columns(parameter, line);
        text += line + "\n";
    }
    return text;
}

}  // namespace treewright
