#include "treewright/engine/left_out_search.h"

#include <algorithm>
#include <utility>

#include "treewright/growing/stopping.h"
#include "treewright/growing/young_tree.h"

namespace treewright {

namespace {

Tree tree_of(const Labels& labels, const Sums& sums, const Candidate& candidate) {
    YoungTree young(labels);
    young.split(young.add_root(sums), candidate);
    return std::move(young.tree());
}

}  // namespace

/// Where a row stands among the near cuts, and what is best there.
struct LeftOutSearch::Standing {
    double best = no_gain;
    double second = no_gain;
    std::size_t feature = 0;  ///< of the best
    std::int32_t cut = -1;    ///< the best's number among the feature's cuts, or the row's level
    int side = 0;             ///< of that cut: left, right, or missing

    std::vector<double> gains;  ///< by feature of the table

    void offer(std::size_t number, const Removal::Top& top, int where) {
        gains[number] = top.gain;
        if (top.gain > best) {
            second = std::max(best, top.second);
            best = top.gain, feature = number, cut = top.cut, side = where;
        } else {
            second = std::max(second, top.gain);
        }
    }
};

/// The near cuts as they are without the row.
class LeftOutSearch::RowCuts : public CutLister {
public:
    RowCuts(const LeftOutSearch& search, const Removal& removal, std::optional<std::uint32_t> row)
        : search_(search), removal_(removal), row_(row) {}

    std::vector<NumericCut> list(std::size_t feature, double floor) override {
        std::vector<NumericCut> cuts;
        const Removal::Feature& own = of(feature);
        const std::uint32_t rank =
            row_ ? search_.source_.table.rank(own.near->position, *row_) : 0;  // without a row both gains are the same
        const bool misses = row_ && rank == rank_of_missing;
        for (const Removal::Cut& cut : misses ? own.cuts_if_missing : own.cuts) {
            const bool left = misses || cut.near == nullptr || rank <= cut.near->boundary;
            const double gain = left ? cut.left : cut.right;
            if (gain < floor || gain == no_gain) continue;
            FewIntegers known = cut.near == nullptr ? FewIntegers(removal_.tally.size()) : cut.near->left;
            if (cut.near != nullptr && left && !misses) subtract(known, removal_.tally);
            // Where the row alone has its value, the cuts before and behind it are one.
            const bool is_same = std::any_of(cuts.begin(), cuts.end(), [&](const NumericCut& other) {
                return other.view == cut.view && other.left[0] == known[0];
            });
            if (is_same && cut.near != nullptr) continue;
            cuts.push_back({feature, gain, cut.near == nullptr ? place_of_missing_test : cut.near->place, cut.view, known});
        }
        return cuts;
    }

    Gap gap(const NumericCut& cut) override {
        const auto known = rows_of(cut.feature);
        std::size_t low = cut.place - 1;
        std::size_t high = cut.place;
        if (known[low].row == row_) --low;
        if (known[high].row == row_) ++high;
        const Numbers& values = search_.source_.context.set.features[cut.feature].values;
        return {values[known[low].row], values[known[high].row]};
    }

    Neighbours neighbours(const NumericCut& cut, Gap) override {
        const auto known = rows_of(cut.feature);
        const std::size_t size = removal_.tally.size();
        Neighbours around{FewIntegers(size), FewIntegers(size)};
        std::size_t low = cut.place - 1;
        std::size_t high = cut.place;
        if (known[low].row == row_) --low;
        if (known[high].row == row_) ++high;
        for (std::size_t i = low + 1; i > 0 && known[i - 1].rank == known[low].rank; --i) add(known[i - 1].row, around.low);
        for (std::size_t i = high; i < known.size() && known[i].rank == known[high].rank; ++i) add(known[i].row, around.high);
        return around;
    }

private:
    [[nodiscard]] const Removal::Feature& of(std::size_t feature) const {
        return *std::find_if(removal_.features.begin(), removal_.features.end(),
                             [&](const Removal::Feature& each) { return each.near->feature == feature; });
    }
    [[nodiscard]] std::span<const RowAtRank> rows_of(std::size_t feature) const {
        return search_.node_.known(search_.source_.table.position(feature));
    }
    void add(std::uint32_t row, FewIntegers& to) const {
        if (row_ != row) search_.source_.labels.shape.add_row(search_.source_.context.labels, row, to);
    }

    const LeftOutSearch& search_;
    const Removal& removal_;
    std::optional<std::uint32_t> row_;
};

LeftOutSearch::LeftOutSearch(const LeftOutSource& source, const LeftOutNode& node, std::span<const std::size_t> used,
                             QuestionDetail detail)
    : source_(source), node_(node), used_(used.begin(), used.end()), detail_(detail) {
    const Labels& labels = source.context.labels;
    if (labels.is_classification() && !labels.has_weights()) by_class_.resize(labels.slots());
}

Removal& LeftOutSearch::removal_of(std::optional<std::uint32_t> row) {
    const Labels& labels = source_.context.labels;
    const bool is_single = row && by_class_.empty();
    std::unique_ptr<Removal>& place =
        !row ? none_ : (is_single ? single_ : by_class_[static_cast<std::size_t>(labels.classes()[*row])]);
    if (place != nullptr && (!is_single || place->row == row)) return *place;
    place = make_removal(source_, node_, row);
    return *place;
}

const std::vector<LevelSums>& LeftOutSearch::levels_of_node(std::size_t feature) {
    std::vector<LevelSums>& levels = levels_[feature];
    if (!levels.empty()) return levels;
    const auto& codes = source_.context.set.features[feature].codes;
    const auto missing = code_of_missing(source_.context, feature);
    std::map<std::int32_t, Sums> by_code;
    for (const std::uint32_t row : node_.rows) {
        const std::int32_t code = codes[row] < 0 && missing ? *missing : codes[row];
        if (code < 0) continue;
        const auto [place, is_new] = by_code.try_emplace(code);
        if (is_new) place->second = Sums(source_.context.labels.slots());
        source_.context.labels.add(row, place->second);
    }
    for (auto& [code, sums] : by_code) levels.push_back({code, std::move(sums)});
    return levels;
}

std::unique_ptr<CategoryScan> LeftOutSearch::scan_without(const Removal& removal, std::size_t feature,
                                                          std::optional<std::uint32_t> row) {
    std::vector<LevelSums> levels = levels_of_node(feature);
    if (row) {
        std::int32_t code = source_.context.set.features[feature].codes[*row];
        if (const auto missing = code_of_missing(source_.context, feature); code < 0 && missing) code = *missing;
        const std::uint32_t one[] = {*row};
        for (LevelSums& level : levels)
            if (level.code == code) level.sums -= source_.context.labels.sums_of(one);
        std::erase_if(levels, [](const LevelSums& level) { return level.sums.weight == 0; });
    }
    if (levels.size() < 2) return nullptr;
    auto scan = std::make_unique<CategoryScan>(source_.context, removal.facts, feature, std::move(levels));
    scan->run(false);
    if (scan->cuts().empty()) return nullptr;
    return scan;
}

double LeftOutSearch::category_gain(Removal& removal, std::size_t feature, std::optional<std::uint32_t> row) {
    const std::int32_t code = row ? source_.context.set.features[feature].codes[*row] : 0;
    const auto [place, is_new] = removal.category_gains.try_emplace({feature, code}, no_gain);
    if (!is_new) return place->second;
    const auto scan = scan_without(removal, feature, row);
    if (scan != nullptr) place->second = scan->cuts().best();
    return place->second;
}

LeftOutSearch::Standing LeftOutSearch::standing_of(Removal& removal, std::optional<std::uint32_t> row) {
    Standing standing;
    standing.gains.assign(source_.context.set.features.size(), no_gain);
    for (const Removal::Feature& feature : removal.features) {
        const std::uint32_t rank = row ? source_.table.rank(feature.near->position, *row) : 0;
        if (row && rank == rank_of_missing) {
            standing.offer(feature.near->feature, feature.top_if_missing, 2);
            continue;
        }
        const auto first = std::partition_point(feature.cuts.begin(), feature.cuts.end(), [&](const Removal::Cut& cut) {
            return cut.near != nullptr && cut.near->boundary < rank;
        });
        const auto before = static_cast<std::size_t>(first - feature.cuts.begin());
        const Removal::Top& top = feature.tops[before];
        standing.offer(feature.near->feature, top, top.cut < static_cast<std::int32_t>(before) ? 1 : 0);
    }
    for (const std::size_t feature : source_.table.categories()) {
        if (std::find(used_.begin(), used_.end(), feature) != used_.end()) continue;
        const std::int32_t code = row ? source_.context.set.features[feature].codes[*row] : 0;
        standing.offer(feature, {category_gain(removal, feature, row), code, no_gain}, 0);
    }
    return standing;
}

std::uint32_t LeftOutSearch::boundary_of(const Condition& condition, std::optional<std::uint32_t> row) const {
    if (condition.kind != SplitKind::threshold) return 0;
    const auto known = node_.known(source_.table.position(condition.feature));
    const Numbers& values = source_.context.set.features[condition.feature].values;
    const auto above = std::partition_point(known.begin(), known.end(),
                                            [&](RowAtRank each) { return values[each.row] <= condition.threshold; });
    auto last = above - 1;
    if (last->row == row) --last;
    return last->rank;
}

std::shared_ptr<const Question> LeftOutSearch::choose(Removal& removal, std::optional<std::uint32_t> row,
                                                      const Standing& standing) {
    const double impurity = removal.facts.impurity;
    const double floor =
        standing.best <= clear_share * impurity ? no_gain : tie_line(standing.best, impurity) - 2 * removal.error;
    std::vector<FeatureBest> best(standing.gains.size());
    for (std::size_t feature = 0; feature < best.size(); ++feature) {
        best[feature].feature = feature;
        if (standing.gains[feature] == no_gain || standing.gains[feature] < floor) continue;
        best[feature].gain = standing.gains[feature];
        best[feature].error = removal.error;
        if (!source_.context.set.features[feature].has_values()) best[feature].scan = scan_without(removal, feature, row);
    }
    RowCuts cuts(*this, removal, row);
    auto candidate = CutChoice(source_.context, removal.facts, source_.labels.shape, cuts).choose(best);
    if (!candidate) return nullptr;
    if (!gain_suffices(source_.context, removal.facts, *candidate)) return nullptr;
    auto question = std::make_shared<Question>();
    question->tree = tree_of(source_.context.labels, removal.rest, *candidate);
    question->boundary = boundary_of(candidate->condition, row);
    question->candidate = std::move(*candidate);
    return question;
}

std::shared_ptr<const Question> LeftOutSearch::find_without(std::optional<std::uint32_t> row) {
    Removal& removal = removal_of(row);
    if (!std::exchange(removal.is_scored, true)) {
        if (scorer_ == nullptr) scorer_ = std::make_unique<RemovalScorer>(source_, node_, used_);
        scorer_->score(removal);
    }
    const Standing standing = standing_of(removal, row);
    if (standing.best == no_gain) return nullptr;
    const double line = tie_line(standing.best, removal.facts.impurity);
    const bool is_clear = standing.second < line - 2 * removal.error && standing.best > clear_share * removal.facts.impurity;
    const bool is_shared = is_clear && row && detail_ == QuestionDetail::condition;
    if (!is_shared || !gains_enough(removal, standing.best)) return choose(removal, row, standing);
    return clear_question(removal, *row, standing);
}

/// Surely: what is near the line is left to the exact gain.
bool LeftOutSearch::gains_enough(const Removal& removal, double gain) const {
    const double least = source_.context.options.min_gain;
    return least <= 0.0 || source_.context.labels.real_gain(gain - 4 * removal.error) >= least * (1.0 + 1e-9);
}

/// A threshold is the same whichever row is missing, as long as it does not stand beside it; then the cut would tie with its neighbour.
std::shared_ptr<const Question> LeftOutSearch::clear_question(Removal& removal, std::uint32_t row, const Standing& standing) {
    if (!source_.context.set.features[standing.feature].has_values()) {
        auto& known = removal.questions[{standing.feature, standing.cut}];
        if (known == nullptr) known = choose(removal, row, standing);
        return known;
    }
    const auto feature = std::find_if(removal.features.begin(), removal.features.end(),
                                      [&](const Removal::Feature& each) { return each.near->feature == standing.feature; });
    const auto& cuts = standing.side == 2 ? feature->cuts_if_missing : feature->cuts;
    const Removal::Cut& cut = cuts[static_cast<std::size_t>(standing.cut)];
    if (cut.near == nullptr) return choose(removal, row, standing);
    const std::int64_t left = cut.near->left[0] - (standing.side == 0 ? removal.tally[0] : 0);
    const std::uint32_t heavier = 2 * left >= cut.view->known[0] ? 0 : 1;
    auto& known = questions_[{cut.near, cut.view->side, heavier}];
    if (known == nullptr) known = choose(removal, row, standing);
    return known;
}

}  // namespace treewright
