#include "treewright/evaluation/class_figures.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <vector>

#include "treewright/criteria/criterion.h"
#include "treewright/evaluation/outcome_table.h"
#include "treewright/evaluation/roc_area.h"
#include "treewright/evaluation/tallies/smooth_interval.h"

namespace treewright {

namespace {

/// Losses of a prediction, given the true class.
struct ClassLosses {
    double log_loss = 0.0;
    double brier = 0.0;
    double cost = 0.0;

    void add(const ClassLosses& others, double weight) {
        log_loss += weight * others.log_loss;
        brier += weight * others.brier;
        cost += weight * others.cost;
    }
};

/// Rows of one class with one prediction.
struct OutcomeCell {
    std::size_t prediction = 0;
    std::size_t truth = 0;
    std::size_t predicted = 0;  ///< the class
    double rows = 0.0;          ///< as intervals count them
    ClassLosses losses;         ///< of one of them
};

/// A leaf of n rows cannot show that a class never occurs: the log loss clips probabilities to this and 1 minus this, then divides
/// them by their sum, so that they are those of a distribution again.
double least_probability(double leaf_rows) { return 1.0 / (2.0 * (leaf_rows + 1.0)); }

double clipped(double probability, double least) { return std::clamp(probability, least, 1.0 - least); }

/// The logarithm of the sum of the clipped probabilities; those of two classes add up to 1.
double log_of_clipped_sum(std::span<const double> probabilities, double least) {
    if (probabilities.size() == 2) return 0.0;
    double sum = 0.0;
    for (const double probability : probabilities) sum += clipped(probability, least);
    return std::log(sum);
}

double sum_of_squares(std::span<const double> numbers) {
    double sum = 0.0;
    for (const double number : numbers) sum += number * number;
    return sum;
}

/// Log loss, Brier score and cost of one prediction.
class PredictionLosses {
public:
    PredictionLosses(const OutcomeTable& table, std::size_t prediction)
        : probabilities_(table.predictions.probabilities_of(prediction)),
          squares_(sum_of_squares(probabilities_)),
          least_(least_probability(table.predictions.support[prediction])),
          log_sum_(log_of_clipped_sum(probabilities_, least_)),
          predicted_(table.predictions.labels[prediction]) {}

    [[nodiscard]] ClassLosses at(std::size_t truth, const CostMatrix& costs) const {
        const double probability = probabilities_[truth];
        // Σ (p − y)²: only the true class has y = 1.
        const double brier = squares_ - probability * probability + (1.0 - probability) * (1.0 - probability);
        return {log_sum_ - std::log(clipped(probability, least_)), std::max(0.0, brier),
                costs.empty() ? 0.0 : costs.at(truth, predicted_)};
    }
    [[nodiscard]] std::size_t predicted() const { return predicted_; }

private:
    ClassRow<double> probabilities_;
    double squares_;
    double least_;
    double log_sum_;
    std::size_t predicted_;
};

/// The cells that have rows. Costs may be empty: then they are 0.
std::vector<OutcomeCell> outcome_cells(const OutcomeTable& table, const CostMatrix& costs) {
    std::vector<OutcomeCell> cells;
    for (std::size_t i = 0; i < table.predictions.size(); ++i) {
        const PredictionLosses losses(table, i);
        table.weights.for_kept(i, table.classes(), [&](std::size_t truth, double weight) {
            const double rows = weight * table.rows_per_weight;
            if (rows > 0.0) cells.push_back({i, truth, losses.predicted(), rows, losses.at(truth, costs)});
        });
    }
    return cells;
}

/// Everything about the classes that figures other than areas are made of.
struct Tally {
    explicit Tally(std::size_t classes) : right(classes, 0.0), truth(classes, 0.0), predicted(classes, 0.0) {}
    std::vector<double> right;      ///< weight of the rows of each class that it was predicted for
    std::vector<double> truth;      ///< of its rows
    std::vector<double> predicted;  ///< of the rows that it was predicted for
    double total = 0.0;
    ClassLosses losses;  ///< summed over rows

    void add(const OutcomeCell& cell, double weight) {
        total += weight;
        truth[cell.truth] += weight;
        predicted[cell.predicted] += weight;
        if (cell.truth == cell.predicted) right[cell.truth] += weight;
        losses.add(cell.losses, weight);
    }
    [[nodiscard]] double f1(std::size_t j) const { return ratio(2.0 * right[j], truth[j] + predicted[j]); }
    [[nodiscard]] double recall(std::size_t j) const { return ratio(right[j], truth[j]); }
    [[nodiscard]] double precision(std::size_t j) const { return ratio(right[j], predicted[j]); }
    static double ratio(double part, double whole) { return whole > 0.0 ? part / whole : 0.0; }
};

/// The smooth figures of a classifier, in one list: macro precision, recall and F1, log loss, Brier, cost, then the F1 of each class.
class SmoothClassFigures {
public:
    enum Position : std::size_t { precision, recall, f1, log_loss, brier, cost, first_class };

    explicit SmoothClassFigures(std::vector<OutcomeCell> cells, std::size_t classes)
        : cells_(std::move(cells)), classes_(classes), all_(classes) {
        for (const OutcomeCell& cell : cells_) all_.add(cell, cell.rows);
        for (std::size_t j = 0; j < classes; ++j)
            if (all_.truth[j] > 0.0 || all_.predicted[j] > 0.0) used_.push_back(j);
    }
    [[nodiscard]] const Tally& tally() const { return all_; }

    [[nodiscard]] SmoothFigures figures() const {
        SmoothFigures smooth;
        for (const OutcomeCell& cell : cells_) smooth.cells.push_back(cell.rows);
        smooth.ranges.assign(first_class + classes_, Interval{0.0, 1.0});
        smooth.ranges[log_loss].high = smooth.ranges[cost].high = std::numeric_limits<double>::infinity();
        smooth.ranges[brier].high = 2.0;
        smooth.evaluate = [this](std::span<const double> cells, std::span<double> into) { evaluate(cells, into); };
        smooth.influences = [this](std::size_t cell, const TakeInfluence& take) { influences(cells_[cell], take); };
        return smooth;
    }

private:
    void evaluate(std::span<const double> weights, std::span<double> into) const {
        Tally tally(classes_);
        for (std::size_t cell = 0; cell < weights.size(); ++cell)
            if (weights[cell] > 0.0) tally.add(cells_[cell], weights[cell]);
        std::fill(into.begin(), into.end(), 0.0);
        // If a bootstrap draw has no row of a class, the class keeps its value of all rows. As 0 it would tear the
        // interval of a rare class down, left out it would push it up.
        const auto drawn = [&](double rows) -> const Tally& { return rows > 0.0 ? tally : all_; };
        const auto f1_of = [&](std::size_t j) { return drawn(tally.truth[j] + tally.predicted[j]).f1(j); };
        into[precision] = mean_of([&](std::size_t j) { return drawn(tally.predicted[j]).precision(j); });
        into[recall] = mean_of([&](std::size_t j) { return drawn(tally.truth[j]).recall(j); });
        into[f1] = mean_of(f1_of);
        into[log_loss] = tally.losses.log_loss / tally.total;
        into[brier] = tally.losses.brier / tally.total;
        into[cost] = tally.losses.cost / tally.total;
        for (std::size_t j = 0; j < classes_; ++j) into[first_class + j] = f1_of(j);
    }

    /// Over the classes in use.
    template <class Ratio>
    [[nodiscard]] double mean_of(const Ratio& ratio) const {
        double sum = 0.0;
        for (const std::size_t j : used_) sum += ratio(j);
        return sum / static_cast<double>(used_.size());
    }

    /// Of a part of the rows over another part: (part − ratio·whole) / the mean of whole.
    [[nodiscard]] double ratio_influence(double part, double whole, double ratio, double sum) const {
        return sum > 0.0 ? (part - ratio * whole) * all_.total / sum : 0.0;
    }
    [[nodiscard]] double on_precision(std::size_t j, const OutcomeCell& cell) const {
        if (cell.predicted != j) return 0.0;
        return ratio_influence(cell.truth == j ? 1.0 : 0.0, 1.0, all_.precision(j), all_.predicted[j]);
    }
    [[nodiscard]] double on_recall(std::size_t j, const OutcomeCell& cell) const {
        if (cell.truth != j) return 0.0;
        return ratio_influence(cell.predicted == j ? 1.0 : 0.0, 1.0, all_.recall(j), all_.truth[j]);
    }
    [[nodiscard]] double on_f1(std::size_t j, const OutcomeCell& cell) const {
        const double whole = (cell.truth == j ? 1.0 : 0.0) + (cell.predicted == j ? 1.0 : 0.0);
        if (whole == 0.0) return 0.0;
        return ratio_influence(whole == 2.0 ? 2.0 : 0.0, whole, all_.f1(j), all_.truth[j] + all_.predicted[j]);
    }
    /// The mean over the classes; only the cell's own two are touched.
    [[nodiscard]] double on_mean(std::size_t figure, const OutcomeCell& cell) const {
        const auto on_class = [&](std::size_t j) {
            return figure == precision ? on_precision(j, cell) : figure == recall ? on_recall(j, cell) : on_f1(j, cell);
        };
        const double both = on_class(cell.truth) + (cell.truth == cell.predicted ? 0.0 : on_class(cell.predicted));
        return both / static_cast<double>(used_.size());
    }
    void influences(const OutcomeCell& cell, const TakeInfluence& take) const {
        for (const std::size_t figure : {precision, recall, f1}) take(figure, on_mean(figure, cell));
        take(log_loss, cell.losses.log_loss - all_.losses.log_loss / all_.total);
        take(brier, cell.losses.brier - all_.losses.brier / all_.total);
        take(cost, cell.losses.cost - all_.losses.cost / all_.total);
        take(first_class + cell.truth, on_f1(cell.truth, cell));
        if (cell.predicted != cell.truth) take(first_class + cell.predicted, on_f1(cell.predicted, cell));
    }

    std::vector<OutcomeCell> cells_;
    std::size_t classes_;
    Tally all_;
    std::vector<std::size_t> used_;
};

void fill_smooth(const OutcomeTable& table, const ClassFigureOptions& options, ClassFigures& figures) {
    const SmoothClassFigures smooth(outcome_cells(table, options.costs), table.classes());
    const std::vector<Figure> found = figures_of(smooth.figures(), options.intervals);
    figures.precision = found[SmoothClassFigures::precision];
    figures.recall = found[SmoothClassFigures::recall];
    figures.f1 = found[SmoothClassFigures::f1];
    figures.log_loss = found[SmoothClassFigures::log_loss];
    figures.brier = found[SmoothClassFigures::brier];
    if (!options.costs.empty()) figures.cost = found[SmoothClassFigures::cost];
    for (std::size_t j = 0; j < table.classes(); ++j)
        if (figures.classes[j].rows + figures.classes[j].predicted > 0.0)
            figures.classes[j].f1 = found[SmoothClassFigures::first_class + j];
}

ClassTable<double> confusion_of(const OutcomeTable& table) {
    const std::size_t classes = table.classes();
    auto confusion = ClassTable<double>::of_zeros(classes, classes);
    for (std::size_t i = 0; i < table.predictions.size(); ++i)
        table.weights.for_kept(i, classes, [&](std::size_t truth, double weight) {
            confusion.cell(truth, table.predictions.labels[i], classes) += weight;
        });
    return confusion;
}

/// A share whose interval counts rows, not weight.
Figure share_of_weight(double part, double whole, double rows_per_weight, const IntervalPlan& plan) {
    return share_figure(part * rows_per_weight, whole * rows_per_weight, plan);
}

}  // namespace

ClassFigures figures_of(const OutcomeTable& table, const ClassFigureOptions& options) {
    const std::size_t classes = table.classes();
    const IntervalPlan& plan = options.intervals;
    ClassFigures figures;
    figures.confusion = confusion_of(table);
    figures.classes.resize(classes);
    double right = 0.0;
    for (std::size_t truth = 0; truth < classes; ++truth) {
        figures.confusion.for_kept(truth, classes, [&](std::size_t predicted, double weight) {
            figures.classes[truth].rows += weight;
            figures.classes[predicted].predicted += weight;
        });
        figures.rows += figures.classes[truth].rows;
        right += figures.confused(truth, truth);
    }
    figures.accuracy = share_of_weight(right, figures.rows, table.rows_per_weight, plan);
    figures.error = share_of_weight(figures.rows - right, figures.rows, table.rows_per_weight, plan);
    const std::vector<Figure> areas = area_figures(table, plan);
    for (std::size_t j = 0; j < classes; ++j) {
        OneClassFigures& one = figures.classes[j];
        const double hits = figures.confused(j, j);
        one.precision = share_of_weight(hits, one.predicted, table.rows_per_weight, plan);
        one.recall = share_of_weight(hits, one.rows, table.rows_per_weight, plan);
        one.auc = areas[j];
    }
    figures.auc = classes == 2 ? figures.classes[options.positive.value_or(1)].auc : mean_area_figure(table, plan);
    fill_smooth(table, options, figures);
    return figures;
}

}  // namespace treewright
