// What a part of the library can be told, declared once with its type. Every struct of options that a user fills has a list of entries
// next to it (`ParameterOf`, parameter_entry.h); face/parameters.h puts all lists together. The flags and the help of the command line,
// docs/parameters.md and `treewright parameters --json` are made from them; so are later the signatures of other fronts.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace treewright {

/// A number for a class, by name.
struct ClassNumber {
    std::string name;
    double number = 0.0;
    bool operator==(const ClassNumber&) const = default;
};

/// λ: rows are true classes, columns predicted ones, in the order of `classes`.
struct CostTable {
    std::string source;  ///< the file's name, for sentences
    std::vector<std::string> classes;
    std::vector<double> cells;
    bool operator==(const CostTable&) const = default;
};

/// A category with an order, such as size: small < medium < large.
struct OrderedColumn {
    std::string name;
    std::vector<std::string> levels;  ///< from lowest to highest, each once
    bool operator==(const OrderedColumn&) const = default;
};

enum class ParameterKind {
    integer,
    real,
    choice,         ///< one of `choices`
    toggle,         ///< yes or no: on the command line it is one flag or two
    text,           ///< such as the name of a column or a file
    names,          ///< several names, such as those of columns
    texts,          ///< several texts, each given by itself
    level_orders,   ///< columns with their levels from lowest to highest
    class_numbers,  ///< a number for each class
    shares,         ///< a share for each of several parts
    cost_table,     ///< a number for each pair of classes
};

/// What a parameter speaks about, and so which fronts and verbs offer it. A name stands once in a group.
enum class ParameterGroup {
    learner,      ///< part of a preset; kept in the model
    classes,      ///< no part of a preset; kept in the model where it is given
    run,          ///< not kept
    task,         ///< target, weights, groups
    reading,      ///< how a file is read
    columns,      ///< what the columns of a table are
    resampling,   ///< which rows are held out
    tuning,       ///< how options are chosen
    curve,        ///< learning curves
    evaluation,   ///< figures about a model
    pruning,      ///< of a saved model, besides those of the learner
    rules,        ///< which rules are told, or how they are made
    exporting,    ///< what a tree is exported to
    drawing,      ///< which part of a tree is drawn, and how
    verifying,    ///< how an export is replayed
    reporting,    ///< what a report tells
    parts,        ///< how a table is split
    description,  ///< what is said about a table
};

/// The value of a parameter. Monostate: none (no limit, not used, left to the program); `Parameter::absent` is the word for it. A
/// choice is its word.
using ParameterValue = std::variant<std::monostate, bool, std::uint64_t, double, std::string, std::vector<std::string>,
                                    std::vector<OrderedColumn>, std::vector<ClassNumber>, CostTable>;

struct ParameterRange {
    static constexpr double unbounded = std::numeric_limits<double>::infinity();
    double lowest = 0.0;
    double highest = unbounded;
    bool open = false;  ///< the ends do not belong to it
};

struct Parameter {
    std::string_view name;                  ///< "min-leaf"; a front spells it (spelling.h)
    std::string_view unit = {};             ///< what it takes, in a word: "ROWS"; empty if `choices` say it
    std::string sentence = {};              ///< one sentence, which may name other parameters (spelling.h)
    std::string off = {};                   ///< toggle that can also be turned off: what that means, as a sentence
    ParameterRange range = {};              ///< of a number
    std::string_view absent = {};           ///< the word for no value: "none", "auto"; empty: it always has one
    std::vector<std::string> choices = {};  ///< in the order in which help lists them; of a toggle: no, yes
    ParameterKind kind = ParameterKind::text;
    ParameterGroup group = ParameterGroup::learner;
    ParameterValue usual = {};    ///< the default; empty also for what no options hold (threads, files)
    std::string usual_text = {};  ///< the same in words
    bool adds_up = false;         ///< may be given several times, each of which adds to the others
    /// Words of other programs and the choice that is nearest to them.
    std::vector<std::pair<std::string_view, std::string_view>> elsewhere = {};

    /// How a text is read where the kind does not say it. `before` is what it adds to. Throws a usage `Error`.
    std::function<ParameterValue(const std::string& text, const ParameterValue& before)> parse = {};

    /// The value that a text means, added to `before` if that is a list. A usage `Error` for what is out of range.
    [[nodiscard]] ParameterValue read(const std::string& text, const ParameterValue& before = {}) const;
    [[nodiscard]] std::string text_of(const ParameterValue& value) const;
    /// Text is read; a whole number may stand for a real one. A usage `Error` for a value of another kind or out of range.
    [[nodiscard]] ParameterValue checked(const ParameterValue& value) const;

    /// For help: "ROWS", "none|exact".
    [[nodiscard]] std::string takes() const;
};

/// A parameter that is part of these options.
template <class Options>
struct ParameterOf : Parameter {
    /// From and to the options; empty where these do not hold it (threads), so that a front passes it on itself.
    std::function<ParameterValue(const Options&)> field = {};
    std::function<void(Options&, const ParameterValue&)> assign = {};
    std::function<std::string(const Options&)> shown = {};  ///< empty: the text of the value

    [[nodiscard]] ParameterValue value(const Options& options) const { return field ? field(options) : ParameterValue(); }
    /// The value in effect as text.
    [[nodiscard]] std::string get(const Options& options) const { return shown ? shown(options) : text_of(value(options)); }
    /// Throws a usage `Error` for a value of another kind or out of range.
    void set(Options& options, const ParameterValue& value) const { assign(options, checked(value)); }
    /// What a text means, besides what is there if it is a list.
    void add(Options& options, const std::string& text) const {
        assign(options, read(text, adds_up ? value(options) : ParameterValue()));
    }
};

}  // namespace treewright
