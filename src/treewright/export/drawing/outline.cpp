#include "treewright/export/drawing/outline.h"

#include <deque>

namespace treewright {

namespace {

class Outline {
public:
    Outline(const Tree& tree, const OutlineShape& shape, const std::function<void(const OutlineItem&)>& visit)
        : tree_(tree), shape_(shape), visit_(visit) {}

    void draw() {
        sections_.push_back({0, 0});
        while (!sections_.empty()) {
            const Section section = sections_.front();
            sections_.pop_front();
            draw_section(section);
        }
    }

private:
    struct Section {
        NodeId node = 0;
        std::size_t depth = 0;
    };
    /// A split whose children are being drawn; `next` of them are done.
    struct Open {
        NodeId node = 0;
        std::size_t next = 0;
        std::size_t lines = 0;  ///< bytes of `lines_` that lead to its children
    };

    void draw_section(const Section& section) {
        lines_.clear();
        const bool is_cut = !tree_.nodes[section.node].is_leaf() && section.depth >= shape_.max_depth;
        visit_({section.node, no_parent, 0, is_cut ? Appearance::cut : Appearance::root, lines_});
        if (tree_.nodes[section.node].is_leaf() || is_cut) return;
        open_.push_back({section.node, 0, 0});
        while (!open_.empty()) {
            if (open_.back().next == tree_.children_of(open_.back().node).size())
                open_.pop_back();
            else
                draw_child(section);
        }
    }

    void draw_child(const Section& section) {
        const std::size_t level = open_.size();
        Open& parent = open_.back();
        const auto children = tree_.children_of(parent.node);
        const std::size_t position = parent.next++;
        const bool last = position + 1 == children.size();
        const NodeId node = children[position];
        const Appearance appearance = appearance_of(node, section.depth + level, level);

        lines_.resize(parent.lines);
        lines_ += last ? "└─ " : "├─ ";
        visit_({node, parent.node, position, appearance, lines_});
        if (appearance == Appearance::deferred) sections_.push_back({node, section.depth + level});
        if (appearance != Appearance::ordinary || tree_.nodes[node].is_leaf()) return;
        lines_.resize(parent.lines);
        lines_ += last ? " " : "│";
        lines_.append(shape_.step - 1, ' ');
        open_.push_back({node, 0, lines_.size()});
    }

    [[nodiscard]] Appearance appearance_of(NodeId node, std::size_t depth, std::size_t level) const {
        if (tree_.nodes[node].is_leaf()) return Appearance::ordinary;
        if (depth >= shape_.max_depth) return Appearance::cut;
        return level >= shape_.section_levels ? Appearance::deferred : Appearance::ordinary;
    }

    const Tree& tree_;
    const OutlineShape& shape_;
    const std::function<void(const OutlineItem&)>& visit_;
    std::deque<Section> sections_;
    std::vector<Open> open_;
    std::string lines_;
};

}  // namespace

void visit_outline(const Tree& tree, const OutlineShape& shape, const std::function<void(const OutlineItem&)>& visit) {
    Outline(tree, shape, visit).draw();
}

}  // namespace treewright
