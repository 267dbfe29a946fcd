// A model of either kind as the verbs need it that predict rows: every row gets a number, that of its leaf or rule, and the number says
// what is predicted.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "treewright/base/parallel.h"
#include "treewright/io/read_by_schema.h"
#include "treewright/prediction/predict.h"
#include "treewright/rules/rule_file.h"

namespace treewright::cli {

class RowPredictor {
public:
    RowPredictor() = default;
    RowPredictor(const RowPredictor&) = delete;
    RowPredictor& operator=(const RowPredictor&) = delete;
    virtual ~RowPredictor() = default;

    [[nodiscard]] virtual const Schema& schema() const = 0;
    /// All numbers are below this.
    [[nodiscard]] virtual std::size_t numbers() const = 0;
    /// What a number counts: "leaf" or "rule".
    [[nodiscard]] virtual std::string_view numbered() const = 0;

    /// The number of each row; `mixed` takes the rows that end in several leaves.
    virtual void predict(const SchemaRows& rows, std::span<std::uint32_t> numbers, const Threads& threads,
                         std::vector<MixedRow>& mixed) const = 0;
    [[nodiscard]] virtual Outcome outcome_at(std::uint32_t number) const = 0;
    [[nodiscard]] virtual double probability(std::uint32_t number, std::size_t class_position) const = 0;

    /// An input `Error` with file and line for the first value that the model refuses.
    virtual void refuse_unknown(const SchemaRows& rows, const std::string& path) const = 0;
    /// What becomes of missing values, for a note.
    [[nodiscard]] virtual std::string_view way_of_missing() const = 0;
};

/// Keeps a reference to the model.
[[nodiscard]] std::unique_ptr<RowPredictor> make_row_predictor(const AnyModel& model);

}  // namespace treewright::cli
