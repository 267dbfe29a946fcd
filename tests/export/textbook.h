// The textbook's tables and the trees grown from them, for the tests of this folder.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "treewright/base/positions.h"
#include "treewright/base/progress.h"
#include "treewright/data/training_set.h"
#include "treewright/export/work_text.h"
#include "treewright/growing/grower.h"
#include "treewright/growing/presets.h"
#include "treewright/tree/model.h"

namespace treewright::textbook {

using Cells = std::vector<std::string>;

inline Column numbers(const std::string& name, const std::vector<double>& values) {
    return {{name, ColumnType::numeric, {}}, values, {}};
}

/// "?" is missing.
inline Column category(const std::string& name, const Cells& cells) {
    std::set<std::string> levels(cells.begin(), cells.end());
    levels.erase("?");
    Column column{{name, ColumnType::categorical, {levels.begin(), levels.end()}}, {}, {}};
    for (const std::string& cell : cells) {
        const auto found = levels.find(cell);
        column.codes.push_back(found == levels.end() ? missing_code
                                                     : static_cast<std::int32_t>(std::distance(levels.begin(), found)));
    }
    return column;
}

inline Cells words(const std::string& text) {
    std::istringstream stream(text);
    Cells cells;
    for (std::string word; stream >> word;) cells.push_back(word);
    return cells;
}

inline TrainingSet make_set(std::vector<Column> features, Column target) {
    TrainingSet set;
    set.rows = target.size();
    set.features = std::move(features);
    set.target = std::move(target);
    return set;
}

inline TrainingSet golf() {
    return make_set(
        {category("Outlook",
                  words("sunny sunny overcast rain rain rain overcast sunny sunny rain sunny overcast overcast rain")),
         numbers("Temperature", {85, 80, 83, 70, 68, 65, 64, 72, 69, 75, 75, 72, 81, 71}),
         numbers("Humidity", {85, 90, 78, 96, 80, 70, 65, 95, 70, 80, 70, 90, 75, 80}),
         category("Windy", words("false true false false false true true false false false true true false true"))},
        category("Play", words("no no yes yes yes no yes no yes yes yes yes yes no")));
}

/// All categorical, with an identifier in front.
inline TrainingSet weather_with_id() {
    return make_set(
        {category("id", words("a b c d e f g h i j k l m n")),
         category("outlook",
                  words("sunny sunny overcast rainy rainy rainy overcast sunny sunny rainy sunny overcast overcast rainy")),
         category("temp", words("hot hot hot mild cool cool cool mild cool mild mild mild hot mild")),
         category("humidity", words("high high high high normal normal normal high normal normal normal high normal high")),
         category("windy", words("false true false false false true true false false false true true false true"))},
        category("play", words("no no yes yes yes no yes no yes yes yes yes yes no")));
}

/// Without Height.
inline TrainingSet subscribers() {
    const Cells jobs = words("Self Self Emp Stud Stud Stud Emp Self Self Stud Self Emp Emp Stud Emp Stud Self");
    Cells employment;
    for (const std::string& job : jobs)
        employment.push_back(job == "Self" ? "Self Employed" : job == "Emp" ? "Employed" : "Student/Postdoc");
    Cells degree;
    for (const std::string& word : words("P P P P U U U P U U U P U P P P P"))
        degree.push_back(word == "P" ? "Postgraduate" : "Undergraduate");
    return make_set({category("Employment", employment), category("Degree", degree),
                     category("Alumnus", words("No Yes Yes No Yes Yes Yes No No Yes Yes Yes No Yes No No No"))},
                    category("Subscriber", words("No Yes Yes Yes Yes No Yes No Yes No Yes Yes Yes No Yes No No")));
}

inline TrainingSet prices() {
    return make_set({numbers("rooms", {2, 3, 3, 4, 4, 5, 6, 7}), category("garden", words("no no yes no yes yes yes yes"))},
                    numbers("price", {100, 120, 150, 155, 190, 230, 260, 300}));
}

/// A tree with all that its arithmetic needs to stay alive.
struct Grown {
    TrainingSet set;
    GrowOptions options;
    ClassTerms terms;
    Model model;
    std::vector<NodeWork> work;

    [[nodiscard]] WorkedTree worked() const { return {set, options, terms, model, work}; }
};

inline Grown grown(const TrainingSet& set, const GrowOptions& options, const ClassTerms& terms = {}) {
    Grown result{set, options, terms, {}, {}};
    result.options.keeps_work = true;
    result.model.schema.target = set.target.schema;
    for (const Column& feature : set.features) result.model.schema.features.push_back(feature.schema);
    GrownTree tree = grow(result.set, result.set.all_rows(), result.options, result.terms, QuietRun());
    result.model.tree = std::move(tree.tree);
    result.work = std::move(tree.work);
    result.model.provenance.total_weight = result.model.tree.nodes[0].weight;
    if (options.stop_test != StopTest::none)
        result.model.options.push_back({"adjust", options.adjust == Adjust::none ? "none" : "bonferroni"});
    return result;
}

inline Grown grown(const TrainingSet& set, Preset preset) { return grown(set, preset_options(preset)); }

/// A chain of `splits` questions x ≤ 0, x ≤ 1, …, each with a leaf on the left and the rest on the right.
inline Model chain(std::size_t splits) {
    Model model;
    model.schema.features = {{"x", ColumnType::numeric, {}}};
    model.schema.target = {"y", ColumnType::categorical, {"a", "b"}};
    Tree& tree = model.tree;
    tree.classes = 2;
    const auto add = [&](Node node, std::size_t depth) {
        node.label = static_cast<ClassId>(depth % 2);
        node.weight = node.is_leaf() ? 1.0 : static_cast<double>(splits - depth + 1);
        tree.nodes.push_back(node);
        const double half = node.is_leaf() ? 0.0 : node.weight / 2.0;
        tree.class_weights.cells.insert(tree.class_weights.cells.end(), {node.is_leaf() ? 1.0 : half, half});
    };
    for (std::size_t depth = 0; depth < splits; ++depth) {
        Node split;
        split.kind = SplitKind::threshold;
        split.feature = 0;
        split.threshold = static_cast<double>(depth);
        split.first_child = static_cast<std::uint32_t>(2 * depth);
        split.child_count = 2;
        add(split, depth);
        const auto number = size32(tree.nodes);
        tree.children.insert(tree.children.end(), {number, number + 1});
        add({}, depth);
    }
    add({}, splits);
    return model;
}

}  // namespace treewright::textbook
