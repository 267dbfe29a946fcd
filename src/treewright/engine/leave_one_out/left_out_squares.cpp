#include "treewright/engine/leave_one_out/left_out_squares.h"

#include "treewright/growing/missing_method.h"

namespace treewright {

SquaresOfBranches::SquaresOfBranches(const LeftOutSource& source, const LeftOutNode& node, const LeftOutQuestion& question,
                                     std::span<const std::uint32_t> child_of_row)
    : source_(source), feature_(question.candidate.split.feature), child_of_row_(child_of_row) {
    if (source.context.labels.is_classification()) return;
    const Split& split = question.candidate.split;
    const bool follows_heaviest = split.kind == SplitKind::multiway && !split.missing_branch;
    counts_missing_ = !follows_heaviest && counts_missing_rows(source.context.options.missing);
    squares_.assign(split.children, 0);
    for (const std::uint32_t row : node.rows)
        if (counts(row)) squares_[child_of_row[row]] += source.context.labels.square(row);
}

void SquaresOfBranches::fill(std::optional<std::uint32_t> without, std::vector<Sums>& counted) const {
    for (std::size_t child = 0; child < squares_.size(); ++child) {
        counted[child].squares = squares_[child];
        if (without && child_of_row_[*without] == child && counts(*without))
            counted[child].squares -= source_.context.labels.square(*without);
    }
}

bool SquaresOfBranches::counts(std::uint32_t row) const {
    if (counts_missing_) return true;
    const Column& column = source_.context.set.features[feature_];
    return column.has_values() ? !is_missing(column.values[row]) : column.codes[row] >= 0;
}

}  // namespace treewright
