#include "treewright/data/arrow_values_internal.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "treewright/base/int128.h"
#include "treewright/base/number_text.h"
#include "treewright/data/arrow_decimal_internal.h"

namespace treewright {

namespace {

constexpr double missing_number = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t milliseconds_per_day = 86'400'000;

/// Buffers that an array of this kind has at least, the validity bitmap included.
std::int64_t buffers_of(const ArrowField& field) {
    if (field.kind == ArrowKind::null || field.kind == ArrowKind::run_ends) return 0;
    return field.kind == ArrowKind::text ? 3 : 2;
}

/// Calls `work` with a null pointer of the integer type of that width.
template <class Work>
decltype(auto) with_integer(int bits, bool is_signed, const Work& work) {
    switch (bits) {
        case 8: return is_signed ? work(static_cast<std::int8_t*>(nullptr)) : work(static_cast<std::uint8_t*>(nullptr));
        case 16: return is_signed ? work(static_cast<std::int16_t*>(nullptr)) : work(static_cast<std::uint16_t*>(nullptr));
        case 32: return is_signed ? work(static_cast<std::int32_t*>(nullptr)) : work(static_cast<std::uint32_t*>(nullptr));
        default: return is_signed ? work(static_cast<std::int64_t*>(nullptr)) : work(static_cast<std::uint64_t*>(nullptr));
    }
}

/// Calls number_of(i) for every row that is not missing; `i` counts from the start of the buffers.
template <class NumberOf>
void append(const ArrowSlice& slice, std::vector<double>& numbers, const NumberOf& number_of) {
    for (std::int64_t row = 0; row < slice.count(); ++row)
        numbers.push_back(slice.is_missing(row) ? missing_number : number_of(slice.first() + row));
}

template <class Integer>
bool append_integers(const ArrowSlice& slice, std::vector<double>& numbers) {
    const auto* cells = slice.buffer<Integer>(1);
    bool rounded = false;
    append(slice, numbers, [&](std::int64_t i) {
        const auto value = static_cast<double>(cells[i]);
        if constexpr (sizeof(Integer) == 8)
            rounded |= std::abs(value) >= 0x1p53 && static_cast<Int128>(value) != static_cast<Int128>(cells[i]);
        return value;
    });
    return rounded;
}

/// IEEE 754 binary16.
double half_value(std::uint16_t half) {
    const int exponent = (half >> 10U) & 0x1F;
    const double fraction = half & 0x3FFU;
    double size = 0.0;
    if (exponent == 31)
        size = fraction == 0 ? std::numeric_limits<double>::infinity() : missing_number;
    else
        size = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024.0, exponent - 25);
    return (half & 0x8000U) != 0 ? -size : size;
}

void append_floats(const ArrowSlice& slice, std::vector<double>& numbers) {
    const auto append_all = [&](const auto* cells) {
        append(slice, numbers, [cells](std::int64_t i) { return static_cast<double>(cells[i]) + 0.0; });
    };
    if (slice.field().bits == 64) return append_all(slice.buffer<double>(1));
    if (slice.field().bits == 32) return append_all(slice.buffer<float>(1));
    const auto* halves = slice.buffer<std::uint16_t>(1);
    append(slice, numbers, [halves](std::int64_t i) { return half_value(halves[i]) + 0.0; });
}

bool boolean_at(const ArrowSlice& slice, std::int64_t i) {
    const auto bit = static_cast<std::uint64_t>(i);
    return ((slice.buffer<std::uint8_t>(1)[bit / 8] >> (bit % 8)) & 1U) != 0;
}

const std::uint8_t* decimal_at(const ArrowSlice& slice, std::int64_t i) {
    return slice.buffer<std::uint8_t>(1) + i * (slice.field().bits / 8);
}

std::int64_t floor_quotient(std::int64_t value, std::int64_t divisor) {
    return value / divisor - (value % divisor < 0 ? 1 : 0);
}

/// A date, time or duration in its own unit; date64 in whole days.
std::int64_t count_at(const ArrowSlice& slice, std::int64_t i) {
    if (slice.field().bits == 32) return slice.buffer<std::int32_t>(1)[i];
    const std::int64_t count = slice.buffer<std::int64_t>(1)[i];
    return slice.field().kind == ArrowKind::date ? floor_quotient(count, milliseconds_per_day) : count;
}

// --- texts ------------------------------------------------------------------------------------------------------------------

template <class Offset>
std::string_view offset_text(const ArrowSlice& slice, std::int64_t i) {
    const auto* offsets = slice.buffer<Offset>(1);
    if (offsets[i] < 0 || offsets[i + 1] < offsets[i]) throw ArrowDamage("its texts overlap");
    if (offsets[i + 1] == offsets[i]) return {};
    return {slice.buffer<char>(2) + offsets[i], static_cast<std::size_t>(offsets[i + 1] - offsets[i])};
}

/// Sixteen bytes: a length, then the text itself if it has at most twelve bytes, else four of its bytes, a buffer and a place.
std::string_view view_text(const ArrowSlice& slice, std::int64_t i) {
    constexpr std::int32_t longest_inside = 12;
    const char* view = slice.buffer<char>(1) + 16 * i;
    std::array<std::int32_t, 4> parts{};
    std::memcpy(parts.data(), view, sizeof parts);
    const auto [length, prefix, buffer, place] = parts;
    if (length < 0) throw ArrowDamage("a text has a negative length");
    if (length <= longest_inside) return {view + 4, static_cast<std::size_t>(length)};
    // After the validity bitmap and the views come the buffers of long texts, then one with their sizes.
    const std::int64_t long_buffers = slice.array().n_buffers - 3;
    const auto* sizes = slice.buffer<std::int64_t>(static_cast<int>(slice.array().n_buffers - 1));
    if (buffer < 0 || buffer >= long_buffers || place < 0 || std::int64_t{place} + length > sizes[buffer])
        throw ArrowDamage("a text lies outside of its buffer");
    return {slice.buffer<char>(2 + buffer) + place, static_cast<std::size_t>(length)};
}

std::string_view plain_text(const ArrowSlice& slice, std::int64_t i) {
    switch (slice.field().layout) {
        case ArrowField::TextLayout::offsets32: return offset_text<std::int32_t>(slice, i);
        case ArrowField::TextLayout::offsets64: return offset_text<std::int64_t>(slice, i);
        case ArrowField::TextLayout::views: break;
    }
    return view_text(slice, i);
}

std::string integer_text(const ArrowSlice& slice, std::int64_t i) {
    return with_integer(slice.field().bits, slice.field().is_signed, [&](auto* type) {
        return fmt::format("{}", slice.buffer<std::remove_pointer_t<decltype(type)>>(1)[i]);
    });
}

/// A float by its own shortest text: 0.1, not the 0.10000000149011612 that the nearest float is as a double.
std::string float_text(const ArrowSlice& slice, std::int64_t i) {
    if (slice.field().bits == 64) return number_text(slice.buffer<double>(1)[i] + 0.0);
    if (slice.field().bits == 16) return number_text(half_value(slice.buffer<std::uint16_t>(1)[i]) + 0.0);
    std::array<char, 32> shortest{};
    const auto end = std::to_chars(shortest.data(), shortest.data() + shortest.size(), slice.buffer<float>(1)[i]).ptr;
    double value = 0.0;
    std::from_chars(shortest.data(), end, value);
    return number_text(value + 0.0);
}

/// With all digits of the unit, which may be more than a double of seconds holds.
std::string point_text(std::int64_t count, int digits) {
    std::int64_t unit = 1;
    for (int i = 0; i < digits; ++i) unit *= 10;
    const std::int64_t whole = floor_quotient(count, unit);
    std::string text = time_text(static_cast<double>(whole));
    if (count == whole * unit) return text;
    text += fmt::format(".{:0{}}", count - whole * unit, digits);
    while (text.back() == '0') text.pop_back();
    return text;
}

std::string made_text(const ArrowSlice& slice, std::int64_t i) {
    const ArrowField& field = slice.field();
    switch (field.kind) {
        case ArrowKind::boolean: return boolean_at(slice, i) ? "true" : "false";
        case ArrowKind::integer: return integer_text(slice, i);
        case ArrowKind::number: return float_text(slice, i);
        case ArrowKind::decimal: return decimal_text(decimal_at(slice, i), field.bits, field.digits);
        case ArrowKind::date: return date_text(static_cast<double>(count_at(slice, i)));
        case ArrowKind::time: return point_text(count_at(slice, i), field.digits);
        case ArrowKind::seconds: return number_text(scaled_value(count_at(slice, i), field.digits));
        default: throw ArrowDamage("it has no cells");
    }
}

}  // namespace

ArrowSlice::ArrowSlice(const ArrowField& field, const ArrowArray& array, std::int64_t first, std::int64_t count)
    : field_(&field), array_(&array), first_(array.offset + first), count_(count) {
    const bool fits = array.length >= 0 && array.offset >= 0 && first >= 0 && count >= 0 && first + count <= array.length;
    if (!fits) throw ArrowDamage("its columns are shorter than its rows");
    const bool is_view = field.kind == ArrowKind::text && field.layout == ArrowField::TextLayout::views;
    if (array.n_buffers < buffers_of(field) || (field.kind == ArrowKind::dictionary && array.dictionary == nullptr) ||
        (field.kind == ArrowKind::run_ends && array.n_children != 2))
        throw ArrowDamage("a column lacks buffers that its type requires");
    if (count > 0 && buffers_of(field) > 1 &&
        (array.buffers[1] == nullptr || (is_view && array.buffers[array.n_buffers - 1] == nullptr && array.n_buffers > 3)))
        throw ArrowDamage("a column has no cells for its rows");
    if (buffers_of(field) > 0 && array.null_count != 0) validity_ = static_cast<const std::uint8_t*>(array.buffers[0]);
}

std::int64_t integer_at(const ArrowSlice& slice, std::int64_t row) {
    const std::int64_t i = slice.first() + row;
    return with_integer(slice.field().bits, slice.field().is_signed, [&](auto* type) {
        return static_cast<std::int64_t>(slice.buffer<std::remove_pointer_t<decltype(type)>>(1)[i]);
    });
}

bool append_numbers(const ArrowSlice& slice, std::vector<double>& numbers) {
    const ArrowField& field = slice.field();
    switch (field.kind) {
        case ArrowKind::integer:
            return with_integer(field.bits, field.is_signed, [&](auto* type) {
                return append_integers<std::remove_pointer_t<decltype(type)>>(slice, numbers);
            });
        case ArrowKind::number: append_floats(slice, numbers); break;
        case ArrowKind::boolean:
            append(slice, numbers, [&](std::int64_t i) { return boolean_at(slice, i) ? 1.0 : 0.0; });
            break;
        case ArrowKind::decimal:
            append(slice, numbers,
                   [&](std::int64_t i) { return decimal_value(decimal_at(slice, i), field.bits, field.digits); });
            break;
        case ArrowKind::date:
        case ArrowKind::time:
        case ArrowKind::seconds:
            append(slice, numbers, [&](std::int64_t i) { return scaled_value(count_at(slice, i), field.digits); });
            break;
        case ArrowKind::null: numbers.insert(numbers.end(), static_cast<std::size_t>(slice.count()), missing_number); break;
        default: throw ArrowDamage("its cells are not numbers");
    }
    return false;
}

bool is_null_or_nan(const ArrowSlice& slice, std::int64_t row) {
    if (slice.is_missing(row)) return true;
    if (slice.field().kind != ArrowKind::number) return false;
    const std::int64_t i = slice.first() + row;
    if (slice.field().bits == 64) return std::isnan(slice.buffer<double>(1)[i]);
    if (slice.field().bits == 32) return std::isnan(slice.buffer<float>(1)[i]);
    return std::isnan(half_value(slice.buffer<std::uint16_t>(1)[i]));
}

std::string_view text_at(const ArrowSlice& slice, std::int64_t row, std::string& scratch) {
    if (slice.field().kind == ArrowKind::text) return plain_text(slice, slice.first() + row);
    scratch = made_text(slice, slice.first() + row);
    return scratch;
}

}  // namespace treewright
