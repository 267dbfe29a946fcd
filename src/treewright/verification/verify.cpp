#include "treewright/verification/verify.h"

#include <fmt/format.h>

#include <algorithm>

#include "treewright/base/error.h"
#include "treewright/base/sha256.h"
#include "treewright/base/spelling.h"
#include "treewright/data/parameter_entry.h"
#include "treewright/prediction/any_model.h"
#include "treewright/verification/consumers/consumer.h"
#include "treewright/verification/replay/answer_comparison.h"
#include "treewright/verification/replay/identify.h"

namespace treewright {

namespace {

using VerifyParameter = ParameterOf<VerifyOptions>;

/// The compiler stops here when an option is added: give it an entry below and a name here.
[[maybe_unused]] void every_verify_option_has_its_entry(const VerifyOptions& options) {
    [[maybe_unused]] const auto& [trust, timeout, python, probe_rows] = options;
}

template <class Access>
VerifyParameter about_verifying(Parameter declared, Access access) {
    VerifyParameter parameter = entry_of<VerifyOptions>(std::move(declared), access);
    parameter.group = ParameterGroup::verifying;
    return parameter;
}

std::vector<VerifyParameter> entries_about_verifying() {
    return {
        about_verifying({.name = "trust", .sentence = "Run the export even if it is not what the model exports now."},
                        [](auto& o) -> auto& { return o.trust; }),
        about_verifying({.name = "timeout",
                         .unit = "SECONDS",
                         .sentence = "How long the consumer may take for everything.",
                         .range = {0.1, 86400.0}},
                        [](auto& o) -> auto& { return o.timeout; }),
        about_verifying({.name = "python",
                         .unit = "FILE",
                         .sentence = "The Python that runs exports to Python and has the modules of other consumers.",
                         .usual_text = "the first python3 on PATH"},
                        [](auto& o) -> auto& { return o.python; }),
        about_verifying({.name = "probe-rows",
                         .unit = "ROWS",
                         .sentence = "Maximum number of rows that are made from the tree.",
                         .range = {1000.0, 10'000'000.0}},
                        [](auto& o) -> auto& { return o.probe_rows; }),
    };
}

/// Appends the user's rows to those of the tree.
void append_rows(ProbeRows& rows, const Table& data) {
    for (std::size_t i = 0; i < rows.table.columns.size(); ++i) {
        Column& column = rows.table.columns[i];
        const Column& more = data.columns[i];
        if (column.has_values()) {
            std::vector<double>& values = column.values.own();
            values.insert(values.end(), more.values.begin(), more.values.end());
        } else {
            column.codes.insert(column.codes.end(), more.codes.begin(), more.codes.end());
        }
    }
    rows.table.rows += data.rows;
    rows.kinds.resize(rows.table.rows, ProbeKind::data);
}

std::size_t first_line_that_differs(std::string_view a, std::string_view b) {
    const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
    return 1 + static_cast<std::size_t>(std::count(a.begin(), end, '\n'));
}

void refuse_untrusted(const Model& model, const ExportFile& file, const IdentifiedExport& found) {
    const std::string now = exported(model, *found.target, found.options);
    throw input_error(fmt::format(
        "{} is not what the model exports to {} now (they differ from line {} on), so it is not run: export it again, give the options that it "
        "was exported with ({}), or say {} to run it all the same",
        file.name, found.target->name, first_line_that_differs(file.bytes, now),
        found.target->options.empty() ? "none" : fmt::format("{}", fmt::join(found.target->options, ", ")), named("trust", "yes")));
}

void describe_rows(const ProbeRows& rows, VerificationResult& result) {
    result.rows = rows.table.rows;
    for (const ProbeKind kind : rows.kinds) ++result.rows_of_kind[static_cast<std::size_t>(kind)];
    result.leaves = rows.leaves;
    result.leaves_reached = rows.leaves_reached;
    result.left_out = rows.left_out;
}

ProbeRows rows_to_replay(const Model& model, const Table* data, const VerifyOptions& options) {
    ProbeLimits limits;
    limits.rows = options.probe_rows;
    ProbeRows rows = probe_rows(model, limits);
    if (data != nullptr) append_rows(rows, *data);
    return rows;
}

void replay_on(const Consumer& consumer, const Replay& replay, const ProbeRows& rows, const Workplace& place, VerificationResult& result) {
    const std::vector<Tool> tools = consumer.find(place);
    for (const Tool& tool : tools)
        if (!tool.version.empty()) result.tools.emplace_back(tool.name, tool.version);
    result.is_replayed = true;
    const Answers expected = expected_answers(replay.model, rows.table, place.progress());
    try {
        compare_answers(expected, consumer.replay(replay, tools, place), replay.model, rows, result);
    } catch (const ReplayFailure& failure) {
        result.failure = failure.what();
    }
}

}  // namespace

std::span<const ParameterOf<VerifyOptions>> verify_parameters() {
    static const std::vector<VerifyParameter> list = entries_about_verifying();
    return list;
}

VerificationResult verify_export(const Model& model, const ExportFile& file, const Table* data, const VerifyOptions& options,
                                 const Run& run) {
    run.progress.report("comparing the export", 0.0);
    const IdentifiedExport found = identify(model, file);
    VerificationResult result;
    result.target = found.target->name;
    result.options = options_in_effect(found);
    result.content_hash = model.provenance.content_hash;
    result.model_sha256 = sha256_hex(bytes_of(model));
    result.export_sha256 = sha256_hex(file.bytes);
    result.is_equal = found.is_equal;
    result.is_regression = model.schema.task() == Task::regression;
    const Consumer* consumer = consumer_of(found.target->name, found.options);
    if (!found.is_equal && !options.trust) refuse_untrusted(model, file, found);
    if (consumer == nullptr) return result;
    run.progress.report("making rows", 0.1);
    const ProbeRows rows = rows_to_replay(model, data, options);
    describe_rows(rows, result);
    run.progress.report("replaying the export", 0.2);
    const Workplace place(run.progress, options.timeout, options.python);
    replay_on(*consumer, {model, found.options, file.bytes, rows.table}, rows, place, result);
    return result;
}

}  // namespace treewright
