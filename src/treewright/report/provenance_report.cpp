#include "treewright/report/provenance_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <variant>

#include "treewright/base/json_writer.h"
#include "treewright/base/name_list.h"
#include "treewright/base/number_text.h"
#include "treewright/base/spelling.h"
#include "treewright/report/page.h"
#include "treewright/training/catalogue.h"
#include "treewright/training/model_options.h"

namespace treewright {

namespace {

/// What both kinds of models have.
struct Record {
    const Schema& schema;
    const std::vector<NamedOption>& options;
    const Provenance& provenance;
    bool is_list;
};

Record record_of(const AnyModel& model) {
    return std::visit(
        [](const auto& one) {
            return Record{one.schema, one.options, one.provenance, std::is_same_v<std::decay_t<decltype(one)>, RuleModel>};
        },
        model);
}

/// As the shell takes it: in single quotes unless it is plain.
std::string shell_word(std::string_view text) {
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=,+:%@";
    if (!text.empty() && text.find_first_not_of(plain) == std::string_view::npos) return std::string(text);
    std::string quoted = "'";
    for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

class Command {
public:
    explicit Command(std::vector<std::string> words) : words_(std::move(words)) {}

    void add(std::string_view name, const std::string& value) {
        if (value == "yes" || value == "no") return words_.push_back(command_line_spelling({name, value}));
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

/// Those that the preset does not set in the same way. Priors and costs are files: the command line takes them by name.
void add_learner(Command& command, const Record& record) {
    std::string preset = "auto";
    for (const NamedOption& option : record.options)
        if (option.name == "preset") preset = option.value;
    command.add("preset", preset);
    TrainOptions usual;
    find_parameter("preset")->add(usual, preset);
    for (const NamedOption& option : record.options) {
        if (option.name == "preset") continue;
        const LearnerParameter* const parameter = find_parameter(option.name);
        if (parameter != nullptr && parameter->get(usual) == option.value) continue;
        command.add(option.name, option.name == "costs" ? "COSTS" : option.value);
    }
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
        text += fmt::format("{}'{}' ({})", text.empty() ? "" : ", ", column.name, reason_text(column.reason));
    return text;
}

std::string joined_words(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

}  // namespace

std::vector<std::string> repeating_command(const AnyModel& model) {
    const Record record = record_of(model);
    const Provenance& provenance = record.provenance;
    Command command({"treewright", "train", "FILE"});
    command.add("target", record.schema.target.name);
    command.add("task", record.schema.task() == Task::classification ? "classification" : "regression");
    for (const NamedOption& option : provenance.reading) command.add(option.name, option.value);
    if (const auto names = left_out_for(provenance, LeftOutReason::asked); !names.empty())
        command.add("ignore", joined_names(names));
    if (const auto names = left_out_for(provenance, LeftOutReason::group); !names.empty()) command.add("group", names.front());
    add_learner(command, record);
    if (provenance.seed) command.add("seed", std::to_string(*provenance.seed));
    return std::move(command).words();
}

std::string provenance_text(const AnyModel& model) {
    const Record record = record_of(model);
    const Provenance& provenance = record.provenance;
    std::string text;
    const auto line = [&](std::string_view heading, const std::string& value) {
        if (!value.empty()) text += fmt::format("{:<15}{}\n", heading, value);
    };
    line("trained by", "Treewright " + provenance.program_version);
    line("weight of rows", number_text(provenance.total_weight));
    line("content hash", provenance.content_hash);
    line("left out", left_out_text(provenance));
    text += fmt::format("\nThe same rows give the same tree{} by\n\n  {}\n\n",
                        record.is_list ? ", of which the list of rules was made," : "", joined_words(repeating_command(model)));
    text += fmt::format("FILE is the table. The weight column is not recorded: if there was one, add {}.\n",
                        named("weight", "COLUMN"));
    return spelled(text, command_line_spelling);
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
    json.member("command", joined_words(repeating_command(model)));
    json.end_object();
    return text + "\n";
}

}  // namespace treewright
