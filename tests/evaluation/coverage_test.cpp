// A 95 % interval is one that holds the truth in 95 of 100 tables. Here the truth is known: rows are drawn from it a thousand times, and the
// intervals that hold it are counted. By chance alone such a share lies 0.7 points from the truth, as a standard deviation; the seeds are
// fixed, so a test that passes keeps passing.
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>

#include <gtest/gtest.h>

#include "evaluation/random_rows.h"
#include "treewright/evaluation/class_figures.h"
#include "treewright/evaluation/number_figures.h"
#include "treewright/statistics/normal.h"

namespace treewright {
namespace {

constexpr std::size_t tables = 1000;
constexpr Interval promised{0.93, 0.97};

/// The shares of docs/evaluation/evaluate.md for 20, 50, 100, 150 and 6,000 rows.
const std::map<std::string, std::array<double, 5>> documented = {
    {"accuracy", {0.966, 0.958, 0.940, 0.947, 0.949}}, {"f1", {0.967, 0.952, 0.940, 0.942, 0.954}},
    {"auc", {0.902, 0.930, 0.938, 0.935, 0.952}},      {"log_loss", {0.918, 0.939, 0.946, 0.933, 0.947}},
    {"brier", {0.942, 0.953, 0.955, 0.942, 0.943}},    {"cost", {0.834, 0.864, 0.935, 0.931, 0.953}},
    {"rmse", {0.924, 0.924, 0.945, 0.935, 0.963}},     {"mae", {0.931, 0.941, 0.945, 0.941, 0.948}},
    {"r_squared", {0.940, 0.950, 0.954, 0.949, 0.946}}};
const std::vector<std::size_t> documented_rows = {20, 50, 100, 150, 6000};

/// How many tables' intervals hold the truth.
class Coverage {
public:
    Coverage(std::string name, double truth) : name_(std::move(name)), truth_(truth) {}
    void add(const Figure& figure) {
        ++all_;
        held_ += figure.has_interval() && figure.interval.low <= truth_ && truth_ <= figure.interval.high ? 1 : 0;
    }
    void expect(const Interval& shares, std::size_t rows) const {
        const double share = static_cast<double>(held_) / static_cast<double>(all_);
        EXPECT_GE(share, shares.low) << name_;
        EXPECT_LE(share, shares.high) << name_;
        testing::Test::RecordProperty(name_ + "_" + std::to_string(rows), std::to_string(share));
    }
    void expect_as_documented(std::size_t rows) const {
        const auto place = std::find(documented_rows.begin(), documented_rows.end(), rows) - documented_rows.begin();
        const auto told = documented.find(name_);
        if (told == documented.end()) return;
        EXPECT_NEAR(static_cast<double>(held_) / static_cast<double>(all_), told->second[static_cast<std::size_t>(place)],
                    0.003)
            << name_ << " " << rows;
    }

private:
    std::string name_;
    double truth_;
    std::size_t held_ = 0;
    std::size_t all_ = 0;
};

/// Four leaves and three classes, or two; the leaves say what they saw in training, which is not quite what is so.
struct ClassTruth {
    explicit ClassTruth(std::size_t classes) {
        rows.predictions.classes = classes;
        const std::vector<std::vector<double>> said = {{0.7, 0.2, 0.1}, {0.1, 0.8, 0.1}, {0.3, 0.3, 0.4}, {0.5, 0.4, 0.1}};
        const std::vector<std::vector<double>> is = {{0.65, 0.25, 0.1}, {0.15, 0.7, 0.15}, {0.3, 0.2, 0.5}, {0.45, 0.45, 0.1}};
        for (std::size_t leaf = 0; leaf < said.size(); ++leaf) {
            add_shares(said[leaf], classes, rows.predictions.probabilities.cells);
            add_shares(is[leaf], classes, chances);
            rows.predictions.labels.push_back(leaf == 1 ? 1 : leaf == 2 && classes > 2 ? 2 : 0);
            rows.predictions.support.push_back(40.0);
        }
    }
    static void add_shares(const std::vector<double>& shares, std::size_t classes, std::vector<double>& to) {
        for (std::size_t j = 0; j < classes; ++j) to.push_back(classes == 2 && j == 1 ? shares[1] + shares[2] : shares[j]);
    }
    [[nodiscard]] ScoredRows draw(RandomRows& random, std::size_t count) const {
        ScoredRows drawn = rows;
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t leaf = random.below(4);
            double left = random.uniform();
            ClassId label = 0;
            for (std::size_t j = 0; j + 1 < rows.predictions.classes; ++j) {
                left -= chances[leaf * rows.predictions.classes + j];
                if (left < 0.0) break;
                ++label;
            }
            drawn.prediction.push_back(static_cast<std::uint32_t>(leaf));
            drawn.labels.push_back(label);
        }
        return drawn;
    }
    /// The figures of all rows there could be.
    [[nodiscard]] ClassFigures figures(const ClassFigureOptions& options) const {
        ClassFigureOptions plain = options;
        plain.intervals.values_only = true;
        return figures_of({rows.predictions, {chances, {}}, 1.0}, plain);
    }
    ScoredRows rows;
    std::vector<double> chances;
};

ClassFigureOptions with_costs(std::size_t classes) {
    CostMatrix costs{classes, std::vector<double>(classes * classes, 1.0)};
    for (std::size_t j = 0; j < classes; ++j) costs.cells[j * classes + j] = 0.0;
    costs.cells[1] = 5.0;
    return {{}, costs, {}};
}

void expect_class_coverage(std::size_t classes, std::size_t rows, const Interval& shares = promised) {
    const ClassTruth truth(classes);
    ClassFigureOptions options = with_costs(classes);
    using Pick = std::function<Figure(const ClassFigures&)>;
    const std::vector<std::pair<std::string, Pick>> picks = {
        {"accuracy", [](const ClassFigures& f) { return f.accuracy; }},
        {"precision", [](const ClassFigures& f) { return f.precision; }},
        {"recall", [](const ClassFigures& f) { return f.recall; }},
        {"f1", [](const ClassFigures& f) { return f.f1; }},
        {"auc", [](const ClassFigures& f) { return f.auc; }},
        {"log_loss", [](const ClassFigures& f) { return f.log_loss; }},
        {"brier", [](const ClassFigures& f) { return f.brier; }},
        {"cost", [](const ClassFigures& f) { return f.cost; }},
        {"f1_of_class_0", [](const ClassFigures& f) { return f.classes[0].f1; }},
        {"auc_of_class_0", [](const ClassFigures& f) { return f.classes[0].auc; }},
        {"recall_of_class_0", [](const ClassFigures& f) { return f.classes[0].recall; }},
    };
    std::vector<Coverage> coverage;
    const ClassFigures all = truth.figures(options);
    for (const auto& [name, pick] : picks) coverage.emplace_back(name, pick(all).value);
    for (std::uint64_t seed = 0; seed < tables; ++seed) {
        RandomRows random(seed);
        const ClassFigures figures = figures_of(count_outcomes(truth.draw(random, rows)), options);
        for (std::size_t i = 0; i < picks.size(); ++i) coverage[i].add(picks[i].second(figures));
    }
    for (const Coverage& one : coverage) {
        one.expect(shares, rows);
        if (classes == 2) one.expect_as_documented(rows);
    }
}

TEST(Coverage, two_classes_few_rows) { expect_class_coverage(2, 150); }
TEST(Coverage, three_classes_few_rows) { expect_class_coverage(3, 150); }
TEST(Coverage, two_classes_many_rows) { expect_class_coverage(2, 6000); }
TEST(Coverage, three_classes_many_rows) { expect_class_coverage(3, 6000); }

/// Clopper and Pearson's never covers less than it says, and so mostly more.
TEST(Coverage, exact_shares_cover_at_least) {
    const ClassTruth truth(2);
    ClassFigureOptions options;
    options.intervals.exact_shares = true;
    options.intervals.values_only = true;  // shares need no draws
    Coverage coverage("accuracy", truth.figures(options).accuracy.value);
    for (std::uint64_t seed = 0; seed < tables; ++seed) {
        RandomRows random(seed);
        coverage.add(figures_of(count_outcomes(truth.draw(random, 60)), options).accuracy);
    }
    coverage.expect({0.94, 1.0}, 60);
}

/// Leaves that are right up to `off` and a standard deviation of noise.
struct NumberTruth {
    std::vector<double> values = {1.0, 2.0, 4.0};
    std::vector<double> off = {0.1, -0.3, 0.2};

    [[nodiscard]] ScoredRows draw(RandomRows& random, std::size_t count) const {
        ScoredRows rows;
        rows.predictions.values = values;
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t leaf = random.below(3);
            rows.prediction.push_back(static_cast<std::uint32_t>(leaf));
            rows.targets.push_back(values[leaf] + off[leaf] + random.bell());
        }
        return rows;
    }
    [[nodiscard]] double mean(const std::function<double(std::size_t)>& of_leaf) const {
        return (of_leaf(0) + of_leaf(1) + of_leaf(2)) / 3.0;
    }
    [[nodiscard]] double squares() const {
        return mean([&](std::size_t i) { return 1.0 + off[i] * off[i]; });
    }
    /// The mean size of a normal number around d.
    [[nodiscard]] double sizes() const {
        return mean([&](std::size_t i) {
            const double d = off[i];
            return std::sqrt(2.0 / std::numbers::pi) * std::exp(-d * d / 2.0) + d * (1.0 - 2.0 * normal_share(-d));
        });
    }
    [[nodiscard]] double r_squared() const {
        const double centre = mean([&](std::size_t i) { return values[i] + off[i]; });
        return 1.0 - squares() / (1.0 + mean([&](std::size_t i) { return std::pow(values[i] + off[i] - centre, 2); }));
    }
};

void expect_number_coverage(std::size_t rows, const Interval& shares = promised) {
    const NumberTruth truth;
    Coverage rmse("rmse", std::sqrt(truth.squares()));
    Coverage mae("mae", truth.sizes());
    Coverage r_squared("r_squared", truth.r_squared());
    for (std::uint64_t seed = 0; seed < tables; ++seed) {
        RandomRows random(seed);
        const NumberFigures figures = figures_of(truth.draw(random, rows), {});
        rmse.add(figures.rmse);
        mae.add(figures.mae);
        r_squared.add(figures.r_squared);
    }
    for (const Coverage* one : {&rmse, &mae, &r_squared}) {
        one->expect(shares, rows);
        one->expect_as_documented(rows);
    }
}

TEST(Coverage, numbers_few_rows) { expect_number_coverage(150); }
TEST(Coverage, numbers_many_rows) { expect_number_coverage(6000); }

/// Where the promise does not hold; docs/evaluation/evaluate.md has the shares (--gtest_output=xml:FILE writes them all).
TEST(Coverage, fewer_rows_cover_less) {
    for (const std::size_t rows : {20, 50, 100}) {
        expect_class_coverage(2, rows, {0.8, 0.99});
        expect_number_coverage(rows, {0.9, 0.99});
    }
}

}  // namespace
}  // namespace treewright
