#include "cli/verbs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "cli/flags/help_layout.h"
#include "treewright/base/error.h"
#include "treewright/base/nearest.h"

namespace treewright::cli {

namespace {

constexpr std::array all_verbs = {
    Verb{"describe", "summarise the columns of a file and their association with a target", run_describe},
    Verb{"table", "show the rows as they were parsed; write a clean CSV", run_table},
    Verb{"train", "grow a tree; print it, explain it, save it", run_train},
    Verb{"prune", "prune a saved tree; compare the pruning methods", run_prune},
    Verb{"show", "draw a saved tree as text, SVG, HTML, Graphviz, Mermaid or JSON", run_show},
    Verb{"export", "write a tree as a program, a query or a file of other software", run_export},
    Verb{"verify", "replay an export on its real consumer and compare the answers", run_verify},
    Verb{"rules", "print a tree as rules in English; simplify them to a shorter list", run_rules},
    Verb{"predict", "predict the rows of a file", run_predict},
    Verb{"explain", "show how a model arrives at its prediction for one row", run_explain},
    Verb{"evaluate", "evaluate a saved model on labelled rows", run_evaluate},
    Verb{"report", "write a page about a table and its tree, or about a model and rows", run_report},
    Verb{"cv", "cross-validate a learner; tune its parameters", run_cv},
    Verb{"compare", "compare learners on the same folds, with significance tests", run_compare},
    Verb{"curve", "draw a learning curve: what more training rows would bring", run_curve},
    Verb{"split", "split a file into training and test files, byte for byte", run_split},
    Verb{"parameters", "list every parameter with its defaults", run_parameters},
    Verb{"completion", "print a script that completes verbs and options in bash, zsh or fish", run_completion},
    Verb{"man", "print the manual page", run_man},
};

const Verb* find_verb(std::string_view name) {
    const auto* found = std::find_if(all_verbs.begin(), all_verbs.end(), [&](const Verb& verb) { return verb.name == name; });
    return found == all_verbs.end() ? nullptr : found;
}

void add_exit_codes(HelpLayout& layout) {
    layout.heading("Exit codes");
    layout.entry("0", "success; also when the reader closes the pipe early");
    layout.entry("1", "system failure: full disk, out of memory");
    layout.entry("2",
                 "wrong command line, whatever the files hold: unknown option, value out of range, existing output file "
                 "without --force");
    layout.entry("3", "bad input: file not found, malformed file, unknown column, invalid model");
    layout.entry("4", "the answers differ: an export does not say what its model says ('verify')");
    layout.entry("130", "stopped by Ctrl-C; no partial file is left behind");
}

std::string program_help() {
    HelpLayout layout;
    layout.paragraph("treewright grows decision trees that people can read, and shows how they came about.");
    layout.heading("Usage");
    layout.verbatim("treewright VERB [arguments] [options]");
    layout.verbatim("treewright help VERB");
    layout.verbatim("treewright --version");
    layout.heading("Verbs");
    for (const Verb& verb : all_verbs) layout.entry(verb.name, verb.purpose);
    layout.heading("Examples");
    layout.verbatim("treewright describe titanic.csv");
    layout.verbatim("treewright train golf.csv --target Play --preset id3 --show-work");
    layout.verbatim("treewright train adult.csv --target income -o adult.tree");
    layout.verbatim("treewright predict adult.tree new.csv -o out.csv");
    layout.blank();
    layout.paragraph(
        "Every verb takes --json, --quiet, --width N, --threads N, --seed N and --help. Results go to standard output; "
        "messages and a "
        "progress bar go to standard error. NO_COLOR=1 turns colours off. A file named - is standard input.");
    add_exit_codes(layout);
    return layout.text();
}

/// What other programs call a verb; "" if it is none of theirs.
std::string hint_for_foreign_verb(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 8> names = {{
        {"fit", "train"},
        {"grow", "train"},
        {"test", "evaluate"},
        {"score", "evaluate"},
        {"plot", "show"},
        {"print", "show"},
        {"summary", "describe"},
        {"crossvalidate", "cv"},
    }};
    for (const auto& [theirs, ours] : names)
        if (name == theirs) return fmt::format("here it is '{}'", ours);
    return name == "version" ? "write 'treewright --version'" : "";
}

[[noreturn]] void refuse_verb(const std::string& name) {
    if (name.size() > 1 && name[0] == '-')
        throw usage_error(fmt::format(
            "expected a verb, found '{}': write 'treewright VERB {}'; 'treewright --help' lists the verbs", name, name));
    std::vector<std::string> names;
    for (const Verb& verb : all_verbs) names.emplace_back(verb.name);
    const std::string foreign = hint_for_foreign_verb(name);
    const std::string hint = foreign.empty() ? did_you_mean(name, names) : foreign;
    throw usage_error(fmt::format("there is no verb '{}': {}", name, hint.empty() ? "'treewright --help' lists them" : hint));
}

const Verb& verb_named(const std::string& name) {
    const Verb* verb = find_verb(name);
    if (verb == nullptr) refuse_verb(name);
    return *verb;
}

}  // namespace

std::span<const Verb> verbs() { return all_verbs; }

void run_program(const Arguments& arguments, Console& console) {
    if (arguments.empty()) throw usage_error("a verb is missing: 'treewright --help' lists them");
    const std::string& first = arguments.front();
    const bool wants_help = first == "--help" || first == "-h" || first == "help";
    if (first == "--version") {
        console.print("treewright " TREEWRIGHT_VERSION "\n");
    } else if (wants_help && arguments.size() == 1) {
        console.print(program_help());
    } else if (wants_help) {
        Arguments of_verb(arguments.begin() + 2, arguments.end());
        of_verb.emplace_back("--help");
        verb_named(arguments[1]).run(of_verb, console);
    } else {
        verb_named(first).run({arguments.begin() + 1, arguments.end()}, console);
    }
}

}  // namespace treewright::cli
