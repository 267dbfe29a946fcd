// Which pruning serves a table best? Learners are compared on the same folds, and the best is cross-validated by itself.
//   cross_validate_and_prune loans.csv repaid
#include <iostream>
#include <treewright/treewright.h>

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
} catch (const treewright::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
}
