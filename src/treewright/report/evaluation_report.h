// The metrics of a model on labelled rows, as text, JSON, CSV and a chart.
#pragma once

#include <string>

#include "treewright/base/spelling.h"
#include "treewright/evaluation/evaluate.h"
#include "treewright/report/document.h"

namespace treewright {

[[nodiscard]] std::string evaluation_text(const EvaluationResult& result, const Spelling& spelling = plain_spelling);
/// A page of its own, with the calibration drawn.
[[nodiscard]] std::string evaluation_html(const EvaluationResult& result, const Spelling& spelling = plain_spelling);
/// What both have below their title.
[[nodiscard]] Document evaluation_document(const EvaluationResult& result, const Spelling& spelling);
/// Parts of it: the calibration of probabilities; what shuffling columns costs.
[[nodiscard]] Document calibration_part(const EvaluationResult& result);
[[nodiscard]] Document importance_part(const EvaluationResult& result);
[[nodiscard]] std::string evaluation_json(const EvaluationResult& result);
/// One line per figure: figure, class, value, low, high, interval, baseline.
[[nodiscard]] std::string evaluation_csv(const EvaluationResult& result);
/// The calibration table drawn as SVG.
[[nodiscard]] std::string calibration_svg(const EvaluationResult& result);

}  // namespace treewright
