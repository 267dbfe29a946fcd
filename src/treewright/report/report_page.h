// A report as one page of HTML, in the order in which a reader asks: what the data are, the tree, how good it is and how sure that is, what
// matters, the rules, how to repeat it. It holds no rows and no names of folders.
#pragma once

#include <string>

#include "treewright/base/spelling.h"
#include "treewright/report/findings.h"

namespace treewright {

[[nodiscard]] std::string report_html(const ReportFindings& findings, const Spelling& spelling = plain_spelling);
/// What it says first, as text: what was learned, and how good it is.
[[nodiscard]] std::string report_summary(const ReportFindings& findings);

}  // namespace treewright
