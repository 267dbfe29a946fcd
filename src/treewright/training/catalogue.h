// Every parameter of a run, declared once with its type. The flags and the help of the command line, the options kept in a model
// file and docs/parameters.md are made from this list; so are later the signatures of other fronts (`parameters_json`).
//
// To add one: a field in the options struct (growing/options.h, prune_options.h, options.h) and an entry in catalogue.cpp, where
// the compiler stops until the field is listed.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "treewright/base/spelling.h"
#include "treewright/training/train_options.h"

namespace treewright {

enum class ParameterKind {
    integer,
    real,
    choice,         ///< one of `choices`
    toggle,         ///< yes or no: on the command line it is two flags
    text,           ///< such as the name of a file
    class_numbers,  ///< a number for each class
    cost_table,     ///< a number for each pair of classes
};

enum class ParameterOwner {
    learner,  ///< part of a preset; kept in the model
    classes,  ///< no part of a preset; kept in the model where it is given
    run,      ///< not kept
};

/// The value of a parameter. Monostate: none (no limit, not used, left to the program); `Parameter::absent` is the word for it. A
/// choice is its word.
using ParameterValue =
    std::variant<std::monostate, bool, std::uint64_t, double, std::string, std::vector<ClassNumber>, CostTable>;

/// Both ends belong to it.
struct ParameterRange {
    static constexpr double unbounded = std::numeric_limits<double>::infinity();
    double lowest = 0.0;
    double highest = unbounded;
};

struct Parameter {
    std::string_view name;                  ///< "min-leaf"; a front spells it (spelling.h)
    std::string_view unit = {};             ///< what it takes, in a word: "ROWS"; empty if there are `choices`
    std::string sentence = {};              ///< one sentence, which may name other parameters (spelling.h)
    ParameterRange range = {};              ///< of a number
    std::string_view absent = {};           ///< the word for no value: "none", "auto"; empty: it always has one
    std::vector<std::string> choices = {};  ///< in the order in which help lists them; of a toggle: no, yes
    ParameterKind kind = ParameterKind::text;
    ParameterOwner owner = ParameterOwner::learner;

    /// From and to the options; empty where these do not hold it (threads), so that a front passes it on itself.
    std::function<ParameterValue(const TrainOptions&)> field = {};
    std::function<void(TrainOptions&, const ParameterValue&)> assign = {};
    std::function<std::string(const TrainOptions&)> shown = {};  ///< empty: the text of the value

    [[nodiscard]] ParameterValue value(const TrainOptions& options) const;
    /// The value in effect as text.
    [[nodiscard]] std::string get(const TrainOptions& options) const;
    /// Text is read as `read` does. Throws a usage `Error` for a value of another kind or out of range.
    void set(TrainOptions& options, const ParameterValue& value) const;

    /// The value that a text means, and the text of a value. A usage `Error` for what is out of range.
    [[nodiscard]] ParameterValue read(const std::string& text) const;
    [[nodiscard]] std::string text_of(const ParameterValue& value) const;

    /// For help: "ROWS", "none|exact".
    [[nodiscard]] std::string takes() const;
};

/// A parameter with the text that it was given.
using Setting = std::pair<const Parameter*, std::string>;
/// In the order in which they are applied.
using Settings = std::vector<Setting>;

/// Those of the learner, in the order in which help and docs list them. `preset` comes first: setting it sets all others.
std::span<const Parameter> parameters();
/// Those of the learner, then those about classes, then those of the run.
std::span<const Parameter> all_parameters();
/// One of all; null if there is none.
const Parameter* find_parameter(std::string_view name);

/// Whether it is an option of one criterion only, and of another than this: then it has no effect, and no model holds it.
bool belongs_to_other_criterion(const Parameter& parameter, CriterionName criterion);

/// How a method of pruning is called: "cost-complexity".
std::string word_for(PruneMethod method);

/// docs/parameters.md: the tables of all parameters with their defaults, those of the learner under each preset.
std::string parameters_markdown(const Spelling& spelling);
/// The same for programs, such as those that make the signatures of another front (docs/command-line.md).
std::string parameters_json(const Spelling& spelling);

}  // namespace treewright
