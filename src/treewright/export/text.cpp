#include "treewright/export/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/export/display.h"
#include "treewright/export/drawing/deciding_terms.h"
#include "treewright/export/drawing/outline.h"
#include "treewright/export/names.h"
#include "treewright/export/wording.h"
#include "treewright/training/model_options.h"
#include "treewright/training/train_options.h"
#include "treewright/tree/model.h"

namespace treewright {

namespace {

/// The pieces of a remark, the most important first; a piece starts with what joins it to those before.
struct Remark {
    std::string count;                ///< the number of rows, to be aligned; empty where the pieces do not begin with one
    std::vector<std::string> pieces;  ///< follow the number
    std::optional<std::size_t> bar;   ///< which piece is the bar of blocks; the one behind it counts the classes
    std::optional<std::size_t> reason = {};  ///< which piece says why the label is not that of most rows

    /// Whether a piece says how many rows there are of what: such a piece is never left out.
    [[nodiscard]] bool counts(std::size_t piece) const {
        return (piece == 0 && !count.empty()) || (bar && piece == *bar + 1) || piece == reason;
    }
};

/// Writes the remark next to a leaf in the drawing: how many rows it holds and how pure they are.
class RemarkWriter {
public:
    RemarkWriter(const Model& model, const TextStyle& style);
    [[nodiscard]] Remark remark(const OutlineItem& item) const;
    /// What a node predicts: the class or the mean, as drawn.
    [[nodiscard]] std::string prediction(NodeId node) const;

private:
    RemarkWriter(const Model& model, const TextStyle& style, const TrainOptions& options);
    [[nodiscard]] Remark of_leaf(const OutlineItem& item) const;
    void add_classes(const OutlineItem& item, Remark& remark) const;
    void add_spread(const Node& node, Remark& remark) const;
    [[nodiscard]] std::vector<std::string> note_on_label(const OutlineItem& item) const;

    const Model& model_;
    std::size_t counts_width_;
    std::vector<std::size_t> leaves_;
    std::optional<int> decimals_;  ///< of means, from the spread of the whole table
    bool adjusted_;
    std::string deciders_;
    bool heaviest_class_wins_;  ///< no priors, class weights or costs
};

constexpr std::size_t widest_counts = 34;
constexpr std::size_t widest_uncut_counts = 200;  // of very many classes some are counted even then

bool is_pure(std::span<const double> weights) {
    return std::count_if(weights.begin(), weights.end(), [](double weight) { return weight > 0.0; }) <= 1;
}

RemarkWriter::RemarkWriter(const Model& model, const TextStyle& style) : RemarkWriter(model, style, readable_options(model)) {}

RemarkWriter::RemarkWriter(const Model& model, const TextStyle& style, const TrainOptions& options)
    : model_(model),
      counts_width_(style.cuts ? widest_counts : widest_uncut_counts),
      leaves_(leaves_below(model.tree)),
      decimals_(decimals_for(std::sqrt(model.tree.nodes[0].impurity))),
      adjusted_(options.grow.adjust == Adjust::bonferroni),
      deciders_(deciding_terms(model)),
      heaviest_class_wins_(options.priors == PriorsKind::data && options.class_weights.empty() && !options.costs) {}

std::string RemarkWriter::prediction(NodeId node) const {
    const Node& leaf = model_.tree.nodes[node];
    if (leaf.label != no_class) return shown_name(model_.schema.classes()[leaf.label]);
    return value_with_decimals(leaf.mean, decimals_);
}

Remark RemarkWriter::remark(const OutlineItem& item) const {
    const Node& node = model_.tree.nodes[item.node];
    if (item.appearance == Appearance::deferred) return {};
    if (item.appearance == Appearance::cut) {
        const std::string count = count_text(node.weight);
        return {count, {node.weight == 1.0 ? " row" : " rows", fmt::format(", … {} leaves below", leaves_[item.node])}, {}};
    }
    Remark remark = node.is_leaf() ? of_leaf(item) : Remark{};
    const auto add = [&remark](const std::string& text) {
        remark.pieces.push_back(remark.pieces.empty() ? text : fmt::format(", {}", text));
    };
    if (node.heuristic) add("heuristic");
    if (node.test) add(test_text(*node.test, adjusted_));
    return remark;
}

Remark RemarkWriter::of_leaf(const OutlineItem& item) const {
    const Node& leaf = model_.tree.nodes[item.node];
    Remark remark{count_text(leaf.weight), {leaf.weight == 1.0 ? " row" : " rows"}, {}};
    if (leaf.weight == 0.0)
        remark.pieces.emplace_back(", as its parent");
    else if (leaf.label != no_class)
        add_classes(item, remark);
    else
        add_spread(leaf, remark);
    return remark;
}

void RemarkWriter::add_classes(const OutlineItem& item, Remark& remark) const {
    const Node& leaf = model_.tree.nodes[item.node];
    const auto weights = model_.tree.class_weights_of(item.node);
    if (is_pure(weights)) {
        remark.pieces.emplace_back(", pure");
    } else {
        const double agreeing = weights[leaf.label];
        remark.bar = remark.pieces.size();
        remark.pieces.push_back(fmt::format("{}{}", leaf.weight == 1.0 ? "  " : " ", bar_text(agreeing / leaf.weight)));
        remark.pieces.push_back(
            fmt::format(" {}", class_counts_text(model_.schema.classes(), weights, leaf.label, counts_width_)));
    }
    if (decided_against_weight(weights, leaf.label)) remark.reason = remark.pieces.size();
    for (const std::string& piece : note_on_label(item)) remark.pieces.push_back(piece);
}

std::vector<std::string> RemarkWriter::note_on_label(const OutlineItem& item) const {
    const auto weights = model_.tree.class_weights_of(item.node);
    const auto label = model_.tree.nodes[item.node].label;
    if (decided_against_weight(weights, label)) return {fmt::format(": by {}", deciders_)};
    if (!heaviest_class_wins_) return {};
    if (std::count(weights.begin(), weights.end(), weights[label]) < 2) return {};
    if (item.parent == no_parent) return {": a tie"};
    const auto above = model_.tree.class_weights_of(item.parent);
    for (std::size_t c = 0; c < weights.size(); ++c)
        if (c != label && weights[c] == weights[label] && above[c] >= above[label]) return {": a tie"};
    return {": a tie", ", by the parent"};
}

void RemarkWriter::add_spread(const Node& leaf, Remark& remark) const {
    if (leaf.impurity > 0.0)
        remark.pieces.push_back(fmt::format(" ± {}", value_with_decimals(std::sqrt(leaf.impurity), decimals_)));
    else if (leaf.weight != 1.0)
        remark.pieces.emplace_back(", all equal");
}

constexpr std::size_t most_levels = 40;      // of a section
constexpr std::size_t usual_column = 29;     // the column of the remarks of a small tree
constexpr std::size_t least_for_label = 22;  // columns that a label keeps next to a wide remark
constexpr std::size_t rows_and_bar = 16;     // columns that a remark keeps next to a wide label, its number aside

/// "rain: Windy", "overcast → yes": a branch and where it leads.
struct Label {
    std::string branch;
    std::string joint;
    std::string goal;

    [[nodiscard]] std::size_t width() const { return display_width(branch) + display_width(joint) + display_width(goal); }
};

class TreeDrawing {
public:
    TreeDrawing(const Model& model, const TextStyle& style)
        : model_(model),
          style_(style),
          width_(std::max(style.width, least_text_width)),
          writer_(model, style),
          shape_(make_shape()) {
        for (const std::string& name : model.schema.target.levels) class_names_.push_back(shown_name(name));
        for (const ColumnSchema& feature : model.schema.features) feature_names_.push_back(shown_name(feature.name));
    }

    std::string draw() {
        visit_outline(model_.tree, shape_, [this](const OutlineItem& item) { measure(item); });
        place_column();
        visit_outline(model_.tree, shape_, [this](const OutlineItem& item) { write(item); });
        return std::move(text_);
    }

private:
    /// A level takes four columns, fewer where the lines of a deep tree would fill more than three eighths of the page.
    [[nodiscard]] OutlineShape make_shape() const {
        const auto depths = depths_of(model_.tree);
        const std::size_t deepest = std::min<std::size_t>(*std::max_element(depths.begin(), depths.end()), style_.max_depth);
        OutlineShape shape;
        shape.max_depth = style_.max_depth;
        shape.section_levels = std::min(most_levels, width_ / 2);
        const std::size_t levels = std::clamp<std::size_t>(deepest, 2, shape.section_levels);
        shape.step = std::clamp<std::size_t>((width_ * 3 / 8 - 3) / (levels - 1), 1, 4);
        return shape;
    }

    [[nodiscard]] Label label_of(const OutlineItem& item) const {
        const Node& node = model_.tree.nodes[item.node];
        Label label;
        if (item.parent != no_parent)
            label.branch = branch_text(split_at(model_.schema, model_.tree, item.parent), item.position, any_set());
        if (item.appearance == Appearance::deferred) {
            label.joint = " → ";
            label.goal = fmt::format("see node {} below", item.node);
        } else if (node.is_leaf()) {
            label.joint = item.parent == no_parent ? "→ " : " → ";
            label.goal = writer_.prediction(item.node);
        } else {
            if (item.parent == no_parent && item.node != 0) label.branch = fmt::format("Node {}", item.node);
            label.joint = label.branch.empty() ? "" : ": ";
            label.goal = shown_name(model_.schema.features[node.feature].name);
        }
        return label;
    }

    /// The width that bounds a set of levels before anything else does.
    [[nodiscard]] std::size_t any_set() const { return style_.all_levels ? any_width : width_; }

    void measure(const OutlineItem& item) {
        const Remark remark = writer_.remark(item);
        if (remark.pieces.empty()) return;
        const std::size_t lines = display_width(item.lines);
        const std::size_t label = label_of(item).width();
        std::size_t pieces = 0;
        for (const std::string& piece : remark.pieces) pieces += display_width(piece);
        widest_left_ = std::max(widest_left_, lines + label);
        least_left_ = std::max(least_left_, lines + std::min(label, least_for_label));
        count_width_ = std::max(count_width_, remark.count.size());
        widest_pieces_ = std::max(widest_pieces_, pieces);
    }

    void place_column() {
        const std::size_t widest_remark = count_width_ + widest_pieces_;
        column_ = widest_left_ + 2;
        if (column_ + widest_remark > width_)
            column_ = std::max(width_ - std::min(widest_remark, width_), std::min(column_, least_left_ + 2));
        column_ = std::min(column_, width_ - std::min(widest_remark, count_width_ + rows_and_bar));
        if (column_ < usual_column && usual_column + widest_remark <= width_) column_ = usual_column;
    }

    void write(const OutlineItem& item) {
        if (item.parent == no_parent && item.node != 0) text_ += '\n';
        const std::size_t lines = display_width(item.lines);
        const Remark remark = writer_.remark(item);
        const Label label = fitted(item, (remark.pieces.empty() ? width_ : column_ - 2) - lines);
        text_ += item.lines;
        text_ += label.branch + label.joint;
        const bool predicts = model_.tree.nodes[item.node].is_leaf();
        text_ += predicts ? colored(label.goal, item.node) : label.goal;
        if (!remark.pieces.empty()) {
            const std::size_t used = lines + label.width();
            text_.append(column_ > used ? column_ - used : 2, ' ');
            write(remark, item.node);
        }
        text_ += '\n';
    }

    /// The branch and the goal each keep half of the room at least. A threshold stays whole, and so does all that would look like
    /// something else: such a line is longer.
    [[nodiscard]] Label fitted(const OutlineItem& item, std::size_t room) const {
        Label label = label_of(item);
        if (label.width() <= room || style_.all_levels) return label;
        room -= std::min(room, display_width(label.joint));
        const std::size_t branch = display_width(label.branch);
        const std::size_t for_goal = std::max(room / 2, room - std::min(room, branch));
        if (style_.cuts) label.goal = fitted_goal(item, label.goal, for_goal);
        const std::size_t for_branch = room - std::min(room, display_width(label.goal));
        if (item.parent == no_parent) return label;
        const NamedSplit question = split_at(model_.schema, model_.tree, item.parent);
        const bool whole =
            !style_.cuts && (question.split.kind != SplitKind::subset || names_one_level(question, item.position));
        if (!whole) label.branch = branch_text(question, item.position, for_branch);
        return label;
    }

    [[nodiscard]] static bool names_one_level(const NamedSplit& question, std::size_t position) {
        return (position == 0 ? question.split.left_levels : question.split.right_levels).size() == 1;
    }

    [[nodiscard]] std::string fitted_goal(const OutlineItem& item, const std::string& goal, std::size_t width) const {
        const Node& node = model_.tree.nodes[item.node];
        if (display_width(goal) <= width || item.appearance == Appearance::deferred) return goal;
        if (node.is_leaf() && node.label == no_class) return goal;
        return shortened_among(goal, width, node.is_leaf() ? class_names_ : feature_names_);
    }

    /// The counts in any case, the bar of blocks and further remarks where there is room for them.
    void write(const Remark& remark, NodeId node) {
        std::size_t needed = remark.count.empty() ? 0 : count_width_;
        for (std::size_t i = 0; i < remark.pieces.size(); ++i)
            if (remark.counts(i)) needed += display_width(remark.pieces[i]);
        std::size_t room = style_.cuts ? width_ - std::min(width_, column_ + needed) : any_width;
        if (!remark.count.empty()) text_ += pad_left(remark.count, count_width_);
        for (std::size_t i = 0; i < remark.pieces.size(); ++i) {
            const std::size_t width = display_width(remark.pieces[i]);
            if (!remark.counts(i) && width > room) continue;
            if (!remark.counts(i)) room -= width;
            text_ += remark.bar == i ? colored(remark.pieces[i], node) : remark.pieces[i];
        }
    }

    [[nodiscard]] std::string colored(const std::string& text, NodeId node) const {
        constexpr std::array<int, 6> colors = {34, 32, 33, 35, 36, 31};
        if (!style_.color) return text;
        const ClassId label = model_.tree.nodes[node].label;
        if (label == no_class) return "\x1b[1m" + text + "\x1b[0m";
        return fmt::format("\x1b[{}m{}\x1b[0m", colors[label % colors.size()], text);
    }

    const Model& model_;
    const TextStyle& style_;
    std::size_t width_;
    RemarkWriter writer_;
    OutlineShape shape_;
    std::vector<std::string> class_names_;
    std::vector<std::string> feature_names_;
    std::size_t widest_left_ = 0;
    std::size_t least_left_ = 0;
    std::size_t widest_pieces_ = 0;
    std::size_t count_width_ = 0;
    std::size_t column_ = 0;
    std::string text_;
};

}  // namespace

std::string tree_text(const Model& model, const TextStyle& style) { return TreeDrawing(model, style).draw(); }

}  // namespace treewright
