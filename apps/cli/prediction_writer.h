// Writes predictions batch by batch, as CSV, JSON, JSON Lines or Parquet.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "cli/flags/output_file.h"
#include "treewright/data/ids.h"
#include "treewright/io/bad_rows.h"
#include "treewright/io/read_by_schema.h"
#include "treewright/prediction/any_predictor.h"

namespace treewright::cli {

/// What the writers read; the caller keeps it alive longer than them.
struct PredictionSource {
    const AnyPredictor& predictor;
    const std::vector<KeptColumn>& kept;  ///< names and types, no cells
};

/// Where the rows of a batch ended.
struct BatchOutcome {
    std::span<const NodeId> leaves;
    std::span<const MixedRow> mixed;  ///< rows that end in several leaves, in their order
};

class PredictionWriter {
public:
    PredictionWriter() = default;
    PredictionWriter(const PredictionWriter&) = delete;
    PredictionWriter& operator=(const PredictionWriter&) = delete;
    virtual ~PredictionWriter() = default;

    virtual void write(const SchemaRows& batch, const BatchOutcome& outcome) = 0;
    /// Instead of a row that does not fit, and says why. Where rows name their cells this keeps answers in step.
    virtual void leave_out(const BadRow& /*row*/) {}
    /// To be called once, after the last batch.
    virtual void finish() = 0;
};

enum class PredictionFormat {
    csv,
    json,
    json_lines,  ///< an object per row
    parquet
};

[[nodiscard]] std::unique_ptr<PredictionWriter> make_prediction_writer(PredictionFormat format, const PredictionSource& source,
                                                                       OutputFile& out);

}  // namespace treewright::cli
