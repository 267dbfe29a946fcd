// Words shared by the text and the chart of a learning curve.
#pragma once

#include <string>

#include "treewright/base/spelling.h"
#include "treewright/report/text/loss_text.h"
#include "treewright/resampling/learning_curve.h"

namespace treewright {

inline LossStyle style_of(const CurveResult& result) {
    return loss_style(result.curve.kind, result.test.back().value > 0.0 ? result.test.back().value : result.curve.baseline);
}

/// The interval to draw: where there is none, the value itself.
inline Interval drawn_interval(const Figure& figure) {
    return figure.has_interval() ? figure.interval : Interval{figure.value, figure.value};
}

/// The mean over the repeats of one size.
inline double mean_of_repeats(const std::vector<double>& numbers) {
    double sum = 0.0;
    for (const double number : numbers) sum += number;
    return sum / static_cast<double>(numbers.size());
}

/// What twice the rows would bring.
std::string projection_sentence(const CurveResult& result, const Spelling& spelling);

}  // namespace treewright
