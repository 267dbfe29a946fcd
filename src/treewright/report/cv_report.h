// The result of a cross-validation as text, JSON and CSV.
#pragma once

#include <string>

#include "treewright/base/json_writer.h"
#include "treewright/base/spelling.h"
#include "treewright/data/csv_writer.h"
#include "treewright/report/document.h"
#include "treewright/resampling/validate.h"

namespace treewright {

std::string cv_text(const CvResult& result, const Spelling& spelling = plain_spelling);
/// A page of its own.
std::string cv_html(const CvResult& result, const Spelling& spelling = plain_spelling);
/// What both have below their title.
Document cv_document(const CvResult& result, const Spelling& spelling);
/// `file`: what the table was read from; empty: it is not named.
std::string cv_json(const CvResult& result, const std::string& file = {});
/// Members of an object that the caller has begun.
void write_cv(JsonWriter& json, const CvResult& result);
/// One line per round; leave-one-out: one per row of the table.
std::string cv_csv(const CvResult& result);
/// The out-of-fold predictions, one line for each row of each round.
void write_out_of_fold(const CvResult& result, const ByteSink& sink);

}  // namespace treewright
