// Gain ratio in the search without a row: within a feature the gain decides, and features are ranked by the gain ratio of their
// best splits.
#include <algorithm>

#include "treewright/engine/leave_one_out/left_out_search.h"
#include "treewright/growing/stopping.h"

namespace treewright {

namespace {

/// The first of those that tie with the best; null if none is eligible.
const RatedQuestion* winner_of(std::span<const RatedQuestion> questions) {
    double best = no_gain;
    for (const RatedQuestion& question : questions)
        if (question.eligible) best = std::max(best, question.ratio);
    if (best == no_gain) return nullptr;
    const double line = tie_line(best, 1.0);
    const auto wins = [line](const RatedQuestion& question) { return question.eligible && question.ratio >= line; };
    return &*std::find_if(questions.begin(), questions.end(), wins);
}

RatedQuestion rated(FeatureId feature, const Removal::Rating& rating) {
    return {feature, rating.kind, 0.0, rating.gain, rating.split_information};
}

}  // namespace

std::shared_ptr<const LeftOutQuestion> LeftOutSearch::find_by_ratio(Removal& removal, MaybeRow row) {
    std::vector<RatedQuestion> questions = rated_without(removal, row);
    rate_by_ratio(source_.context, removal.facts, questions);
    const RatedQuestion* winner = winner_of(questions);
    if (winner == nullptr || !gain_suffices(source_.context, removal.facts, winner->gain - winner->penalty)) return nullptr;
    const RowBest row_best = row_best_in(removal, winner->feature, row);
    const bool is_shared = is_clear(removal, row_best.best, row_best.second) && row && detail_ == QuestionDetail::condition;
    return is_shared ? clear_question(removal, *row, row_best) : question_of(removal, row, row_best);
}

/// In the order of the table.
std::vector<RatedQuestion> LeftOutSearch::rated_without(Removal& removal, MaybeRow row) {
    std::vector<RatedQuestion> questions;
    for (Removal::Feature& feature : removal.features) {
        const Place place = place_in(feature, row);
        if (place.top.gain == no_gain) continue;
        questions.push_back(rated(feature.near->feature, rating_of(removal, feature, place, row)));
        if (source_.context.options.threshold_penalty)
            questions.back().thresholds = thresholds_.without(feature.near->position, removal, row).thresholds;
    }
    for (const FeatureId feature : source_.table.categories()) {
        if (is_used(feature)) continue;
        const Removal::Level& level = level_of(removal, feature, row);
        if (level.gain != no_gain) questions.push_back(rated(feature, level.rating));
    }
    std::sort(questions.begin(), questions.end(),
              [](const RatedQuestion& a, const RatedQuestion& b) { return a.feature < b.feature; });
    return questions;
}

/// Of a single feature.
LeftOutSearch::RowBest LeftOutSearch::row_best_in(Removal& removal, FeatureId feature, MaybeRow row) {
    RowBest row_best;
    row_best.gains.assign(source_.context.set.features.size(), no_gain);
    if (source_.context.set.features[feature].has_values()) {
        row_best.offer(feature, place_in(removal.of(feature), row));
        return row_best;
    }
    const LevelCode code = row ? source_.context.set.features[feature].codes[*row] : 0;
    row_best.offer(feature, {{level_of(removal, feature, row).gain, code, no_gain}, 0});
    return row_best;
}

const Removal::Rating& LeftOutSearch::rating_of(Removal& removal, Removal::Feature& feature, const Place& place, MaybeRow row) {
    if (is_clear(removal, place.top.gain, place.top.second)) {
        feature.ratings.resize(std::max(feature.cuts.size(), feature.cuts_if_missing.size()));
        const auto number = static_cast<std::size_t>(place.top.cut);
        Removal::Rating& rating = feature.ratings[number][static_cast<std::size_t>(place.side)];
        const Removal::Cut& cut = (place.side == 2 ? feature.cuts_if_missing : feature.cuts)[number];
        if (!rating.is_known) rating = rating_of_cut(removal, cut, place.side == 0);
        return rating;
    }
    const std::uint32_t rank = row ? source_.table.rank(feature.near->position, *row) : 0;
    Removal::Rating& rating = removal.tied_ratings[{feature.near->feature, rank}];
    if (!rating.is_known)
        rating = rating_of(removal, choose(removal, row, row_best_in(removal, feature.near->feature, row)).value());
    return rating;
}

Removal::Rating LeftOutSearch::rating_of_cut(const Removal& removal, const Removal::Cut& cut, bool on_left) const {
    const TallyShape& shape = source_.labels.shape;
    const Sums known = shape.to_sums(cut.view->known);
    const Sums left = shape.to_sums(removal.known_on_left(cut, on_left));
    Split split;
    split.kind = cut.near == nullptr ? SplitKind::is_missing : SplitKind::threshold;
    return rating_of(
        removal,
        BranchScorer(source_.context, removal.facts, known).complete(std::move(split), {left, known - left}, cut.view->side));
}

Removal::Rating LeftOutSearch::rating_of(const Removal& removal, const Candidate& candidate) const {
    return {true, candidate.gain, split_information_of(source_.context, removal.facts, candidate), candidate.split.kind};
}

}  // namespace treewright
