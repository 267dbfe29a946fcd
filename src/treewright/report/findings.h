// What a report tells, computed. About a table: what it holds, the tree of it, how good that is on rows that were held out, and what matters.
// About a saved model: how good it is on given rows. `report_html` (report_page.h) writes it down.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "treewright/base/run.h"
#include "treewright/data/parameter.h"
#include "treewright/evaluation/evaluate.h"
#include "treewright/prediction/any_model.h"
#include "treewright/report/description.h"
#include "treewright/report/document.h"
#include "treewright/resampling/held_out_importance.h"
#include "treewright/resampling/learning_curve.h"
#include "treewright/resampling/validate.h"

namespace treewright {

/// What a user says about a report.
struct ReportOptions {
    std::string title = {};       ///< empty: made of the names of target and table
    bool learning_curve = false;  ///< of a table: what more rows would bring
};
std::span<const ParameterOf<ReportOptions>> report_parameters();

struct ReportFindings {
    std::string title;
    TableDescription table;  ///< features, then the target
    std::string target;
    std::string source;  ///< what the table is called
    std::string weight;  ///< the column of the weights, where a front knows it
    Document model_summary;
    std::string drawing;        ///< of the tree, or of the rules, as SVG
    std::string drawing_words;  ///< what the drawing leaves out
    AnyModel model;
    std::optional<FoldReport> sizes;  ///< of a table: the error by the size of the tree, where pruning looked at it
    std::optional<CvResult> cv;       ///< of a table
    /// Of a saved model: everything about the rows. Of a table: calibration and importance of the held-out rows.
    EvaluationResult evaluation;
    std::size_t importance_folds = 0;  ///< 0: the rows were all unknown to the model
    std::optional<CurveResult> curve;
    bool has_own_title = false;
    Messages remarks;  ///< what was noted and warned of, reading included if the run's messages hold it
};

/// The learner is made as `learner_to_validate` makes it.
[[nodiscard]] ReportFindings study_table(const Learner& learner, const ResamplingPlan& plan, const ReportOptions& options, const Run& run);
/// `rows`: read by the model's schema. `names.data`: what they are called.
[[nodiscard]] ReportFindings study_model(AnyModel model, TrainingSet rows, EvaluationOptions evaluation, const EvaluationNames& names,
                                         const ReportOptions& options, const Run& run);

}  // namespace treewright
