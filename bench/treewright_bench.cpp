// treewright_bench: one measurement of the library in a fresh process, printed as one line of JSON. bench/run.py calls it next to
// the peers, which answer to the same words (bench/peers/__main__.py).
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <numeric>
#include <string>
#include <utility>

#include "bench/as_columns.h"
#include "bench/measurement.h"
#include "treewright/base/json_writer.h"
#include "treewright/engine/left_out_growth.h"
#include "treewright/engine/tree_grower.h"
#include "treewright/evaluation/calibration.h"
#include "treewright/evaluation/class_figures.h"
#include "treewright/evaluation/number_figures.h"
#include "treewright/export/html_page.h"
#include "treewright/export/svg_tree.h"
#include "treewright/io/read_table.h"
#include "treewright/prediction/predict.h"
#include "treewright/training/folds.h"
#include "treewright/training/learner.h"
#include "treewright/training/train.h"
#include "treewright/tree/model_file.h"
#include "treewright/treewright.h"

namespace {

using namespace treewright;
using bench::Measurement;
using bench::Part;
using bench::RawTable;
using bench::Stopwatch;

struct Request {
    std::string set;        ///< a folder
    std::string model;      ///< a file
    std::size_t rows = 0;   ///< 0: all
    std::size_t depth = 0;  ///< 0: as deep as it gets
    unsigned threads = 1;
    std::size_t levels = 0;  ///< numbers are rounded down to that many levels per unit; 0: not rounded
};

struct Answer {
    Measurement measured;
    std::vector<std::pair<std::string, double>> figures;
};

void print(const Answer& answer) {
    std::string line;
    JsonWriter json(line);
    json.begin_object();
    json.member("wall", answer.measured.wall);
    json.member("cpu", answer.measured.cpu);
    json.member("resident_before", answer.measured.resident_before);
    json.member("peak", answer.measured.peak);
    for (const auto& [name, value] : answer.figures) json.member(name, value);
    json.end_object();
    std::puts(line.c_str());
}

GrowOptions cart_options(const Request& request) {
    GrowOptions options = preset_options(Preset::cart);
    if (request.depth > 0) options.max_depth = request.depth;
    return options;
}

std::size_t tree_bytes(const Tree& tree) {
    return tree.nodes.size() * sizeof(Node) + tree.children.size() * sizeof(std::uint32_t) +
           tree.levels.size() * sizeof(std::int32_t) + tree.class_weights.cells.size() * sizeof(double);
}

/// What a table's rows are predicted to be: classes or numbers.
struct RowsPredicted {
    RowsPredicted(const RawTable& raw, std::size_t rows)
        : labels(raw.target.is_number() ? 0 : rows), values(raw.target.is_number() ? rows : 0) {}
    void fill(const Predictor& predictor, const TrainingSet& set, const Threads& threads) {
        const Rows rows(set.features, std::max(labels.size(), values.size()));
        if (!labels.empty()) predictor.predict_labels(rows, labels, threads);
        if (!values.empty()) predictor.predict_values(rows, values, threads);
    }
    std::vector<ClassId> labels;
    std::vector<double> values;
};

/// Accuracy, or the root of the mean squared error.
double score(const RawTable& raw, const RowsPredicted& predicted) {
    double sum = 0.0;
    for (std::size_t row = 0; row < raw.rows; ++row) {
        const double error = raw.target.is_number() ? predicted.values[row] - static_cast<double>(raw.target.values[row]) : 0.0;
        sum += raw.target.is_number() ? error * error : level_code(predicted.labels[row]) == raw.target.codes[row];
    }
    const double mean = sum / static_cast<double>(raw.rows);
    return raw.target.is_number() ? std::sqrt(mean) : mean;
}

double test_score(const Model& model, const Request& request) {
    const RawTable raw = bench::read_set(request.set, Part::test, 0);
    RowsPredicted predicted(raw, raw.rows);
    predicted.fill(Predictor::borrowing(model), bench::as_training_set(raw), Threads(request.threads));
    return score(raw, predicted);
}

Answer about_tree(const Request& request, const TrainingSet& set, Tree tree, const Measurement& measured) {
    const auto depths = depths_of(tree);
    Answer answer{measured, {}};
    answer.figures = {{"leaves", static_cast<double>(leaf_count(tree))},
                      {"depth", static_cast<double>(*std::max_element(depths.begin(), depths.end()))},
                      {"tree_bytes", static_cast<double>(tree_bytes(tree))}};
    Model model;
    model.schema = set.schema();
    model.tree = std::move(tree);
    answer.figures.emplace_back("score", test_score(model, request));
    return answer;
}

Tree grown_once(const TrainingSet& set, const GrowOptions& options, const ClassTerms& terms, const Run& run) {
    return TreeGrower(borrowed(set), options, terms, run).grow(set.all_rows(), run).tree;
}

/// From columns in memory to a tree: all that the library does.
Answer fit(const Request& request) {
    const RawTable raw = bench::read_set(request.set, Part::train, request.rows);
    const TrainingSet set = bench::as_training_set(raw);
    const QuietRun run{Threads(request.threads)};
    const Stopwatch watch;
    Tree tree = grown_once(set, cart_options(request), {}, run);
    return about_tree(request, set, std::move(tree), watch.stop());
}

/// The columns of a set as a program has them that calls the library's face.
Table as_table(const RawTable& raw) {
    Columns columns;
    for (const bench::RawColumn& feature : raw.features) columns.borrowed(feature.name, std::span<const float>(feature.values));
    std::vector<std::string> levels;
    for (int code = 0; code < raw.target.levels; ++code) levels.push_back(bench::level_name(raw.target, code));
    if (raw.target.is_number())
        columns.borrowed(raw.target.name, std::span<const float>(raw.target.values));
    else
        columns.categories(raw.target.name, raw.target.codes, levels);
    return std::move(columns).table();
}

/// The same by the library's face: from a table to a model, which knows its columns and the hash of its rows. What calls from Python are
/// held to.
Answer fit_face(const Request& request) {
    const RawTable raw = bench::read_set(request.set, Part::train, request.rows);
    const Session session(request.threads);
    TrainOptions cart = options({{"preset", "cart"}, {"prune", "none"}});
    if (request.depth > 0) cart.grow.max_depth = request.depth;
    const Stopwatch watch;
    const FittedModel model = treewright::fit(Dataset::from(as_table(raw), {.target = raw.target.name}, session), cart, session);
    const Measurement measured = watch.stop();
    const Model& tree = std::get<Model>(model.model());
    return {measured, {{"leaves", static_cast<double>(leaf_count(tree.tree))}, {"score", test_score(tree, request)}}};
}

/// Growing alone, labels and bins made before the clock starts.
Answer grow_prepared(const Request& request) {
    const RawTable raw = bench::read_set(request.set, Part::train, request.rows);
    const TrainingSet set = bench::as_training_set(raw);
    const QuietRun run{Threads(request.threads)};
    TreeGrower grower(borrowed(set), cart_options(request), {}, run);
    grower.prepare(run);
    const Stopwatch watch;
    Tree tree = std::move(grower).grow(set.all_rows(), run).tree;
    Answer answer = about_tree(request, set, std::move(tree), watch.stop());
    answer.figures.emplace_back("prepared", 1.0);
    return answer;
}

RawTable rounded(RawTable raw, std::size_t levels) {
    if (levels > 0)
        for (bench::RawColumn& column : raw.features)
            for (float& value : column.values) value = std::floor(value * static_cast<float>(levels));
    return raw;
}

/// A set in memory, all that trees are grown of, and what one of them takes: what folds and left-out rows are held to.
struct Workbench {
    explicit Workbench(const Request& request)
        : raw(rounded(bench::read_set(request.set, Part::train, request.rows), request.levels)),
          set(bench::as_training_set(raw)),
          threads(request.threads),
          options(cart_options(request)) {
        const Stopwatch watch;
        (void)grown_once(set, options, terms, run());
        fit = watch.stop();
    }
    [[nodiscard]] Run run() { return {threads, progress, messages}; }
    [[nodiscard]] Answer answer(const Measurement& measured, double score_of_it) const {
        return {measured, {{"fit_wall", fit.wall}, {"fit_cpu", fit.cpu}, {"score", score_of_it}}};
    }

    RawTable raw;
    TrainingSet set;
    Threads threads;
    Progress progress;
    Messages messages;
    GrowOptions options;
    ClassTerms terms;
    Measurement fit;
};

/// For every row the prediction of the tree without it, and the tree of all rows.
Answer leave_one_out_task(const Request& request) {
    Workbench work(request);
    const Stopwatch watch;
    const Tree whole = grown_once(work.set, work.options, work.terms, work.run());
    LeftOutPredictions left_out = predict_left_out({work.set, work.options, work.terms, whole}, work.run());
    const Measurement measured = watch.stop();
    RowsPredicted predicted(work.raw, 0);
    predicted.labels = std::move(left_out.labels);
    predicted.values = std::move(left_out.values);
    return work.answer(measured, score(work.raw, predicted));
}

/// Of some rows those whose class a tree predicts.
std::size_t right_predictions(const Tree& tree, const TrainingSet& set, const std::vector<std::uint32_t>& rows) {
    Model model;
    model.schema = set.schema();
    model.tree = tree;
    const ScoredRows scored = score_rows(AnyPredictor(model), set, rows, Threads(1));
    std::size_t right = 0;
    for (std::size_t i = 0; i < rows.size(); ++i)
        right += scored.predictions.labels[scored.prediction[i]] == scored.labels[i] ? 1U : 0U;
    return right;
}

/// Ten trees, each of the rows that the others hold out, and what they predict for these. All that the library does, from columns in
/// memory: dealing out the rows, the index, the trees, the predictions.
Answer cross_validate(const Request& request) {
    Workbench work(request);
    const Run run = work.run();
    const Stopwatch watch;
    const auto folds = make_folds(work.set, {}, work.set.all_rows(), run);
    const std::vector<Tree> trees =
        TreeGrower(borrowed(work.set), work.options, work.terms, run).grow_without(folds, work.set.all_rows(), run);
    std::vector<std::size_t> hits(folds.size(), 0);
    work.threads.for_each(folds.size(), [&](std::size_t i) { hits[i] = right_predictions(trees[i], work.set, folds[i]); });
    const Measurement measured = watch.stop();
    const auto right = static_cast<double>(std::accumulate(hits.begin(), hits.end(), std::size_t{0}));
    return work.answer(measured, right / static_cast<double>(work.set.rows));
}

/// A tree that is pruned by ten folds.
Answer prune(const Request& request) {
    Workbench work(request);
    const Run run = work.run();
    TrainOptions options;
    options.grow = work.options;
    options.prune = {};
    options.prune.method = PruneMethod::cost_complexity;
    const RowSelection all = work.set.all_rows();
    const Stopwatch watch;
    const Learner learner(borrowed(work.set), options, run);
    PrunedTree pruned = learner.prune(learner.grow(all, run).tree, all, run);
    const Measurement measured = watch.stop();
    Model model;
    model.schema = work.set.schema();
    model.tree = std::move(pruned.tree);
    return work.answer(measured, test_score(model, request));
}

/// Not measured: the model that `predict` reads.
Answer save(const Request& request) {
    const RawTable raw = bench::read_set(request.set, Part::train, request.rows);
    const Threads threads(request.threads);
    Progress progress;
    Messages messages;
    TrainOptions options;
    options.grow = cart_options(request);
    options.prune = {};  // as the peers' trees
    save_model(train(bench::as_training_set(raw), options, {threads, progress, messages}).model, request.model);
    return {};
}

/// The test rows, from columns in memory. One row goes first, as for the peers: what is made at the first call is made then.
Answer predict(const Request& request) {
    const Model model = load_model(request.model);
    const RawTable raw = bench::read_set(request.set, Part::test, request.rows);
    const TrainingSet set = bench::as_training_set(raw);
    const Threads threads(request.threads);
    const Predictor predictor = Predictor::borrowing(model);
    RowsPredicted(raw, 1).fill(predictor, set, threads);
    const Stopwatch watch;
    RowsPredicted predicted(raw, set.rows);
    predicted.fill(predictor, set, threads);
    return {watch.stop(), {{"score", score(raw, predicted)}}};
}

/// Row after row, each by a call of its own: from a row-major matrix, as a caller has it.
Answer predict_row(const Request& request) {
    const Model model = load_model(request.model);
    const RawTable raw = bench::read_set(request.set, Part::test, request.rows);
    const TrainingSet set = bench::as_training_set(raw);
    std::vector<float> cells;
    for (std::size_t row = 0; row < set.rows; ++row)
        for (const Column& column : set.features) cells.push_back(static_cast<float>(column.values[row]));
    const std::size_t features = set.features.size();
    const Predictor predictor = Predictor::borrowing(model);
    const Threads threads(1);
    RowsPredicted predicted(raw, set.rows);
    const auto predict_at = [&](std::size_t row) {
        const Rows one(RowMatrix<float>{cells.data() + row * features, 1, features});
        predictor.predict_labels(one, std::span(predicted.labels).subspan(row, 1), threads);
    };
    predict_at(0);
    const Stopwatch watch;
    for (std::size_t row = 0; row < set.rows; ++row) predict_at(row);
    return {watch.stop(), {{"score", score(raw, predicted)}}};
}

/// Every figure about the test rows, from columns in memory, with intervals, baseline and calibration. What the model gains on the baseline:
/// accuracy, or root mean squared error.
double evaluated(const AnyPredictor& scorer, const TrainingSet& set, const Threads& threads) {
    const ScoredRows scored = score_rows(scorer, set, threads);
    if (set.task() == Task::regression) {
        const NumberFigures figures = figures_of(scored, {});
        return constant_figures(scored, scorer.baseline().values[0], figures).rmse.value - figures.rmse.value;
    }
    IntervalPlan plain;
    plain.values_only = true;
    const OutcomeTable table = count_outcomes(scored);
    const ClassFigures figures = figures_of(table, {});
    const ClassFigures baseline = figures_of(with_prediction(table, scorer.baseline()), {plain, {}, {}});
    const Calibration calibration = calibrate(table, std::nullopt, {});
    return calibration.bins.empty() ? 0.0 : figures.accuracy.value - baseline.accuracy.value;
}

/// Right behind prediction alone, to which it is held: both in turn, the fastest of each.
Answer evaluate(const Request& request) {
    const Model model = load_model(request.model);
    const RawTable raw = bench::read_set(request.set, Part::test, request.rows);
    const TrainingSet set = bench::as_training_set(raw);
    const Threads threads(request.threads);
    const Predictor predictor = Predictor::borrowing(model);
    const AnyPredictor scorer(model);
    RowsPredicted(raw, 1).fill(predictor, set, threads);
    Measurement predicting;
    Measurement evaluating;
    double gained = 0.0;
    for (int turn = 0; turn < 10; ++turn) {
        const Stopwatch alone;
        RowsPredicted(raw, set.rows).fill(predictor, set, threads);
        const Measurement one = alone.stop();
        const Stopwatch watch;
        gained = evaluated(scorer, set, threads);
        const Measurement other = watch.stop();
        if (turn == 0 || one.cpu < predicting.cpu) predicting = one;
        if (turn == 0 || other.cpu < evaluating.cpu) evaluating = other;
    }
    return {evaluating, {{"predict_wall", predicting.wall}, {"predict_cpu", predicting.cpu}, {"score", gained}}};
}

/// A drawing or a page of the tree that is fully grown from these rows. The score is its nodes.
template <class Draw>
Answer drawn(const Request& request, const Draw& draw) {
    const RawTable raw = bench::read_set(request.set, Part::train, request.rows);
    TrainOptions options;
    options.grow = preset_options(Preset::cart);
    options.prune = {};
    const Model model = train(bench::as_training_set(raw), options, QuietRun(Threads(request.threads))).model;
    const Stopwatch watch;
    const std::string text = draw(model);
    return {watch.stop(), {{"bytes", static_cast<double>(text.size())}, {"score", static_cast<double>(model.tree.nodes.size())}}};
}
Answer draw_svg(const Request& request) {
    return drawn(request, [](const Model& model) { return tree_svg(model); });
}
Answer draw_html(const Request& request) {
    return drawn(request, [](const Model& model) { return html_page(model); });
}

/// A CSV file to a table. The mean of the first column shows that all readers read the same.
Answer load(const Request& request) {
    Messages messages;
    Progress progress;
    ReadOptions options;
    const Stopwatch watch;
    const Table table = read_table(request.set + "/train.csv", options, {Threads(request.threads), progress, messages});
    const Measurement measured = watch.stop();
    double sum = 0.0;
    for (const double value : table.columns.front().values) sum += value;
    return {measured,
            {{"rows", static_cast<double>(table.rows)},
             {"columns", static_cast<double>(table.columns.size())},
             {"score", sum / static_cast<double>(table.rows)}}};
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app{"One measurement of Treewright, as a line of JSON."};
    Request request;
    std::string task;
    const std::map<std::string, Answer (*)(const Request&)> tasks{{"fit", fit},
                                                                  {"fit_face", fit_face},
                                                                  {"grow_prepared", grow_prepared},
                                                                  {"cross_validate", cross_validate},
                                                                  {"leave_one_out", leave_one_out_task},
                                                                  {"prune", prune},
                                                                  {"save", save},
                                                                  {"predict", predict},
                                                                  {"predict_row", predict_row},
                                                                  {"evaluate", evaluate},
                                                                  {"draw_svg", draw_svg},
                                                                  {"draw_html", draw_html},
                                                                  {"load", load}};
    app.add_option("task", task, "what to measure")->required()->check(CLI::IsMember(tasks));
    app.add_option("set", request.set, "the folder of a set")->required();
    app.add_option("--rows", request.rows, "only the first rows");
    app.add_option("--depth", request.depth, "0: as deep as it gets");
    app.add_option("--threads", request.threads, "how many");
    app.add_option("--levels", request.levels,
                   "round numbers down to that many levels per unit (leave_one_out, cross_validate, prune)");
    app.add_option("--model", request.model, "the file that save writes and predict reads");
    CLI11_PARSE(app, argc, argv);
    try {
        print(tasks.at(task)(request));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "treewright_bench: %s\n", error.what());
        return 1;
    }
    return 0;
}
