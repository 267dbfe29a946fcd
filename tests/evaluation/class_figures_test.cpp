#include "treewright/evaluation/class_figures.h"

#include <cmath>

#include <gtest/gtest.h>

#include "evaluation/random_rows.h"

namespace treewright {
namespace {

/// Everything row by row and pair by pair, as the books define it.
class Naive {
public:
    explicit Naive(const ScoredRows& rows) : rows_(rows) {}

    [[nodiscard]] double share(auto holds) const {
        return part(holds, [](std::size_t) { return true; });
    }
    [[nodiscard]] double part(auto holds, auto within) const {
        double some = 0.0;
        double all = 0.0;
        for (std::size_t i = 0; i < rows_.rows(); ++i) {
            if (!within(i)) continue;
            all += rows_.weight(i);
            if (holds(i)) some += rows_.weight(i);
        }
        return some / all;
    }
    [[nodiscard]] double mean(auto loss) const {
        double sum = 0.0;
        double all = 0.0;
        for (std::size_t i = 0; i < rows_.rows(); ++i) {
            sum += rows_.weight(i) * loss(i);
            all += rows_.weight(i);
        }
        return sum / all;
    }
    [[nodiscard]] std::size_t truth(std::size_t i) const { return rows_.labels[i]; }
    [[nodiscard]] std::size_t predicted(std::size_t i) const { return rows_.predictions.labels[rows_.prediction[i]]; }
    [[nodiscard]] double probability(std::size_t i, std::size_t j) const {
        return rows_.predictions.probabilities_of(rows_.prediction[i])[j];
    }
    [[nodiscard]] double log_loss(std::size_t i) const {
        const double least = 1.0 / (2.0 * (rows_.predictions.support[rows_.prediction[i]] + 1.0));
        double sum = 0.0;
        for (std::size_t j = 0; j < rows_.predictions.classes; ++j) sum += clipped(probability(i, j), least);
        return -std::log(clipped(probability(i, truth(i)), least) / sum);
    }
    [[nodiscard]] double brier(std::size_t i) const {
        double sum = 0.0;
        for (std::size_t j = 0; j < rows_.predictions.classes; ++j)
            sum += std::pow(probability(i, j) - (j == truth(i) ? 1.0 : 0.0), 2);
        return sum;
    }
    [[nodiscard]] double f1(std::size_t j) const {
        const double right = mean([&](std::size_t i) { return truth(i) == j && predicted(i) == j ? 1.0 : 0.0; });
        const double wrong = mean([&](std::size_t i) { return (truth(i) == j) != (predicted(i) == j) ? 1.0 : 0.0; });
        return 2.0 * right / (2.0 * right + wrong);
    }
    [[nodiscard]] double area(std::size_t j) const {
        double won = 0.0;
        double pairs = 0.0;
        for (std::size_t a = 0; a < rows_.rows(); ++a)
            for (std::size_t b = 0; b < rows_.rows(); ++b) {
                if (truth(a) != j || truth(b) == j) continue;
                const double weight = rows_.weight(a) * rows_.weight(b);
                pairs += weight;
                won += probability(a, j) > probability(b, j) ? weight : probability(a, j) == probability(b, j) ? weight / 2 : 0;
            }
        return won / pairs;
    }

private:
    static double clipped(double p, double least) { return std::min(1.0 - least, std::max(least, p)); }
    const ScoredRows& rows_;
};

void expect_same(double a, double b) {
    if (std::isnan(a) || std::isnan(b))
        EXPECT_EQ(std::isnan(a), std::isnan(b));
    else
        EXPECT_NEAR(a, b, 1e-12 * std::max(1.0, std::abs(b)));
}

CostMatrix some_costs(std::size_t classes) {
    CostMatrix costs{classes, std::vector<double>(classes * classes, 0.0)};
    for (std::size_t i = 0; i < classes; ++i)
        for (std::size_t j = 0; j < classes; ++j)
            if (i != j) costs.cells[i * classes + j] = static_cast<double>(1 + (3 * i + j) % 5);
    return costs;
}

void expect_figures(const ScoredRows& rows) {
    const Naive naive(rows);
    const CostMatrix costs = some_costs(rows.predictions.classes);
    const ClassFigures figures = figures_of(count_outcomes(rows), {{}, costs, {}});
    expect_same(figures.accuracy.value, naive.share([&](std::size_t i) { return naive.truth(i) == naive.predicted(i); }));
    expect_same(figures.error.value, 1.0 - figures.accuracy.value);
    expect_same(figures.log_loss.value, naive.mean([&](std::size_t i) { return naive.log_loss(i); }));
    expect_same(figures.brier.value, naive.mean([&](std::size_t i) { return naive.brier(i); }));
    expect_same(figures.cost.value, naive.mean([&](std::size_t i) { return costs.at(naive.truth(i), naive.predicted(i)); }));
    for (std::size_t j = 0; j < rows.predictions.classes; ++j) {
        const auto is_truth = [&](std::size_t i) { return naive.truth(i) == j; };
        const auto is_predicted = [&](std::size_t i) { return naive.predicted(i) == j; };
        expect_same(figures.classes[j].precision.value, naive.part(is_truth, is_predicted));
        expect_same(figures.classes[j].recall.value, naive.part(is_predicted, is_truth));
        expect_same(figures.classes[j].f1.value, naive.f1(j));
        expect_same(figures.classes[j].auc.value, naive.area(j));
    }
}

TEST(ClassFigures, as_the_books_define_them) {
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        SCOPED_TRACE(seed);
        expect_figures(RandomRows(seed).of_classes());
        if (testing::Test::HasFailure()) return;
    }
}

/// 26 letters in pure leaves of 2 rows, all predicted right: clipped, the right one has 5/6 and each of the 25 others 1/6, 5 in all.
TEST(ClassFigures, the_log_loss_is_that_of_probabilities_that_add_up_to_1) {
    constexpr std::size_t letters = 26;
    ScoredRows rows;
    rows.predictions.classes = letters;
    for (ClassId letter = 0; letter < letters; ++letter) {
        std::vector<double> shares(letters, 0.0);
        shares[letter] = 1.0;
        rows.predictions.add_class(letter, shares, 2.0);
        rows.prediction.push_back(letter);
        rows.labels.push_back(letter);
    }
    EXPECT_NEAR(figures_of(count_outcomes(rows), {}).log_loss.value, std::log(6.0), 1e-12);
}

std::vector<Figure> all_of(const ClassFigures& figures) {
    std::vector<Figure> all = {figures.accuracy, figures.error, figures.precision, figures.recall, figures.f1,
                               figures.auc,      figures.brier, figures.log_loss,  figures.cost};
    for (const OneClassFigures& one : figures.classes)
        for (const Figure& figure : {one.precision, one.recall, one.f1, one.auc}) all.push_back(figure);
    return all;
}

bool same_bits(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

/// Values and intervals, drawn ones included.
TEST(ClassFigures, the_order_of_rows_changes_no_bit) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        RandomRows random(seed);
        const ScoredRows rows = random.of_classes();
        const ClassFigureOptions options{{}, some_costs(rows.predictions.classes), {}};
        const std::vector<Figure> figures = all_of(figures_of(count_outcomes(rows), options));
        const std::vector<Figure> again = all_of(figures_of(count_outcomes(random.shuffled(rows)), options));
        for (std::size_t i = 0; i < figures.size(); ++i) {
            EXPECT_TRUE(same_bits(figures[i].value, again[i].value)) << seed << " " << i;
            EXPECT_EQ(figures[i].method, again[i].method);
            EXPECT_EQ(figures[i].interval.low, again[i].interval.low);
            EXPECT_EQ(figures[i].interval.high, again[i].interval.high);
        }
    }
}

/// Few rows, and weights that add up to next to nothing.
TEST(ClassFigures, intervals_hold_their_value) {
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        RandomRows random(seed);
        ScoredRows rows = random.of_classes();
        if (seed % 3 == 0) {
            rows.weights.resize(rows.rows(), 1.0);
            for (double& weight : rows.weights) weight *= seed % 2 == 0 ? 0.1 : 0.003;
        }
        const ClassFigures figures = figures_of(count_outcomes(rows), {});
        for (const Figure* figure : {&figures.accuracy, &figures.precision, &figures.recall, &figures.f1, &figures.auc,
                                     &figures.log_loss, &figures.brier}) {
            if (!figure->has_interval()) continue;
            EXPECT_LE(figure->interval.low, figure->value + 1e-12) << seed;
            EXPECT_GE(figure->interval.high, figure->value - 1e-12) << seed;
        }
    }
}

TEST(ClassFigures, a_weight_is_a_number_of_rows) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        RandomRows random(seed);
        ScoredRows weighted = random.of_classes();
        weighted.weights.clear();
        ScoredRows repeated;
        repeated.predictions = weighted.predictions;
        for (std::size_t i = 0; i < weighted.rows(); ++i) {
            weighted.weights.push_back(static_cast<double>(1 + random.below(4)));
            for (double n = 0; n < weighted.weights[i]; n += 1.0) {
                repeated.prediction.push_back(weighted.prediction[i]);
                repeated.labels.push_back(weighted.labels[i]);
            }
        }
        const std::vector<Figure> one = all_of(figures_of(count_outcomes(weighted), {}));
        const std::vector<Figure> other = all_of(figures_of(count_outcomes(repeated), {}));
        for (std::size_t i = 0; i < one.size(); ++i) {
            EXPECT_TRUE(same_bits(one[i].value, other[i].value));
            EXPECT_EQ(one[i].interval.low, other[i].interval.low);
        }
    }
}

TEST(ClassFigures, importance_counts_fewer_rows_than_weight) {
    ScoredRows rows = RandomRows(7).of_classes();
    rows.weights.assign(rows.rows(), 100.0);
    const OutcomeTable as_rows = count_outcomes(rows);
    rows.weights_are = WeightMeaning::importance;
    const OutcomeTable as_importance = count_outcomes(rows);
    EXPECT_NEAR(as_importance.rows_per_weight, 0.01, 1e-15);
    rows.weights.clear();
    const ClassFigures plain = figures_of(count_outcomes(rows), {});
    const ClassFigures importance = figures_of(as_importance, {});
    EXPECT_NEAR(importance.accuracy.interval.low, plain.accuracy.interval.low, 1e-12);
    EXPECT_GT(figures_of(as_rows, {}).accuracy.interval.low, plain.accuracy.interval.low);
}

/// Five looks at a row are not five rows.
TEST(ClassFigures, rows_that_were_looked_at_several_times_count_once) {
    ScoredRows once;
    once.predictions.classes = 2;
    once.predictions.add_class(0, std::vector{0.75, 0.25}, 4.0);
    for (std::size_t row = 0; row < 20; ++row) {
        once.prediction.push_back(0);
        once.labels.push_back(row % 4 == 0 ? 1 : 0);
        once.weights.push_back(row % 3 == 0 ? 2.5 : 0.25);
    }
    once.weights_are = WeightMeaning::importance;
    ScoredRows five_times = once;
    for (int look = 1; look < 5; ++look) five_times.append(once);
    five_times.looks = 5;
    for (double& weight : five_times.weights) weight /= 5;
    const Figure one = figures_of(count_outcomes(once), {}).accuracy;
    const Figure five = figures_of(count_outcomes(five_times), {}).accuracy;
    EXPECT_NEAR(one.interval.low, five.interval.low, 1e-12);
    EXPECT_NEAR(one.interval.high, five.interval.high, 1e-12);
}

/// Four rows of a rare class among 124: one draw in sixty has none of them, which must neither pull the interval down where all are found
/// nor push it up where none is.
class RareClass : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Found, RareClass, testing::Values(false, true));
TEST_P(RareClass, a_draw_without_it_says_nothing_about_it) {
    ScoredRows rows;
    rows.predictions.classes = 3;
    rows.predictions.labels = {0, 1, 2};
    rows.predictions.probabilities.cells = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    rows.predictions.support = {50, 50, 4};
    for (int i = 0; i < 124; ++i) {
        const std::int32_t truth = i < 4 ? 2 : i % 2;
        rows.labels.push_back(truth);
        const std::int32_t rare = GetParam() ? 2 : i % 2;
        rows.prediction.push_back(static_cast<std::uint32_t>(i < 4 ? rare : i % 10 == 0 ? 1 - truth : truth));
    }
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        ClassFigureOptions options;
        options.intervals.seed = seed;
        const ClassFigures figures = figures_of(count_outcomes(rows), options);
        for (const Figure* figure : {&figures.recall, &figures.precision, &figures.f1}) {
            EXPECT_GT(figure->interval.low, figure->value - 0.1) << seed;
            EXPECT_LT(figure->interval.high, figure->value + 0.06) << seed;
        }
    }
}

}  // namespace
}  // namespace treewright
