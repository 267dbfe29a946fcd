// Builders of columns that hold doubles: numbers, dates, times, and the one that finds out which of these a column is.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "treewright/io/column_builder.h"

namespace treewright {

/// What the three have in common: the values so far, and which cells are missing.
class ValueBuilder : public ColumnBuilder {
public:
    ValueBuilder(const ColumnRule& rule, const CellRules& cells) : rule_(rule), cells_(cells) {}

protected:
    /// A quoted empty field cannot be a number, so here it is missing, too.
    [[nodiscard]] bool is_missing_cell(const Field& field) const {
        return field.text.empty() || (!field.quoted && cells_.missing.contain(field.text));
    }
    void add_missing();
    [[nodiscard]] Column column_of(ColumnType type);
    [[nodiscard]] Error misfit(const Field& field, std::size_t line, std::string_view expected) const;
    [[nodiscard]] Error beyond_double(std::string_view text, std::size_t line) const;

    const ColumnRule& rule_;
    const CellRules& cells_;
    std::vector<double> values_;
};

/// Every cell must be a number.
class NumberBuilder final : public ValueBuilder {
public:
    using ValueBuilder::ValueBuilder;
    void add(const Field& field, std::size_t line) override;
    Column finish() override { return column_of(ColumnType::numeric); }
};

/// Every cell must be a date, or a time (a date alone then means its midnight).
class TimeBuilder final : public ValueBuilder {
public:
    using ValueBuilder::ValueBuilder;
    void add(const Field& field, std::size_t line) override;
    Column finish() override;
};

/// Numbers as long as all cells are numbers; dates if all are dates; times if all are dates or times; else text. The outcome
/// does not depend on the order of the rows: no text is two of these.
class GuessBuilder final : public ValueBuilder {
public:
    GuessBuilder(const ColumnRule& rule, const CellRules& cells);
    ~GuessBuilder() override;

    void add(const Field& field, std::size_t line) override;
    [[nodiscard]] bool must_restart_as_text() const override { return guess_ == Guess::text && !text_; }
    Column finish() override;

private:
    enum class Guess { nothing, number, date, time, text };

    bool add_number(const Field& field, std::size_t line);
    bool add_date_or_time(const Field& field);
    void become_text(const Field& field, std::size_t line);
    void turn_dates_into_times();

    Guess guess_ = Guess::nothing;         ///< `nothing` while all cells are missing
    std::unique_ptr<ColumnBuilder> text_;  ///< set if the column was text from its first known cell on
    bool empty_quoted_ = false;            ///< whether an empty quoted field was taken as missing
    std::size_t beyond_line_ = 0;          ///< the first number beyond double, an error if all others are numbers
    std::string beyond_text_;
};

}  // namespace treewright
