#include "treewright/export/surrogate_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "treewright/export/display.h"
#include "treewright/export/names.h"
#include "treewright/export/wording.h"

namespace treewright {

namespace {

constexpr std::size_t most_splits = 40;
constexpr std::size_t surrogate_width = 40;

std::string with_agreement(const NamedSplit& question, double share) {
    return fmt::format("{} ({})", condition_text(question, 0, surrogate_width), whole_percent(share));
}

}  // namespace

std::string surrogate_text(const Model& model, const Surrogate& surrogate) {
    return with_agreement(split_of(model.schema, model.tree, surrogate), surrogate.agreeing_weight / surrogate.known_weight);
}

std::string surrogate_text(const ColumnSchema& column, const SurrogateCandidate& surrogate) {
    return with_agreement({surrogate.split, column},
                          static_cast<double>(surrogate.agreeing) / static_cast<double>(surrogate.known));
}

std::string surrogates_text(const Model& model, const TextStyle& style) {
    if (model.tree.surrogates.empty()) return "";
    std::string text = "Without a value of the asked feature, most agreeing rows first (their share):\n";
    const std::vector<std::uint32_t> depths = depths_of(model.tree);
    std::size_t shown = 0;
    std::size_t left_out = 0;
    for (NodeId node = 0; node < model.tree.nodes.size(); ++node) {
        if (model.tree.nodes[node].surrogate_count == 0) continue;
        if (depths[node] >= style.max_depth || shown == most_splits) {
            ++left_out;
            continue;
        }
        ++shown;
        std::string line =
            fmt::format("node {}, {}:", node, question_text(split_at(model.schema, model.tree, node), surrogate_width));
        const char* before = " ";
        for (const Surrogate& surrogate : model.tree.surrogates_of(node)) {
            line += before + surrogate_text(model, surrogate);
            before = ", ";
        }
        text += wrapped(line, style.width, 4) + "\n";
    }
    if (left_out > 0) text += fmt::format("… {} more {}\n", left_out, left_out == 1 ? "split" : "splits");
    return text;
}

}  // namespace treewright
