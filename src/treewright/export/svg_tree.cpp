#include "treewright/export/svg_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "treewright/base/number_text.h"
#include "treewright/export/drawing/placed_boxes.h"
#include "treewright/export/drawing/svg_parts.h"
#include "treewright/export/drawing/tree_boxes.h"
#include "treewright/export/names.h"
#include "treewright/export/wording.h"

namespace treewright {

namespace {

constexpr double full_edge = 16.0;      // as wide as the branch of all rows would be
constexpr double least_edge = 1.2;
constexpr std::size_t path_conditions = 4;  // in a tooltip
constexpr std::size_t told_leaves = 40;     // in the description
constexpr std::size_t whole_counts = 400;   // columns of the counts in a tooltip

class Flowchart {
public:
    Flowchart(const Model& model, const DrawingOptions& options, std::span<const Column> rows)
        : model_(model),
          options_(options),
          words_(model, rows),
          boxes_(tree_boxes(model, words_, {options.depth, options.min_rows})),
          placed_(boxes_, options.direction) {
        for (const NodeBox& box : boxes_) include(model.tree.nodes[box.drawn.node]);
    }

    std::string svg() {
        SvgDrawing drawing;
        drawing.heading = heading();
        drawing.description = description();
        drawing.width = placed_.width();
        drawing.height = placed_.height();
        drawing.content = edges() + nodes() + labels();
        return svg_page(drawing);
    }

private:
    // --- the range of a regression -------------------------------------------------------------------------------------------

    void include(const Node& node) {
        if (node.label != no_class) return;
        const double deviation = std::sqrt(std::max(0.0, node.impurity));
        const SvgScale range{node.mean - deviation, node.mean + deviation};
        scale_ = scale_ ? SvgScale{std::min(scale_->low, range.low), std::max(scale_->high, range.high)} : range;
        means_ = means_ ? SvgScale{std::min(means_->low, node.mean), std::max(means_->high, node.mean)} : SvgScale{node.mean, node.mean};
    }

    // --- words above and about the drawing -----------------------------------------------------------------------------------

    [[nodiscard]] SvgHeading heading() const {
        SvgHeading heading;
        heading.title = "Tree for " + shown_name(model_.schema.target.name);
        heading.notes.push_back(size_text());
        const std::string excerpt = excerpt_text();
        if (!excerpt.empty()) heading.notes.push_back(excerpt);
        if (scale_ && scale_->high > scale_->low)
            heading.notes.push_back(fmt::format("Bars: mean ± standard deviation, from {} to {}", words_.nodes().value(scale_->low),
                                                words_.nodes().value(scale_->high)));
        for (const std::string& name : model_.schema.classes()) heading.classes.push_back(shown_name(name));
        heading.all_classes = heading.classes.size();
        return heading;
    }

    [[nodiscard]] std::string size_text() const {
        const std::size_t leaves = leaf_count(model_.tree);
        const std::vector<std::uint32_t> depths = depths_of(model_.tree);
        return fmt::format("{}, {} {}, depth {}", rows_text(model_.tree.nodes[0].weight), leaves, leaves == 1 ? "leaf" : "leaves",
                           *std::max_element(depths.begin(), depths.end()));
    }

    /// What the drawing leaves out, if anything.
    [[nodiscard]] std::string excerpt_text() const {
        std::string text;
        const auto is = [this](DrawnAs as) {
            return std::any_of(boxes_.begin(), boxes_.end(), [as](const NodeBox& box) { return box.drawn.as == as; });
        };
        if (is(DrawnAs::cut) || is(DrawnAs::stub))
            text = fmt::format("Drawn: {} of {} nodes", std::count_if(boxes_.begin(), boxes_.end(),
                                                                      [](const NodeBox& box) { return box.drawn.as != DrawnAs::stub; }),
                               model_.tree.nodes.size());
        if (!text.empty() && options_.min_rows > 0.0)
            text += fmt::format("; branches with fewer than {} are folded", rows_text(options_.min_rows));
        return text;
    }

    [[nodiscard]] std::string description() const {
        std::string text = fmt::format("Decision tree for {}: {}.", shown_name(model_.schema.target.name), size_text());
        std::size_t told = 0;
        for (std::size_t i = 0; i < boxes_.size() && told < told_leaves; ++i) {
            if (boxes_[i].drawn.as != DrawnAs::leaf) continue;
            const std::string path = path_text(i, boxes_.size());
            text += fmt::format(" {}{} ({}).", path.empty() ? "" : path + ": ", boxes_[i].title, boxes_[i].lines[0]);
            ++told;
        }
        const std::size_t leaves = leaf_count(model_.tree);
        if (told < leaves) text += fmt::format(" … {} more leaves.", leaves - told);
        return text;
    }

    /// At most the last `most` conditions that lead to a box.
    [[nodiscard]] std::string path_text(std::size_t box, std::size_t most) const {
        std::vector<const std::string*> conditions;
        for (; box != 0 && conditions.size() < most; box = boxes_[box].drawn.parent) conditions.push_back(&boxes_[box].condition);
        std::string text = box == 0 ? "" : "… and ";
        for (auto condition = conditions.rbegin(); condition != conditions.rend(); ++condition)
            text += (condition == conditions.rbegin() ? "" : " and ") + **condition;
        return text;
    }

    // --- edges ---------------------------------------------------------------------------------------------------------------

    [[nodiscard]] double edge_width(std::size_t box) const {
        const double all = boxes_[0].drawn.weight;
        return std::max(least_edge, all > 0.0 ? full_edge * boxes_[box].drawn.weight / all : 0.0);
    }

    /// They leave a box side by side.
    [[nodiscard]] std::string edges() const {
        std::vector<double> total(boxes_.size(), 0.0);
        for (std::size_t i = 1; i < boxes_.size(); ++i) total[boxes_[i].drawn.parent] += edge_width(i);
        std::vector<double> used(boxes_.size(), 0.0);
        std::string text = fmt::format("<g {}>\n", svg_edges);
        for (std::size_t i = 1; i < boxes_.size(); ++i) {
            const std::uint32_t parent = boxes_[i].drawn.parent;
            const double width = edge_width(i);
            const double offset = used[parent] + (width - total[parent]) / 2.0;
            used[parent] += width;
            text += fmt::format("<path stroke-width=\"{}\" d=\"{}\"/>\n", svg_number(width),
                                edge_path(placed_.edge(i, offset * squeeze(parent, total[parent]))));
        }
        return text + "</g>\n";
    }

    [[nodiscard]] std::string edge_path(const EdgePath& edge) const {
        const double between = (edge.bend.along + edge.arrival.along) / 2.0;
        return fmt::format("M{}L{}C{} {} {}L{}", spot(edge.start), spot(edge.bend), spot({edge.bend.across, between}),
                           spot({edge.arrival.across, between}), spot(edge.arrival), spot(edge.end));
    }
    [[nodiscard]] std::string spot(const EdgeSpot& spot) const {
        return placed_.is_down() ? fmt::format("{} {}", svg_number(spot.across), svg_number(spot.along))
                                 : fmt::format("{} {}", svg_number(spot.along), svg_number(spot.across));
    }

    /// Very many edges have to start closer together than they are wide.
    [[nodiscard]] double squeeze(std::size_t box, double total) const {
        const Pixels side = options_.direction == DrawingDirection::down ? boxes_[box].width : boxes_[box].height;
        return std::min(1.0, static_cast<double>(side - 12) / total);
    }

    // --- boxes ---------------------------------------------------------------------------------------------------------------

    [[nodiscard]] std::string nodes() const {
        std::string text = "<g text-anchor=\"middle\">\n";
        for (std::size_t i = 0; i < boxes_.size(); ++i) text += node(i);
        return text + "</g>\n";
    }

    [[nodiscard]] std::string node(std::size_t i) const {
        const NodeBox& box = boxes_[i];
        const SvgBox place = placed_.box(i);
        std::string text = fmt::format("<g transform=\"translate({},{})\">{}{}", place.x, place.y, svg_tooltip(tooltip(i)), frame(box));
        const bool is_stub = box.drawn.as == DrawnAs::stub;
        const bool is_leaf = box.drawn.as == DrawnAs::leaf;
        const Pixels centre = (box.width + (is_leaf ? BoxMetrics::stripe : 0)) / 2;
        Pixels y = is_stub ? BoxMetrics::bottom : BoxMetrics::top + BoxMetrics::title_line + 2 * BoxMetrics::bar_gap + BoxMetrics::bar;
        if (!is_stub) {
            text += svg_title_text({centre, BoxMetrics::top + 13}, BoxMetrics::title_font, box.title);
            const Pixels left = BoxMetrics::padding + (is_leaf ? BoxMetrics::stripe : 0);
            text += bar({left, BoxMetrics::top + BoxMetrics::title_line + BoxMetrics::bar_gap, box.width - BoxMetrics::padding - left, BoxMetrics::bar}, box.drawn.node);
        }
        for (const std::string& line : box.lines) {
            text += svg_text({centre, y + BoxMetrics::font}, line);
            y += BoxMetrics::line;
        }
        return text + "</g>\n";
    }

    [[nodiscard]] std::string frame(const NodeBox& box) const {
        const auto rect = [&](std::string_view attributes) {
            return fmt::format("<rect width=\"{}\" height=\"{}\" {}/>", box.width, box.height, attributes);
        };
        if (box.drawn.as == DrawnAs::stub)
            return rect(fmt::format("rx=\"{}\" stroke-dasharray=\"3 3\" {}", box.height / 2, svg_split_box));
        if (box.drawn.as != DrawnAs::leaf) return rect(fmt::format("rx=\"4\" {}", svg_split_box));
        const Node& leaf = model_.tree.nodes[box.drawn.node];
        const bool is_class = leaf.label != no_class;
        const ClassPaint paint = class_paint(is_class ? leaf.label : 0);
        const std::string tint = is_class ? std::string(tint_opacity) : fixed_text(mean_tint(leaf.mean), 2);
        return svg_leaf_frame({0, 0, box.width, box.height}, paint, tint);
    }

    [[nodiscard]] double mean_tint(double mean) const {
        const double share = means_->high > means_->low ? (mean - means_->low) / (means_->high - means_->low) : 0.5;
        return palest_mean + share * (deepest_mean - palest_mean);
    }

    [[nodiscard]] std::string bar(const SvgBox& place, NodeId number) const {
        const Node& node = model_.tree.nodes[number];
        if (node.label == no_class) return svg_mean_bar(place, *scale_, node.mean, std::sqrt(std::max(0.0, node.impurity)));
        return svg_class_bar(place, model_.tree.class_weights_of(number));
    }

    static std::string counted_branches(std::size_t count) { return count == 1 ? "a branch" : fmt::format("{} branches", count); }

    /// How the node is reached, what it asks or predicts, its rows, its gain: with all names in full.
    [[nodiscard]] std::string tooltip(std::size_t i) const {
        const DrawnNode& drawn = boxes_[i].drawn;
        const std::string path = path_text(i, path_conditions);
        std::string text = path.empty() ? "" : path + "\n";
        if (drawn.as == DrawnAs::stub)
            return text + fmt::format("{} with fewer than {}: {} {}, {}", counted_branches(drawn.branches), rows_text(options_.min_rows),
                                      drawn.leaves, drawn.leaves == 1 ? "leaf" : "leaves", rows_text(drawn.weight));
        const NodeTexts& nodes = words_.nodes();
        text += drawn.as == DrawnAs::leaf ? "predicts " + nodes.prediction(drawn.node)
                                          : fmt::format("asks {}; would predict {}", nodes.feature(drawn.node), nodes.prediction(drawn.node));
        const std::string deciders = nodes.decided_by(drawn.node);
        if (!deciders.empty()) text += ", decided by " + deciders;
        text += "\n" + nodes.rows(drawn.node, whole_counts);
        return drawn.as == DrawnAs::leaf ? text : text + "\n" + nodes.gain(drawn.node);
    }

    // --- labels of branches --------------------------------------------------------------------------------------------------

    [[nodiscard]] std::string labels() const {
        std::string text = "<g text-anchor=\"middle\">\n";
        for (std::size_t i = 1; i < boxes_.size(); ++i) {
            const SvgBox place = placed_.label(i);
            const DrawnNode& parent = boxes_[boxes_[i].drawn.parent].drawn;
            const std::string tooltip = boxes_[i].drawn.branches > 1 ? fmt::format("{} other branches", boxes_[i].drawn.branches)
                                                                     : words_.whole_condition(parent, boxes_[i].drawn);
            text += fmt::format("<g>{}<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\" {}/>{}</g>\n", svg_tooltip(tooltip), place.x,
                                place.y, place.width, place.height, svg_page_box,
                                svg_text({place.x + place.width / 2, place.y + 13}, boxes_[i].label));
        }
        return text + "</g>\n";
    }

    const Model& model_;
    const DrawingOptions& options_;
    TreeWords words_;
    std::vector<NodeBox> boxes_;
    PlacedBoxes placed_;
    std::optional<SvgScale> scale_;  ///< of the bars
    std::optional<SvgScale> means_;
};

}  // namespace

std::string tree_svg(const Model& model, const DrawingOptions& options, std::span<const Column> rows) {
    return Flowchart(model, options, rows).svg();
}

std::size_t svg_width(std::string_view svg) {
    constexpr std::string_view attribute = " width=\"";
    const std::size_t begin = svg.find(attribute) + attribute.size();
    std::size_t width = 0;
    std::from_chars(svg.data() + begin, svg.data() + svg.size(), width);
    return width;
}

}  // namespace treewright
