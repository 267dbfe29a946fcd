#include "cli/train_command.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "treewright/base/name_list.h"

namespace treewright::cli {

namespace {

// Options of cv that train does not have, with and without a value.
constexpr std::array own_options = {"--folds",       "--repeats",     "--holdout", "--tune",
                                    "--inner-folds", "--predictions", "--threads", "--width"};
constexpr std::array own_flags = {"--plain-folds", "--leave-one-out", "--nested", "--csv", "--json", "--force", "--quiet"};

template <std::size_t count>
bool is_one_of(std::string_view name, const std::array<const char*, count>& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

std::string quoted(const std::string& word) {
    const auto is_plain = [](unsigned char c) {
        return std::isalnum(c) != 0 || c >= 0x80 ||
               std::string_view("-_./=:,+%@").find(static_cast<char>(c)) != std::string_view::npos;
    };
    if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return word;
    std::string text = "'";
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

/// "--max-depth" and "4" of "--max-depth=4".
std::vector<std::string> taken_apart(const std::vector<std::string>& arguments) {
    std::vector<std::string> words;
    for (const std::string& argument : arguments) {
        const std::size_t equals = argument.find('=');
        if (argument.starts_with("--") && equals != std::string::npos) {
            words.push_back(argument.substr(0, equals));
            words.push_back(argument.substr(equals + 1));
        } else {
            words.push_back(argument);
        }
    }
    return words;
}

/// What train calls an option of cv.
std::string name_in_train(const std::string& name) {
    if (name == "--prune-folds") return "--folds";
    return name == "--group" ? "--ignore" : name;  // the group column is not a feature
}

bool is_chosen(const std::string& name, const Settings& chosen) {
    return std::any_of(chosen.begin(), chosen.end(), [&](const Setting& setting) {
        const std::string own(setting.first->name);
        return name == "--" + own || name == "--no-" + own;
    });
}

}  // namespace

std::string train_command(const std::vector<std::string>& arguments, const Settings& chosen) {
    const std::vector<std::string> words = taken_apart(arguments);
    std::string command = "treewright train";
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (is_one_of(words[i], own_flags)) continue;
        if (is_one_of(words[i], own_options)) {
            ++i;
            continue;
        }
        const std::string name = name_in_train(words[i]);
        if (is_chosen(name, chosen)) {
            const Parameter* parameter = find_parameter(name.substr(2));
            if (parameter != nullptr && parameter->kind != ParameterKind::toggle) ++i;
            continue;
        }
        command += " " + quoted(name);
        if (words[i] == "--group" && i + 1 < words.size()) command += " " + quoted(joined_names({words[++i]}));
    }
    for (const auto& [parameter, value] : chosen) {
        const std::string name(parameter->name);
        if (parameter->kind == ParameterKind::toggle)
            command += (value == "yes" ? " --" : " --no-") + name;
        else
            command += " --" + name + " " + quoted(value);
    }
    return command;
}

}  // namespace treewright::cli
