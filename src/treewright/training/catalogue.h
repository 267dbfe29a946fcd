// Every parameter of training, declared once. The flags and the help of the command line, the options kept in a model file and
// docs/parameters.md are made from this table.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "treewright/training/options.h"

namespace treewright {

struct Parameter {
    std::string_view name;                    ///< as on the command line, without the dashes: "min-leaf"
    std::string_view value;                   ///< what it takes, for the help: "N", or its choices "none|chi-squared|exact|f"
    std::string_view sentence;                ///< one sentence for the help
    std::string (*get)(const TrainOptions&);  ///< the value in effect, as text that `set` reads
    void (*assign)(const Parameter& self, TrainOptions&, const std::string& text);

    /// Throws a usage `Error` if the text is out of range.
    void set(TrainOptions& options, const std::string& text) const { assign(*this, options, text); }
};

/// In the order in which help and docs list them. `preset` comes first: setting it sets every part of the learner.
std::span<const Parameter> parameters();
/// Null if there is none.
const Parameter* find_parameter(std::string_view name);
/// The choices of a parameter such as "none|exact"; empty if it takes a number.
std::vector<std::string> choices_of(const Parameter& parameter);
/// Whether it takes no or yes: on the command line it is two flags.
bool is_switch(const Parameter& parameter);

/// Whether it is an option of one criterion only, and of another than this: then it has no effect, and no model holds it.
bool belongs_to_other_criterion(const Parameter& parameter, CriterionName criterion);

/// How a method of pruning is called: "cost-complexity".
std::string word_for(PruneMethod method);

/// docs/parameters.md: the table of all parameters with their defaults under each preset.
std::string parameters_markdown();

}  // namespace treewright
