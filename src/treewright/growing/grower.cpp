#include "treewright/growing/grower.h"

#include "treewright/growing/branch_growth.h"
#include "treewright/growing/missing_method.h"
#include "treewright/growing/plain_searcher.h"
#include "treewright/growing/search/fractional_searcher.h"

namespace treewright {

void refuse_no_rows(const TrainingSet& set, const RowSelection& rows) {
    if (rows.empty()) throw set.complaint("there are no rows to grow a tree from");
}

GrownTree grow(const TrainingSet& set, const RowSelection& rows, const GrowOptions& options, const ClassTerms& terms,
               const Run& run) {
    refuse_no_rows(set, rows);
    const bool in_shares = splits_rows(set, options);
    Labels labels(set, &run.progress, in_shares ? RowParts::shares : RowParts::whole);
    const SplitSearch search(set, labels, options, terms, run);
    if (in_shares) {
        FractionalSearcher searcher(search, labels, rows, run);
        return grow_with(searcher, search.context(), terms, run);
    }
    PlainSearcher searcher(search, rows, run);
    return grow_with(searcher, search.context(), terms, run);
}

}  // namespace treewright
