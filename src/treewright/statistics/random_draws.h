// Random numbers that are the same for a seed with every compiler: the distributions of the standard library are not.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

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

/// Poisson numbers of one mean.
class PoissonDraw {
public:
    explicit PoissonDraw(double mean) : mean_(mean), none_(std::exp(-mean)) {}
    double operator()(RandomDraws& random) const {
        // By the normal where that is as good; below, e^-mean is far from 0.
        if (mean_ > 100.0) return std::max(0.0, std::round(mean_ + std::sqrt(mean_) * random.normal()));
        double left = random.uniform() - none_;
        double chance = none_;
        double count = 0.0;
        while (left > 0.0 && chance > 0.0) {
            count += 1.0;
            chance *= mean_ / count;
            left -= chance;
        }
        return count;
    }

private:
    double mean_;
    double none_;
};

}  // namespace treewright
