// An export replayed on its real consumer: a compiler, an interpreter, a database or a runtime answers rows that the tree itself suggests
// (probe_rows.h) and the user's own, and its answers are compared with those of the model: the label, the leaf, and every bit of the
// probabilities.
//
// Whatever is replayed is run. So only an export is that the model makes now, byte by byte; another one only if the user trusts it.
#pragma once

#include <array>
#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "treewright/base/run.h"
#include "treewright/data/parameter.h"
#include "treewright/data/table.h"
#include "treewright/export/targets.h"
#include "treewright/tree/model.h"
#include "treewright/verification/probe_rows.h"

namespace treewright {

/// What a user says about a verification.
struct VerifyOptions {
    bool trust = false;
    double timeout = 300.0;  ///< in seconds, for everything that the consumer does
    std::string python = {};  ///< empty: the first python3 on PATH
    std::size_t probe_rows = 20'000;
};
std::span<const ParameterOf<VerifyOptions>> verify_parameters();

/// A file that may be an export of the model.
struct ExportFile {
    std::string name;  ///< for messages; its extension says what it may be
    std::string bytes;
    std::string target = {};        ///< empty: found out
    ExportOptions options = {};     ///< what it was exported with
    std::set<std::string> given = {};  ///< the names of the options that are known; the others are found out
};

/// A row that the consumer answers otherwise.
struct AnswerDifference {
    std::size_t row = 0;  ///< of the probe rows, then of the data
    ProbeKind kind = ProbeKind::leaf;
    std::string what;      ///< "label", "leaf", "probability of 'yes'", "value", "refusal"
    std::string expected;  ///< by the model
    std::string found;     ///< by the export
    std::vector<std::pair<std::string, std::string>> cells;  ///< names and values
};

struct VerificationResult {
    std::string target;
    std::vector<NamedOption> options;  ///< of the export, as found out
    std::string content_hash;          ///< of the model's training rows
    std::string model_sha256;          ///< of the model file
    std::string export_sha256;
    bool is_equal = false;     ///< the model makes the same bytes now
    bool is_replayed = false;  ///< false for what nothing runs, such as a drawing
    std::vector<std::pair<std::string, std::string>> tools;  ///< names and versions

    std::size_t rows = 0;
    std::array<std::size_t, probe_kinds> rows_of_kind{};  ///< by `ProbeKind`
    std::size_t skipped = 0;                              ///< rows with values that the consumer cannot hold
    std::size_t leaves = 0;
    std::size_t leaves_reached = 0;
    std::size_t left_out = 0;  ///< probes, by their limit

    bool is_regression = false;
    bool compares_leaves = false;       ///< the target says the leaf
    bool compares_predictions = false;  ///< it says the label or the value
    bool compares_probabilities = false;
    std::size_t different_refusals = 0;
    std::size_t different_labels = 0;
    std::size_t different_leaves = 0;
    std::size_t different_probabilities = 0;  ///< rows
    std::size_t different_values = 0;
    std::vector<AnswerDifference> first;  ///< some differences
    std::string failure;                  ///< why the consumer did not answer; empty if it did

    [[nodiscard]] std::size_t differences() const {
        return different_refusals + different_labels + different_leaves + different_probabilities + different_values;
    }
    /// Whether every answer is that of the model; of what is not replayed, whether it is what the model exports.
    [[nodiscard]] bool passed() const { return is_replayed ? failure.empty() && differences() == 0 : is_equal; }
};

/// `data`: rows of the user's, the features by the model's schema; may be null. A usage `Error` if it cannot be found out what the file is, an
/// input `Error` if it is not what the model exports now and not trusted, a system `Error` for a consumer that is not installed.
[[nodiscard]] VerificationResult verify_export(const Model& model, const ExportFile& file, const Table* data, const VerifyOptions& options,
                                               const Run& run);

}  // namespace treewright
