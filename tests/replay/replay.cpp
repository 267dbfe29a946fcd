#include "replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "treewright/growing/cut.h"
#include "treewright/growing/grower.h"
#include "treewright/growing/split_search.h"

namespace treewright::replay {

namespace {

constexpr std::size_t sentences_kept = 5;
constexpr double mean_tolerance = 1e-12;  // the peer's mean is a sum of doubles, ours is correctly rounded

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

/// All candidates of the node, over all features, that tie with the best.
std::vector<Candidate> tied_best(const SearchResult& result) {
    double best = -std::numeric_limits<double>::infinity();
    for (const FeatureResult& feature : result.features)
        for (const Candidate& candidate : feature.tied) best = std::max(best, candidate.score);
    std::vector<Candidate> tied;
    for (const FeatureResult& feature : result.features)
        for (const Candidate& candidate : feature.tied)
            if (candidate.score >= tie_line(best, result.impurity)) tied.push_back(candidate);
    return tied;
}

bool asks_the_same(const PeerNode& peer, const Split& ours) {
    return ours.kind == SplitKind::threshold && ours.feature == static_cast<FeatureId>(peer.feature) &&
           same_bits(ours.threshold, peer.threshold);
}

class Replay {
public:
    explicit Replay(const Description& description)
        : set_(description.set),
          options_(description.options),
          peer_(description.nodes),
          labels_(set_),
          search_(set_, labels_, options_, terms_),
          rows_(set_, set_.all_rows(), QuietRun()),
          ours_(grow(set_, set_.all_rows(), options_, terms_, QuietRun()).tree),
          child_of_row_(set_.rows) {}

    Report run() {
        report_.nodes = peer_.size();
        report_.our_nodes = ours_.nodes.size();
        steps_.push_back({0, rows_.all(), 0, std::size_t{0}});
        while (!steps_.empty()) {
            const Step step = steps_.back();
            steps_.pop_back();
            visit(step);
        }
        return report_;
    }

private:
    /// A node of the peer's with the rows that the peer's splits lead to it.
    struct Step {
        std::size_t peer = 0;
        RowRange range;
        std::size_t depth = 0;
        std::optional<NodeId> ours;  ///< our node in the same place, above the first tie
    };

    void visit(Step step) {
        complaint_.clear();
        const Sums sums = labels_.sums_of(rows_.rows(step.range));
        check_counts(step, sums);
        if (peer_[step.peer].is_leaf())
            visit_leaf(step, sums);
        else
            visit_question(step, sums);
        if (complaint_.empty()) return;
        ++report_.mismatches;
        if (report_.sentences.size() < sentences_kept)
            report_.sentences.push_back(fmt::format("node {}: {}", step.peer, complaint_));
    }

    void visit_leaf(const Step& step, const Sums& sums) {
        count(step);
        if (would_split(step, sums)) complain("a leaf that we would split");
        if (step.ours && !ours_.nodes[*step.ours].is_leaf()) complain("a leaf that our tree splits");
        if (step.ours) compare_contents(step);
    }

    void visit_question(Step step, const Sums& sums) {
        const PeerNode& peer = peer_[step.peer];
        const NodeView view = search_.view(rows_, step.range, sums);
        const auto tied = tied_best(search_.find(view, {}, {false, true}, QuietRun()));
        const bool found = std::any_of(tied.begin(), tied.end(), [&](const auto& c) { return asks_the_same(peer, c.split); });
        if (!found) complain_of_cut(peer, view, tied);
        if (tied.size() > 1) ++report_.ties;
        if (tied.size() != 1) step.ours.reset();
        count(step);
        if (step.ours) compare_contents(step);
        if (step.ours && !compare_question(step)) step.ours.reset();
        descend(step);
    }

    void count(const Step& step) { ++(step.ours ? report_.direct : report_.by_replay); }

    void complain(const std::string& sentence) { complaint_ += (complaint_.empty() ? "" : "; ") + sentence; }

    void complain_of_cut(const PeerNode& peer, const NodeView& view, const std::vector<Candidate>& tied) {
        if (tied.empty()) return complain("a question where we have none");
        const double best = tied.front().score;
        const double gain = search_.evaluate_threshold(view, static_cast<FeatureId>(peer.feature), peer.threshold).gain;
        const double gap = (best - gain) / std::max(best, view.impurity);
        report_.largest_gap = std::max(report_.largest_gap, gap);
        const Split& ours = tied.front().split;
        complain(fmt::format("x{} <= {} is not among our best, x{} <= {}; it falls short by {}", peer.feature, peer.threshold,
                             ours.feature, ours.threshold, gap));
    }

    /// The rows that came here by the peer's splits must be those that the peer counted.
    void check_counts(const Step& step, const Sums& sums) {
        const PeerNode& peer = peer_[step.peer];
        if (peer.rows != sums.weight) complain("not the rows that came here");
        if (labels_.is_classification() &&
            !std::equal(peer.counts.begin(), peer.counts.end(), sums.slots.begin(), sums.slots.end()))
            complain("not the classes that came here");
    }

    [[nodiscard]] bool would_split(const Step& step, const Sums& sums) const {
        const auto rows = rows_.rows(step.range);
        const bool pure = std::all_of(rows.begin(), rows.end(), [&](auto row) { return labels_.same_label(rows[0], row); });
        if (pure || step.depth >= options_.max_depth || static_cast<double>(sums.weight) < options_.min_split) return false;
        return search_.find(search_.view(rows_, step.range, sums), {}, {}, QuietRun()).winner.has_value();
    }

    bool compare_question(const Step& step) {
        const Node& ours = ours_.nodes[*step.ours];
        const PeerNode& peer = peer_[step.peer];
        const bool same = ours.kind == SplitKind::threshold && ours.feature == static_cast<FeatureId>(peer.feature) &&
                          same_bits(ours.threshold, peer.threshold);
        if (!same) complain("our tree asks something else");
        return same;
    }

    void compare_contents(const Step& step) {
        const Node& ours = ours_.nodes[*step.ours];
        const PeerNode& peer = peer_[step.peer];
        if (ours.weight != static_cast<double>(peer.rows)) complain("our tree has other rows here");
        const auto weights = ours_.class_weights_of(*step.ours);
        if (!std::equal(weights.begin(), weights.end(), peer.counts.begin(), peer.counts.end(),
                        [](double weight, std::int64_t rows) { return weight == static_cast<double>(rows); }))
            complain("our tree has other classes here");
        if (std::abs(ours.mean - peer.mean) > mean_tolerance * std::max(1.0, std::abs(peer.mean)))
            complain("our tree has another mean");
    }

    void descend(const Step& step) {
        const PeerNode& peer = peer_[step.peer];
        const auto& values = set_.features[static_cast<std::size_t>(peer.feature)].values;
        for (const std::uint32_t row : rows_.rows(step.range)) child_of_row_[row] = values[row] <= peer.threshold ? 0 : 1;
        const auto ranges = rows_.partition(step.range, child_of_row_, 2, QuietRun());
        const std::size_t peer_children[] = {peer.left, peer.right};
        for (std::size_t child = 0; child < 2; ++child) {
            Step next{peer_children[child], ranges[child], step.depth + 1, std::nullopt};
            if (step.ours) next.ours = ours_.children_of(*step.ours)[child];
            steps_.push_back(next);
        }
    }

    const TrainingSet& set_;
    const GrowOptions& options_;
    const std::vector<PeerNode>& peer_;
    const ClassTerms terms_{};
    Labels labels_;
    SplitSearch search_;
    NodeRows rows_;
    Tree ours_;
    std::vector<std::uint32_t> child_of_row_;
    std::vector<Step> steps_;
    std::string complaint_;  ///< about the node that is visited
    Report report_;
};

}  // namespace

Report replay(const Description& description) { return Replay(description).run(); }

std::string to_json(const Report& report) {
    return nlohmann::ordered_json{{"nodes", report.nodes},
                                  {"direct", report.direct},
                                  {"by_replay", report.by_replay},
                                  {"ties", report.ties},
                                  {"our_nodes", report.our_nodes},
                                  {"mismatches", report.mismatches},
                                  {"largest_gap", report.largest_gap},
                                  {"sentences", report.sentences}}
        .dump();
}

}  // namespace treewright::replay
