#include "treewright/resampling/learning_curve.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "treewright/base/number_text.h"
#include "treewright/base/spelling.h"
#include "treewright/resampling/round_internal.h"
#include "treewright/statistics/random_draws.h"

namespace treewright {

namespace {

constexpr double least_slope = 0.1;
constexpr double most_slope = 2.0;
constexpr double slope_step = 0.05;
constexpr double huber = 1.345;  // in deviations: the usual bend
constexpr int fit_rounds = 4;    // of new weights; more change nothing that can be seen

struct Line {
    double floor = 0.0;
    double height = 0.0;
};

/// Weighted least squares of y = a + b·x with a, b ≥ 0.
Line bounded_line(std::span<const SizedLoss> sizes, const std::vector<double>& x, const std::vector<double>& weights) {
    double w = 0.0, wx = 0.0, wy = 0.0, wxx = 0.0, wxy = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double y = sizes[i].loss;
        w += weights[i], wx += weights[i] * x[i], wy += weights[i] * y;
        wxx += weights[i] * x[i] * x[i], wxy += weights[i] * x[i] * y;
    }
    const double determinant = w * wxx - wx * wx;
    const double height = determinant > 0.0 ? (w * wxy - wx * wy) / determinant : 0.0;
    const double floor = (wy - height * wx) / w;
    if (height <= 0.0) return {wy / w, 0.0};
    return floor >= 0.0 ? Line{floor, height} : Line{0.0, wxy / wxx};
}

/// Huber loss: quadratic near the curve, linear further off.
double penalty(double off) { return off <= huber ? off * off / 2.0 : huber * (off - huber / 2.0); }

struct Fitted {
    PowerLaw law;
    double penalty = 0.0;
};

Fitted fit_with_slope(std::span<const SizedLoss> sizes, const std::vector<double>& scale, double slope) {
    const double unit = sizes.back().rows;
    std::vector<double> x, weights;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        x.push_back(std::pow(sizes[i].rows / unit, -slope));
        weights.push_back(1.0 / (scale[i] * scale[i]));
    }
    Fitted fitted;
    for (int round = 0; round < fit_rounds; ++round) {
        const Line line = bounded_line(sizes, x, weights);
        fitted = {{line.floor, line.height, slope, unit}, 0.0};
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            const double off = std::abs(sizes[i].loss - line.floor - line.height * x[i]) / scale[i];
            fitted.penalty += penalty(off);
            weights[i] = std::min(1.0, huber / std::max(off, 1e-12)) / (scale[i] * scale[i]);
        }
    }
    return fitted;
}

/// How far off a size may be. One for all, because the spread of single sizes is not known well; but the law is asked about more rows, so
/// that a size counts more the larger it is.
std::vector<double> scales_of(std::span<const SizedLoss> sizes) {
    double squares = 0.0;
    double highest = 0.0;
    for (const SizedLoss& size : sizes) {
        squares += size.deviation * size.deviation / static_cast<double>(sizes.size());
        highest = std::max(highest, std::abs(size.loss));
    }
    const double common = std::max(std::sqrt(squares), 0.001 * highest + 1e-300);
    std::vector<double> scales;
    for (const SizedLoss& size : sizes) scales.push_back(common * std::sqrt(std::sqrt(sizes.back().rows / size.rows)));
    return scales;
}

}  // namespace

double PowerLaw::at(double rows) const { return floor + height * std::pow(rows / unit, -slope); }

PowerLaw fit_power_law(std::span<const SizedLoss> sizes) {
    const std::vector<double> scale = scales_of(sizes);
    Fitted best = fit_with_slope(sizes, scale, least_slope);
    for (double slope = least_slope + slope_step; slope <= most_slope + 1e-9; slope += slope_step) {
        const Fitted other = fit_with_slope(sizes, scale, slope);
        if (other.penalty < best.penalty) best = other;
    }
    return best.law;
}

namespace {

constexpr double least_rows = 10.0;
constexpr double rows_per_class = 3.0;
constexpr double widest_step = 2.0;  // from one size to the next
constexpr std::size_t draws = 400;

/// Shares of `rows` that are not held out, the last one being all of them.
std::vector<double> training_shares(const TrainingSet& set, std::size_t rows, const CurvePlan& plan) {
    const auto classes = static_cast<double>(set.target.schema.levels.size());
    const double least = std::max(least_rows, rows_per_class * classes);
    const double all = static_cast<double>(rows);
    if (all < 1.5 * least)
        throw set.complaint(
            fmt::format("{} leaves {} of {} rows for training, too few for a learning curve: it needs at least {:.0f}",
                        named("holdout", number_text(plan.held_out)), rows, set.rows, std::ceil(1.5 * least)));
    const double step = std::min(widest_step, std::pow(all / least, 1.0 / static_cast<double>(plan.sizes - 1)));
    std::vector<double> shares;
    for (std::size_t i = plan.sizes; i-- > 0;) {
        const double share = std::pow(step, -static_cast<double>(i));
        // Small tables have no room for many sizes: each is a row larger at least.
        if (shares.empty() || std::round(share * all) > std::round(shares.back() * all)) shares.push_back(share);
    }
    shares.back() = 1.0;
    return shares;
}

/// One repeat: which rows test, and which train for each size.
struct CurveRepeat {
    RowList test;
    std::vector<RowList> training;
};

/// A share of these rows; whole groups if there are any.
RowList draw_share(const TrainingSet& set, double share, const ResamplingPlan& like, const RowSelection& rows, const Run& run) {
    if (share > 0.999999) return rows.list();
    ResamplingPlan plan = like;
    plan.held_out = share;
    return std::move(make_repeats(set, plan, rows, run).front().front());
}

std::vector<CurveRepeat> draw_repeats(const TrainingSet& set, const CurvePlan& plan, const Run& run) {
    ResamplingPlan split{Scheme::holdout, 0, 1, plan.held_out, plan.stratified, plan.seed};
    std::vector<CurveRepeat> repeats(plan.repeats);
    std::size_t least = set.rows;  // groups make some repeats larger than others
    for (std::size_t i = 0; i < plan.repeats; ++i) {
        split.seed = seed_of_repeat(plan.seed, i);
        repeats[i].test = draw_share(set, plan.held_out, split, set.all_rows(), run);
        least = std::min(least, set.rows - repeats[i].test.size());
    }
    const std::vector<double> shares = training_shares(set, least, plan);
    for (std::size_t i = 0; i < plan.repeats; ++i) {
        split.seed = seed_of_repeat(plan.seed, i);
        const RowList others = rows_without(repeats[i].test, set.all_rows());
        for (const double share : shares) {
            split.seed += 1;  // other rows for every size: they are draws of their own
            repeats[i].training.push_back(draw_share(set, share, split, RowSelection::of(others), run));
        }
    }
    return repeats;
}

void add_repeat(const Learner& learner, const CurveRepeat& repeat, const Run& run, LearningCurve& curve) {
    const TrainingSet& set = learner.set();
    std::vector<RowList> apart;
    for (const RowList& rows : repeat.training) apart.push_back(rows_without(rows, set.all_rows()));
    std::vector<Tree> trees = fit_without(learner, apart, set.all_rows(), run);
    std::vector<Round> rounds(trees.size());
    run.threads.for_each(trees.size(), [&](std::size_t i) {
        AnyModel model = finished_model(learner, std::move(trees[i]), repeat.training[i], QuietRun(run));
        rounds[i] = validated(learner, std::move(model), {repeat.training[i], repeat.test}).round;
    });
    for (std::size_t i = 0; i < rounds.size(); ++i) {
        CurveSize& size = curve.sizes[i];
        size.rows += rounds[i].training_weight;
        size.test.push_back(rounds[i].loss);
        size.training.push_back(rounds[i].training_loss);
        size.leaves.push_back(static_cast<double>(rounds[i].leaves));
    }
    curve.baseline += rounds.back().baseline;
    curve.shares.test += rounds.back().test_weight;
    curve.shares.training += rounds.back().training_weight;
}

double mean_of_selected(const std::vector<double>& numbers, const std::vector<std::size_t>& which) {
    double sum = 0.0;
    for (const std::size_t i : which) sum += numbers[i];
    return sum / static_cast<double>(which.size());
}

/// The law that these repeats follow.
PowerLaw law_of(const LearningCurve& curve, const std::vector<std::size_t>& repeats) {
    std::vector<SizedLoss> sizes;
    for (const CurveSize& size : curve.sizes) {
        const RunSpread spread = spread_of(size.test);
        const double deviation = std::isnan(spread.deviation) ? 0.0 : spread.deviation;
        sizes.push_back(
            {size.rows, mean_of_selected(size.test, repeats), deviation / std::sqrt(static_cast<double>(repeats.size()))});
    }
    return fit_power_law(sizes);
}

struct Drawn {
    std::vector<double> twice;
    std::vector<double> fall;
};

/// The same with repeats drawn again, with replacement.
Drawn draw_again(const LearningCurve& curve, std::uint64_t seed) {
    RandomDraws random(seed);
    const std::size_t repeats = curve.sizes.front().test.size();
    Drawn drawn;
    for (std::size_t i = 0; i < draws; ++i) {
        std::vector<std::size_t> some;
        for (std::size_t j = 0; j < repeats; ++j)
            some.push_back(std::min(repeats - 1, static_cast<std::size_t>(random.uniform() * static_cast<double>(repeats))));
        const PowerLaw law = law_of(curve, some);
        drawn.twice.push_back(law.at(2.0 * curve.table_rows));
        drawn.fall.push_back(law.at(curve.table_rows) - drawn.twice.back());
    }
    std::sort(drawn.twice.begin(), drawn.twice.end());
    std::sort(drawn.fall.begin(), drawn.fall.end());
    return drawn;
}

/// Not every curve follows a power law: where it misses the largest size, it cannot be extrapolated.
bool misses_the_end(const LearningCurve& curve, const PowerLaw& law) {
    const CurveSize& last = curve.sizes.back();
    const RunSpread spread = spread_of(last.test);
    const double error = spread.deviation / std::sqrt(static_cast<double>(spread.runs));
    return std::abs(law.at(last.rows) - spread.mean) > std::max(2.0 * error, 0.02 * spread.mean);
}

double quantile(const std::vector<double>& sorted, double share) {
    return sorted[static_cast<std::size_t>(std::lround(share * static_cast<double>(sorted.size() - 1)))];
}

}  // namespace

LearningCurve learning_curve(const Learner& learner, const CurvePlan& plan, const Run& run) {
    LearningCurve curve;
    curve.kind = loss_kind_of(learner);
    curve.table_rows = weight_of_all(learner.set());
    curve.shares = {0.0, 0.0};
    const std::vector<CurveRepeat> repeats = draw_repeats(learner.set(), plan, run);
    curve.sizes.resize(repeats.front().training.size());
    for (std::size_t i = 0; i < repeats.size(); ++i) {
        Progress part({run.progress}, [&](std::string_view, double share) {
            run.progress.report("learning curve", (static_cast<double>(i) + share) / static_cast<double>(repeats.size()));
        });
        add_repeat(learner, repeats[i], {run.threads, part, run.messages}, curve);
    }
    for (CurveSize& size : curve.sizes) size.rows /= static_cast<double>(repeats.size());
    curve.baseline /= static_cast<double>(repeats.size());
    return curve;
}

Figure mean_figure(const std::vector<double>& losses, const LearningCurve& curve) {
    return figure_of_rounds(losses, curve.shares, range_of(curve.kind));
}

Projection project(const LearningCurve& curve, std::uint64_t seed) {
    std::vector<std::size_t> all(curve.sizes.front().test.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    Projection projection{law_of(curve, all)};
    projection.now = projection.law.at(curve.table_rows);
    projection.twice = projection.law.at(2.0 * curve.table_rows);
    const Drawn drawn = draw_again(curve, seed);
    const double seen = projection.law.at(curve.sizes.front().rows) - projection.now;
    const double width = quantile(drawn.twice, 0.975) - quantile(drawn.twice, 0.025);
    constexpr double little = 0.01;  // of the error
    using Verdict = Projection::Verdict;
    if (all.size() < 3 || misses_the_end(curve, projection.law) || projection.law.height == 0.0 || width > seen ||
        quantile(drawn.fall, 0.025) <= 0.0)
        projection.verdict = Verdict::unclear;
    else
        projection.verdict = projection.now - projection.twice < little * projection.now ? Verdict::flat : Verdict::falls;
    return projection;
}

CurveResult measure_curve(const Learner& learner, const CurvePlan& plan, const Run& run) {
    CurveResult result{table_facts(learner.set()), plan, learning_curve(learner, plan, run), {}, {}, {}};
    result.projection = project(result.curve, plan.seed);
    for (const CurveSize& size : result.curve.sizes) {
        result.test.push_back(mean_figure(size.test, result.curve));
        result.training.push_back(mean_figure(size.training, result.curve));
    }
    return result;
}

}  // namespace treewright
