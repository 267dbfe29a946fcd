// Standard errors by influence against the plainest way to get one: leave each row out in turn and look how the figure moves.
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "evaluation/random_rows.h"
#include "treewright/evaluation/class_figures.h"
#include "treewright/evaluation/number_figures.h"
#include "treewright/statistics/normal.h"

namespace treewright {
namespace {

ScoredRows without_row(const ScoredRows& rows, std::size_t row) {
    ScoredRows others = rows;
    const auto place = static_cast<std::ptrdiff_t>(row);
    others.prediction.erase(others.prediction.begin() + place);
    if (!others.labels.empty()) others.labels.erase(others.labels.begin() + place);
    if (!others.targets.empty()) others.targets.erase(others.targets.begin() + place);
    return others;
}

using Figures = std::function<std::vector<Figure>(const ScoredRows&)>;

/// √((n − 1)/n · Σ (θᵢ − mean)²) of each figure.
std::vector<double> jackknife_errors(const ScoredRows& rows, const Figures& figures) {
    const auto count = static_cast<double>(rows.rows());
    std::vector<std::vector<double>> values;
    for (std::size_t row = 0; row < rows.rows(); ++row) {
        std::vector<double> without;
        for (const Figure& figure : figures(without_row(rows, row))) without.push_back(figure.value);
        values.push_back(without);
    }
    std::vector<double> errors;
    for (std::size_t i = 0; i < values.front().size(); ++i) {
        double mean = 0.0;
        for (const auto& without : values) mean += without[i] / count;
        double squares = 0.0;
        for (const auto& without : values) squares += std::pow(without[i] - mean, 2);
        errors.push_back(std::sqrt((count - 1.0) / count * squares));
    }
    return errors;
}

void expect_errors(const ScoredRows& rows, const Figures& figures) {
    const std::vector<double> expected = jackknife_errors(rows, figures);
    const std::vector<Figure> found = figures(rows);
    for (std::size_t i = 0; i < found.size(); ++i) {
        ASSERT_TRUE(found[i].has_interval()) << i;
        const double error = (found[i].interval.high - found[i].interval.low) / 2.0 / normal_quantile(0.975);
        EXPECT_NEAR(error, expected[i], 0.03 * expected[i]) << i;
    }
}

std::vector<Figure> class_list(const ScoredRows& rows) {
    IntervalPlan plan;
    plan.values_only = true;  // by influence, however few the rows
    CostMatrix costs{rows.predictions.classes, std::vector<double>(rows.predictions.classes * rows.predictions.classes, 1.0)};
    for (std::size_t j = 0; j < costs.classes; ++j) costs.cells[j * costs.classes + j] = 0.0;
    costs.cells[1] = 3.0;
    const ClassFigures figures = figures_of(count_outcomes(rows), {plan, costs, {}});
    std::vector<Figure> list = {figures.precision, figures.recall, figures.f1,  figures.auc,
                                figures.log_loss,  figures.brier,  figures.cost};
    for (const OneClassFigures& one : figures.classes)
        for (const Figure& figure : {one.f1, one.auc}) list.push_back(figure);
    return list;
}

ScoredRows some_classes(std::size_t classes, std::size_t count) {
    RandomRows random(classes);
    ScoredRows rows;
    rows.predictions.classes = classes;
    for (std::size_t leaf = 0; leaf < 6; ++leaf) {
        double left = 1.0;
        for (std::size_t j = 0; j < classes; ++j) {
            const double share = j + 1 == classes ? left : left * (0.2 + 0.5 * random.uniform());
            rows.predictions.probabilities.cells.push_back(share);
            left -= share;
        }
        rows.predictions.labels.push_back(static_cast<ClassId>(leaf % classes));
        rows.predictions.support.push_back(30.0);
    }
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t leaf = random.below(6);
        rows.prediction.push_back(static_cast<std::uint32_t>(leaf));
        rows.labels.push_back(static_cast<ClassId>(random.below(3) == 0 ? random.below(classes) : leaf % classes));
    }
    return rows;
}

TEST(Jackknife, two_and_four_classes) {
    expect_errors(some_classes(2, 400), class_list);
    expect_errors(some_classes(4, 400), class_list);
}

TEST(Jackknife, numbers) {
    RandomRows random(5);
    ScoredRows rows;
    rows.predictions.values = {0.0, 2.0, 5.0};
    for (std::size_t i = 0; i < 400; ++i) {
        rows.prediction.push_back(static_cast<std::uint32_t>(random.below(3)));
        rows.targets.push_back(rows.predictions.values[rows.prediction.back()] + random.bell());
    }
    expect_errors(rows, [](const ScoredRows& some) {
        const NumberFigures figures = summed_number_figures(some, {});
        return std::vector<Figure>{figures.rmse, figures.mae, figures.r_squared};
    });
}

}  // namespace
}  // namespace treewright
