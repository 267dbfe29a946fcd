#include "engine/random_table.h"

#include <cmath>
#include <limits>
#include <memory>
#include <random>

#include "reference/random_case.h"

namespace treewright {

namespace {

class Maker {
public:
    explicit Maker(std::uint64_t seed) : random_(seed) {}

    std::size_t below(std::size_t n) { return random_() % n; }
    bool chance(double p) { return real() < p; }
    double real() { return static_cast<double>(random_() >> 11) * 0x1p-53; }
    double normal() { return std::sqrt(-2 * std::log(1 - real())) * std::cos(6.283185307179586 * real()); }

    Column number(std::size_t rows, const std::string& name) {
        Column column;
        column.schema = {name, ColumnType::numeric, {}};
        const std::size_t kind = below(9);
        const double step = std::pow(2.0, -static_cast<double>(below(6)));
        const double missing = chance(0.3) ? real() * 0.3 : 0.0;
        for (std::size_t row = 0; row < rows; ++row)
            column.values.own().push_back(chance(missing) ? std::numeric_limits<double>::quiet_NaN() : value(kind, step) + 0.0);
        return column;
    }

    Column category(std::size_t rows, const std::string& name, std::size_t levels) {
        Column column;
        column.schema = {name, ColumnType::categorical, {}};
        for (std::size_t level = 0; level < levels; ++level) column.schema.levels.push_back(std::to_string(1000 + level));
        const double missing = chance(0.3) ? real() * 0.3 : 0.0;
        for (std::size_t row = 0; row < rows; ++row)
            column.codes.push_back(chance(missing) ? missing_code : static_cast<std::int32_t>(below(levels)));
        return column;
    }

private:
    double value(std::size_t kind, double step) {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        switch (kind) {
            case 0: return normal();
            case 1: return std::round(normal() / step) * step;
            case 2: return 1e9 + normal();                          // one float, many doubles
            case 3: return 1.0 + real() * 1e-13;                    // the same
            case 4: return static_cast<double>(below(5)) * 5e-324;  // denormals
            case 5: return chance(0.1) ? (chance(0.5) ? infinity : -infinity) : normal() * 1e300;
            case 6: return 7.0;
            case 7: return chance(0.8) ? 0.0 : normal();  // one value in most rows
            default: return std::exp(10 * normal());
        }
    }
    std::mt19937_64 random_;
};

double signal(const TrainingSet& set, std::size_t row) {
    double sum = 0.0;
    for (std::size_t f = 0; f < set.features.size() && f < 3; ++f) {
        const Column& column = set.features[f];
        const double x = column.has_values() ? column.values[row] : static_cast<double>(column.codes[row] % 3);
        if (std::isfinite(x)) sum += std::tanh(x);
    }
    return sum;
}

void make_target(Maker& make, TrainingSet& set, bool classes) {
    set.target.schema = {"y", classes ? ColumnType::categorical : ColumnType::numeric, {}};
    const double noise = make.chance(0.2) ? 1e9 : make.real() * 2;
    const std::size_t count = make.chance(0.5) ? 2 : 3 + make.below(28);
    const double scale = std::pow(10.0, static_cast<double>(make.below(7)) * 20 - 60);
    const bool rounded = make.chance(0.5);
    if (classes)
        for (std::size_t j = 0; j < count; ++j) set.target.schema.levels.push_back(std::to_string(100 + j));
    for (std::size_t row = 0; row < set.rows; ++row) {
        const double y = signal(set, row) + noise * make.normal();
        if (classes) {
            const auto wide = static_cast<std::int64_t>(std::floor(std::abs(std::fmod(y, 1e6)) * 2));
            set.target.codes.push_back(level_code(wide % static_cast<std::int64_t>(count)));
        } else {
            set.target.values.own().push_back((rounded ? std::round(y * 2) : y) * scale + 0.0);
        }
    }
}

void make_options(Maker& make, reference::Problem& problem) {
    GrowOptions& options = problem.options;
    const bool classes = problem.set.task() == Task::classification;
    constexpr CriterionName criteria[] = {CriterionName::gini,
                                          CriterionName::information_gain,
                                          CriterionName::gini,
                                          CriterionName::information_gain,
                                          CriterionName::misclassification,
                                          CriterionName::tsallis};
    if (classes) options.criterion = criteria[make.below(6)];
    if (options.criterion == CriterionName::tsallis && make.chance(0.5))
        options.criterion_parameters.tsallis_q = 0.2 + 3.0 * make.real();
    options.categories = static_cast<CategorySplit>(make.below(3));
    options.missing = static_cast<MissingMethod>(make.below(3));
    options.threshold = make.chance(0.2) ? ThresholdPlace::data_value : ThresholdPlace::halfway;
    options.feature_use = make.chance(0.2) ? FeatureUse::once : FeatureUse::free;
    if (make.chance(0.5)) options.max_depth = 1 + make.below(8);
    if (make.chance(0.2)) options.max_leaves = 2 + make.below(40);
    if (make.chance(0.4)) options.min_leaf = 1.0 + static_cast<double>(make.below(20));
    if (make.chance(0.2)) options.numeric_limit = NumericLimit::c45;
    if (make.chance(0.2)) options.branch_rule = BranchRule::two;
    if (make.chance(0.2)) options.zero_gain = ZeroGain::refuse;
    if (classes && make.chance(0.2))
        for (std::size_t j = 0; j < problem.set.target.schema.levels.size(); ++j)
            problem.terms.score_factors.push_back(0.5 + make.real());
}

}  // namespace

RandomTable::RandomTable(std::uint64_t seed, std::size_t rows) {
    Maker make(seed);
    TrainingSet& set = problem_.set;
    set.rows = rows > 0 ? rows : 2 + make.below(600);
    const std::size_t features = 1 + make.below(6);
    for (std::size_t f = 0; f < features; ++f) {
        const std::string name = "f" + std::to_string(f);
        set.features.push_back(make.chance(0.7) ? make.number(set.rows, name)
                                                : make.category(set.rows, name, make.chance(0.1) ? 300 : 1 + make.below(12)));
    }
    make_target(make, set, make.chance(0.6));
    const std::size_t weighting = make.below(5);
    for (std::size_t row = 0; row < set.rows && weighting < 2; ++row)
        set.weights.push_back(weighting == 0 ? 1.0 + static_cast<double>(make.below(4)) : 0.01 + make.real());
    if (weighting == 1 && make.chance(0.3)) set.weights.front() = 1e-25;  // below the resolution of any fixed point
    if (make.chance(0.3)) use_floats();
    if (make.chance(0.3)) use_matrix();
    make_options(make, problem_);
}

/// The numbers as floats in borrowed memory.
void RandomTable::use_floats() {
    for (Column& column : problem_.set.features) {
        if (!column.has_values()) continue;
        std::vector<float>& floats = *floats_.emplace_back(std::make_unique<std::vector<float>>());
        for (const double value : column.values) floats.push_back(static_cast<float>(value));
        column.values = Numbers::borrow(std::span<const float>(floats));
    }
}

/// The numbers as the columns of one row-major matrix, floats if they were.
void RandomTable::use_matrix() {
    std::vector<Column*> columns;
    for (Column& column : problem_.set.features)
        if (column.has_values()) columns.push_back(&column);
    if (columns.empty()) return;
    const auto fill = [&](auto& matrix) {
        using Number = std::remove_cvref_t<decltype(matrix[0])>;
        matrix.resize(columns.size() * problem_.set.rows);
        for (std::size_t c = 0; c < columns.size(); ++c) {
            for (std::size_t row = 0; row < problem_.set.rows; ++row)
                matrix[row * columns.size() + c] = static_cast<Number>(columns[c]->values[row]);
            const auto step = static_cast<std::ptrdiff_t>(columns.size());
            columns[c]->values = Numbers::borrow(Strided<Number>(matrix.data() + c, problem_.set.rows, step));
        }
    };
    if (floats_.empty())
        fill(doubles_);
    else
        fill(*floats_.emplace_back(std::make_unique<std::vector<float>>()));
}

std::string RandomTable::description() const {
    std::string text =
        std::to_string(problem_.set.rows) + " rows, " + std::to_string(problem_.set.features.size()) + " features";
    text += problem_.set.task() == Task::classification ? ", classes" : ", regression";
    if (!problem_.set.weights.empty()) text += ", weights";
    if (problem_.options.max_leaves != no_limit) text += ", best-first";
    text += ", missing " + std::to_string(static_cast<int>(problem_.options.missing));
    return text + ", categories " + std::to_string(static_cast<int>(problem_.options.categories));
}

std::string text_of_small_case(std::uint64_t seed) { return "\n" + reference::to_text(reference::random_case(seed)); }

}  // namespace treewright
