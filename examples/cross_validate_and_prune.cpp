// Which pruning serves a table best? Learners are compared on the same folds, and the best is cross-validated by itself. Then the depth is
// chosen from a grid, and the tree that comes of it is pruned.
//   cross_validate_and_prune loans.csv repaid
#include <treewright/treewright.h>
#include <iostream>

int main(int argc, char** argv) try {
    if (argc != 3) throw treewright::usage_error("usage: cross_validate_and_prune DATA TARGET");
    const auto data = treewright::Dataset::read(argv[1], {.target = argv[2]});

    treewright::TrainOptions unpruned;  // options by field ...
    unpruned.prune.method = treewright::PruneMethod::none;
    const auto pruned = treewright::options({{"prune", "pessimistic"}, {"confidence", "0.1"}});  // ... or by name

    const treewright::ResamplingPlan plan{.folds = 5, .repeats = 2};
    std::cout << treewright::comparison_text(treewright::compare({{"unpruned", unpruned}, {"pruned", pruned}}, data, plan))
              << "\n"
              << treewright::cv_text(treewright::cross_validate(data, pruned, plan));

    const auto tuned = treewright::tune(data, {.axes = {treewright::tune_axis("max-depth=2..4")}}, {{"preset", "cart"}}, plan);
    const auto best = treewright::fit(data, tuned.task.grid[tuned.best].options);
    const auto smaller = treewright::prune(best, {{"prune", "cost-complexity"}, {"leaves", "3"}});
    std::cout << "\nthe best depth, with at most three leaves:\n" << smaller.text();
} catch (const treewright::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
}
