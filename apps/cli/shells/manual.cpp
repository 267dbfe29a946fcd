#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "cli/shells/shells.h"

namespace treewright::cli {

namespace {

/// Hyphens that can be copied, and nothing that groff takes for its own.
std::string groff_text(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '\\')
            escaped += "\\e";
        else if (c == '-')
            escaped += "\\-";
        else
            escaped += c;
    }
    if (escaped.starts_with('.') || escaped.starts_with('\'')) escaped.insert(0, "\\&");
    return escaped;
}

std::string upper(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

std::string tagged(const std::string& tag, std::string_view text) { return fmt::format(".TP\n{}\n{}\n", tag, groff_text(text)); }

std::string option_tag(const DescribedOption& option) {
    std::string tag = ".B ";
    for (const std::string& name : names_of(option)) tag += (tag.size() > 3 ? ", " : "") + groff_text(name);
    return option.value.empty() ? tag : fmt::format("{} \\fI{}\\fR", tag, groff_text(option.value));
}

std::string verb_section(const VerbDescription& verb) {
    std::string text = fmt::format(".SH {}\n{}.\n.PP\n.nf\n.B {}\n.fi\n", groff_text("TREEWRIGHT " + upper(verb.verb)), groff_text(verb.purpose),
                                   groff_text(verb.usage));
    for (const std::string& paragraph : verb.paragraphs) text += fmt::format(".PP\n{}\n", groff_text(paragraph));
    for (const DescribedArgument& argument : verb.arguments) text += tagged(".I " + groff_text(argument.name), argument.sentence);
    std::string group;
    for (const DescribedOption& option : verb.options) {
        if (option.group != group) text += fmt::format(".SS {}\n", groff_text(group = option.group));
        text += tagged(option_tag(option), option.sentence);
    }
    if (!verb.examples.empty()) text += ".SS Examples\n";
    for (const DescribedExample& example : verb.examples)
        text += fmt::format(".PP\n{}:\n.PP\n.nf\n.RS\n{}\n.RE\n.fi\n", groff_text(example.comment), groff_text(example.command));
    return text;
}

}  // namespace

std::string manual_page(std::span<const VerbDescription> verbs) {
    std::string text = fmt::format(
        ".TH TREEWRIGHT 1 \"\" \"Treewright {}\" \"User commands\"\n.SH NAME\ntreewright \\- decision trees that people can read\n.SH SYNOPSIS\n"
        ".B treewright\n\\fIVERB\\fR [arguments] [options]\n.br\n.B treewright help\n\\fIVERB\\fR\n.SH DESCRIPTION\n"
        "Treewright grows, prunes, checks, explains and ships decision trees: ID3, C4.5 and CART. Results go to standard output; messages and a "
        "progress bar go to standard error. A file named \\- is standard input.\n.SH VERBS\n",
        TREEWRIGHT_VERSION);
    for (const VerbDescription& verb : verbs) text += tagged(".B " + groff_text(verb.verb), verb.purpose + ".");
    for (const VerbDescription& verb : verbs) text += verb_section(verb);
    text += ".SH EXIT STATUS\n";
    text += tagged("0", "Success; also when the reader closes the pipe early.");
    text += tagged("1", "System failure: full disk, out of memory.");
    text += tagged("2", "Wrong command line: unknown option, value out of range, existing output file without --force.");
    text += tagged("3", "Bad input: file not found, malformed file, unknown column, invalid model.");
    text += tagged("4", "The answers differ: an export does not say what its model says.");
    text += tagged("130", "Stopped by Ctrl-C; no partial file is left behind.");
    text += ".SH ENVIRONMENT\n";
    text += tagged(".B NO_COLOR", "Without colours, if it is set.");
    text += tagged(".B COLUMNS", "The width of the page, if it is set.");
    return text;
}

}  // namespace treewright::cli
