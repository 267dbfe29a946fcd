#include "treewright/engine/small_nodes/node_views.h"

namespace treewright {

namespace {

CutView view_of(const BranchScorer& scorer, MissingSide side, ConstTally missing, ConstTally known) {
    CutView view;
    view.side = side;
    view.known.assign(known);
    view.total = view.known;
    view.offset = FewIntegers(missing.size());
    if (side == MissingSide::left || side == MissingSide::right) add(view.total, missing);
    if (side == MissingSide::left) view.offset.assign(missing);
    if (side == MissingSide::heaviest) view.scale = scorer.known_share();
    view.least_in_branch = scorer.least_in_branch();
    const auto limits = scorer.threshold_limits(side);
    view.least_left = limits.least;
    view.most_left = limits.most;
    return view;
}

}  // namespace

std::vector<CutView> views_of(const SearchContext& context, const CutMeasure& measure, const NodeFacts& node,
                              ConstTally missing) {
    const TallyShape shape(context.labels);
    FewIntegers known(shape.size());
    shape.from_sums(node.sums, known);
    subtract(known, missing);
    std::vector<CutView> views;
    if (known[0] <= 0) return views;
    const BranchScorer scorer(context, node, shape.to_sums(known));
    for (const MissingSide side : scorer.sides()) {
        views.push_back(view_of(scorer, side, missing, known));
        measure.prepare(views.back());
    }
    return views;
}

bool asks_for_missing(const SearchContext& context, const CutView& view) {
    if (context.options.missing != MissingMethod::category || view.side != MissingSide::left) return false;
    return view.offset[0] >= view.least_in_branch && view.known[0] >= view.least_in_branch;
}

}  // namespace treewright
