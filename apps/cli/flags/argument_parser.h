// The arguments of one verb: declared once, parsed, and explained by --help. The only user of CLI11.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "cli/flags/verb_description.h"

namespace treewright::cli {

/// How often an option may be given.
enum class Times { once, many };

struct Option {
    std::string names;     ///< "--output" or "-o,--output"
    std::string value;     ///< what it takes, for the help: "FILE", "a|b"; empty: a flag
    std::string sentence;  ///< for the help
    Times times = Times::once;
    std::vector<std::string> choices = {};  ///< of a value whose words would be too many for the help
};

class ArgumentParser {
public:
    /// Gets each text that was given, in the order of the command line. Throws a usage `Error` for one that is wrong.
    using Take = std::function<void(const std::string&)>;

    /// `purpose` is the first line of the help, without a full stop.
    ArgumentParser(std::string verb, std::string purpose);

    /// A paragraph of the help between the usage and the options.
    void explain(std::string paragraph);
    /// Options declared after this call are listed under this heading.
    void group(std::string title);
    void positional(std::string name, std::string sentence, std::string& into);
    void option(Option option, Take take);
    void flag(std::string names, std::string sentence, bool& into);
    void text(std::string names, std::string value, std::string sentence, std::string& into);
    void example(std::string comment, std::string command);

    /// The advice for an unknown argument, instead of the pointer to the help.
    void advise(std::string words) { advice_ = std::move(words); }
    /// Throws a usage `Error` if an option of this name was not given.
    void require(std::string name);
    /// The same with advice for the error, made when it is needed; the positionals have been taken by then. Empty: the pointer to the help.
    void require(const std::string& name, std::function<std::string()> advice);

    /// Something to look at when all values have been taken. Throws a usage `Error` for what is wrong.
    void check(std::function<void()> look) { checks_.push_back(std::move(look)); }
    /// Whether an option of this long name was declared.
    [[nodiscard]] bool declares(const std::string& name) const;
    /// The files that the arguments name, "-" among them, except by this option.
    [[nodiscard]] std::vector<std::string> files_except(const std::string& name) const;

    /// False if --help was among the arguments. Values are taken in the order of declaration, not of the arguments.
    [[nodiscard]] bool parse(const std::vector<std::string>& arguments);
    /// Whether an option, by its long name, was among the arguments.
    [[nodiscard]] bool given(const std::string& name) const;
    [[nodiscard]] std::string help() const;
    [[nodiscard]] VerbDescription description() const;

private:
    struct Declared {
        Option option;
        Take take;
        std::string group;
        std::vector<std::string> given;
    };
    struct Positional {
        std::string name;
        std::string sentence;
        std::string* into;
        std::vector<std::string> given;
    };
    struct Example {
        std::string comment;
        std::string command;
    };

    std::vector<std::string> split_arguments(const std::vector<std::string>& arguments);
    void refuse_swallowed_options() const;
    void refuse_unknown(const std::vector<std::string>& left_over) const;
    [[nodiscard]] std::vector<std::string> with_plain_switches(const std::vector<std::string>& arguments) const;
    [[nodiscard]] std::string hint_for(const std::string& unexpected) const;
    [[nodiscard]] std::string advice_on(const std::string& required) const;
    void hand_over();
    [[nodiscard]] std::vector<std::string> option_names() const;
    [[nodiscard]] std::string usage() const;
    [[nodiscard]] std::string help_hint() const;

    std::string verb_;
    std::string purpose_;
    std::string advice_;
    std::vector<std::string> paragraphs_;
    std::string group_ = "Options";
    std::vector<Positional> positionals_;
    std::vector<Declared> options_;
    std::vector<std::string> required_;
    std::map<std::string, std::function<std::string()>> advice_on_;
    std::vector<Example> examples_;
    std::vector<std::function<void()>> checks_;
};

}  // namespace treewright::cli
