#include "treewright/engine/folds/shared_node.h"

#include <algorithm>

namespace treewright {

namespace {

bool same_but_threshold(const Split& a, const Split& b) {
    return a.kind == b.kind && a.feature == b.feature && a.missing_child == b.missing_child && a.children == b.children &&
           a.missing_branch == b.missing_branch && a.left_levels == b.left_levels && a.right_levels == b.right_levels;
}

}  // namespace

std::unique_ptr<NodeCounts> SharedNode::histogram_of(const FoldPart& part) const {
    if (total == nullptr) return nullptr;
    auto own = std::make_unique<NodeCounts>(*total);
    own->subtract(*part.lacks);
    return own;
}

std::vector<std::vector<FoldPart*>> parts_by_feature(SharedNode& node) {
    std::vector<std::vector<FoldPart*>> groups;
    for (FoldPart& part : node.parts) {
        if (part.split == nullptr) continue;
        const auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& each) {
            return same_but_threshold(each.front()->question(), part.question());
        });
        if (group == groups.end())
            groups.push_back({&part});
        else
            group->push_back(&part);
    }
    return groups;
}

}  // namespace treewright
