// A small vector of integers that allocates nothing for one or two of them: the node statistics of regression and of two
// classes. (With std::vector an eighth of the time of a fully grown regression tree went to malloc and free.)
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <utility>

namespace treewright {

class FewIntegers {
public:
    FewIntegers() = default;
    explicit FewIntegers(std::size_t size, std::int64_t value = 0) {
        resize(size);
        std::fill(begin(), end(), value);
    }
    FewIntegers(std::initializer_list<std::int64_t> values) : FewIntegers(std::span(values.begin(), values.size())) {}
    explicit FewIntegers(std::span<const std::int64_t> values) { assign(values); }
    FewIntegers(const FewIntegers& other) { assign(other); }
    FewIntegers(FewIntegers&& other) noexcept
        : size_(std::exchange(other.size_, 0)), few_(other.few_), many_(std::move(other.many_)) {}
    FewIntegers& operator=(const FewIntegers& other) {
        if (this != &other) assign(other);
        return *this;
    }
    FewIntegers& operator=(FewIntegers&& other) noexcept {
        size_ = std::exchange(other.size_, 0);
        few_ = other.few_;
        many_ = std::move(other.many_);
        return *this;
    }
    ~FewIntegers() = default;

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] std::int64_t* data() { return size_ <= few ? few_.data() : many_.get(); }
    [[nodiscard]] const std::int64_t* data() const { return size_ <= few ? few_.data() : many_.get(); }
    [[nodiscard]] std::int64_t* begin() { return data(); }
    [[nodiscard]] std::int64_t* end() { return data() + size_; }
    [[nodiscard]] const std::int64_t* begin() const { return data(); }
    [[nodiscard]] const std::int64_t* end() const { return data() + size_; }
    [[nodiscard]] std::int64_t& operator[](std::size_t i) { return data()[i]; }
    [[nodiscard]] const std::int64_t& operator[](std::size_t i) const { return data()[i]; }

    /// `values` must not alias this object.
    void assign(std::span<const std::int64_t> values) {
        resize(values.size());
        std::copy(values.begin(), values.end(), begin());
    }
    friend bool operator==(const FewIntegers& a, const FewIntegers& b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }

private:
    static constexpr std::size_t few = 2;

    void resize(std::size_t size) {
        if (size > few && size != size_) many_ = std::make_unique<std::int64_t[]>(size);
        size_ = size;
    }

    std::size_t size_ = 0;
    std::array<std::int64_t, few> few_{};
    std::unique_ptr<std::int64_t[]> many_;  ///< used if there are more than `few`
};

}  // namespace treewright
