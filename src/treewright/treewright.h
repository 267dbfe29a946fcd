// Treewright for C++ programs: one header, from a file or your own columns to a model that predicts, explains itself and is evaluated.
//
//     const auto data = treewright::Dataset::read("loans.csv", {.target = "repaid"});
//     const auto [train, test] = data.split(0.3);
//     const auto model = treewright::fit(train, treewright::options({{"preset", "c45"}, {"max-depth", "4"}}));
//     std::cout << model.text() << treewright::evaluation_text(treewright::evaluate(model, test));
//     model.save("loans.tree");
//
// Everything here is a value: copies are cheap and share what they need, and nothing must outlive anything else, with one
// documented exception (borrowed columns). A call keeps nothing of what it is given, unless its result shares it. Mistakes are
// thrown as `treewright::Error`, whose what() is one sentence: what happened, where and what to do. Nothing prints, nothing ends the process. docs/library.md walks through it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "treewright/base/error.h"
#include "treewright/base/run.h"
#include "treewright/data/arrow_c.h"
#include "treewright/data/arrow_column.h"
#include "treewright/data/ids.h"
#include "treewright/data/parameter.h"
#include "treewright/data/table.h"
#include "treewright/data/training_set.h"
#include "treewright/evaluation/evaluate.h"
#include "treewright/export/drawing_options.h"
#include "treewright/export/rule_report.h"
#include "treewright/export/targets.h"
#include "treewright/export/text.h"
#include "treewright/io/read_options.h"
#include "treewright/prediction/any_model.h"
#include "treewright/prediction/any_predictor.h"
#include "treewright/pruning/weakest_links.h"
#include "treewright/report/compare_report.h"
#include "treewright/report/curve_report.h"
#include "treewright/report/cv_report.h"
#include "treewright/report/description.h"
#include "treewright/report/evaluation_report.h"
#include "treewright/report/pruning_report.h"
#include "treewright/report/report_page.h"
#include "treewright/report/tune_report.h"
#include "treewright/report/verification_report.h"
#include "treewright/resampling/compare.h"
#include "treewright/resampling/learning_curve.h"
#include "treewright/resampling/plan_options.h"
#include "treewright/resampling/tune.h"
#include "treewright/resampling/validate.h"
#include "treewright/training/catalogue.h"
#include "treewright/training/prune_comparison.h"
#include "treewright/training/train_options.h"
#include "treewright/verification/probe_rows.h"
#include "treewright/verification/verify.h"

namespace treewright {

/// The context of calls: threads, progress and messages. Copies share all of it. Without one, a call uses all cores and shows nothing.
class Session {
public:
    /// 0: all cores. The result does not depend on it.
    explicit Session(unsigned threads = 0);
    /// `show` gets the name of the stage and the share done, 0 to 1, from one thread at a time.
    explicit Session(Progress::Show show, unsigned threads = 0);

    /// Warnings and notes so far, in order.
    [[nodiscard]] const std::vector<Message>& messages() const;
    /// Ends the work that is going on with `Cancelled`. Safe from another thread and from a signal handler.
    void cancel() const noexcept;
    [[nodiscard]] const Run& run() const;

private:
    struct State;
    std::shared_ptr<State> state_;
};

/// A table from your own columns. They have the same length.
class Columns {
public:
    Columns& numbers(std::string name, std::vector<double> values);  ///< NaN is missing
    /// Without a copy: the memory must stay alive and unchanged while a table, dataset or model prediction uses it.
    Columns& borrowed(std::string name, std::span<const double> values);
    Columns& borrowed(std::string name, std::span<const float> values);
    template <class Number>
    Columns& borrowed(std::string name, const std::vector<Number>&& values) = delete;  // it would be gone: `numbers` takes it
    template <class Number, std::size_t count>
    Columns& borrowed(std::string name, const std::array<Number, count>&& values) = delete;
    /// Numbers, dates (days since 1970-01-01) or times (seconds since then, UTC), owned or borrowed.
    Columns& values(std::string name, Numbers values, ColumnType type = ColumnType::numeric);
    /// Texts are levels by their names; an empty text is missing.
    Columns& categories(std::string name, std::span<const std::string> texts);
    /// Positions in `levels`, which need not be sorted nor occur; a negative one is missing.
    Columns& categories(std::string name, std::vector<LevelCode> codes, const std::vector<std::string>& levels);
    /// The same with levels from lowest to highest.
    Columns& ordered(std::string name, std::span<const LevelCode> codes, std::vector<std::string> levels);
    /// All columns of a table.
    Columns& append(Table table);
    /// New names for all columns, in order.
    Columns& rename(const std::vector<std::string>& names);

    [[nodiscard]] const Table& view() const { return table_; }
    /// An input `Error` where columns differ in length or share a name.
    [[nodiscard]] Table table() &&;
    [[nodiscard]] Table table() const&;

private:
    Table table_;
};

/// All rows of a CSV, JSON or ARFF file, and with the plugin of Parquet and Arrow files; also compressed. `describe` says what is in it.
[[nodiscard]] Table read_table(const std::string& path, const ReadOptions& options = {}, const Session& session = Session());

/// Files about classes, for `TrainOptions::given_priors` and `TrainOptions::costs`: one row per class with its prior; one row per true class
/// with a column per predicted one.
[[nodiscard]] std::vector<ClassNumber> read_priors(const std::string& path, const Session& session = Session());
[[nodiscard]] CostTable read_costs(const std::string& path, const Session& session = Session());

/// How columns of an Arrow stream are taken, by name, where that is not by their types.
using ArrowKinds = std::map<std::string, ArrowAs>;

/// All columns of a stream, which is consumed.
[[nodiscard]] Table table_from_arrow(ArrowArrayStream& stream, const Session& session = Session());
[[nodiscard]] Table table_from_arrow(ArrowArrayStream& stream, const ArrowKinds& kinds, const Session& session = Session());

struct DataOptions {
    std::string target;                             ///< a name, `last`, or `#15` for the fifteenth column
    std::string weight = {};                        ///< column of case weights: how many rows each row stands for
    std::optional<WeightMeaning> weights_are = {};  ///< empty: numbers of rows
    std::string group = {};                         ///< column of groups: rows with the same value stay in one fold
    std::optional<Task> task = {};                  ///< empty: by the target
    /// Leave out columns that look like identifiers or number the rows, as the program does: then the same file and options give the program's model file.
    /// Otherwise they are features, and a warning names them.
    bool drops_identifiers = false;
    bool for_a_model = false;  ///< rows to test or to prune a model with: one class is enough, and nothing is said about the columns
    ReadOptions reading = {};  ///< of a file: delimiter, header, names, words for missing, types
};

/// Labelled rows: to train on, or to evaluate a model on.
class Dataset {
public:
    /// CSV, JSON, ARFF, and with the plugin Parquet and Arrow files; also compressed.
    [[nodiscard]] static Dataset read(const std::string& path, const DataOptions& options, const Session& session = Session());
    [[nodiscard]] static Dataset from(Table table, const DataOptions& options, const Session& session = Session());

    [[nodiscard]] std::size_t rows() const { return set_->rows; }
    [[nodiscard]] const Schema& schema() const { return *schema_; }
    [[nodiscard]] const TrainingSet& set() const { return *set_; }
    [[nodiscard]] const std::shared_ptr<const TrainingSet>& shared() const { return set_; }

    /// Two parts of the rows, the second with about this share of them, drawn by the seed, stratified by class. Groups stay together.
    [[nodiscard]] std::pair<Dataset, Dataset> split(double share, std::uint64_t seed = 1) const;
    /// These rows, in this order; they are counted from 0.
    [[nodiscard]] Dataset pick(std::span<const RowId> rows) const;

private:
    static Dataset prepared(Table table, const std::string& source, const DataOptions& options, const Session& session);
    explicit Dataset(TrainingSet set)
        : set_(std::make_shared<const TrainingSet>(std::move(set))), schema_(std::make_shared<const Schema>(set_->schema())) {}
    std::shared_ptr<const TrainingSet> set_;
    std::shared_ptr<const Schema> schema_;
};

/// A parameter by its name, as in docs/parameters.md, and its value as text.
using NamedSetting = std::pair<std::string_view, std::string>;

/// The options of a learner by their names. Every one can also be set by its field of `TrainOptions`.
[[nodiscard]] TrainOptions options(std::initializer_list<NamedSetting> settings);
/// The same with typed values.
[[nodiscard]] TrainOptions options(const std::map<std::string, ParameterValue>& values);
// One option by its name. A usage `Error` for an unknown name, or a value out of range.
void set_option(TrainOptions& options, std::string_view name, const ParameterValue& value);
void set_option(DataOptions& options, std::string_view name, const ParameterValue& value);
void set_option(PlanOptions& options, std::string_view name, const ParameterValue& value);  ///< `plan_of` makes a plan of them
void set_option(CurvePlan& options, std::string_view name, const ParameterValue& value);
void set_option(TuneOptions& options, std::string_view name, const ParameterValue& value);
void set_option(EvaluationOptions& options, std::string_view name, const ParameterValue& value);
void set_option(ExportOptions& options, std::string_view name, const ParameterValue& value);
void set_option(VerifyOptions& options, std::string_view name, const ParameterValue& value);
void set_option(DrawingOptions& options, std::string_view name, const ParameterValue& value);
void set_option(ReportOptions& options, std::string_view name, const ParameterValue& value);
void set_option(RuleChoice& options, std::string_view name, const ParameterValue& value);
/// A value as options write it: "yes", "none", "0.25".
[[nodiscard]] std::string option_text(std::string_view name, const ParameterValue& value);

/// The predictions of a model: classes and probabilities, or numbers; the others are empty.
struct PredictedRows {
    std::vector<ClassId> classes;       ///< positions in `Schema::classes()`
    std::vector<double> probabilities;  ///< rows × classes, in the order of `Schema::classes()`
    std::vector<double> values;
    std::vector<NodeId> leaves;  ///< the leaf, or the rule counted from 1 (0: the default), that decided
    std::shared_ptr<const std::vector<std::string>> class_names;  ///< shared with the model

    /// The name of a row's class; it lives as long as these predictions. A usage `Error` where no class is predicted.
    [[nodiscard]] const std::string& label(std::size_t row) const;
};

/// A cell of a single row: a number, the name of a level, or nothing.
struct Cell : std::variant<std::monostate, double, std::string> {
    using variant::variant;
    /// Whole numbers, too: a variant alone would refuse to make a double of an int.
    template <class Integer>
        requires std::is_integral_v<Integer> && (!std::is_same_v<Integer, bool>)
    Cell(Integer number) : variant(static_cast<double>(number)) {}
};

/// How rules are written.
enum class RuleFormat { text, markdown, csv, json };

/// A tree or a rule list, ready to predict.
class FittedModel {
public:
    explicit FittedModel(AnyModel model);
    [[nodiscard]] static FittedModel load(const std::string& path);
    /// The file holds the old bytes or the new ones, never a part of them.
    void save(const std::string& path) const;
    /// The bytes of the file, and the model of such bytes.
    [[nodiscard]] std::string bytes() const;
    [[nodiscard]] static FittedModel from_bytes(std::string_view bytes);

    [[nodiscard]] const AnyModel& model() const { return predictor_.model(); }
    [[nodiscard]] const Schema& schema() const { return predictor_.schema(); }
    [[nodiscard]] const AnyPredictor& predictor() const { return predictor_; }

    /// Columns are found by their names; others are ignored. A level that the model never saw follows the model's rule for it.
    [[nodiscard]] PredictedRows predict(const Table& table, const Session& session = Session()) const;
    /// A row-major matrix, the cells in the order of the schema's features; a category is the position of its level in
    /// `ColumnSchema::levels`, NaN is missing.
    [[nodiscard]] PredictedRows predict(std::span<const double> cells, const Session& session = Session()) const;
    [[nodiscard]] PredictedRows predict(std::span<const float> cells, const Session& session = Session()) const;
    /// One row by names; features that are not named are missing.
    [[nodiscard]] PredictedRows predict(const std::map<std::string, Cell>& row) const;

    /// Every question on the path of a row (counted from 0) with its answer, and the prediction with its confidence interval.
    [[nodiscard]] std::string explain(const Table& table, std::size_t row) const;
    [[nodiscard]] std::string explain(const std::map<std::string, Cell>& row) const;
    /// The same as an object of JSON: see `write_explanation` (export/explain_text.h, export/rule_explanation.h).
    [[nodiscard]] std::string explain_json(const Table& table, std::size_t row) const;
    /// The tree, or the rules, as text and as JSON.
    [[nodiscard]] std::string text(const TextStyle& style = {}) const;
    [[nodiscard]] std::string json() const;
    /// Rows, leaves or rules, training error, the most important features.
    [[nodiscard]] std::string summary() const;
    /// Every leaf of a tree as a rule in English; of a list, its rules.
    [[nodiscard]] std::string rules(const RuleChoice& choice = {}, RuleFormat format = RuleFormat::text) const;
    /// The tree as a file of other software, such as "c", "sql" or "onnx" (docs/exports.md). A usage `Error` for an option that the target
    /// has no use for, an input `Error` for what it cannot express and for a rule list.
    [[nodiscard]] std::string exported(std::string_view target, const ExportOptions& options = {}) const;
    /// A drawing of the tree, or of the rules, as SVG: one file for slides, pages and print. With the training rows, thresholds of many digits
    /// are rounded as far as these allow. An input `Error` for options about a part of a tree where there are rules.
    [[nodiscard]] std::string svg(const DrawingOptions& options = {}) const;
    [[nodiscard]] std::string svg(const DrawingOptions& options, const Table& rows) const;
    /// The tree, or the rules, as a page to explore: one file of HTML that loads nothing.
    [[nodiscard]] std::string html() const;
    /// The share of each feature in the total gain; all 0 for a tree without gain. An input `Error` for a rule list.
    [[nodiscard]] std::vector<double> importance() const;
    /// The cost-complexity sequence of the tree, from the largest member to the root alone. An input `Error` for a rule list.
    [[nodiscard]] WeakestLinks sequence(Complexity complexity = Complexity::error) const;

private:
    AnyPredictor predictor_;  ///< made once: single rows must not pay for it again
    std::shared_ptr<const std::vector<std::string>> class_names_;
};

/// Rows that the tree itself suggests, on which another implementation of it would differ first: each leaf, each threshold and its neighbours,
/// missing, unseen and extreme values (verification/probe_rows.h). An input `Error` for a rule list.
[[nodiscard]] ProbeRows probe_rows(const FittedModel& model, const ProbeLimits& limits = {});

/// Replays an export on its real consumer (a compiler, an interpreter, a database, a runtime), with those rows, and compares its answers with the
/// model's. It runs code: only an export that is, byte by byte, what the model makes now, or with `options.trust`. `verification_text` and
/// `verification_json` print the record. An input `Error` for another export and for a rule list, a system `Error` for a consumer that is not
/// installed.
[[nodiscard]] VerificationResult verify(const FittedModel& model, const ExportFile& file, const VerifyOptions& options = {},
                                        const Session& session = Session());
/// The same with more rows.
[[nodiscard]] VerificationResult verify(const FittedModel& model, const ExportFile& file, const Table& rows, const VerifyOptions& options = {},
                                        const Session& session = Session());

/// Grows and prunes a tree; with the pruning `rules` it becomes a rule list. `validation`, here and below: the validation set of
/// reduced-error pruning, instead of a part of the data; a usage `Error` with another pruning.
[[nodiscard]] FittedModel fit(const Dataset& data, const TrainOptions& options = {}, const Session& session = Session(),
                              const std::optional<Dataset>& validation = std::nullopt);

/// A tree with the arithmetic of every choice, as text and as JSON: that of the tree as it was grown, before it is pruned.
struct Worked {
    FittedModel model;
    std::string text;
    std::string json;
};
[[nodiscard]] Worked show_work(const Dataset& data, const TrainOptions& options = {}, const Session& session = Session(),
                               const TextStyle& style = {});

/// The columns of a table. With `about` (its target) also how informative each column is about that. `description_text` and
/// `description_json` print it.
[[nodiscard]] TableDescription describe_table(Table table, const std::optional<DataOptions>& about = std::nullopt,
                                              const DescribeOptions& questions = {}, const Session& session = Session());

/// Rows for prunings that need some.
struct PruneRows {
    std::optional<Dataset> training = {};    ///< the training rows of the tree: for cross-validation, raising and rules
    std::optional<Dataset> validation = {};  ///< the validation set of reduced error
};
/// Another pruning of a tree, by its name ("prune") and its parameters. It starts from the unpruned tree if the model holds that
/// (`keep_unpruned`), else the tree is pruned further. A usage `Error` where rows are missing.
[[nodiscard]] FittedModel prune(const FittedModel& model, const std::vector<NamedSetting>& settings, const PruneRows& rows = {},
                                const Session& session = Session());
/// What every pruning would do to the tree of these rows. `prunings_text` prints it.
[[nodiscard]] PruningComparison compare_prunings(const Dataset& data, const TrainOptions& options = {},
                                                 const Session& session = Session());
/// A tree as a shorter rule list, simplified using these rows, usually the training rows.
[[nodiscard]] FittedModel simplify(const FittedModel& tree, const Dataset& rows, const Session& session = Session());

/// Every metric on these rows, with its confidence interval and that of a baseline. `evaluation_text`, `evaluation_json` print it.
[[nodiscard]] EvaluationResult evaluate(const FittedModel& model, const Dataset& data, const EvaluationOptions& options = {},
                                        const Session& session = Session());
/// Folds, random splits or leave-one-out. `cv_text` and `cv_json` print it.
[[nodiscard]] CvResult cross_validate(const Dataset& data, const TrainOptions& options = {}, const ResamplingPlan& plan = {},
                                      const Session& session = Session(),
                                      const std::optional<Dataset>& validation = std::nullopt);
/// Several learners on the same rounds. `comparison_text` prints it.
[[nodiscard]] ComparisonResult compare(const NamedLearners& learners, const Dataset& data, const ResamplingPlan& plan = {},
                                       const Session& session = Session());
/// The best options of a grid; `tune_axis("max-depth=2..12")` makes an axis. `settings` hold for all of it, `classes` for priors, class
/// weights and costs. The best learner is `result.task.grid[result.best].options`; `tune_text` and `tune_json` print it.
[[nodiscard]] TuneResult tune(const Dataset& data, const TuneOptions& tuning, const std::vector<NamedSetting>& settings = {},
                              const ResamplingPlan& plan = {}, const Session& session = Session(),
                              const std::optional<Dataset>& validation = std::nullopt, const TrainOptions& classes = {});
/// A report: what the data are, the tree, how good it is on held-out rows, what matters, rules, how to repeat it. `report_html` makes a page of
/// it, `report_summary` a few sentences.
[[nodiscard]] ReportFindings report(const Dataset& data, const TrainOptions& options = {}, const ResamplingPlan& plan = {},
                                    const ReportOptions& what = {}, const Session& session = Session(),
                                    const std::optional<Dataset>& validation = std::nullopt);
/// The same about a model and how good it is on these rows.
[[nodiscard]] ReportFindings report(const FittedModel& model, const Dataset& data, const ReportOptions& what = {},
                                    const EvaluationOptions& options = {}, const Session& session = Session());
/// How good a learner is with fewer rows, and what more would bring. `curve_text` prints it.
[[nodiscard]] CurveResult measure_curve(const Dataset& data, const TrainOptions& options = {}, const CurvePlan& plan = {},
                                        const Session& session = Session(),
                                        const std::optional<Dataset>& validation = std::nullopt);

}  // namespace treewright
