#include "treewright/io/cells/number_run.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#ifdef __x86_64__
#include <smmintrin.h>
#endif

namespace treewright {

namespace {
namespace quick {

constexpr std::uint64_t each_byte = 0x0101010101010101, high_bits = 0x80 * each_byte;
constexpr std::array<std::uint64_t, 14> whole_power = {
    1,          10,          100,           1'000,          10'000,          100'000,           1'000'000,
    10'000'000, 100'000'000, 1'000'000'000, 10'000'000'000, 100'000'000'000, 1'000'000'000'000, 10'000'000'000'000};
constexpr std::array<double, 14> power = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13};

/// Lets the last `count` of eight bytes pass; all of them for 8 and more. A table, since a shift by a variable costs more.
constexpr auto last_bytes = [] {
    std::array<std::uint64_t, 16> masks{};
    for (unsigned count = 1; count < masks.size(); ++count) masks[count] = ~std::uint64_t{0} << (64 - 8 * std::min(count, 8U));
    return masks;
}();

/// Eight characters of which the digits have become the bytes 0 to 9, the first in the lowest byte.
std::uint64_t load_digits(const char* text) {
    static_assert(std::endian::native == std::endian::little, "the first character must be the lowest byte");
    std::uint64_t word = 0;
    std::memcpy(&word, text, sizeof word);
    return word ^ ('0' * each_byte);
}

/// The `count` digits before `end`, as the last of eight.
std::uint64_t digits_before(const char* end, std::size_t count) { return load_digits(end - 8) & last_bytes[count]; }

/// The number of bytes before the first zero; 8 if there is none.
std::size_t bytes_before_zero(std::uint64_t word) {
    return static_cast<std::size_t>(std::countr_zero((word - each_byte) & ~word & high_bits)) / 8;
}

/// Has a high bit where a byte is not 0 to 9.
std::uint64_t misfits(std::uint64_t word) { return (word + 0x76 * each_byte) | word; }

/// The number of eight digits: pairs, then fours, then all, by three multiplications.
std::uint64_t value_of(std::uint64_t digits) {
    constexpr std::uint64_t pairs = 0x000000FF000000FF;
    digits = digits * 10 + (digits >> 8);
    return (((digits & pairs) * 0x000F424000000064) + (((digits >> 16) & pairs) * 0x0000271000000001)) >> 32;
}

}  // namespace quick
}  // namespace

/// Eight digits at a time and hardly a branch: a branch for each digit would be mispredicted once or twice a number, since numbers
/// are of any length (figures at `read_by_vectors`).
QuickNumber quick_number(const char* text, std::size_t length, char decimal_sign) {
    const bool negative = *text == '-';
    text += negative ? 1 : 0;
    length -= negative ? 1 : 0;
    if (length - 1 > 14) return {};  // empty or long
    const auto sign = static_cast<std::uint64_t>(static_cast<unsigned char>(decimal_sign) ^ '0');
    const std::size_t whole = std::min(quick::bytes_before_zero(quick::load_digits(text) ^ (sign * quick::each_byte)), length);
    if (whole - 1 > 6 || length - whole == 1) return {};
    const bool has_sign = whole != length;
    const std::size_t decimals = length - whole - (has_sign ? 1 : 0);
    const char* const end = text + length;
    const std::uint64_t before = quick::digits_before(text + whole, whole), behind = quick::digits_before(end, decimals);
    std::uint64_t digits = quick::value_of(before) * quick::whole_power[decimals] + quick::value_of(behind);
    std::uint64_t misfits = quick::misfits(before) | quick::misfits(behind);
    if (decimals > 8) {
        const std::uint64_t middle = quick::digits_before(end - 8, decimals - 8);
        digits += quick::value_of(middle) * quick::whole_power[8];
        misfits |= quick::misfits(middle);
    }
    if ((misfits & quick::high_bits) != 0) return {};
    // Both are below 2^53 and exact, so the quotient is rounded once. The sign comes branch-free: no one can foresee it.
    const auto minus = static_cast<std::int64_t>(negative);
    const std::int64_t size = (static_cast<std::int64_t>(digits) ^ -minus) + minus;
    const bool idle_zero = *text == '0' && length + (negative ? 1 : 0) != 1;
    const auto odd = static_cast<std::uint8_t>((idle_zero ? Odd::idle_zero : 0) | (has_sign ? Odd::decimals : 0));
    return {true, odd, static_cast<double>(size) / quick::power[decimals]};
}

namespace {

std::size_t read_by_words(const NumberRun& run, PlainNumber* numbers) {
    std::size_t begin = run.begin;
    for (std::size_t i = 0; i < run.count; ++i) {
        const QuickNumber number = quick_number(run.bytes + begin, run.ends[i] - begin, run.decimal_sign);
        if (!number.fits) return i;
        numbers[i] = {number.value, number.odd};
        begin = run.ends[i] + 1;
    }
    return run.count;
}

#ifdef __x86_64__
constexpr std::array<double, 16> power_of_ten = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};

/// Shuffle masks: the 16 bytes from position n on move the first n bytes of a text to the end of 16 bytes.
constexpr auto moves = [] {
    std::array<std::uint8_t, 32> places{};
    for (std::uint8_t i = 0; i < 16; ++i) places[i] = 0x80, places[16 + i] = i;
    return places;
}();

/// The number of 16 digits 0 to 9: pairs, fours, eights.
__attribute__((target("sse4.1"))) inline std::uint64_t value_of(__m128i digits) {
    const __m128i pairs = _mm_maddubs_epi16(digits, _mm_set1_epi16(0x010A));  // 10, 1
    const __m128i fours = _mm_madd_epi16(pairs, _mm_set1_epi32(0x00010064));  // 100, 1
    const __m128i packed = _mm_packus_epi32(fours, fours);
    const auto eights =
        static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_madd_epi16(packed, _mm_set1_epi32(0x00012710))));  // 10,000, 1
    return (eights & 0xFFFFFFFF) * 100'000'000 + (eights >> 32);
}

/// The text as one word of 16 bytes: the decimal sign is closed up by a shuffle, all digits are multiplied at once, and no branch
/// depends on their number. Measured on numbers of 9 characters: 9 to 10 ns each, by words 14, a loop over the digits 16, fast_float 21.
__attribute__((target("sse4.1"))) std::size_t read_by_vectors(const NumberRun& run, PlainNumber* numbers) {
    const __m128i decimal_sign = _mm_set1_epi8(run.decimal_sign);
    const char* text = run.bytes + run.begin;
    for (std::size_t i = 0; i < run.count; ++i) {
        const char* const end = run.bytes + run.ends[i];
        const bool negative = *text == '-';
        text += negative ? 1 : 0;
        const auto length = static_cast<unsigned>(end - text);
        if (length - 1 > 15) return i;  // empty or long
        const __m128i word = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text));
        const unsigned signs = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(word, decimal_sign)));
        const auto whole = static_cast<unsigned>(std::countr_zero(signs | (1U << length)));
        const unsigned has_sign = whole < length ? 1 : 0;
        const unsigned decimals = length - whole - has_sign;
        if (length - whole == 1) return i;  // "5."
        const __m128i kept = _mm_loadu_si128(reinterpret_cast<const __m128i*>(moves.data() + (length - has_sign)));
        const __m128i behind_sign = _mm_cmpgt_epi8(kept, _mm_set1_epi8(static_cast<char>(whole - 1)));  // -1 where it is so
        const __m128i digits = _mm_shuffle_epi8(_mm_sub_epi8(word, _mm_set1_epi8('0')), _mm_sub_epi8(kept, behind_sign));
        const __m128i misfits = _mm_subs_epu8(digits, _mm_set1_epi8(9));
        const std::uint64_t size = value_of(digits);
        if (_mm_testz_si128(misfits, misfits) == 0 || size >> 53 != 0) return i;
        // Both are whole numbers below 2^53, so the quotient is rounded once. The sign comes branch-free: no one can foresee it.
        const auto minus = static_cast<std::int64_t>(negative);
        const std::int64_t signed_size = (static_cast<std::int64_t>(size) ^ -minus) + minus;
        const unsigned idle_zero =
            static_cast<unsigned>(*text == '0') & static_cast<unsigned>(length + (negative ? 1 : 0) != 1);
        numbers[i] = {static_cast<double>(signed_size) / power_of_ten[decimals],
                      static_cast<std::uint8_t>(idle_zero | (has_sign << 1) | ((length >> 4) << 2))};
        text = end + 1;
    }
    return run.count;
}
#endif

}  // namespace

std::size_t read_numbers(const NumberRun& run, PlainNumber* numbers) {
#ifdef __x86_64__
    static const bool has_vectors = __builtin_cpu_supports("sse4.1") != 0;
    if (has_vectors) return read_by_vectors(run, numbers);
#endif
    return read_by_words(run, numbers);
}

}  // namespace treewright
