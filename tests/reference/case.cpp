#include "reference/case.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <set>
#include <sstream>

#include "reference/learner.h"
#include "treewright/base/number_text.h"
#include "treewright/growing/grower.h"
#include "treewright/training/catalogue.h"

namespace treewright::reference {

namespace {

std::vector<double> numbers_of(const std::string& text) {
    std::vector<double> numbers;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, ',');) numbers.push_back(std::strtod(part.c_str(), nullptr));
    return numbers;
}

std::vector<std::string> words_of(const std::string& line) {
    std::istringstream stream(line);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

double number_in(const std::string& cell) {
    return cell == "?" ? std::numeric_limits<double>::quiet_NaN() : std::strtod(cell.c_str(), nullptr) + 0.0;
}

Column column_of(const Case& example, std::size_t position) {
    Column column;
    const std::string& head = example.columns[position];
    column.schema.name = head.substr(0, head.find(':'));
    if (!head.ends_with(":c")) {
        for (const auto& row : example.rows) column.values.own().push_back(number_in(row[position]));
        if (!head.ends_with(":o")) return column;
        column.schema.type = ColumnType::ordered;
        for (const char level : std::string("0123456789")) column.schema.levels.emplace_back(1, level);
        return column;
    }
    column.schema.type = ColumnType::categorical;
    std::set<std::string> levels;
    for (const auto& row : example.rows)
        if (row[position] != "?") levels.insert(row[position]);
    column.schema.levels.assign(levels.begin(), levels.end());
    for (const auto& row : example.rows) {
        const auto level = levels.find(row[position]);
        column.codes.push_back(level == levels.end() ? missing_code
                                                     : static_cast<std::int32_t>(std::distance(levels.begin(), level)));
    }
    return column;
}

TrainingSet set_of(const Case& example) {
    TrainingSet set;
    set.rows = example.rows.size();
    for (std::size_t i = 0; i < example.columns.size(); ++i) {
        Column column = column_of(example, i);
        if (column.schema.name == "w")
            set.weights = column.values.copy();
        else if (column.schema.name == "y")
            set.target = std::move(column);
        else
            set.features.push_back(std::move(column));
    }
    return set;
}

TrainOptions options_of(const Case& example) {
    TrainOptions options;
    find_parameter("preset")->set(options, example.options.contains("preset") ? example.options.at("preset") : "cart");
    options.prune = {};  // the reference learner only grows
    for (const auto& [name, value] : example.options)
        if (name != "preset") find_parameter(name)->set(options, value);
    return options;
}

/// Class A is the first, B the second …: of numbers for all of them those of the classes that occur.
std::vector<std::size_t> letters_of(const TrainingSet& set) {
    std::vector<std::size_t> letters;
    for (const std::string& name : set.target.schema.levels) letters.push_back(static_cast<std::size_t>(name[0] - 'A'));
    return letters;
}

ClassTerms terms_of(const Case& example, const TrainingSet& set) {
    ClassTerms terms;
    const std::vector<std::size_t> letters = letters_of(set);
    const auto find = [&](const char* name) { return example.terms.contains(name) ? &example.terms.at(name) : nullptr; };
    if (const auto* score = find("score"))
        for (const std::size_t j : letters) terms.score_factors.push_back((*score)[j]);
    if (const auto* label = find("label"))
        for (const std::size_t j : letters) terms.label_factors.push_back((*label)[j]);
    if (const auto* costs = find("costs")) {
        const auto classes = static_cast<std::size_t>(std::lround(std::sqrt(costs->size())));
        terms.costs.classes = letters.size();
        for (const std::size_t i : letters)
            for (const std::size_t j : letters) terms.costs.cells.push_back((*costs)[i * classes + j]);
    }
    return terms;
}

template <class List>
void erase_at(List& list, std::size_t position) {
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(position));
}

/// The case without one of its rows, columns, options or terms.
std::vector<Case> slightly_smaller(const Case& example) {
    std::vector<Case> cases;
    const auto add = [&](const auto& change) {
        cases.push_back(example);
        change(cases.back());
    };
    for (std::size_t i = 0; i < example.rows.size(); ++i) add([&](Case& smaller) { erase_at(smaller.rows, i); });
    for (std::size_t i = 0; i < example.columns.size(); ++i) {
        if (example.columns[i].starts_with("y:")) continue;
        add([&](Case& smaller) {
            erase_at(smaller.columns, i);
            for (auto& row : smaller.rows) erase_at(row, i);
        });
    }
    for (const auto& [name, value] : example.options) add([&, key = name](Case& smaller) { smaller.options.erase(key); });
    for (const auto& [name, numbers] : example.terms) add([&, key = name](Case& smaller) { smaller.terms.erase(key); });
    return cases;
}

/// Whether there is something to learn from, and costs where the criterion needs them.
bool is_whole(const Case& example) {
    const bool has_features = std::any_of(example.columns.begin(), example.columns.end(), [](const std::string& head) {
        return !head.starts_with("y:") && !head.starts_with("w:");
    });
    const auto criterion = example.options.find("criterion");
    const bool needs_costs = criterion != example.options.end() && criterion->second == "cost-gini";
    return has_features && !example.rows.empty() && (!needs_costs || example.terms.contains("costs"));
}

}  // namespace

std::string to_text(const Case& example) {
    std::string text;
    for (const auto& [name, value] : example.options) text += fmt::format("{}={} ", name, value);
    text += "\n";
    for (const auto& [name, numbers] : example.terms) {
        std::vector<std::string> texts;
        for (const double number : numbers) texts.push_back(number_text(number));
        text += fmt::format("{}={} ", name, fmt::join(texts, ","));
    }
    text += fmt::format("\n{}\n", fmt::join(example.columns, " "));
    for (const auto& row : example.rows) text += fmt::format("{}\n", fmt::join(row, " "));
    return text;
}

Case parse_case(const std::string& text) {
    Case example;
    std::istringstream stream(text);
    std::string line;
    std::getline(stream, line);
    for (const std::string& word : words_of(line))
        example.options[word.substr(0, word.find('='))] = word.substr(word.find('=') + 1);
    std::getline(stream, line);
    for (const std::string& word : words_of(line))
        example.terms[word.substr(0, word.find('='))] = numbers_of(word.substr(word.find('=') + 1));
    std::getline(stream, line);
    example.columns = words_of(line);
    while (std::getline(stream, line))
        if (!words_of(line).empty()) example.rows.push_back(words_of(line));
    return example;
}

Problem problem_of(const Case& example) {
    Problem problem;
    problem.options = options_of(example).grow;
    problem.set = set_of(example);
    problem.terms = terms_of(example, problem.set);
    return problem;
}

TrainOptions train_options_of(const Case& example, const TrainingSet& set) {
    TrainOptions options = options_of(example);
    const ClassTerms terms = terms_of(example, set);
    const std::vector<std::string>& classes = set.target.schema.levels;
    for (std::size_t j = 0; j < terms.score_factors.size(); ++j)
        options.class_weights.push_back({classes[j], terms.score_factors[j]});
    if (!terms.costs.empty()) options.costs = CostTable{"costs.csv", classes, terms.costs.cells};
    return options;
}

std::optional<std::string> difference(const Case& example) {
    const Problem problem = problem_of(example);
    const Threads one(1);
    const Tree tree = grow(problem.set, problem.set.all_rows(), problem.options, problem.terms, QuietRun(one)).tree;
    return difference(problem.set, problem.options, problem.terms, tree);
}

Case shrunk(Case example) {
    for (bool found = true; found;) {
        found = false;
        for (const Case& smaller : slightly_smaller(example)) {
            if (!is_whole(smaller) || difference(smaller).value_or("").empty()) continue;
            example = smaller;
            found = true;
            break;
        }
    }
    return example;
}

}  // namespace treewright::reference
