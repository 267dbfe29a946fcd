// Words shared by the text and the data output of a cross-validation.
#pragma once

#include <string>

#include "treewright/report/text/loss_text.h"
#include "treewright/resampling/validate.h"

namespace treewright {

inline LossStyle style_of(const CvResult& result) {
    const LossSummary& summary = result.summary;
    return loss_style(result.validation.kind, summary.loss.value > 0.0 ? summary.loss.value : summary.baseline);
}

/// What numbers the rows of the table: "line" or "row".
inline std::string line_word(const TableFacts& table) { return table.lines.empty() ? "row" : "line"; }

}  // namespace treewright
