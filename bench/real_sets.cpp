// real_sets: how well learners do on one table that was not made for it, printed as one line of JSON. Every learner meets the same
// folds, and a second file if there is one. bench/real_sets.py calls it for one set after the other.
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <exception>
#include <map>
#include <string>
#include <vector>

#include "bench/hold_out.h"
#include "bench/measurement.h"
#include "treewright/base/error.h"
#include "treewright/base/json_writer.h"
#include "treewright/data/prepare.h"
#include "treewright/io/read_labelled.h"
#include "treewright/io/read_table.h"
#include "treewright/prediction/predict.h"
#include "treewright/training/catalogue.h"
#include "treewright/training/folds.h"
#include "treewright/training/train.h"

namespace {

using namespace treewright;

struct Request {
    std::string file;
    std::string test_file;  ///< empty: folds only
    ReadOptions reading;
    PrepareOptions preparing;
    std::vector<std::string> learners;  ///< "preset=cart,se=0": parameters in the order in which they are set
    FoldPlan folds;
    unsigned threads = 1;
};

/// What came of one tree.
struct Trial {
    double score = 0.0;  ///< share of right classes, or the root of the mean squared error
    std::size_t leaves = 0;
    double seconds = 0.0;  ///< of the processor, to train
};

struct Results {
    std::string learner;
    std::vector<Trial> folds;
    std::vector<Trial> split;  ///< one, if there is a test file
};

TrainOptions preset_options(const std::string& learner) {
    TrainOptions options;
    for (const std::string& setting : CLI::detail::split(learner, ',')) {
        const std::size_t equals = setting.find('=');
        const LearnerParameter* parameter = find_parameter(setting.substr(0, equals));
        if (equals == std::string::npos || parameter == nullptr) throw usage_error("no such parameter: " + setting);
        parameter->set(options, setting.substr(equals + 1));
    }
    return options;
}

double score(const Model& model, const TrainingSet& test, const Threads& threads) {
    const bool classes = test.task() == Task::classification;
    const std::vector<Outcome> outcomes = Predictor(model).predict_all(test.features, test.rows, threads);
    double sum = 0.0;
    for (std::size_t row = 0; row < test.rows; ++row) {
        const double error = classes ? 0.0 : outcomes[row].value - test.target.values[row];
        sum += classes ? static_cast<double>(outcomes[row].label == test.class_of(row)) : error * error;
    }
    const double mean = sum / static_cast<double>(test.rows);
    return classes ? mean : std::sqrt(mean);
}

Trial try_out(const TrainOptions& options, const TrainingSet& train_set, const TrainingSet& test, const Threads& threads) {
    const bench::Stopwatch watch;
    const Model model = train(train_set, options, QuietRun(threads)).model;
    const double seconds = watch.stop().cpu;
    return {score(model, test, threads), leaf_count(model.tree), seconds};
}

TrainingSet read_set(const Request& request) {
    Messages messages;
    Progress progress;
    TrainingSet set = prepare(read_table(request.file, request.reading, {Threads(request.threads), progress, messages}),
                              request.preparing, messages);
    for (const Message& message : messages.list()) std::fprintf(stderr, "%s\n", message.text.c_str());
    return set;
}

std::vector<Results> try_all(const Request& request, const TrainingSet& set) {
    const Threads threads(request.threads);
    std::vector<Results> all;
    for (const std::string& learner : request.learners) all.push_back({learner, {}, {}});
    for (const auto& fold : make_folds(set, request.folds, set.all_rows(), QuietRun(threads))) {
        const bench::HeldOut held_out = bench::hold_out(set, fold);
        for (Results& results : all)
            results.folds.push_back(try_out(preset_options(results.learner), held_out.train, held_out.test, threads));
    }
    if (request.test_file.empty()) return all;
    Messages messages;
    Progress progress;
    const TrainingSet test =
        read_labelled({request.test_file, ""}, set.schema(), request.reading, {Threads(request.threads), progress, messages});
    for (Results& results : all) results.split.push_back(try_out(preset_options(results.learner), set, test, threads));
    return all;
}

void write_trials(JsonWriter& json, std::string_view name, const std::vector<Trial>& trials) {
    json.key(name);
    json.begin_array();
    for (const Trial& trial : trials) {
        json.begin_object();
        json.member("score", trial.score);
        json.member("leaves", trial.leaves);
        json.member("seconds", trial.seconds);
        json.end_object();
    }
    json.end_array();
}

void print(const TrainingSet& set, const std::vector<Results>& all) {
    std::string line;
    JsonWriter json(line);
    json.begin_object();
    json.member("rows", set.rows);
    json.member("features", set.features.size());
    json.member("classes", set.task() == Task::classification ? set.target.schema.levels.size() : 0);
    json.key("learners");
    json.begin_array();
    for (const Results& results : all) {
        json.begin_object();
        json.member("learner", results.learner);
        write_trials(json, "folds", results.folds);
        write_trials(json, "split", results.split);
        json.end_object();
    }
    json.end_array();
    json.end_object();
    std::puts(line.c_str());
}

void declare(CLI::App& app, Request& request) {
    app.add_option("file", request.file, "the table")->required();
    app.add_option("--target", request.preparing.target, "a name, 'last' or '#15'")->default_val("last");
    app.add_option("--learner", request.learners, "parameters: preset=cart,se=0; may be repeated")->required()->delimiter('\0');
    app.add_option("--test", request.test_file, "another file of test rows, besides the folds");
    app.add_option("--ignore", request.reading.ignore, "columns that are left out")->delimiter(',');
    app.add_option("--names", request.reading.names, "names of all columns, for a file without")->delimiter(',');
    app.add_flag_callback("--no-header", [&] { request.reading.header = false; }, "the first row is data, not names");
    app.add_option("--task", request.preparing.task, "where the target alone does not tell")
        ->transform(CLI::CheckedTransformer(
            std::map<std::string, Task>{{"classification", Task::classification}, {"regression", Task::regression}}));
    app.add_option("--folds", request.folds.count, "how many");
    app.add_option("--seed", request.folds.seed, "of the folds");
    app.add_option("--threads", request.threads, "how many");
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app{"How well learners do on one table, as a line of JSON."};
    Request request;
    declare(app, request);
    CLI11_PARSE(app, argc, argv);
    try {
        request.preparing.source = request.file;
        if (!request.reading.names.empty()) request.reading.header = false;
        const TrainingSet set = read_set(request);
        print(set, try_all(request, set));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "real_sets: %s\n", error.what());
        return 1;
    }
    return 0;
}
