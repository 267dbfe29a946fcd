// The comparison of all prunings as text.
#include <fmt/format.h>

#include "treewright/export/table_text.h"
#include "treewright/report/page.h"
#include "treewright/report/pruning_report.h"
#include "treewright/report/text/pruning_unit.h"
#include "treewright/report/text/sequence_text.h"

namespace treewright {

namespace {

constexpr double few_rows = 50.0;  // with fewer, cross-validation is too noisy

std::string prunings_table(const PruningComparison& comparison, const PruningUnit& unit) {
    using Align = TextTable::Align;
    TextTable table({Align::left, Align::right, Align::right, Align::right, Align::right, Align::left});
    table.add_row({unit.heading() + " of", "leaves", "depth", "training", "cross-validated", ""});
    for (std::size_t i = 0; i < comparison.results.size(); ++i) {
        const PruningResult& result = comparison.results[i];
        table.add_row(
            {result.method, std::to_string(result.leaves), std::to_string(result.depth), unit.text(result.training_loss),
             fmt::format("{} ± {}{}", unit.text(result.loss), unit.reach_text(result), result.chosen_by_folds ? "*" : " "),
             i == comparison.recommended && comparison.sequence.weight >= few_rows ? "recommended"
             : i == comparison.best                                                ? "least"
                                                                                   : ""});
    }
    return table.text(0, page_width);
}

std::string chosen_sentence(const PruningComparison& comparison) {
    const std::string& chosen = comparison.results[comparison.recommended].method;
    const std::string& best = comparison.results[comparison.best].method;
    if (comparison.best == comparison.recommended)
        return fmt::format(
            "Recommended: {}. It has the least cross-validated error, and no smaller tree comes within one standard error of "
            "it.",
            chosen);
    return fmt::format("Recommended: {}. It has the fewest leaves of those within one standard error of the least ({}).",
                       chosen, best);
}

std::string recommendation(const PruningComparison& comparison, const Spelling& spelling) {
    if (comparison.sequence.weight < few_rows)
        return fmt::format("Fewer than {:.0f} rows are too few to recommend one.", few_rows);
    return chosen_sentence(comparison) +
           fmt::format(" To train that way: {}.", options_text(comparison.results[comparison.recommended], spelling));
}

}  // namespace

std::string prunings_text(Task task, const PruningComparison& comparison, const Spelling& spelling) {
    return prunings_table(comparison, PruningUnit(task, comparison)) + "\n" +
           summary_paragraph(recommendation(comparison, spelling)) +
           summary_paragraph(
               "± is one standard error. * slightly optimistic: the same folds also chose the size of the tree. reduced-error "
               "grows from a part of the rows and prunes by the others. For rules, leaves is the number of rules.") +
           fmt::format("\nThe cost-complexity sequence:\n{}", sequence_plot(task, comparison.sequence, spelling));
}

}  // namespace treewright
