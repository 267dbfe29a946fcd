#include "cli/flags/argument_parser.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <filesystem>

#include "cli/flags/foreign_names.h"
#include "cli/flags/help_layout.h"
#include "treewright/base/error.h"
#include "treewright/base/nearest.h"

namespace treewright::cli {

namespace {

std::string long_name(const std::string& names) {
    const std::size_t comma = names.find(',');
    return comma == std::string::npos ? names : names.substr(comma + 1);
}

bool is_flag(const Option& option) { return option.value.empty(); }

bool names_table(const std::string& text) {
    constexpr std::array<std::string_view, 8> endings = {".csv",     ".tsv",     ".txt", ".arff",
                                                         ".parquet", ".feather", ".gz",  ".zst"};
    const auto ends_so = [&](std::string_view ending) { return text.ends_with(ending); };
    return std::any_of(endings.begin(), endings.end(), ends_so) || std::filesystem::exists(text);
}

std::optional<bool> truth_of(const std::string& word) {
    constexpr std::array<std::string_view, 3> yes = {"yes", "true", "on"};
    constexpr std::array<std::string_view, 3> no = {"no", "false", "off"};
    if (std::find(yes.begin(), yes.end(), word) != yes.end()) return true;
    if (std::find(no.begin(), no.end(), word) != no.end()) return false;
    return std::nullopt;
}

/// The library says "--target: 1 required TEXT missing" or "quiet was given a disallowed flag override".
std::string in_our_words(const std::string& sentence) {
    const std::string name = sentence.substr(0, sentence.find_first_of(": "));
    return sentence.find("override") == std::string::npos ? name + " needs a value" : fmt::format("--{} takes no value", name);
}

}  // namespace

ArgumentParser::ArgumentParser(std::string verb, std::string purpose) : verb_(std::move(verb)), purpose_(std::move(purpose)) {}

void ArgumentParser::explain(std::string paragraph) { paragraphs_.push_back(std::move(paragraph)); }

void ArgumentParser::group(std::string title) { group_ = std::move(title); }

void ArgumentParser::positional(std::string name, std::string sentence, std::string& into) {
    positionals_.push_back({std::move(name), std::move(sentence), &into, {}});
}

void ArgumentParser::option(Option option, Take take) { options_.push_back({std::move(option), std::move(take), group_, {}}); }

void ArgumentParser::flag(std::string names, std::string sentence, bool& into) {
    option({std::move(names), "", std::move(sentence), Times::many}, [&into](const std::string&) { into = true; });
}

void ArgumentParser::text(std::string names, std::string value, std::string sentence, std::string& into) {
    option({std::move(names), std::move(value), std::move(sentence), Times::once},
           [&into](const std::string& given) { into = given; });
}

void ArgumentParser::example(std::string comment, std::string command) {
    examples_.push_back({std::move(comment), std::move(command)});
}

void ArgumentParser::require(std::string name) { required_.push_back(std::move(name)); }

void ArgumentParser::require(const std::string& name, std::function<std::string()> advice) {
    require(name);
    advice_on_[name] = std::move(advice);
}

bool ArgumentParser::parse(const std::vector<std::string>& arguments) {
    const std::vector<std::string> left_over = split_arguments(with_plain_switches(arguments));
    if (given("--help")) return false;
    refuse_swallowed_options();
    refuse_unknown(left_over);
    hand_over();
    return true;
}

/// `--raise=no` and `--raise no` become --no-raise, `--raise=yes` becomes --raise; only for switches that have both forms.
std::vector<std::string> ArgumentParser::with_plain_switches(const std::vector<std::string>& arguments) const {
    const std::vector<std::string> names = option_names();
    const auto is_known = [&](const std::string& name) { return std::find(names.begin(), names.end(), name) != names.end(); };
    std::vector<std::string> plain;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::size_t equals = arguments[i].find('=');
        const std::string name = arguments[i].substr(0, equals);
        const bool is_switch = name.starts_with("--") && is_known(name) && is_known("--no-" + name.substr(2));
        const std::string value = equals != std::string::npos ? arguments[i].substr(equals + 1)
                                  : i + 1 < arguments.size()  ? arguments[i + 1]
                                                              : "";
        const std::optional<bool> truth = is_switch ? truth_of(value) : std::nullopt;
        if (!truth) {
            plain.push_back(arguments[i]);
            continue;
        }
        plain.push_back(*truth ? name : "--no-" + name.substr(2));
        if (equals == std::string::npos) ++i;
    }
    return plain;
}

/// CLI11 only collects the texts: errors (unknown, missing, wrong) are reported here, in one order and one style.
std::vector<std::string> ArgumentParser::split_arguments(const std::vector<std::string>& arguments) {
    CLI::App app;
    app.set_help_flag();
    app.allow_extras();
    for (Declared& declared : options_) {
        if (is_flag(declared.option)) {
            app.add_flag_callback(declared.option.names, [&declared] { declared.given.emplace_back(); })
                ->disable_flag_override();
        } else {
            const auto collect = [&declared](const CLI::results_t& texts) { return declared.given = texts, true; };
            app.add_option(declared.option.names, collect)->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        }
    }
    for (Positional& positional : positionals_)
        app.add_option(positional.name, [&positional](const CLI::results_t& texts) { return positional.given = texts, true; });
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::ArgumentMismatch& mismatch) {
        throw usage_error(fmt::format("{}: {}", in_our_words(mismatch.what()), help_hint()));
    } catch (const CLI::ParseError& error) {
        throw usage_error(fmt::format("{}: {}", error.what(), help_hint()));
    }
    std::vector<std::string> left_over = app.remaining();
    std::erase(left_over, "--");  // it has done its work: what follows it is not an option
    return left_over;
}

void ArgumentParser::refuse_unknown(const std::vector<std::string>& left_over) const {
    if (left_over.empty()) return;
    const auto dashed = [](const std::string& text) { return text.size() > 1 && text[0] == '-'; };
    const auto first_option = std::find_if(left_over.begin(), left_over.end(), dashed);
    if (first_option == left_over.end())
        throw usage_error(fmt::format("unexpected argument '{}': {}", left_over.front(), hint_for(left_over.front())));
    const std::string name = first_option->substr(0, first_option->find('='));
    const bool has_next = name.size() == first_option->size() && first_option + 1 != left_over.end();
    const std::string value = name.size() < first_option->size() ? first_option->substr(name.size() + 1)
                              : has_next                         ? *(first_option + 1)
                                                                 : "";
    const std::string hint = our_words_for(name, value, option_names()).value_or(did_you_mean(name, option_names()));
    throw usage_error(fmt::format("{} has no option '{}': {}", verb_, name, hint.empty() ? help_hint() : hint));
}

std::string ArgumentParser::advice_on(const std::string& required) const {
    const auto found = advice_on_.find(required);
    const std::string advice = found == advice_on_.end() ? "" : found->second();
    return advice.empty() ? help_hint() : advice;
}

/// `train golf.csv Play`: the target without its option.
std::string ArgumentParser::hint_for(const std::string& unexpected) const {
    const std::vector<std::string> names = option_names();
    const bool lacks_target = std::find(names.begin(), names.end(), "--target") != names.end() && !given("--target");
    if (lacks_target && !names_table(unexpected)) return fmt::format("did you mean '--target {}'?", unexpected);
    return help_hint();
}

void ArgumentParser::hand_over() {
    for (Positional& positional : positionals_) {
        if (positional.given.empty()) throw usage_error(fmt::format("{} needs {}: {}", verb_, positional.name, help_hint()));
        *positional.into = positional.given.front();
    }
    for (const std::string& name : required_)
        if (!given(name)) throw usage_error(fmt::format("{} needs {}: {}", verb_, name, advice_on(name)));
    for (const Declared& declared : options_) {
        if (declared.option.times == Times::once && declared.given.size() > 1)
            throw usage_error(
                fmt::format("{} was given {} times: give it once", long_name(declared.option.names), declared.given.size()));
        for (const std::string& text : declared.given) declared.take(text);
    }
    for (const std::function<void()>& look : checks_) look();
}

bool ArgumentParser::declares(const std::string& name) const {
    const std::vector<std::string> names = option_names();
    return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<std::string> ArgumentParser::files_except(const std::string& name) const {
    std::vector<std::string> files;
    for (const Positional& positional : positionals_)
        files.insert(files.end(), positional.given.begin(), positional.given.end());
    const auto takes_file = [](const Option& option) {
        return option.value.find("FILE") != std::string::npos || option.value == "DATA";
    };
    for (const Declared& declared : options_)
        if (takes_file(declared.option) && long_name(declared.option.names) != name)
            files.insert(files.end(), declared.given.begin(), declared.given.end());
    return files;
}

bool ArgumentParser::given(const std::string& name) const {
    return std::any_of(options_.begin(), options_.end(), [&](const Declared& declared) {
        return long_name(declared.option.names) == name && !declared.given.empty();
    });
}

/// `--target --preset id3`: the value was forgotten, and the next option was taken for it.
void ArgumentParser::refuse_swallowed_options() const {
    const std::vector<std::string> names = option_names();
    for (const Declared& declared : options_)
        for (const std::string& text : declared.given)
            if (std::find(names.begin(), names.end(), text) != names.end())
                throw usage_error(
                    fmt::format("{} needs a value, but is followed by the option {}", long_name(declared.option.names), text));
}

std::vector<std::string> ArgumentParser::option_names() const {
    std::vector<std::string> names;
    for (const Declared& declared : options_) names.push_back(long_name(declared.option.names));
    return names;
}

std::string ArgumentParser::help_hint() const {
    return advice_.empty() ? fmt::format("see 'treewright help {}'", verb_) : advice_;
}

std::string ArgumentParser::usage() const {
    std::string line = "treewright " + verb_;
    for (const Positional& positional : positionals_) line += " " + positional.name;
    for (const std::string& name : required_)
        for (const Declared& declared : options_)
            if (long_name(declared.option.names) == name) line += " " + name + " " + declared.option.value;
    return line + " [options]";
}

std::string ArgumentParser::help() const {
    HelpLayout layout;
    layout.paragraph(fmt::format("treewright {}: {}.", verb_, purpose_));
    layout.heading("Usage");
    layout.verbatim(usage());
    for (const std::string& paragraph : paragraphs_) layout.blank(), layout.paragraph(paragraph);
    if (!positionals_.empty()) layout.heading("Arguments");
    for (const Positional& positional : positionals_) layout.entry(positional.name, positional.sentence);
    std::string group;
    for (const Declared& declared : options_) {
        if (declared.group != group) layout.heading(group = declared.group);
        const std::string value = is_flag(declared.option) ? "" : " " + declared.option.value;
        layout.entry(spaced_names(declared.option.names) + value, declared.option.sentence);
    }
    if (!examples_.empty()) layout.heading("Examples");
    for (const Example& example : examples_) layout.example(example.comment, example.command);
    return layout.text();
}

VerbDescription ArgumentParser::description() const {
    VerbDescription description{verb_, purpose_, usage(), paragraphs_, {}, {}, {}};
    for (const Positional& positional : positionals_) description.arguments.push_back({positional.name, positional.sentence});
    for (const Declared& declared : options_)
        description.options.push_back({declared.option.names, is_flag(declared.option) ? "" : declared.option.value, declared.option.sentence, declared.group,
                                       declared.option.choices});
    for (const Example& example : examples_) description.examples.push_back({example.comment, example.command});
    return description;
}

}  // namespace treewright::cli
