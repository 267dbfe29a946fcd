// Rows with their labels, read by a schema: for evaluating a saved model, some thousand at a time or all at once.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "treewright/data/by_schema.h"
#include "treewright/data/ids.h"
#include "treewright/data/training_set.h"
#include "treewright/io/batch_reader.h"

namespace treewright {

struct LabelledFile {
    std::string path;
    std::string weight;  ///< name of the weight column; empty: none
    std::optional<WeightMeaning> weights_are = {};
    UnknownLabels unknown = UnknownLabels::refuse;
    std::string advice = {};               ///< how such rows could be left out, for the sentence that refuses them
    std::size_t rows_per_batch = 1 << 15;  ///< approximately
    std::vector<bool> needed = {};         ///< features that the file must have; empty: all
};

/// Features and classes have the codes of the schema. Weights are those of the file, sampling weights, too. Rows without a label or with weight 0 are left out. An input `Error` for a class that
/// the schema does not have, for a bad weight and for a target that is not finite.
class LabelledBatches {
public:
    /// The progress of the run is kept.
    LabelledBatches(LabelledFile file, const Schema& schema, const ReadOptions& options, const Run& run);

    LabelledBatches(const LabelledBatches&) = delete;  // the reader points into the schema
    LabelledBatches& operator=(const LabelledBatches&) = delete;

    /// False after the last. A batch may be empty.
    bool next(TrainingSet& batch);
    /// Reports the rows left out and the levels that the model never saw. Call at the end; an input `Error` if no row was left.
    void finish(Messages& messages) const;

private:
    [[nodiscard]] bool takes_part(const TrainingSet& batch, const SchemaRows& rows, RowId row);

    LabelledFile file_;
    Schema schema_;  ///< with label and weight as two more features
    std::unique_ptr<BatchReader> reader_;
    std::size_t silent_ = 0;   ///< rows without a label or weight
    std::size_t unknown_ = 0;  ///< rows of a class that the schema does not have
    std::set<std::string> unknown_names_ = {};
    std::size_t kept_ = 0;
};

/// All rows at once, as `LabelledBatches` gives them, sampling weights scaled to a mean of 1. Notes what it left out; an input `Error` if no row is left.
[[nodiscard]] TrainingSet read_labelled(LabelledFile file, const Schema& schema, const ReadOptions& options, const Run& run);

}  // namespace treewright
