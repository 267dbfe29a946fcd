// Who comes to a node of the trees without one row each, and who goes on together: those whose questions part the other rows alike.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "treewright/engine/leave_one_out/left_out_tree.h"

namespace treewright {

/// A row on its way down the tree that grows without it.
struct Traveller {
    std::uint32_t row = 0;
    std::uint32_t out_until = UINT32_MAX;     ///< depth from which on the nodes do not hold the row
    bool same = true;                         ///< every question so far is that of the tree of all rows
    std::shared_ptr<const Step> last = {};    ///< of its way so far, where the tree is pruned
    std::optional<NodeTest> stopped_by = {};  ///< where a test has made it stop
};

/// A node with those who come to it.
struct Visit {
    LeftOutNode node;
    std::vector<Traveller> travellers;
    std::vector<Sums> path;                 ///< of the nodes above and of this one, with all rows
    std::vector<std::size_t> used;          ///< features that may not be asked again
    std::uint32_t in_whole = 0;             ///< this node in the tree of all rows, for those whose way is still the same
    std::vector<std::uint32_t> rows_above;  ///< of the parent, where the node may be empty: then it predicts as its parent does

    [[nodiscard]] std::uint32_t depth() const { return static_cast<std::uint32_t>(path.size() - 1); }
    [[nodiscard]] bool holds(const Traveller& traveller) const { return depth() < traveller.out_until; }
};

/// Of a node on the way of a traveller, without its row.
Sums sums_on_way(const LeftOutSource& source, const Visit& visit, const Traveller& traveller, std::size_t depth);

/// Those who part the node's rows alike.
struct Group {
    std::shared_ptr<const LeftOutQuestion> question;
    struct Member {
        Traveller traveller;
        std::shared_ptr<const LeftOutQuestion> question;  ///< its own, which may have other branches
        std::uint32_t child = 0;
        std::optional<NodeTest> test = {};  ///< that the node remembers
    };
    std::vector<Member> members;
};

/// The groups of those who do not stop at a node.
class LeftOutGroups {
public:
    LeftOutGroups(const LeftOutSource& source, const Visit& visit) : source_(source), visit_(visit) {}

    void add(const Traveller& traveller, const std::shared_ptr<const LeftOutQuestion>& question);
    [[nodiscard]] std::vector<Group>& all() { return groups_; }

private:
    [[nodiscard]] bool parts_alike(const LeftOutQuestion& a, const LeftOutQuestion& b, const Traveller& traveller) const;
    [[nodiscard]] bool same_but_own_level(const Split& known, const Split& without, std::uint32_t row) const;

    const LeftOutSource& source_;
    const Visit& visit_;
    std::vector<Group> groups_;
};

}  // namespace treewright
