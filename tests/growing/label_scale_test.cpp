#include "treewright/growing/label_scale.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

#include "treewright/growing/labels.h"

namespace treewright {
namespace {

constexpr std::size_t part_count = 3;

struct Parts {
    TrainingSet whole;
    std::array<TrainingSet, part_count> parts;
    std::vector<std::size_t> part_of_row;
};

/// Random labels and weights of one kind: integers, dyadic, decimal, or of very different magnitude.
Parts random_parts(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto real = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
    const std::size_t kind = seed % 5;
    const bool classes = seed % 2 == 0;
    Parts made;
    made.whole.rows = 1 + random() % 40;
    made.whole.target.schema = {"y", classes ? ColumnType::categorical : ColumnType::numeric, {}};
    if (classes) made.whole.target.schema.levels = {"a", "b", "c"};
    for (std::size_t row = 0; row < made.whole.rows; ++row) {
        if (classes)
            made.whole.target.codes.push_back(level_code(random() % 3));
        else
            made.whole.target.values.own().push_back(std::ldexp(real() - 0.5, static_cast<int>(random() % 60)));
        if (kind == 1) made.whole.weights.push_back(static_cast<double>(1 + random() % 9));
        if (kind == 2) made.whole.weights.push_back(static_cast<double>(1 + random() % 9) / 16);
        if (kind == 3) made.whole.weights.push_back(0.1 * static_cast<double>(1 + random() % 9));
        if (kind == 4) made.whole.weights.push_back(std::ldexp(0.5 + real(), row == 0 ? 0 : -static_cast<int>(random() % 50)));
        made.part_of_row.push_back(random() % part_count);
    }
    for (std::size_t part = 0; part < part_count; ++part) {
        std::vector<RowId> rows;
        for (RowId row = 0; row < made.whole.rows; ++row)
            if (made.part_of_row[row] == part) rows.push_back(row);
        made.parts[part] = pick_rows(made.whole, rows);
    }
    return made;
}

template <class Value>
Value sent(const Value& value) {
    ByteWriter writer;
    value.write(writer);
    const Bytes bytes = writer.take();
    ByteReader reader(bytes);
    const Value read = Value::read(reader);
    reader.finish();
    return read;
}

LabelScale scale_of_parts(const Parts& made, RowParts row_parts) {
    LabelFacts facts;
    for (const TrainingSet& part : made.parts) facts.merge(sent(label_facts(part)));
    std::int64_t units = 0;
    for (const TrainingSet& part : made.parts) units += weight_units(part, facts.unit_bits());
    return sent(LabelScale::of(facts, units, row_parts, ""));
}

TEST(LabelScale, follows_from_facts_about_parts_of_the_rows) {
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        const Parts made = random_parts(seed);
        for (const RowParts row_parts : {RowParts::whole, RowParts::shares})
            EXPECT_EQ(scale_of_parts(made, row_parts), label_scale(made.whole, row_parts)) << "seed " << seed;
    }
}

TEST(LabelScale, gives_parts_the_integers_of_the_whole) {
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        const Parts made = random_parts(seed);
        const LabelScale scale = scale_of_parts(made, RowParts::whole);
        const Labels whole(made.whole);
        std::array<std::uint32_t, part_count> next{};
        std::vector<Labels> labels;
        for (const TrainingSet& part : made.parts) labels.emplace_back(part, scale);
        for (RowId row = 0; row < made.whole.rows; ++row) {
            const std::size_t part = made.part_of_row[row];
            EXPECT_EQ(labels[part].sums_of(std::vector{next[part]++}), whole.sums_of(std::vector{row})) << "seed " << seed;
        }
    }
}

TEST(LabelScale, a_message_that_ends_too_early_is_an_error) {
    ByteWriter writer;
    LabelScale{}.write(writer);
    Bytes bytes = writer.take();
    bytes.pop_back();
    ByteReader reader(bytes);
    EXPECT_THROW((void)LabelScale::read(reader), Error);
}

}  // namespace
}  // namespace treewright
