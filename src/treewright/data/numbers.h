// The numbers of a column: owned doubles, or a view of floats or doubles in a caller's memory, without a copy: one behind the other, or at
// equal distances, as the columns of a row-major matrix are.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace treewright {

/// Numbers at equal distances in memory.
template <class Number>
class Strided {
public:
    Strided() = default;
    Strided(const Number* first, std::size_t size, std::ptrdiff_t step) : first_(first), size_(size), step_(step) {}

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    const Number& operator[](std::size_t at) const { return first_[static_cast<std::ptrdiff_t>(at) * step_]; }
    [[nodiscard]] Strided subspan(std::size_t begin, std::size_t count) const {
        return {first_ + static_cast<std::ptrdiff_t>(begin) * step_, count, step_};
    }

    class Iterator {
    public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = Number;
        using difference_type = std::ptrdiff_t;
        using pointer = const Number*;
        using reference = const Number&;
        Iterator() = default;
        Iterator(const Strided& numbers, std::size_t at) : number_(&numbers[at]), step_(numbers.step_), at_(at) {}
        const Number& operator*() const { return *number_; }
        Iterator& operator++() {
            number_ += step_;
            ++at_;
            return *this;
        }
        Iterator operator++(int) {
            const Iterator before = *this;
            ++*this;
            return before;
        }
        bool operator==(const Iterator& other) const { return at_ == other.at_; }  // the step may be 0

    private:
        const Number* number_ = nullptr;
        std::ptrdiff_t step_ = 1;
        std::size_t at_ = 0;
    };
    [[nodiscard]] Iterator begin() const { return {*this, 0}; }
    [[nodiscard]] Iterator end() const { return {*this, size_}; }

private:
    const Number* first_ = nullptr;
    std::size_t size_ = 0;
    std::ptrdiff_t step_ = 1;
};

class Numbers {
public:
    Numbers() = default;
    Numbers(std::vector<double> own) : store_(std::move(own)) {}
    Numbers(std::initializer_list<double> own) : store_(std::vector<double>(own)) {}
    /// The memory must stay alive and unchanged while the column is used: `owner`, if there is one, keeps it; else the caller does.
    template <class Number>
    static Numbers borrow(std::span<const Number> numbers, std::shared_ptr<const void> owner = {}) {
        return Numbers(Store(numbers), std::move(owner));
    }
    template <class Number>
    static Numbers borrow(Strided<Number> numbers, std::shared_ptr<const void> owner = {}) {
        return Numbers(Store(numbers), std::move(owner));
    }

    [[nodiscard]] std::size_t size() const {
        return std::visit([](const auto& numbers) { return numbers.size(); }, store_);
    }
    [[nodiscard]] bool empty() const { return size() == 0; }
    /// -0 in a caller's memory is read as +0, as everywhere.
    [[nodiscard]] double operator[](std::size_t row) const {
        if (const auto* own = std::get_if<std::vector<double>>(&store_)) return (*own)[row];
        if (const auto* floats = std::get_if<std::span<const float>>(&store_)) return static_cast<double>((*floats)[row]) + 0.0;
        return std::visit([row](const auto& numbers) { return static_cast<double>(numbers[row]) + 0.0; }, store_);
    }
    /// Calls work(numbers) with a std::span or a `Strided` of floats or doubles: for loops that must not dispatch per number.
    template <class Work>
    decltype(auto) visit(Work&& work) const {
        if (const auto* floats = std::get_if<std::span<const float>>(&store_)) return work(*floats);
        if (const auto* own = std::get_if<std::vector<double>>(&store_)) return work(std::span<const double>(*own));
        if (const auto* floats = std::get_if<Strided<float>>(&store_)) return work(*floats);
        if (const auto* doubles = std::get_if<Strided<double>>(&store_)) return work(*doubles);
        return work(std::get<std::span<const double>>(store_));
    }
    /// If there are no known numbers, the lowest is above the highest.
    struct Range {
        double lowest = std::numeric_limits<double>::infinity();
        double highest = -std::numeric_limits<double>::infinity();
        std::size_t known = 0;

        void merge(const Range& other) {
            lowest = std::min(lowest, other.lowest);
            highest = std::max(highest, other.highest);
            known += other.known;
        }
    };
    [[nodiscard]] Range range() const { return range_ ? *range_ : range(0, size()); }
    /// Of `count` rows from row `begin` on.
    [[nodiscard]] Range range(std::size_t begin, std::size_t count) const;
    /// Spares `range` the pass over all rows, until the numbers change.
    void keep_range(const Range& range) { range_ = range; }
    /// Whether the numbers stand apart in memory, so that a pass over them costs as much as one over all columns between them.
    [[nodiscard]] bool stand_apart() const {
        return std::holds_alternative<Strided<float>>(store_) || std::holds_alternative<Strided<double>>(store_);
    }
    [[nodiscard]] std::vector<double> copy() const { return {begin(), end()}; }
    /// The numbers, writable; borrowed ones are copied first (copy on write).
    std::vector<double>& own() {
        if (!std::holds_alternative<std::vector<double>>(store_)) *this = Numbers(copy());
        range_.reset();
        return std::get<std::vector<double>>(store_);
    }

    /// Owned numbers become borrowed ones that copies share, so that copies cost nothing.
    void share() {
        auto* own = std::get_if<std::vector<double>>(&store_);
        if (own == nullptr) return;
        auto shared = std::make_shared<const std::vector<double>>(std::move(*own));
        const std::span<const double> numbers(*shared);
        *this = borrow(numbers, std::move(shared));
    }

    class Iterator {
    public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = double;
        using difference_type = std::ptrdiff_t;
        using pointer = const double*;
        using reference = double;
        Iterator() = default;
        Iterator(const Numbers& numbers, std::size_t row) : numbers_(&numbers), row_(row) {}
        double operator*() const { return (*numbers_)[row_]; }
        Iterator& operator++() {
            ++row_;
            return *this;
        }
        Iterator operator++(int) { return {*numbers_, row_++}; }
        bool operator==(const Iterator& other) const { return row_ == other.row_; }

    private:
        const Numbers* numbers_ = nullptr;
        std::size_t row_ = 0;
    };
    [[nodiscard]] Iterator begin() const { return {*this, 0}; }
    [[nodiscard]] Iterator end() const { return {*this, size()}; }

    friend bool operator==(const Numbers& a, const Numbers& b) {
        if (a.size() != b.size()) return false;
        for (std::size_t row = 0; row < a.size(); ++row)
            if (a[row] != b[row]) return false;
        return true;
    }

private:
    using Store =
        std::variant<std::vector<double>, std::span<const float>, std::span<const double>, Strided<float>, Strided<double>>;
    Numbers(Store store, std::shared_ptr<const void> owner) : store_(std::move(store)), owner_(std::move(owner)) {}
    Store store_;
    std::shared_ptr<const void> owner_;  ///< of borrowed memory; may be empty
    std::optional<Range> range_;         ///< if it was kept
};

/// In lanes that do not depend on each other: otherwise every comparison would wait for the one before.
inline Numbers::Range Numbers::range(std::size_t begin, std::size_t count) const {
    return visit([=](auto all) -> Range {
        const auto values = all.subspan(begin, count);
        using Number = std::remove_cvref_t<decltype(values[0])>;
        constexpr std::size_t lanes = 16;
        std::array<Number, lanes> lowest;
        std::array<Number, lanes> highest;
        std::array<std::conditional_t<sizeof(Number) == sizeof(float), std::uint32_t, std::uint64_t>, lanes> known{};
        lowest.fill(std::numeric_limits<Number>::infinity());
        highest.fill(-std::numeric_limits<Number>::infinity());
        const auto look = [&](Number value, std::size_t lane) {
            lowest[lane] = value < lowest[lane] ? value : lowest[lane];  // false for NaN (missing)
            highest[lane] = value > highest[lane] ? value : highest[lane];
            known[lane] += value == value ? 1 : 0;
        };
        auto value = values.begin();
        for (std::size_t group = 0; group < values.size() / lanes; ++group)
            for (std::size_t lane = 0; lane < lanes; ++lane, ++value) look(*value, lane);
        for (; value != values.end(); ++value) look(*value, 0);
        return {static_cast<double>(*std::min_element(lowest.begin(), lowest.end())),
                static_cast<double>(*std::max_element(highest.begin(), highest.end())),
                std::accumulate(known.begin(), known.end(), std::size_t{0})};
    });
}

}  // namespace treewright
