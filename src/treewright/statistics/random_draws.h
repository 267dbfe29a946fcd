// Random numbers that are reproducible from a seed with every compiler, unlike the distributions of the standard library.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <vector>

namespace treewright {

/// SplitMix64: a counter and a finalizer that lets every input bit reach every output bit. Meets the standard's generator requirements.
class RandomDraws {
public:
    using result_type = std::uint64_t;
    explicit RandomDraws(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15ULL + 0x632be59bd9b4e019ULL) {}

    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }
    result_type operator()() {
        std::uint64_t x = state_ += 0x9e3779b97f4a7c15ULL;
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
        return x ^ (x >> 31);
    }
    /// Above 0, below 1.
    double uniform() { return (static_cast<double>((*this)() >> 11) + 0.5) * 0x1p-53; }
    double normal() {
        const double radius = std::sqrt(-2.0 * std::log(uniform()));
        return radius * std::cos(2.0 * std::numbers::pi * uniform());
    }

private:
    std::uint64_t state_;
};

/// Poisson variates of one mean, by inversion with a guide table: the cumulative probabilities are computed once, and the guide
/// gives the start of the search. Mostly that entry is the one, so branches are well predicted. With a linear search from the
/// start, a whole bootstrap took twice as long.
class PoissonDraw {
public:
    explicit PoissonDraw(double mean) : mean_(mean) {
        if (by_normal()) return;
        double chance = std::exp(-mean);
        double sum = chance;
        for (double count = 1.0; sum < 1.0 && chance > 0.0 && count < 400.0; count += 1.0) {
            sums_.push_back(sum);
            chance *= mean / count;
            sum += chance;
        }
        std::uint16_t first = 0;
        for (std::size_t i = 0; i < guide_.size(); ++i) {
            while (first < sums_.size() && static_cast<double>(i) / steps > sums_[first]) ++first;
            guide_[i] = first;
        }
    }
    double operator()(RandomDraws& random) const {
        if (by_normal()) return std::max(0.0, std::round(mean_ + std::sqrt(mean_) * random.normal()));
        const double drawn = random.uniform();
        std::size_t count = guide_[static_cast<std::size_t>(drawn * steps)];
        while (count < sums_.size() && drawn > sums_[count]) ++count;
        return static_cast<double>(count);
    }

private:
    /// Normal approximation, good enough from there on; below, e^-mean is far from underflow.
    [[nodiscard]] bool by_normal() const { return mean_ > 100.0; }

    static constexpr double steps = 256.0;

    double mean_;
    std::vector<double> sums_;
    /// Guide table: for each 256th of the unit interval the first cumulative probability that is not below its beginning
    /// (lower bound).
    std::array<std::uint16_t, 256> guide_{};
};

}  // namespace treewright
