// What the rows are predicted as, by our own predictor or by a consumer of an export.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "treewright/base/progress.h"
#include "treewright/data/table.h"
#include "treewright/tree/model.h"

namespace treewright {

enum class RowState : std::uint8_t {
    answered,
    refused,  ///< the model does not predict rows without the value
    skipped,  ///< the consumer has no such value: a part of a day as a date, a NUL in a text
};

/// Of as many rows as `states`. What a target does not say (`says_leaf`, …) is not compared.
struct Answers {
    std::vector<RowState> states;
    std::vector<std::int64_t> leaves;
    std::vector<std::string> labels;    ///< classification
    std::vector<double> probabilities;  ///< rows × classes
    std::vector<double> values;         ///< regression
    bool says_leaf = true;
    bool says_prediction = true;  ///< the label or the value
    bool says_probabilities = true;
};

/// By the model itself.
[[nodiscard]] Answers expected_answers(const Model& model, const Table& rows, const Progress& progress);

/// The consumer did not answer: it refused the export, failed, or answered something else than was asked.
class ReplayFailure : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// What all drivers print, one line per row: "refused", "skipped", or the leaf ("-" if the target does not say it), the label as "x" and the hexadecimal digits
/// of its bytes ("." in regression, "-" if the target says neither label nor value), and the probabilities or the value as the 16 hexadecimal digits of their bits. A `ReplayFailure` for
/// anything else.
[[nodiscard]] Answers read_answers(std::string_view text, const Schema& schema, std::size_t rows);

}  // namespace treewright
