#include "treewright/tree/check.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iterator>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "treewright/base/date_format.h"
#include "treewright/base/utf8.h"

namespace treewright {
namespace {

using Flaw = std::optional<std::string>;

constexpr double tolerance = 1e-9;

bool nearly_equal(double a, double b, double scale) { return std::abs(a - b) <= tolerance * scale; }
bool is_weight(double value) { return std::isfinite(value) && value >= 0.0; }

/// A text that occurs twice, if there is one.
std::optional<std::string_view> find_repeated(std::vector<std::string_view> texts) {
    std::sort(texts.begin(), texts.end());
    const auto first = std::adjacent_find(texts.begin(), texts.end());
    return first == texts.end() ? std::nullopt : std::optional(*first);
}

Flaw flaw_of_levels(const ColumnSchema& column) {
    const std::vector<std::string>& levels = column.levels;
    const bool has_levels = column.type == ColumnType::categorical || column.type == ColumnType::ordered;
    if (!has_levels && !levels.empty()) return fmt::format("column '{}' is not a category but has levels", column.name);
    if (levels.size() > INT32_MAX) return fmt::format("column '{}' has too many levels", column.name);
    for (const std::string& level : levels)
        if (!is_utf8(level)) return fmt::format("column '{}' has a level that is not UTF-8", column.name);
    if (const auto repeated = find_repeated({levels.begin(), levels.end()}))
        return fmt::format("column '{}' has the level '{}' twice", column.name, *repeated);
    if (column.type == ColumnType::categorical && !std::is_sorted(levels.begin(), levels.end()))
        return fmt::format("the levels of column '{}' are not sorted", column.name);
    return std::nullopt;
}

bool is_one_character(std::string_view text) { return !text.empty() && utf8_length(text) == text.size(); }

Flaw flaw_of_number_reading(const ColumnReading& reading, ColumnType type) {
    const bool departs = reading.decimal_sign != "." || !reading.thousands_separator.empty() || !reading.prefix.empty() ||
                         !reading.unit.empty() || reading.trailing_minus;
    if (departs && type != ColumnType::numeric) return "is not numeric but has a number format";
    if (reading.decimal_sign != "." && reading.decimal_sign != ",")
        return "has a decimal sign that is neither a point nor a comma";
    const std::string& separator = reading.thousands_separator;
    if (!separator.empty() && (!is_one_character(separator) || separator == reading.decimal_sign))
        return "has a thousands separator that is not one character, or is its decimal sign";
    if (!is_utf8(reading.unit) || !is_utf8(reading.prefix)) return "has a unit or a currency that is not UTF-8";
    return std::nullopt;
}

Flaw flaw_of_part(const PartOf& part_of, ColumnType type) {
    if (!is_utf8(part_of.column)) return "is a part of a column whose name is not UTF-8";
    if (part_of.type != ColumnType::date && part_of.type != ColumnType::time)
        return "is a part of a column that holds neither dates nor times";
    const ColumnType right = part_of.part == DatePart::weekday ? ColumnType::categorical : ColumnType::numeric;
    return type == right ? std::nullopt : Flaw("has a type that a part of a date does not have");
}

Flaw flaw_of_reading(const ColumnReading& reading, ColumnType type) {
    if (Flaw flaw = flaw_of_number_reading(reading, type)) return flaw;
    if (reading.part_of)
        if (Flaw flaw = flaw_of_part(*reading.part_of, type)) return flaw;
    const bool is_moment = type == ColumnType::date || type == ColumnType::time || reading.part_of;
    if (!reading.date_format.empty() && (!is_moment || !is_utf8(reading.date_format)))
        return "has a date format it does not use, or one that is not UTF-8";
    if (!reading.date_format.empty() && DateFormat::flaw_of(reading.date_format))
        return "has a date format that cannot be used";
    const bool has_levels = type == ColumnType::categorical || type == ColumnType::ordered;
    if (reading.folds_case && !has_levels) return "is not a category but folds case";
    if (!reading.missing_words) return std::nullopt;
    const std::vector<std::string>& words = *reading.missing_words;
    for (const std::string& word : words)
        if (word.empty() || !is_utf8(word)) return "has an empty word for missing values, or one that is not UTF-8";
    const bool ascending = std::adjacent_find(words.begin(), words.end(), std::greater_equal<>()) == words.end();
    return ascending ? std::nullopt : Flaw("has words for missing values that are not sorted, or one twice");
}

Flaw flaw_of_schema(const Schema& schema) {
    std::vector<std::string_view> names;
    for (const ColumnSchema& feature : schema.features) names.emplace_back(feature.name);
    names.emplace_back(schema.target.name);
    for (const std::string_view name : names)
        if (!is_utf8(name)) return "a column has a name that is not UTF-8";
    if (const auto repeated = find_repeated(names)) return fmt::format("two columns have the name '{}'", *repeated);
    for (const ColumnSchema& feature : schema.features) {
        if (Flaw flaw = flaw_of_levels(feature)) return flaw;
        if (Flaw flaw = flaw_of_reading(feature.reading, feature.type))
            return fmt::format("column '{}' {}", feature.name, *flaw);
    }
    if (Flaw flaw = flaw_of_reading(schema.target.reading, schema.target.type))
        return fmt::format("column '{}' {}", schema.target.name, *flaw);
    if (schema.features.size() > INT32_MAX) return "there are too many features";
    const ColumnType type = schema.target.type;
    if (type != ColumnType::categorical && type != ColumnType::numeric) return "the target is neither categorical nor numeric";
    if (type == ColumnType::categorical && schema.target.levels.empty()) return "the target has no classes";
    return flaw_of_levels(schema.target);
}

Flaw flaw_of_options(const std::vector<NamedOption>& options) {
    std::vector<std::string_view> names;
    for (const NamedOption& option : options) {
        names.emplace_back(option.name);
        if (!is_utf8(option.name) || !is_utf8(option.value)) return "an option is not UTF-8";
    }
    if (const auto repeated = find_repeated(names)) return fmt::format("the option '{}' occurs twice", *repeated);
    return std::nullopt;
}

Flaw flaw_of_provenance(const Provenance& provenance) {
    const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    const std::string& hash = provenance.content_hash;
    if (hash.size() != 32 || !std::all_of(hash.begin(), hash.end(), is_digit))
        return "the content hash is not 32 hexadecimal digits";
    if (!is_utf8(provenance.program_version)) return "the program version is not UTF-8";
    if (!is_weight(provenance.total_weight)) return "the total weight is negative or not finite";
    for (const NamedOption& option : provenance.reading)
        if (!is_utf8(option.name) || !is_utf8(option.value)) return "an option of reading is not UTF-8";
    return std::nullopt;
}

Flaw flaw_of_left_out(const std::vector<LeftOutColumn>& columns, const Schema& schema) {
    std::vector<std::string_view> used = {schema.target.name};
    for (const ColumnSchema& feature : schema.features) used.emplace_back(feature.name);
    std::sort(used.begin(), used.end());
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::string& name = columns[i].name;
        if (!is_utf8(name)) return "a column that was left out has a name that is not UTF-8";
        if (i > 0 && !(columns[i - 1].name < name)) return "the columns that were left out are not sorted, or one occurs twice";
        if (std::binary_search(used.begin(), used.end(), name))
            return fmt::format("column '{}' was left out but is in the schema", name);
    }
    return std::nullopt;
}

/// The checks of the tree, each of which may rely on those that come before it in `find`.
class TreeCheck {
public:
    TreeCheck(const Model& model, const Tree& tree) : model_(model), tree_(tree) {}

    Flaw find() {
        if (Flaw flaw = flaw_of_sizes()) return flaw;
        for (NodeId node = 0; node < tree_.nodes.size(); ++node) {
            if (Flaw flaw = flaw_of_node(node)) return fmt::format("node {}: {}", node, *flaw);
        }
        if (next_child_ != tree_.children.size()) return "there are children that belong to no node";
        if (next_level_ != tree_.levels.size()) return "there are levels that belong to no node";
        if (next_surrogate_ != tree_.surrogates.size()) return "there are surrogates that belong to no node";
        if (next_surrogate_level_ != tree_.surrogate_levels.size()) return "there are levels that belong to no surrogate";
        if (Flaw flaw = flaw_of_order()) return flaw;
        for (NodeId node = 0; node < tree_.nodes.size(); ++node) {
            if (Flaw flaw = flaw_of_family(node)) return fmt::format("node {}: {}", node, *flaw);
        }
        return flaw_of_root();
    }

private:
    [[nodiscard]] bool regression() const { return tree_.classes == 0; }

    [[nodiscard]] Flaw flaw_of_sizes() const {
        if (tree_.nodes.empty()) return "the tree has no nodes";
        if (tree_.nodes.size() >= UINT32_MAX) return "the tree has too many nodes";
        if (tree_.classes != model_.schema.classes().size()) return "tree and schema differ in the number of classes";
        if (!tree_.class_weights.has_rows(tree_.nodes.size(), tree_.classes))
            return "the number of class weights is not that of nodes times classes";
        return flaw_of_losses();
    }

    [[nodiscard]] Flaw flaw_of_losses() const {
        if (tree_.losses.empty()) return std::nullopt;
        if (!tree_.fractional()) return "it has losses it does not use";
        if (regression() || tree_.losses.size() / tree_.classes != tree_.classes || tree_.losses.size() % tree_.classes != 0)
            return "the number of losses is not that of classes times classes";
        for (std::size_t i = 0; i < tree_.losses.size(); ++i)
            if (!is_weight(tree_.losses[i]) || (i % (tree_.classes + 1) == 0 && tree_.losses[i] != 0.0))
                return "a loss is negative or not finite, or a right label costs something";
        return std::nullopt;
    }

    Flaw flaw_of_node(NodeId number) {
        const Node& node = tree_.nodes[number];
        if (Flaw flaw = flaw_of_unused(node)) return flaw;
        if (Flaw flaw = flaw_of_children(number)) return flaw;
        if (Flaw flaw = flaw_of_split(number)) return flaw;
        if (Flaw flaw = flaw_of_surrogates(number)) return flaw;
        if (Flaw flaw = flaw_of_figures(number)) return flaw;
        return node.test ? flaw_of_test(*node.test) : std::nullopt;
    }

    static Flaw flaw_of_unused(const Node& node) {
        const Node unused;
        const bool leaf_clean = node.feature == unused.feature && node.first_child == unused.first_child &&
                                node.child_count == unused.child_count && node.missing_child == unused.missing_child &&
                                node.missing_weight == unused.missing_weight && node.gain == unused.gain;
        const bool no_surrogates =
            node.first_surrogate == unused.first_surrogate && node.surrogate_count == unused.surrogate_count;
        if (node.kind != SplitKind::threshold && node.kind != SplitKind::subset && !no_surrogates)
            return "it has surrogates it does not use";
        if (node.is_leaf() && !leaf_clean) return "it is a leaf but has a feature, children or a gain";
        if (node.kind != SplitKind::threshold && node.threshold != unused.threshold)
            return "it has a threshold it does not use";
        if (node.kind != SplitKind::multiway && node.missing_branch)
            return "it has a branch for missing values it does not use";
        const bool level_clean = node.first_level == 0 && node.left_levels == 0 && node.right_levels == 0 && !node.heuristic;
        if (node.kind != SplitKind::subset && !level_clean) return "it has sets of levels it does not use";
        return std::nullopt;
    }

    Flaw flaw_of_children(NodeId number) {
        const Node& node = tree_.nodes[number];
        if (node.is_leaf()) return std::nullopt;
        if (node.child_count < 2) return "it splits into fewer than two branches";
        if (node.first_child != next_child_ || node.child_count > tree_.children.size() - next_child_)
            return "its children are not where they should be";
        next_child_ += node.child_count;
        const auto children = tree_.children_of(number);
        if (children[0] != number + 1) return "its first child does not follow it";
        for (const NodeId child : children) {
            if (child <= number) return fmt::format("its child {} comes before it", child);
            if (child >= tree_.nodes.size()) return fmt::format("its child {} is not in the tree", child);
        }
        if (node.missing_child >= node.child_count) return "missing values go to a child that it does not have";
        const bool to_one_child = !tree_.fractional() && node.surrogate_count == 0;
        const double room = (to_one_child ? tree_.nodes[children[node.missing_child]] : node).weight * (1.0 + 1e-9);
        if (!(node.missing_weight >= 0.0 && node.missing_weight <= room))
            return to_one_child ? "more missing values go to a child than it has rows" : "it has more missing values than rows";
        return std::nullopt;
    }

    Flaw flaw_of_split(NodeId number) {
        const Node& node = tree_.nodes[number];
        if (node.is_leaf()) return std::nullopt;
        if (node.feature == no_feature) return "it asks about no feature";
        if (node.feature >= model_.schema.features.size()) return fmt::format("there is no feature {}", node.feature);
        const ColumnSchema& feature = model_.schema.features[node.feature];
        const bool by_value = node.kind == SplitKind::threshold;
        if (node.kind != SplitKind::is_missing && by_value != holds_values(feature.type))
            return fmt::format("its kind of split does not fit the type of feature '{}'", feature.name);
        if (node.kind == SplitKind::multiway) return flaw_of_multiway(node, feature);
        if (node.child_count != 2) return "it does not have two children";
        if (node.kind == SplitKind::subset) return flaw_of_subset(number, feature);
        if (node.kind == SplitKind::is_missing && node.missing_child != 0) return "missing values do not go to its first child";
        if (!std::isfinite(node.threshold)) return "its threshold is not finite";
        return std::nullopt;
    }

    static Flaw flaw_of_multiway(const Node& node, const ColumnSchema& feature) {
        if (node.child_count != feature.levels.size() + (node.missing_branch ? 1 : 0))
            return fmt::format("it does not have a child for each level of feature '{}'", feature.name);
        if (node.missing_branch && node.missing_child + 1 != node.child_count)
            return "missing values do not go to the branch for missing values";
        return std::nullopt;
    }

    Flaw flaw_of_subset(NodeId number, const ColumnSchema& feature) {
        const Node& node = tree_.nodes[number];
        const std::size_t left_count = tree_.levels.size() - next_level_;
        if (node.first_level != next_level_ || node.left_levels > left_count ||
            node.right_levels > left_count - node.left_levels)
            return "its levels are not where they should be";
        next_level_ += std::size_t{node.left_levels} + node.right_levels;
        return flaw_of_sets(tree_.left_levels_of(number), tree_.right_levels_of(number), feature);
    }

    using Levels = std::span<const LevelCode>;
    static Flaw flaw_of_sets(Levels left, Levels right, const ColumnSchema& feature) {
        if (left.empty() || right.empty()) return fmt::format("its {} set is empty", left.empty() ? "left" : "right");
        for (const auto& side : {left, right}) {
            if (std::adjacent_find(side.begin(), side.end(), std::greater_equal<>()) != side.end())
                return "the levels of a set are not in ascending order";
            if (side.front() < 0 || position_of(side.back()) >= feature.levels.size())
                return fmt::format("a set has a level that feature '{}' does not have", feature.name);
        }
        std::vector<LevelCode> both;
        std::set_intersection(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(both));
        if (!both.empty()) return "its two sets have a level in common";
        return std::nullopt;
    }

    Flaw flaw_of_surrogates(NodeId number) {
        const Node& node = tree_.nodes[number];
        if (node.surrogate_count == 0)
            return node.first_surrogate == 0 ? std::nullopt : Flaw("it refers to surrogates that it does not have");
        if (tree_.fractional()) return "it has surrogates, though rows go down all branches";
        if (node.first_surrogate != next_surrogate_ || node.surrogate_count > tree_.surrogates.size() - next_surrogate_)
            return "its surrogates are not where they should be";
        next_surrogate_ += node.surrogate_count;
        for (const Surrogate& surrogate : tree_.surrogates_of(number))
            if (Flaw flaw = flaw_of_surrogate(node, surrogate)) return "a surrogate: " + *flaw;
        return std::nullopt;
    }

    Flaw flaw_of_surrogate(const Node& node, const Surrogate& surrogate) {
        if (surrogate.feature == no_feature) return "it asks about no feature";
        if (surrogate.feature >= model_.schema.features.size()) return fmt::format("there is no feature {}", surrogate.feature);
        if (surrogate.feature == node.feature) return "it tests the feature whose value is missing";
        const bool by_value = surrogate.kind == SplitKind::threshold;
        if (!by_value && surrogate.kind != SplitKind::subset) return "its kind is neither threshold nor subset";
        const ColumnSchema& feature = model_.schema.features[surrogate.feature];
        if (by_value != holds_values(feature.type))
            return fmt::format("its kind of split does not fit the type of feature '{}'", feature.name);
        if (!std::isfinite(surrogate.threshold)) return "its threshold is not finite";
        if (!is_weight(surrogate.known_weight) || surrogate.known_weight > node.weight * (1.0 + tolerance))
            return "it is known in more rows than there are";
        if (!(surrogate.agreeing_weight > 0.0 && surrogate.agreeing_weight <= surrogate.known_weight))
            return "it agrees on no rows, or on more than know both values";
        return by_value ? flaw_of_unused_levels(surrogate) : flaw_of_surrogate_levels(surrogate, feature);
    }

    static Flaw flaw_of_unused_levels(const Surrogate& surrogate) {
        if (surrogate.first_level != 0 || surrogate.left_levels != 0 || surrogate.right_levels != 0)
            return "it has sets of levels it does not use";
        return std::nullopt;
    }

    Flaw flaw_of_surrogate_levels(const Surrogate& surrogate, const ColumnSchema& feature) {
        if (surrogate.threshold != 0.0 || surrogate.reversed) return "it has a threshold it does not use";
        const std::size_t left_count = tree_.surrogate_levels.size() - next_surrogate_level_;
        if (surrogate.first_level != next_surrogate_level_ || surrogate.left_levels > left_count ||
            surrogate.right_levels > left_count - surrogate.left_levels)
            return "its levels are not where they should be";
        next_surrogate_level_ += std::size_t{surrogate.left_levels} + surrogate.right_levels;
        return flaw_of_sets(tree_.left_levels_of(surrogate), tree_.right_levels_of(surrogate), feature);
    }

    [[nodiscard]] Flaw flaw_of_figures(NodeId number) const {
        const Node& node = tree_.nodes[number];
        if (!is_weight(node.weight)) return "its weight is negative or not finite";
        if (!is_weight(node.impurity)) return "its impurity is negative or not finite";
        if (!std::isfinite(node.gain)) return "its gain is not finite";
        if (!std::isfinite(node.mean)) return "its mean is not finite";
        if (regression()) return node.label == no_class ? std::nullopt : Flaw("it has a label, though the task is regression");
        if (node.mean != 0.0) return "it has a mean, though the task is classification";
        if (node.label == no_class) return "it has no label";
        if (node.label >= tree_.classes) return fmt::format("its label {} is not a class", node.label);
        double sum = 0.0;
        for (const double weight : tree_.class_weights_of(number)) {
            if (!is_weight(weight)) return "a class weight is negative or not finite";
            sum += weight;
        }
        if (!nearly_equal(sum, node.weight, node.weight)) return "its class weights do not add up to its weight";
        return std::nullopt;
    }

    static Flaw flaw_of_test(const NodeTest& test) {
        if (!(test.p_value >= 0.0 && test.p_value <= 1.0)) return "its p-value is not between 0 and 1";
        if (!std::isfinite(test.tests_at_node) ||
            !(test.tests_of_feature >= 1.0 && test.tests_of_feature <= test.tests_at_node))
            return "its numbers of tests are out of range";
        return std::nullopt;
    }

    /// Walks the tree in preorder: the numbers met must be 0, 1, 2, …, so that every node is met once and by one parent.
    [[nodiscard]] Flaw flaw_of_order() const {
        std::vector<NodeId> waiting = {0};
        std::size_t expected = 0;
        while (!waiting.empty()) {
            const NodeId node = waiting.back();
            waiting.pop_back();
            if (node != expected) return fmt::format("node {}: it is not where preorder numbering would have it", node);
            ++expected;
            const auto children = tree_.children_of(node);
            waiting.insert(waiting.end(), children.rbegin(), children.rend());
        }
        if (expected != tree_.nodes.size()) return fmt::format("node {}: it has no parent", expected);
        return std::nullopt;
    }

    [[nodiscard]] Flaw flaw_of_family(NodeId number) const {
        const Node& node = tree_.nodes[number];
        if (node.is_leaf()) return std::nullopt;
        if (node.weight == 0.0) return "it is empty but not a leaf";
        double weight = 0.0;
        std::vector<double> by_class(tree_.classes, 0.0);
        for (const std::uint32_t child_number : tree_.children_of(number)) {
            const Node& child = tree_.nodes[child_number];
            weight += child.weight;
            const auto classes = tree_.class_weights_of(child_number);
            for (std::size_t i = 0; i < classes.size(); ++i) by_class[i] += classes[i];
            if (child.weight == 0.0 && (child.label != node.label || child.mean != node.mean))
                return fmt::format("its child {} is empty but does not predict what it does", child_number);
        }
        if (!nearly_equal(weight, node.weight, node.weight)) return "the weights of its children do not add up to its own";
        const auto own = tree_.class_weights_of(number);
        for (std::size_t i = 0; i < own.size(); ++i)
            if (!nearly_equal(by_class[i], own[i], node.weight))
                return "the class weights of its children do not add up to its own";
        return std::nullopt;
    }

    [[nodiscard]] Flaw flaw_of_root() const {
        const double weight = tree_.nodes[0].weight;
        if (weight <= 0.0) return "node 0: its weight is 0";
        if (!nearly_equal(weight, model_.provenance.total_weight, weight))
            return "node 0: its weight is not the total weight of the provenance";
        return std::nullopt;
    }

    const Model& model_;
    const Tree& tree_;
    std::size_t next_child_ = 0;  ///< where the children of the next split must begin
    std::size_t next_level_ = 0;
    std::size_t next_surrogate_ = 0;
    std::size_t next_surrogate_level_ = 0;
};

}  // namespace

std::optional<std::string> find_flaw_of_head(const Schema& schema, const std::vector<NamedOption>& options,
                                             const Provenance& provenance) {
    if (Flaw flaw = flaw_of_schema(schema)) return flaw;
    if (Flaw flaw = flaw_of_options(options)) return flaw;
    if (Flaw flaw = flaw_of_provenance(provenance)) return flaw;
    return flaw_of_left_out(provenance.left_out, schema);
}

std::optional<std::string> find_flaw(const Model& model) {
    if (Flaw flaw = find_flaw_of_head(model.schema, model.options, model.provenance)) return flaw;
    if (Flaw flaw = TreeCheck(model, model.tree).find()) return flaw;
    if (!model.unpruned) return std::nullopt;
    const Flaw flaw = TreeCheck(model, *model.unpruned).find();
    return flaw ? Flaw("the unpruned tree: " + *flaw) : std::nullopt;
}

}  // namespace treewright
