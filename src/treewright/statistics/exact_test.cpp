#include "treewright/statistics/exact_test.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>
#include <vector>

#include "treewright/statistics/chi_squared.h"
#include "treewright/statistics/contingency_internal.h"

namespace treewright {
namespace {

constexpr double equal_within = 1e-7;
constexpr double vanishing = 1e-300;  // probabilities below are taken for 0; denormals would neither vanish nor be exact

bool all_whole(const std::vector<double>& cells) {
    constexpr double largest = 9007199254740992.0;  // 2^53
    return std::all_of(cells.begin(), cells.end(), [](double cell) { return cell == std::floor(cell) && cell < largest; });
}

// Two by two ------------------------------------------------------------------------------------------------------------------

/// The tables with given margins, by their first cell. Probabilities are relative to that of the most probable one and come from
/// ratios of neighbours: no logarithms, and no loss with large counts.
class TwoByTwo {
public:
    explicit TwoByTwo(const Contingency& table)
        : row_(table.row_totals[0]), column_(table.column_totals[0]), total_(table.total), observed_(table.at(0, 0)) {}

    [[nodiscard]] double p_value() const {
        const double low = std::max(0.0, row_ + column_ - total_);
        const double high = std::min(row_, column_);
        const double mode = std::clamp(std::floor((row_ + 1.0) * ((column_ + 1.0) / (total_ + 2.0))), low, high);
        const double limit = relative_probability(mode) * (1.0 + equal_within);
        double all = 0.0;
        double extreme = 0.0;
        const auto count = [&](double probability) {
            all += probability;
            if (probability <= limit) extreme += probability;
        };
        count(1.0);
        double probability = 1.0;
        for (double k = mode; k < high && probability > vanishing; ++k) count(probability *= step_up(k));
        probability = 1.0;
        for (double k = mode; k > low && probability > vanishing; --k) count(probability /= step_up(k - 1.0));
        return std::min(1.0, extreme / all);
    }

private:
    /// P(k + 1) / P(k).
    [[nodiscard]] double step_up(double k) const {
        return (row_ - k) / (k + 1.0) * ((column_ - k) / (total_ - row_ - column_ + k + 1.0));
    }
    [[nodiscard]] double relative_probability(double mode) const {
        double probability = 1.0;
        for (double k = mode; k < observed_ && probability > vanishing; ++k) probability *= step_up(k);
        for (double k = mode; k > observed_ && probability > vanishing; --k) probability /= step_up(k - 1.0);
        return probability > vanishing ? probability : 0.0;
    }

    double row_;
    double column_;
    double total_;
    double observed_;
};

// Larger tables ---------------------------------------------------------------------------------------------------------------

/// ln n! in long double: with millions of rows a double would lose the digits in which probabilities differ.
class LogFactorial {
public:
    explicit LogFactorial(double largest) {
        const auto count = static_cast<std::size_t>(std::min(largest, 4096.0)) + 1;
        small_.assign(count, 0.0L);
        for (std::size_t n = 1; n < count; ++n) small_[n] = small_[n - 1] + std::log(static_cast<long double>(n));
    }
    long double operator()(double number) const {
        if (number < static_cast<double>(small_.size())) return small_[static_cast<std::size_t>(number)];
        const long double n = number;  // Stirling's series: beyond 4096 the first term left out is below 1e-27
        const long double correction = (1.0L / 12.0L - (1.0L / 360.0L - 1.0L / (1260.0L * n * n)) / (n * n)) / n;
        return n * std::log(n) - n + 0.5L * std::log(2.0L * std::numbers::pi_v<long double> * n) + correction;
    }

private:
    std::vector<long double> small_;
};

/// Enumerates all tables with the margins of a given one, cell by cell, with an explicit stack instead of recursion. The
/// log-probability of a table is a constant minus Σ ln cell!.
class TableWalk {
public:
    explicit TableWalk(const Contingency& table)
        : table_(table),
          log_factorial_(table.total),
          columns_left_(table.column_totals),
          row_left_(table.rows(), 0.0),
          cells_(table.cells.size(), 0.0),
          log_so_far_(table.cells.size() + 1, 0.0L),
          rest_in_one_column_(table.rows() + 1, 0.0L) {
        log_constant_ -= log_factorial_(table.total);
        for (const double total : table.row_totals) log_constant_ += log_factorial_(total);
        for (const double total : table.column_totals) log_constant_ += log_factorial_(total);
        for (std::size_t row = table.rows(); row-- > 0;)
            rest_in_one_column_[row] = rest_in_one_column_[row + 1] - log_factorial_(table.row_totals[row]);
    }

    /// None if there are more than `most_exact_tables`.
    std::optional<double> p_value() {
        long double observed = log_constant_;
        for (const double cell : table_.cells) observed -= log_factorial_(cell);
        const long double limit = observed + std::log1p(static_cast<long double>(equal_within));
        long double sum = 0.0L;
        std::size_t tables = 0;
        std::size_t cell = 0;
        bool more = true;
        while (more) {
            cell = descend(cell);
            if (++tables > most_exact_tables) return std::nullopt;
            const long double log_probability = log_constant_ + log_so_far_[cell] + rest_in_one_column_[cell / columns()];
            if (log_probability <= limit) sum += std::exp(log_probability);
            more = advance(cell);
        }
        return std::min(1.0, static_cast<double>(sum));
    }

private:
    [[nodiscard]] std::size_t columns() const { return table_.columns(); }

    /// Fills cells with their least value from `cell` on; ends at a row from which on everything is in one column anyway.
    std::size_t descend(std::size_t cell) {
        while (cell < cells_.size()) {
            if (cell % columns() == 0) {
                if (one_column_left()) break;
                row_left_[cell / columns()] = table_.row_totals[cell / columns()];
            }
            put(cell, least(cell));
            ++cell;
        }
        return cell;
    }

    /// Steps back from `cell` to the last one that can grow, and lets it; `cell` becomes the one after it.
    bool advance(std::size_t& cell) {
        while (cell > 0) {
            --cell;
            const double value = cells_[cell];
            put(cell, 0.0);
            if (value < most(cell)) {
                put(cell, value + 1.0);
                ++cell;
                return true;
            }
        }
        return false;
    }

    void put(std::size_t cell, double value) {
        const double change = value - cells_[cell];
        cells_[cell] = value;
        row_left_[cell / columns()] -= change;
        columns_left_[cell % columns()] -= change;
        log_so_far_[cell + 1] = log_so_far_[cell] - log_factorial_(value);
    }

    // Within these two every filling of the first cells can be completed.
    [[nodiscard]] double least(std::size_t cell) const {
        double room = 0.0;
        for (std::size_t column = cell % columns() + 1; column < columns(); ++column) room += columns_left_[column];
        return std::max(0.0, row_left_[cell / columns()] - room);
    }
    [[nodiscard]] double most(std::size_t cell) const {
        return std::min(row_left_[cell / columns()], columns_left_[cell % columns()]);
    }
    [[nodiscard]] bool one_column_left() const {
        return std::count_if(columns_left_.begin(), columns_left_.end(), [](double left) { return left > 0.0; }) <= 1;
    }

    const Contingency& table_;
    LogFactorial log_factorial_;
    std::vector<double> columns_left_;
    std::vector<double> row_left_;
    std::vector<double> cells_;
    std::vector<long double> log_so_far_;          ///< [i] is −Σ ln cell! of the first i cells
    std::vector<long double> rest_in_one_column_;  ///< [row] is the same of that row and all after it, each in one cell
    long double log_constant_ = 0.0L;
};

}  // namespace

ExactTest exact_test(std::span<const double> table, std::size_t columns) {
    const Contingency counts = without_empty(table, columns);
    if (counts.rows() < 2 || counts.columns() < 2) return {};
    std::optional<double> exact;
    if (all_whole(counts.cells)) exact = counts.cells.size() == 4 ? TwoByTwo(counts).p_value() : TableWalk(counts).p_value();
    if (exact) return {*exact, false};
    return {chi_squared_test(table, columns).p_value, true};
}

}  // namespace treewright
