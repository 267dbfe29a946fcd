// Builders of columns that hold levels: free categories, declared ones, and ordered ones.
#pragma once

#include <cstdint>
#include <vector>

#include "treewright/io/column_builder.h"
#include "treewright/io/level_dictionary.h"

namespace treewright {

/// Any values; the levels are those that occur, sorted by bytes.
class CategoryBuilder : public ColumnBuilder {
public:
    CategoryBuilder(const ColumnRule& rule, const CellRules& cells) : rule_(rule), cells_(cells) {}
    void add(const Field& field, std::size_t line) override;
    Column finish() override;

protected:
    [[nodiscard]] virtual std::int32_t code_of(const Field& field, std::size_t line);
    [[nodiscard]] Error not_a_level(const Field& field, std::size_t line) const;

    const ColumnRule& rule_;
    const CellRules& cells_;
    LevelDictionary dictionary_;
    std::vector<std::int32_t> codes_;
};

/// Only the values that the rule lists; of these the ones that occur, sorted by bytes.
class DeclaredBuilder final : public CategoryBuilder {
public:
    DeclaredBuilder(const ColumnRule& rule, const CellRules& cells);

protected:
    [[nodiscard]] std::int32_t code_of(const Field& field, std::size_t line) override;
};

/// Only the values that the rule lists, held as their ranks in that list.
class OrderedBuilder final : public CategoryBuilder {
public:
    OrderedBuilder(const ColumnRule& rule, const CellRules& cells);
    Column finish() override;

protected:
    [[nodiscard]] std::int32_t code_of(const Field& field, std::size_t line) override;
};

}  // namespace treewright
