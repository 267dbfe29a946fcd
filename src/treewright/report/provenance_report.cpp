#include "treewright/report/provenance_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <variant>

#include "treewright/base/json_writer.h"
#include "treewright/base/name_list.h"
#include "treewright/base/number_text.h"
#include "treewright/base/spelling.h"
#include "treewright/data/csv_writer.h"
#include "treewright/export/display.h"
#include "treewright/report/page.h"
#include "treewright/training/catalogue.h"
#include "treewright/training/model_options.h"

namespace treewright {

namespace {

/// With what a terminal would obey as \xNN, which bash and zsh take back.
std::string escaped_word(std::string_view text) {
    std::string quoted = "$'";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte >= 0x7f)
            quoted += fmt::format("\\x{:02x}", static_cast<unsigned>(byte));
        else
            quoted += c == '\'' || c == '\\' ? fmt::format("\\{}", c) : std::string(1, c);
    }
    return quoted + "'";
}

}  // namespace

/// In single quotes unless it is plain.
std::string shell_word(std::string_view text) {
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=,+:%@";
    if (!text.empty() && text.find_first_not_of(plain) == std::string_view::npos) return std::string(text);
    if (printable(text) != text) return escaped_word(text);
    std::string quoted = "'";
    for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

namespace {

/// What both kinds of models have.
struct Record {
    const Schema& schema;
    const std::vector<NamedOption>& options;
    const Provenance& provenance;
    bool is_list;
    bool keeps_unpruned;  ///< because that was asked for

    [[nodiscard]] std::string option(std::string_view name) const {
        for (const NamedOption& option : options)
            if (option.name == name) return option.value;
        return {};
    }
    /// A list that was not made by training itself, but of a saved tree.
    [[nodiscard]] bool is_made_of_tree() const { return is_list && option("prune") != "rules"; }
};

/// Where leaves of one class are merged, the unpruned tree is kept anyway, without tests.
bool asks_for_unpruned(const Model& model) {
    if (!model.unpruned) return false;
    const auto has_test = [](const Node& node) { return node.test.has_value(); };
    const std::vector<Node>& nodes = model.unpruned->nodes;
    return model.option("merge-same-class") != "yes" || *model.unpruned == model.tree ||
           std::any_of(nodes.begin(), nodes.end(), has_test);
}
bool asks_for_unpruned(const RuleModel&) { return false; }

Record record_of(const AnyModel& model) {
    return std::visit(
        [](const auto& one) {
            return Record{one.schema, one.options, one.provenance, std::is_same_v<std::decay_t<decltype(one)>, RuleModel>,
                          asks_for_unpruned(one)};
        },
        model);
}

class Command {
public:
    explicit Command(std::vector<std::string> words) : words_(std::move(words)) {}

    void add(std::string_view name, const std::string& value) {
        if (value == "yes" || value == "no") return words_.push_back(command_line_spelling({name, value}));
        add_text(name, value);
    }
    /// The same for names of columns, of which one may be "yes".
    void add_text(std::string_view name, const std::string& value) {
        // What begins like an option is not taken for a value.
        if (value.starts_with("-")) return words_.push_back("--" + std::string(name) + "=" + shell_word(value));
        words_.push_back("--" + std::string(name));
        words_.push_back(shell_word(value));
    }
    [[nodiscard]] std::vector<std::string> words() && { return std::move(words_); }

private:
    std::vector<std::string> words_;
};

std::vector<std::string> left_out_for(const Provenance& provenance, LeftOutReason reason) {
    std::vector<std::string> names;
    for (const LeftOutColumn& column : provenance.left_out)
        if (column.reason == reason) names.push_back(column.name);
    return names;
}

/// What stands in the command for the value of an option; none: the option is not one of train.
std::optional<std::string> value_in_command(const NamedOption& option) {
    if (option.name == "rules-confidence") return std::nullopt;  // it is that of the tree's own pruning
    if (option.name == "costs") return "COSTS";
    if (option.name == "validation") return "VALIDATION";
    return option.value;
}

/// Those that the preset does not set in the same way.
void add_learner(Command& command, const Record& record) {
    const std::string given = record.option("preset");
    const std::string preset = given.empty() ? "auto" : given;
    command.add("preset", preset);
    TrainOptions usual;
    find_parameter("preset")->add(usual, preset);
    for (const NamedOption& option : record.options) {
        if (option.name == "preset") continue;
        const LearnerParameter* const parameter = find_parameter(option.name);
        if (parameter != nullptr && parameter->get(usual) == option.value) continue;
        if (const auto value = value_in_command(option)) command.add(option.name, *value);
    }
    if (record.keeps_unpruned) command.add("keep-unpruned", "yes");
}

std::string reason_text(LeftOutReason reason) {
    switch (reason) {
        case LeftOutReason::asked: return "as asked";
        case LeftOutReason::identifier: return "looks like an identifier";
        case LeftOutReason::group: return "the group";
    }
    return {};
}

std::string left_out_text(const Provenance& provenance) {
    std::string text;
    for (const LeftOutColumn& column : provenance.left_out)
        text += fmt::format("{}'{}' ({})", text.empty() ? "" : ", ", printable(column.name), reason_text(column.reason));
    return text;
}

/// From the saved tree to the list.
const std::string list_command = fmt::format(
    "{}", fmt::join(std::vector<std::string>{"treewright", "rules", "TREE", command_line_spelling({"simplify"}), "FILE"}, " "));

std::string joined_words(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

/// The table as --costs reads it, indented.
std::string costs_text(const Record& record) {
    const std::optional<CostTable> costs = readable_options(record.schema, record.options).costs;
    if (!costs) return {};
    std::string text = "  ";
    CsvWriter csv([&](std::string_view bytes) {
        for (const char c : bytes) text += c == '\n' ? std::string("\n  ") : std::string(1, c);
    });
    csv.raw("");
    for (const std::string& name : costs->classes) csv.text(printable(name));
    csv.end_row();
    for (std::size_t truth = 0; truth < costs->classes.size(); ++truth) {
        csv.text(printable(costs->classes[truth]));
        for (std::size_t j = 0; j < costs->classes.size(); ++j) csv.number(costs->cells[truth * costs->classes.size() + j]);
        csv.end_row();
    }
    csv.finish();
    return text.substr(0, text.size() - 2);
}

/// What the words in capitals stand for.
std::string words_explained(const Record& record, bool knows_weight = false) {
    std::string text = "FILE is the table.";
    if (!knows_weight) text += fmt::format(" The weight column is not recorded: if there was one, add {}.", named("weight", "COLUMN"));
    text += "\n";
    if (!record.option("validation").empty())
        text += "VALIDATION is the file with the validation set, which is not recorded.\n";
    if (!record.option("costs").empty())
        text += "COSTS is a file with the costs (a row per true class, a column per prediction):\n\n" + costs_text(record);
    return text;
}

}  // namespace

std::vector<std::string> repeating_command(const AnyModel& model) {
    const Record record = record_of(model);
    const Provenance& provenance = record.provenance;
    Command command({"treewright", "train", "FILE"});
    command.add_text("target", record.schema.target.name);
    command.add("task", record.schema.task() == Task::classification ? "classification" : "regression");
    for (const NamedOption& option : provenance.reading) command.add(option.name, option.value);
    if (const auto names = left_out_for(provenance, LeftOutReason::asked); !names.empty())
        command.add_text("ignore", joined_names(names));
    if (const auto names = left_out_for(provenance, LeftOutReason::group); !names.empty())
        command.add_text("group", names.front());
    add_learner(command, record);
    if (provenance.seed) command.add("seed", std::to_string(*provenance.seed));
    return std::move(command).words();
}

namespace {

/// Each with its name; those that are not known are left out.
std::vector<std::pair<std::string_view, std::string>> provenance_facts(const Record& record) {
    const Provenance& provenance = record.provenance;
    const std::string foreign = record.option(grown_by);
    std::vector<std::pair<std::string_view, std::string>> facts;
    facts.emplace_back("tree grown by", foreign);
    if (foreign.empty() || record.is_list) facts.emplace_back("trained by", "Treewright " + provenance.program_version);
    facts.emplace_back("weight of rows", number_text(provenance.total_weight));
    if (provenance.content_hash != unknown_rows) facts.emplace_back("content hash", provenance.content_hash);
    facts.emplace_back("left out", left_out_text(provenance));
    std::erase_if(facts, [](const auto& fact) { return fact.second.empty(); });
    return facts;
}

constexpr std::string_view no_command = "The training rows of the tree are not known here, so no command repeats it.";

/// How the model is made again: a sentence and the command.
struct Repetition {
    std::string sentence;
    std::vector<std::string> commands;
};

Repetition repetition_of(const AnyModel& model, const Record& record) {
    const std::string command = joined_words(repeating_command(model));
    if (record.is_made_of_tree())
        return {"The same rows give the same tree, and that the same list of rules, by", {command + " -o TREE", std::string(list_command)}};
    return {fmt::format("The same rows give the same {} by", record.is_list ? "list of rules" : "tree"), {command}};
}

}  // namespace

std::string provenance_text(const AnyModel& model) {
    const Record record = record_of(model);
    std::string text;
    for (const auto& [heading, value] : provenance_facts(record)) text += fmt::format("{:<15}{}\n", heading, value);
    if (!record.option(grown_by).empty()) return fmt::format("{}\n{}\n", text, no_command);
    const Repetition repetition = repetition_of(model, record);
    text += fmt::format("\n{}\n\n  {}\n\n", repetition.sentence, fmt::join(repetition.commands, "\n  "));
    text += words_explained(record);
    return spelled(text, command_line_spelling);
}

Document provenance_document(const AnyModel& model, const RepeatedBy& by) {
    const Record record = record_of(model);
    Document part;
    for (const auto& [heading, value] : provenance_facts(record)) part.fact(std::string(heading), value);
    if (!record.option(grown_by).empty()) return part.paragraph(std::string(no_command));
    Repetition repetition = repetition_of(model, record);
    if (!by.what.empty()) {
        std::vector<std::string> words = repeating_command(model);
        words[1] = by.verb;
        words.insert(words.end(), by.words.begin(), by.words.end());
        repetition = {fmt::format("The same rows give the same {} by", by.what), {joined_words(words)}};
    }
    part.paragraph(repetition.sentence + ":").verbatim(fmt::format("{}\n", fmt::join(repetition.commands, "\n")));
    return part.verbatim(spelled(words_explained(record, by.knows_weight), command_line_spelling));
}

std::string provenance_json(const AnyModel& model) {
    const Record record = record_of(model);
    const Provenance& provenance = record.provenance;
    std::string text;
    JsonWriter json(text, JsonWriter::Layout::indented);
    json.begin_object();
    json.member("program_version", provenance.program_version);
    json.member("total_weight", provenance.total_weight);
    json.member("content_hash", provenance.content_hash);
    if (provenance.seed) json.member("seed", *provenance.seed);
    json.key("left_out");
    json.begin_object();
    for (const LeftOutColumn& column : provenance.left_out) json.member(column.name, reason_text(column.reason));
    json.end_object();
    json.key("reading");
    json.begin_object();
    for (const NamedOption& option : provenance.reading) json.member(option.name, option.value);
    json.end_object();
    const bool is_foreign = !record.option(grown_by).empty();
    if (!is_foreign) json.member("command", joined_words(repeating_command(model)));
    if (!is_foreign && record.is_made_of_tree()) json.member("rules_command", list_command);
    json.end_object();
    return text + "\n";
}

}  // namespace treewright
