#include "cli/prune_compare.h"

#include "cli/flags/common_options.h"
#include "cli/flags/data_options.h"
#include "cli/flags/training_options.h"
#include "treewright/io/read_training_set.h"
#include "treewright/report/pruning_report.h"

namespace treewright::cli {

namespace {

struct PruneCompareRequest {
    CommonOptions common;
    bool compare = false;
    std::string data;
    ReadOptions read;
    TargetOptions target;
    TrainingFlags training;
};

void declare(ArgumentParser& parser, PruneCompareRequest& request) {
    parser.explain(
        "Grows a tree from all rows and a fold model per fold, prunes all of them by every method, and prints the size of the "
        "pruned tree and its cross-validated error. The parameters of the learner are those of 'treewright train'.");
    parser.positional("DATA",
                      "a CSV, JSON, ARFF, Parquet or Arrow file, optionally compressed (gzip, zstd); - reads standard input",
                      request.data);
    parser.flag("--compare", "compare the methods on DATA, instead of pruning a model", request.compare);
    declare_target(parser, request.target);
    require_target(parser, request.data);
    declare_training(parser, request.training);
    declare_format(parser, request.read);
    declare_types(parser, request.read);
    declare_common(parser, request.common);
    parser.example("all methods side by side", "treewright prune --compare adult.csv --target income --preset cart");
}

}  // namespace

void run_prune_compare(const Arguments& arguments, Console& console) {
    PruneCompareRequest request;
    ArgumentParser parser("prune --compare", "compare the pruning methods on a table");
    declare(parser, request);
    if (!parse_or_help(parser, arguments, request.common, console)) return;
    read_class_files(request.training, console.progress());
    TrainOptions& options = request.training.options;
    options.prune.seed = request.common.seed;
    const TrainingSet set = read_training_set(request.data, request.read, request.target, console.run(request.common.threads));
    console.print_messages();
    const PruningComparison comparison = compare_prunings(set, options, console.run(request.common.threads));
    if (comparison.rules_left_out && !request.common.json)
        console.messages().note("rules are left out: simplifying that many leaves in every fold would take too long");
    console.print(request.common.json ? prunings_json(comparison, command_line_spelling)
                                      : prunings_text(comparison, command_line_spelling));
}

}  // namespace treewright::cli
