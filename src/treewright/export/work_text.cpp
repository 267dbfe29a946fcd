#include "treewright/export/work_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "treewright/export/display.h"
#include "treewright/export/drawing/node_paths.h"
#include "treewright/export/names.h"
#include "treewright/export/wording.h"
#include "treewright/export/worked/arithmetic.h"
#include "treewright/export/worked/choice_text.h"
#include "treewright/export/worked/feature_work.h"
#include "treewright/export/worked/ledger.h"

namespace treewright {

namespace {

constexpr std::size_t most_conditions = 3;  // of the path, in a heading

class WorkWriter {
public:
    WorkWriter(const WorkedTree& worked, const TextStyle& style)
        : worked_(worked),
          color_(style.color),
          width_(std::max(style.width, least_text_width)),
          ledger_(worked.set, worked.options, worked.terms),
          features_(ledger_, width_, style.cuts ? width_ : any_width),
          paths_(worked.model) {}

    std::string write() {
        for (const NodeWork& work : worked_.work) write_node(work);
        return std::move(text_);
    }

private:
    void write_node(const NodeWork& work) {
        const Node& node = worked_.model.tree.nodes[work.node];
        const Figures rows = ledger_.figures(work.sums);
        if (!text_.empty()) text_ += '\n';
        write_heading(work, rows);
        write_line(impurity_arithmetic(ledger_, rows));
        if (ledger_.has_factors() && !text_.empty() && work.node == 0)
            write_line("(The shares of the classes are those that priors, class weights or costs make of the counts.)");
        if (work.search) {
            write_search(*work.search, work.stop == StopReason::none);
            write_line(test_sentence(ledger_, node, *work.search));
        }
        write_line(leaf_sentence(ledger_, work, node));
    }

    void write_heading(const NodeWork& work, const Figures& rows) {
        std::string counts = rows_text(rows.weight);
        if (ledger_.is_classification()) counts += ": " + class_list_text(worked_.set.target.schema.levels, rows.classes);
        const std::string heading = fmt::format("Node {}: {}{}", work.node, path_text(work.node), counts);
        const std::string lines = wrapped(heading, width_, 2);
        const std::size_t longest = std::min(width_, display_width(heading));
        text_ += color_ ? fmt::format("\x1b[1m{}\x1b[0m", lines) : lines;
        text_ += '\n';
        for (std::size_t i = 0; i < longest; ++i) text_ += "─";
        text_ += '\n';
    }

    [[nodiscard]] std::string path_text(NodeId node) const {
        if (node == 0) return "all ";
        std::string text = paths_.depth(node) > most_conditions ? "… " : "";
        for (const std::string& condition : paths_.conditions(node, most_conditions))
            text += (text.empty() || text == "… " ? "" : " and ") + condition;
        return text + ", ";
    }

    void write_search(const SearchResult& search, bool splits) {
        std::string unusable;
        for (const FeatureResult& feature : search.features) {
            if (feature.best)
                text_ += '\n' + features_.text(feature);
            else
                unusable += features_.text(feature);
        }
        if (!unusable.empty()) text_ += '\n' + unusable;
        text_ += '\n';
        write_line(ranking_text(ledger_, search));
        write_line(choice_text(ledger_, search, splits));
    }

    void write_line(const std::string& line) {
        if (!line.empty()) text_ += wrapped(line, width_, 2) + "\n";
    }

    const WorkedTree& worked_;
    bool color_;
    std::size_t width_;
    Ledger ledger_;
    FeatureWork features_;
    NodePaths paths_;
    std::string text_;
};

}  // namespace

std::string work_text(const WorkedTree& worked, const TextStyle& style) { return WorkWriter(worked, style).write(); }

}  // namespace treewright
