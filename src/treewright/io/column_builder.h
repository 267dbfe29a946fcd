// Makes a `Column` of the texts of its cells, one after the other.
#pragma once

#include <memory>

#include "treewright/data/table.h"
#include "treewright/io/column_rule.h"
#include "treewright/io/record.h"

namespace treewright {

class ColumnBuilder {
public:
    ColumnBuilder() = default;
    ColumnBuilder(const ColumnBuilder&) = delete;
    ColumnBuilder& operator=(const ColumnBuilder&) = delete;
    virtual ~ColumnBuilder() = default;

    /// `line` is for errors.
    virtual void add(const Field& field, std::size_t line) = 0;
    /// Whether the column turned out to be text after numbers or dates had been stored without their spelling ("007"). Then it
    /// has to be built again, as a category, from the first row on.
    [[nodiscard]] virtual bool must_restart_as_text() const { return false; }
    /// The column. The builder is used up.
    [[nodiscard]] virtual Column finish() = 0;
};

/// A builder for a rule other than `ignore`. Both references must outlive the builder.
[[nodiscard]] std::unique_ptr<ColumnBuilder> make_builder(const ColumnRule& rule, const CellRules& cells);

}  // namespace treewright
