// A small table with options, as text: made by a random test, printed when it fails, and then kept as a regression case.
//
//     missing=category min-leaf=2                    options that are not cart's, by their names on the command line
//     score=1,2,1 label=1,1,1 costs=0,1,1,0          class factors of A, B, …, and the cost matrix, if any
//     x:n c:c y:c w:w                                columns: name and type (n number, c category, o ordered
//                                                    category of levels 0, 1, …, w weight); y is the target
//     1.5 a A 2                                      rows; ? is missing
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "treewright/data/training_set.h"
#include "treewright/training/train_options.h"

namespace treewright::reference {

struct Case {
    std::map<std::string, std::string> options;
    std::map<std::string, std::vector<double>> terms;  ///< score, label, costs
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;
};

std::string to_text(const Case& example);
Case parse_case(const std::string& text);

/// The input of the learner.
struct Problem {
    TrainingSet set;
    GrowOptions options;
    ClassTerms terms;
};
Problem problem_of(const Case& example);

/// The same as a user would specify it: `score` as class weights, `costs` as a table of costs.
TrainOptions train_options_of(const Case& example, const TrainingSet& set);

/// How the learner's tree differs from the reference tree; empty if it does not, no value if they cannot be compared.
std::optional<std::string> difference(const Case& example);
/// Shrinks the case: a smaller one that still differs.
Case shrunk(Case example);

}  // namespace treewright::reference
