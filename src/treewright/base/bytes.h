// Serialisation of the messages between processes: integers and doubles in little-endian order and of fixed width, lists
// prefixed with their length. Reading is checked: bytes that end too early or too late are an `Error`, not a crash.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "treewright/base/error.h"
#include "treewright/base/int128.h"

namespace treewright {

using Bytes = std::vector<std::uint8_t>;

class ByteWriter {
public:
    template <class Integer>
        requires std::is_integral_v<Integer>
    void put(Integer number) {
        using Unsigned = std::make_unsigned_t<std::conditional_t<std::is_same_v<Integer, bool>, std::uint8_t, Integer>>;
        const auto bits = static_cast<Unsigned>(number);
        for (std::size_t i = 0; i < sizeof(bits); ++i) bytes_.push_back(static_cast<std::uint8_t>(bits >> (8 * i)));
    }
    void put(double number) { put(std::bit_cast<std::uint64_t>(number)); }
    void put(UInt128 number) {
        put(static_cast<std::uint64_t>(number));
        put(static_cast<std::uint64_t>(number >> 64));
    }
    template <class Number>
    void put_list(const std::vector<Number>& numbers) {
        put(std::uint64_t{numbers.size()});
        bytes_.reserve(bytes_.size() + numbers.size() * sizeof(Number));
        for (const Number number : numbers) put(number);
    }
    [[nodiscard]] Bytes take() { return std::move(bytes_); }

private:
    Bytes bytes_;
};

class ByteReader {
public:
    explicit ByteReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    template <class Number>
    [[nodiscard]] Number get() {
        if constexpr (std::is_same_v<Number, double>) {
            return std::bit_cast<double>(get<std::uint64_t>());
        } else if constexpr (std::is_same_v<Number, UInt128>) {
            const UInt128 low = get<std::uint64_t>();
            return low | static_cast<UInt128>(get<std::uint64_t>()) << 64;
        } else if constexpr (std::is_same_v<Number, bool>) {
            return get<std::uint8_t>() != 0;
        } else {
            using Unsigned = std::make_unsigned_t<Number>;
            expect(sizeof(Number));
            Unsigned bits = 0;
            for (std::size_t i = 0; i < sizeof(Number); ++i)
                bits = static_cast<Unsigned>(bits | static_cast<Unsigned>(Unsigned{bytes_[i]} << (8 * i)));
            bytes_ = bytes_.subspan(sizeof(Number));
            return static_cast<Number>(bits);
        }
    }
    /// How many items of at least `bytes_each` bytes follow; a count that the remaining bytes cannot hold is refused before
    /// memory is allocated.
    [[nodiscard]] std::size_t get_count(std::size_t bytes_each) {
        const auto count = get<std::uint64_t>();
        if (count > bytes_.size() / bytes_each) throw damaged();
        return static_cast<std::size_t>(count);
    }
    template <class Number>
    [[nodiscard]] std::vector<Number> get_list() {
        std::vector<Number> numbers(get_count(sizeof(Number)));
        for (auto&& number : numbers) number = get<Number>();
        return numbers;
    }
    [[nodiscard]] bool at_end() const { return bytes_.empty(); }
    /// Nothing may follow.
    void finish() const {
        if (!at_end()) throw damaged();
    }
    /// Rejects a message whose content contradicts itself.
    static void require(bool holds) {
        if (!holds) throw damaged();
    }

private:
    void expect(std::size_t size) const {
        if (bytes_.size() < size) throw damaged();
    }
    static Error damaged() { return input_error("a message from a partition is damaged: send it again"); }

    std::span<const std::uint8_t> bytes_;
};

}  // namespace treewright
