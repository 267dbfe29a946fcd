#include "treewright/engine/large_nodes/decision.h"

#include <map>
#include <utility>

namespace treewright {

namespace {

/// The distinct values of a bin, one step each.
struct OpenedSteps {
    const OpenedBin& bin;

    [[nodiscard]] std::size_t size() const { return bin.values.size(); }
    [[nodiscard]] double value(std::size_t i) const { return bin.values[i]; }
    [[nodiscard]] std::int64_t weight(std::size_t i) const { return bin.tally(i)[0]; }
    [[nodiscard]] std::int64_t sum(std::size_t i) const { return bin.tally(i)[1]; }
    void move(std::size_t i, GiniGain& gini) const {
        const ConstTally tally = bin.tally(i);
        for (std::size_t j = 1; j < tally.size(); ++j)
            if (tally[j] != 0) gini.move(j - 1, tally[j]);
    }
    void add(std::size_t i, Tally to) const { treewright::add(to, bin.tally(i)); }
};

/// The search with opened bins.
class OpenedSearch : public CutSearch {
public:
    OpenedSearch(const DecisionSource& source, const UndecidedNode& node, const OpenedBins& opened)
        : CutSearch(source, {node.facts, node.span, node.statistics.bins}), source_(source), opened_(opened) {
        scan(node.used, node.statistics.wide);
    }

    [[nodiscard]] std::vector<BinRequest> requests() {
        for (const auto& feature : features()) {
            if (feature == nullptr) continue;
            for (const OpenBin& bin : feature->open)
                if (floor().leaves_open(bin)) wanted_[{feature->indexed, bin.first / fine_bins_per_bin}] = false;
            want_edges(*feature);
        }
        std::vector<BinRequest> requests;
        for (const auto& [place, ends_only] : wanted_)
            requests.push_back({static_cast<std::uint32_t>(place.first), static_cast<std::uint32_t>(place.second), ends_only});
        return requests;
    }

    std::optional<Candidate> winner() {
        const InnerMeasure how = inner_measure(source_.measure, source_.context.labels.has_weights());
        for (Feature* feature : features_to_open()) {
            close_bins(*feature, floor());
            const InnerScan scan(feature->number, source_.measure, feature->views);
            for (const OpenBin& bin : feature->open)
                if (floor().leaves_open(bin))
                    scan.run(how, OpenedSteps{opened_.at(feature->indexed, bin.first / fine_bins_per_bin)}, bin, floor(),
                             feature->inner);
            note_inner_cuts(*feature);
        }
        return choose();
    }

    Gap gap(const NumericCut& cut) override {
        if (const Gap* inner = inner_gap(cut)) return *inner;
        const Feature& feature = feature_of(cut);
        const std::size_t next = next_bin(feature, bin_of(cut));
        return {highest(feature, bin_of(cut)), lowest(feature, next)};
    }

    Neighbours neighbours(const NumericCut& cut, Gap gap) override {
        const Feature& feature = feature_of(cut);
        const std::size_t above = inner_gap(cut) != nullptr ? bin_of(cut) : next_bin(feature, bin_of(cut));
        return {tally_of(feature, bin_of(cut), gap.low), tally_of(feature, above, gap.high)};
    }

private:
    [[nodiscard]] static std::size_t bin_of(const NumericCut& cut) { return (cut.place >> 32) / fine_bins_per_bin; }
    [[nodiscard]] bool is_single(const Feature& feature, std::size_t bin) const { return bins_of(feature).single_value[bin]; }

    /// Requests the ends of the bins next to every cut between bins that `CutChoice` may consider: next to all of them if the
    /// best gain is almost 0.
    void want_edges(const Feature& feature) {
        const bool near_zero = floor().best <= 2 * least_clear_gain * floor().impurity;
        for_cuts_between_bins(feature, near_zero ? no_gain : floor().cut(), [&](std::size_t bin) {
            for (const std::size_t each : {bin, next_bin(feature, bin)})
                if (!is_single(feature, each)) wanted_.try_emplace({feature.indexed, each}, true);
        });
    }
    [[nodiscard]] double highest(const Feature& feature, std::size_t bin) const {
        return is_single(feature, bin) ? bins_of(feature).cuts[bin] : opened_.at(feature.indexed, bin).values.back();
    }
    [[nodiscard]] double lowest(const Feature& feature, std::size_t bin) const {
        return is_single(feature, bin) ? bins_of(feature).cuts[bin] : opened_.at(feature.indexed, bin).values.front();
    }
    [[nodiscard]] FewIntegers tally_of(const Feature& feature, std::size_t bin, double value) const {
        if (!is_single(feature, bin)) return FewIntegers(opened_.at(feature.indexed, bin).tally_of(value));
        FewIntegers tally(shape().size());
        node().counts.read(feature.indexed, bin, shape(), tally);
        return tally;
    }

    const DecisionSource source_;
    const OpenedBins& opened_;
    std::map<std::pair<std::size_t, std::size_t>, bool> wanted_;  ///< feature in the index and bin: whether its ends will do
};

}  // namespace

std::vector<BinRequest> bins_to_open(const DecisionSource& source, const UndecidedNode& node) {
    const OpenedBins none;
    return OpenedSearch(source, node, none).requests();
}

std::optional<Candidate> choose_split(const DecisionSource& source, const UndecidedNode& node, const OpenedBins& opened) {
    return OpenedSearch(source, node, opened).winner();
}

}  // namespace treewright
