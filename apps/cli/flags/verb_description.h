// What a verb says about itself, for its help, the completion of shells and the manual page.
#pragma once

#include <string>
#include <vector>

namespace treewright::cli {

struct DescribedArgument {
    std::string name;
    std::string sentence;
};

struct DescribedOption {
    std::string names;     ///< "-o,--output"
    std::string value;     ///< "FILE", "a|b"; empty: a flag
    std::string sentence;
    std::string group;
    std::vector<std::string> choices = {};  ///< empty: those in `value`, if it is a choice
};

struct DescribedExample {
    std::string comment;
    std::string command;
};

struct VerbDescription {
    std::string verb;
    std::string purpose;
    std::string usage;
    std::vector<std::string> paragraphs;
    std::vector<DescribedArgument> arguments;
    std::vector<DescribedOption> options;
    std::vector<DescribedExample> examples;
};

/// "-o" and "--output" of "-o,--output".
[[nodiscard]] std::vector<std::string> names_of(const DescribedOption& option);
/// "a" and "b" of "a|b"; nothing if the value is not one of a few words.
[[nodiscard]] std::vector<std::string> choices_of(const DescribedOption& option);
/// Whether the value is the name of a file.
[[nodiscard]] bool takes_file(const DescribedOption& option);

}  // namespace treewright::cli
