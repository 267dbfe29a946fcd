// From a CSV file to an evaluated model, and from the model to predictions: treewright's shortest program.
//   train_and_predict loans.csv repaid
#include <treewright/treewright.h>
#include <iostream>

int main(int argc, char** argv) try {
    if (argc != 3) throw treewright::usage_error("usage: train_and_predict DATA TARGET");
    const auto data = treewright::Dataset::read(argv[1], {.target = argv[2]});
    const auto [train, test] = data.split(0.3);
    const auto model = treewright::fit(train, treewright::options({{"preset", "cart"}, {"max-depth", "4"}}));
    std::cout << model.text() << "\n" << treewright::evaluation_text(treewright::evaluate(model, test));

    model.save("example.tree");
    const auto again = treewright::FittedModel::load("example.tree");
    const auto row = again.predict({{"debt", 20.0}, {"income", 70.0}, {"job", std::string("employed")}});
    std::cout << "\na new row: " << row.label(0) << ", leaf " << row.leaves.front() << "\n";
} catch (const treewright::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
}
