// A learning curve as text, JSON, CSV and a chart.
#pragma once

#include <string>

#include "treewright/base/spelling.h"
#include "treewright/report/document.h"
#include "treewright/resampling/learning_curve.h"

namespace treewright {

std::string curve_text(const CurveResult& result, const Spelling& spelling = plain_spelling);
/// `file`: what the table was read from; empty: it is not named.
std::string curve_json(const CurveResult& result, const std::string& file = {});
/// One line per size.
std::string curve_csv(const CurveResult& result);
/// A page of its own, with the chart.
std::string curve_html(const CurveResult& result, const Spelling& spelling = plain_spelling);
/// What it has below its title.
Document curve_document(const CurveResult& result, const Spelling& spelling);
std::string curve_svg(const CurveResult& result, const Spelling& spelling = plain_spelling);

}  // namespace treewright
