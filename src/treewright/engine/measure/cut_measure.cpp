#include "treewright/engine/measure/cut_measure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "treewright/criteria/class_criterion.h"

namespace treewright {

namespace {

constexpr double rounding = 0x1p-53;

double real(std::int64_t number) { return static_cast<double>(number); }

/// n·s_left − n_left·s, rounded once at the end: Gini and squared error of two branches depend on this number alone.
double bracket(const CutView& view, std::int64_t left_weight, std::int64_t left_sum) {
    return static_cast<double>(Int128{view.total[0]} * left_sum - Int128{left_weight} * view.total[1]);
}

/// The corners of the region of possible left sides after some rows of a bin have moved: the score is convex, so its maximum
/// over the region is at a corner. Two corners are the ends of the bin; this gives the others (all high labels first, all low
/// ones first).
struct Corners {
    double high_weight = 0.0;
    double low_weight = 0.0;
};
Corners corners(const std::int64_t* bin, LabelSpan span) {
    const double above = static_cast<double>(Int128{bin[1]} - Int128{bin[0]} * span.low);
    const double high = std::clamp(above / (real(span.high) - real(span.low)), 0.0, real(bin[0]));
    return {high, real(bin[0]) - high};
}

/// Gini of two classes and squared error: D²/(n²·n_left·n_right), for Gini twice.
class SpreadPair : public CutMeasure {
public:
    explicit SpreadPair(double coefficient) : coefficient_(coefficient) {}

    [[nodiscard]] bool is_spread() const override { return true; }

    void prepare(CutView& view) const override {
        view.mass = real(view.total[0]);
        view.unit = view.scale * coefficient_ / (view.mass * view.mass);
    }
    [[nodiscard]] double gain(const CutView& view, const std::int64_t* left) const override {
        const std::int64_t weight = left[0] + view.offset[0];
        return of(view, real(weight), bracket(view, weight, left[1] + view.offset[1]));
    }
    [[nodiscard]] double bound(const CutView& view, const std::int64_t* below, const std::int64_t* bin,
                               LabelSpan span) const override {
        const std::int64_t weight = below[0] + view.offset[0];
        const double d = bracket(view, weight, below[1] + view.offset[1]);
        const Corners corner = corners(bin, span);
        const double high = static_cast<double>(Int128{span.high} * view.total[0] - view.total[1]);  // n·(high − mean)
        const double low = static_cast<double>(Int128{span.low} * view.total[0] - view.total[1]);
        return (1.0 + bound_slack) * std::max(of(view, real(weight) + corner.high_weight, d + corner.high_weight * high),
                                              of(view, real(weight) + corner.low_weight, d + corner.low_weight * low));
    }
    /// One branch per level gains most, since the measure is concave.
    [[nodiscard]] double level_bound(const CutView& view, ConstTally levels) const override {
        double sum = 0.0;
        for (std::size_t i = 0; i < levels.size(); i += 2) {
            const double d = bracket(view, levels[i], levels[i + 1]);
            if (levels[i] > 0) sum += d * d / real(levels[i]);
        }
        return sum / view.mass * view.unit * (1.0 + bound_slack);
    }
    [[nodiscard]] double error(const CutView&, double impurity) const override { return 64 * rounding * impurity; }

private:
    [[nodiscard]] double of(const CutView& view, double left, double d) const {
        const double product = left * (view.mass - left);
        return product > 0.0 ? d * d / product * view.unit : 0.0;
    }
    double coefficient_;
};

/// Measures on masses of classes. `Purity`: of(masses, total), larger for purer rows and convex, so that it is subadditive;
/// pure(mass), of a mass of one class; rounding(mass), as in ConcaveCriterion; `fall`, the upper bound of its decrease per unit
/// of mass that is removed.
template <class Purity>
class MassMeasure : public CutMeasure {
public:
    MassMeasure(Purity purity, ClassFactors factors, std::size_t classes)
        : purity_(std::move(purity)), factors_(std::move(factors)), classes_(classes) {}

    void prepare(CutView& view) const override {
        view.mass = 0.0;
        for (std::size_t j = 0; j < classes_; ++j) view.mass += class_mass(view.total.data(), j);
        view.middle = purity_of_tally(view.total.data());
        view.unit = view.scale / view.mass;
    }
    [[nodiscard]] bool is_purity() const override { return true; }
    [[nodiscard]] double purity(const CutView& view, const std::int64_t* left) const override {
        return sides(view, left, nullptr);
    }
    [[nodiscard]] double purity_fall() const override {
        double factor = 1.0;
        for (const double each : factors_) factor = std::max(factor, each);
        return Purity::fall * factor;
    }
    [[nodiscard]] double gain(const CutView& view, const std::int64_t* left) const override {
        return (sides(view, left, nullptr) - view.middle) * view.unit;
    }
    [[nodiscard]] double level_bound(const CutView& view, ConstTally levels) const override {
        double sum = 0.0;
        for (std::size_t i = 0; i < levels.size(); i += view.total.size()) sum += purity_of_tally(&levels[i]);
        return (sum - view.middle) * view.unit + bound_slack * view.scale;
    }
    [[nodiscard]] double error(const CutView& view, double impurity) const override {
        const double terms = 16.0 * (static_cast<double>(classes_) + 2.0) * rounding;
        return terms * (impurity + view.scale * purity_.rounding(view.mass));
    }

protected:
    [[nodiscard]] double class_mass(const std::int64_t* tally, std::size_t j) const {
        const std::int64_t weight = classes_ > 2 ? tally[1 + j] : (j == 1 ? tally[1] : tally[0] - tally[1]);
        return factors_.empty() ? real(weight) : factors_[j] * real(weight);
    }
    [[nodiscard]] double purity_of_tally(const std::int64_t* tally) const { return side_purity(tally, nullptr, nullptr); }
    /// Purity of tally + plus − minus.
    [[nodiscard]] double side_purity(const std::int64_t* tally, const std::int64_t* plus, const std::int64_t* minus) const {
        double masses[max_stack];
        std::vector<double> many;
        double* mass = masses;
        if (classes_ > max_stack) {
            many.resize(classes_);
            mass = many.data();
        }
        double total = 0.0;
        for (std::size_t j = 0; j < classes_; ++j) {
            mass[j] = class_mass(tally, j) + (plus != nullptr ? class_mass(plus, j) : 0.0) -
                      (minus != nullptr ? class_mass(minus, j) : 0.0);
            total += mass[j];
        }
        return total > 0.0 ? purity_.of(std::span<const double>(mass, classes_), total) : 0.0;
    }
    /// Purity of both sides of a cut; the rows of `left_out`, if given, are on neither.
    [[nodiscard]] double sides(const CutView& view, const std::int64_t* left, const std::int64_t* left_out) const {
        std::int64_t few[max_stack + 1];
        std::int64_t* right = few;
        const std::size_t size = view.total.size();
        if (size > max_stack + 1) {
            scratch().resize(size);
            right = scratch().data();
        }
        for (std::size_t i = 0; i < size; ++i)
            right[i] = view.total[i] - (left[i] + view.offset[i] + (left_out != nullptr ? left_out[i] : 0));
        return side_purity(left, view.offset.data(), nullptr) + purity_of_tally(right);
    }
    [[nodiscard]] std::size_t classes() const { return classes_; }
    [[nodiscard]] bool has_factors() const { return !factors_.empty(); }

    [[nodiscard]] double bound(const CutView& view, const std::int64_t* below, const std::int64_t* bin,
                               LabelSpan) const override {
        if (classes_ == 2) return two_class_bound(view, below, bin);
        double inside = 0.0;
        for (std::size_t j = 0; j < classes_; ++j) inside += purity_.pure(class_mass(bin, j));
        return (sides(view, below, bin) + inside - view.middle) * view.unit + bound_slack * view.scale;
    }

private:
    static constexpr std::size_t max_stack = 64;

    static std::vector<std::int64_t>& scratch() {
        thread_local std::vector<std::int64_t> right;
        return right;
    }
    [[nodiscard]] double two_class_bound(const CutView& view, const std::int64_t* below, const std::int64_t* bin) const {
        const std::int64_t ones[2] = {below[0] + bin[1], below[1] + bin[1]};
        const std::int64_t zeros[2] = {below[0] + bin[0] - bin[1], below[1]};
        return std::max(gain(view, ones), gain(view, zeros)) + bound_slack * view.scale;
    }

    Purity purity_;
    ClassFactors factors_;
    std::size_t classes_;
};

/// Σ m_j²/m: Gini's purity times the mass.
struct GiniPurity {
    static constexpr double fall = 1.0;  ///< its derivative is 2p − Σp²
    [[nodiscard]] static double of(std::span<const double> masses, double total) {
        double squares = 0.0;
        for (const double mass : masses) squares += mass * mass;
        return squares / total;
    }
    [[nodiscard]] static double pure(double mass) { return mass; }
    [[nodiscard]] static double rounding(double mass) { return 1.0 + std::log2(std::max(mass, 2.0)); }
};

class GiniMasses : public MassMeasure<GiniPurity> {
public:
    GiniMasses(ClassFactors factors, std::size_t classes) : MassMeasure({}, std::move(factors), classes) {}
    [[nodiscard]] bool is_plain_gini() const override { return classes() > 2 && !has_factors(); }
    [[nodiscard]] double bound(const CutView& view, const std::int64_t* below, const std::int64_t* bin,
                               LabelSpan span) const override {
        const double pure_bins = MassMeasure::bound(view, below, bin, span);
        return classes() > 2 ? std::min(pure_bins, bracket_bound(view, below, bin)) : pure_bins;
    }

private:
    /// gain = Σ D_j²/(n²·n_left·n_right), each D_j at its maximum over all parts of the bin: for small bins tighter than
    /// assuming that the bin's rows are pure.
    [[nodiscard]] double bracket_bound(const CutView& view, const std::int64_t* below, const std::int64_t* bin) const {
        double left = 0.0;
        double inside = 0.0;
        for (std::size_t j = 0; j < classes(); ++j) {
            left += class_mass(below, j) + class_mass(view.offset.data(), j);
            inside += class_mass(bin, j);
        }
        const double smallest = std::min(left * (view.mass - left), (left + inside) * (view.mass - left - inside));
        if (!(smallest > 0.0)) return view.scale;
        double squares = 0.0;
        for (std::size_t j = 0; j < classes(); ++j) {
            const double total = class_mass(view.total.data(), j);
            const double own = class_mass(bin, j);
            const double d = view.mass * (class_mass(below, j) + class_mass(view.offset.data(), j)) - left * total;
            const double up = d + own * (view.mass - total);
            const double down = d - (inside - own) * total;
            squares += std::max(up * up, down * down);
        }
        return squares / (view.mass * view.mass * smallest) * view.scale;
    }
};

/// Minus the impurity times the mass, which never decreases when rows are removed: a concave impurity that is 0 for a single
/// class is superadditive.
struct ConcavePurity {
    const ConcaveCriterion& criterion;

    static constexpr double fall = 0.0;
    [[nodiscard]] double of(std::span<const double> masses, double total) const {
        return -criterion.impurity_mass(masses, total);
    }
    [[nodiscard]] static double pure(double) { return 0.0; }
    [[nodiscard]] double rounding(double mass) const { return criterion.rounding(mass); }
};

/// Any criterion, by its own arithmetic: for criteria without bounds.
class ExactMeasure : public CutMeasure {
public:
    explicit ExactMeasure(const SearchContext& context) : criterion_(context.criterion), shape_(context.labels) {}

    void prepare(CutView& view) const override { view.mass = criterion_.mass(shape_.to_sums(view.total)); }
    [[nodiscard]] double gain(const CutView& view, const std::int64_t* left) const override {
        FewIntegers tally = view.offset;
        add(tally, {left, tally.size()});
        const Sums total = shape_.to_sums(view.total);
        const Sums on_left = shape_.to_sums(tally);
        const std::array<Sums, 2> branches{on_left, total - on_left};
        return criterion_.gain(total, branches) * view.scale;
    }
    [[nodiscard]] double bound(const CutView&, const std::int64_t*, const std::int64_t*, LabelSpan) const override {
        return std::numeric_limits<double>::infinity();
    }
    [[nodiscard]] double level_bound(const CutView&, ConstTally) const override {
        return std::numeric_limits<double>::infinity();
    }
    [[nodiscard]] double error(const CutView&, double impurity) const override { return 64 * rounding * impurity; }

private:
    const Criterion& criterion_;
    TallyShape shape_;
};

}  // namespace

std::unique_ptr<CutMeasure> make_measure(const SearchContext& context, const ClassTerms& terms) {
    const std::size_t classes = context.labels.slots();
    switch (context.criterion.cut_kernel()) {
        case CutKernel::spread: return std::make_unique<SpreadPair>(1.0);
        case CutKernel::gini:
            if (classes <= 2 && terms.score_factors.empty()) return std::make_unique<SpreadPair>(2.0);
            return std::make_unique<GiniMasses>(terms.score_factors, classes);
        case CutKernel::concave:
            return std::make_unique<MassMeasure<ConcavePurity>>(
                ConcavePurity{dynamic_cast<const ConcaveCriterion&>(context.criterion)}, terms.score_factors, classes);
        case CutKernel::none: break;
    }
    return std::make_unique<ExactMeasure>(context);
}

}  // namespace treewright
