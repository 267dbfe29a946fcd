#include "treewright/export/drawing/tree_boxes.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "treewright/export/display.h"
#include "treewright/export/drawing/text_metrics.h"
#include "treewright/export/names.h"
#include "treewright/export/wording.h"

namespace treewright {

namespace {

// Columns, as in the other drawings: how many pixels these take is measured afterwards.
constexpr std::size_t title_columns = 26;
constexpr std::size_t counts_columns = 44;
constexpr std::size_t line_columns = 38;
constexpr std::size_t label_columns = 32;
constexpr std::size_t most_columns = 40;  // of names that would look alike if they were shorter
constexpr std::size_t whole_columns = 4000;

/// Names of one kind, each shortened so that it stays another than the rest.
class ShortNames {
public:
    explicit ShortNames(std::vector<std::string> names) : names_(std::move(names)), texts_(names_.size()) {}

    const std::string& of(std::size_t position) {
        std::string& text = texts_[position];
        if (!text.empty()) return text;
        text = shortened_among(names_[position], title_columns, names_);
        if (display_width(text) > most_columns) text = fmt::format("{} (#{})", shortened(names_[position], title_columns), position + 1);
        return text;
    }

private:
    std::vector<std::string> names_;
    std::vector<std::string> texts_;
};

class BoxMaker {
public:
    BoxMaker(const Model& model, const TreeWords& words)
        : model_(model), words_(words), features_(shown(model.schema.features)), classes_(shown(model.schema.classes())) {}

    NodeBox box(const DrawnNode& drawn) {
        NodeBox box;
        box.drawn = drawn;
        if (drawn.as == DrawnAs::stub)
            box.lines.push_back(stub_text(drawn));
        else
            write(box);
        measure(box);
        return box;
    }

    void label(NodeBox& box, const DrawnNode& parent) {
        if (box.drawn.branches > 1) {
            box.label = "other";
        } else {
            const NamedSplit split = words_.split(parent.node);
            box.label = label_text(split, box.drawn.branch);
            box.condition = is_word(split, box.drawn.branch) ? features_.of(split_feature(parent)) + " is " + box.label
                                                             : features_.of(split_feature(parent)) + joint(split) + box.label;
        }
        box.label_width = text_pixels(box.label, BoxMetrics::font) + 2 * BoxMetrics::label_padding;
    }

private:
    static std::vector<std::string> shown(const std::vector<ColumnSchema>& columns) {
        std::vector<std::string> names;
        for (const ColumnSchema& column : columns) names.push_back(shown_name(column.name));
        return names;
    }
    static std::vector<std::string> shown(const std::vector<std::string>& classes) {
        std::vector<std::string> names;
        for (const std::string& name : classes) names.push_back(shown_name(name));
        return names;
    }

    [[nodiscard]] FeatureId split_feature(const DrawnNode& parent) const { return model_.tree.nodes[parent.node].feature; }

    static bool is_word(const NamedSplit& split, BranchId branch) {
        return split.split.kind == SplitKind::is_missing ||
               (split.split.kind == SplitKind::multiway && branch >= split.column.levels.size());
    }
    static const char* joint(const NamedSplit& split) { return split.split.kind == SplitKind::multiway ? " = " : " "; }

    /// Branches of one node never read the same.
    static std::string label_text(const NamedSplit& split, BranchId branch) {
        const std::string text = branch_text(split, branch, label_columns);
        if (display_width(text) <= most_columns) return text;
        return fmt::format("{} (branch {})", shortened(text, label_columns), branch + 1);
    }

    static std::string stub_text(const DrawnNode& drawn) {
        const std::string rows = rows_text(drawn.weight);
        if (drawn.branches > 1) return fmt::format("… {} branches, {}", drawn.branches, rows);
        return drawn.leaves > 1 ? fmt::format("… {} leaves, {}", drawn.leaves, rows) : "… " + rows;
    }

    void write(NodeBox& box) {
        const NodeId number = box.drawn.node;
        const Node& node = model_.tree.nodes[number];
        const bool is_leaf = box.drawn.as == DrawnAs::leaf;
        if (!is_leaf)
            box.title = features_.of(node.feature);
        else
            box.title = node.label != no_class ? classes_.of(node.label) : words_.nodes().prediction(number);
        add_wrapped(box, words_.nodes().short_rows(number, counts_columns));
        const std::string deciders = words_.nodes().decided_by(number);
        if (!deciders.empty()) box.lines.push_back("by " + deciders);
        if (box.drawn.as == DrawnAs::cut) box.lines.push_back(fmt::format("… {} leaves below", box.drawn.leaves));
    }

    /// Broken only behind commas: a count stays with its class.
    static void add_wrapped(NodeBox& box, const std::string& text) {
        std::string line;
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t comma = text.find(", ", begin);
            const std::string piece = text.substr(begin, comma == std::string::npos ? comma : comma + 1 - begin);
            begin = comma == std::string::npos ? text.size() : comma + 2;
            if (!line.empty() && display_width(line) + 1 + display_width(piece) > line_columns) box.lines.push_back(std::exchange(line, ""));
            line += (line.empty() ? "" : " ") + piece;
        }
        box.lines.push_back(line);
    }

    static void measure(NodeBox& box) {
        using M = BoxMetrics;
        const auto lines = static_cast<Pixels>(box.lines.size());
        const bool is_stub = box.drawn.as == DrawnAs::stub;
        Pixels text = text_pixels(box.title, M::title_font, FontWeight::bold);
        for (const std::string& line : box.lines) text = std::max(text, text_pixels(line, M::font));
        const Pixels frame = 2 * M::padding + (box.drawn.as == DrawnAs::leaf ? M::stripe : 0);
        box.width = is_stub ? text + frame : std::max(M::least_width, text + frame);
        box.width += box.width % 2;
        box.height = M::line * lines + M::bottom + (is_stub ? M::bottom : M::top + M::title_line + 2 * M::bar_gap + M::bar);
        box.height += box.height % 2;
    }

    const Model& model_;
    const TreeWords& words_;
    ShortNames features_;
    ShortNames classes_;
};

}  // namespace

TreeWords::TreeWords(const Model& model, std::span<const Column> rows)
    : model_(model), nodes_(model), thresholds_(model, rows) {}

NamedSplit TreeWords::split(NodeId node) const {
    NamedSplit split = split_at(model_.schema, model_.tree, node);
    split.written_threshold = thresholds_.short_text(node);
    return split;
}

std::string TreeWords::whole_condition(const DrawnNode& parent, const DrawnNode& child) const {
    const std::string text = condition_text(split(parent.node), child.branch, whole_columns);
    const auto exact = thresholds_.exact_text(parent.node);
    return exact ? fmt::format("{} (exactly {})", text, *exact) : text;
}

std::vector<NodeBox> tree_boxes(const Model& model, const TreeWords& words, const TreeExcerpt& excerpt) {
    BoxMaker maker(model, words);
    std::vector<NodeBox> boxes;
    for (const DrawnNode& drawn : drawn_nodes(model.tree, excerpt)) {
        boxes.push_back(maker.box(drawn));
        if (boxes.size() > 1) maker.label(boxes.back(), boxes[drawn.parent].drawn);
    }
    return boxes;
}

}  // namespace treewright
