#include "treewright/evaluation/roc_area.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "treewright/evaluation/tallies/smooth_interval.h"

namespace treewright {

namespace {

constexpr double no_area = std::numeric_limits<double>::quiet_NaN();

/// What each prediction says of a class.
std::vector<double> probabilities_of_class(const OutcomeTable& table, std::size_t class_position) {
    std::vector<double> probabilities(table.predictions.size());
    for (std::size_t i = 0; i < probabilities.size(); ++i)
        probabilities[i] = table.predictions.probabilities.at(i, class_position, table.classes());
    return probabilities;
}

/// The places of the numbers in ascending order.
std::vector<std::size_t> ascending(const std::vector<double>& numbers) {
    std::vector<std::size_t> order(numbers.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return numbers[a] < numbers[b]; });
    return order;
}

/// Rows of a class and of all others.
struct Sides {
    double inside = 0.0;
    double outside = 0.0;
    void add(const Sides& more) {
        inside += more.inside;
        outside += more.outside;
    }
};

/// Of a table: what each prediction has of any class is summed up once, as there may be many classes.
class PredictionSides {
public:
    explicit PredictionSides(const OutcomeTable& table) : table_(table) {
        for (std::size_t i = 0; i < table.predictions.size(); ++i) {
            const auto weights = table.weights_of(i);
            totals_.push_back(std::accumulate(weights.begin(), weights.end(), 0.0));
        }
    }
    [[nodiscard]] Sides at(std::size_t prediction, std::size_t class_position) const {
        const double inside = table_.weights.at(prediction, class_position, table_.classes());
        return {inside, std::max(0.0, totals_[prediction] - inside)};
    }
    [[nodiscard]] Sides all(std::size_t class_position) const {
        Sides sides;
        for (std::size_t i = 0; i < totals_.size(); ++i) sides.add(at(i, class_position));
        return sides;
    }

private:
    const OutcomeTable& table_;
    std::vector<double> totals_;
};

Figure delong_figure(double area, double variance, const IntervalPlan& plan) {
    Figure figure = normal_figure(area, std::sqrt(variance), {0.0, 1.0}, plan);
    if (figure.has_interval()) figure.method = IntervalMethod::delong;
    return figure;
}

/// Of one class against the others.
struct RocArea {
    double area = 0.0;  ///< NaN unless there are rows on both sides
    double inside = 0.0;
    double outside = 0.0;  ///< weight of the rows of the class, and of the others
    /// For each prediction: the share of the others' rows that its rows of the class are ranked above, and the share of the class's rows
    /// that its others are ranked below.
    std::vector<double> above_others;
    std::vector<double> below_class;
};

RocArea area_between(const OutcomeTable& table, const PredictionSides& sides, std::size_t class_position) {
    RocArea roc;
    roc.above_others.resize(table.predictions.size());
    roc.below_class.resize(table.predictions.size());
    const Sides all = sides.all(class_position);
    roc.inside = all.inside;
    roc.outside = all.outside;
    roc.area = no_area;
    if (!(all.inside > 0.0 && all.outside > 0.0)) return roc;
    const std::vector<double> probabilities = probabilities_of_class(table, class_position);
    const std::vector<std::size_t> order = ascending(probabilities);
    const auto probability = [&](std::size_t i) { return probabilities[order[i]]; };
    Sides below;
    double pairs = 0.0;
    for (std::size_t first = 0, end = 0; first < order.size(); first = end) {
        Sides here;
        for (end = first; end < order.size() && probability(end) == probability(first); ++end)
            here.add(sides.at(order[end], class_position));
        for (std::size_t i = first; i < end; ++i) {
            roc.above_others[order[i]] = (below.outside + 0.5 * here.outside) / all.outside;
            roc.below_class[order[i]] = (all.inside - below.inside - 0.5 * here.inside) / all.inside;
        }
        pairs += here.inside * (below.outside + 0.5 * here.outside);
        below.add(here);
    }
    roc.area = pairs / (all.inside * all.outside);
    return roc;
}

Figure figure_of(const OutcomeTable& table, const PredictionSides& sides, std::size_t class_position,
                 const IntervalPlan& plan) {
    const RocArea roc = area_between(table, sides, class_position);
    Sides squares;
    for (std::size_t i = 0; i < table.predictions.size(); ++i) {
        const Sides here = sides.at(i, class_position);
        squares.inside += here.inside * std::pow(roc.above_others[i] - roc.area, 2);
        squares.outside += here.outside * std::pow(roc.below_class[i] - roc.area, 2);
    }
    const auto variance_of = [&](double sum, double weight) {
        const double rows = weight * table.rows_per_weight;
        return rows > 1.0 ? sum / weight / (rows - 1.0) : no_area;
    };
    return delong_figure(roc.area, variance_of(squares.inside, roc.inside) + variance_of(squares.outside, roc.outside), plan);
}

/// How fast the mean of all areas rises with the weight of each cell. A cell of class t counts for the area of t as a row of the class, for
/// all other areas as one of the others: their sum is kept for each prediction, so that many classes cost no square.
class MeanArea {
public:
    explicit MeanArea(const OutcomeTable& table)
        : table_(table),
          own_(ClassTable<double>::of_zeros(table.predictions.size(), table.classes())),
          others_(table.predictions.size(), 0.0) {
        const PredictionSides sides(table);
        for (std::size_t j = 0; j < table.classes(); ++j) add(area_between(table, sides, j), j);
    }
    [[nodiscard]] double mean() const { return sum_ / count_; }
    /// Of a cell that has rows.
    [[nodiscard]] double influence(std::size_t prediction, std::size_t truth) const {
        return (others_[prediction] + own_.at(prediction, truth, table_.classes())) / count_;
    }
    [[nodiscard]] bool is_defined() const { return count_ > 0.0; }

private:
    void add(const RocArea& roc, std::size_t class_position) {
        if (std::isnan(roc.area)) return;
        sum_ += roc.area;
        count_ += 1.0;
        const double total = roc.inside + roc.outside;
        for (std::size_t i = 0; i < others_.size(); ++i) {
            const double as_other = (roc.below_class[i] - roc.area) * total / roc.outside;
            others_[i] += as_other;
            if (table_.weights.at(i, class_position, table_.classes()) > 0.0)
                own_.cell(i, class_position, table_.classes()) =
                    (roc.above_others[i] - roc.area) * total / roc.inside - as_other;
        }
    }
    const OutcomeTable& table_;
    ClassTable<double> own_;  ///< of the cells that have rows
    std::vector<double> others_;
    double sum_ = 0.0;
    double count_ = 0.0;
};

}  // namespace

std::vector<Figure> area_figures(const OutcomeTable& table, const IntervalPlan& plan) {
    const PredictionSides sides(table);
    std::vector<Figure> figures;
    for (std::size_t j = 0; j < table.classes(); ++j) figures.push_back(figure_of(table, sides, j, plan));
    return figures;
}

Figure mean_area_figure(const OutcomeTable& table, const IntervalPlan& plan) {
    const MeanArea areas(table);
    if (!areas.is_defined()) return {};
    double squares = 0.0;
    double total = 0.0;
    for (std::size_t i = 0; i < table.predictions.size(); ++i)
        table.weights.for_kept(i, table.classes(), [&](std::size_t truth, double weight) {
            squares += weight * std::pow(areas.influence(i, truth), 2);
            total += weight;
        });
    return delong_figure(areas.mean(), squares / total / (total * table.rows_per_weight - 1.0), plan);
}

}  // namespace treewright
