// The columns of a table and how informative each is about a target; as text and JSON.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "treewright/base/messages.h"
#include "treewright/base/run.h"
#include "treewright/base/spelling.h"
#include "treewright/data/column_facts.h"
#include "treewright/data/parameter.h"
#include "treewright/data/prepare.h"
#include "treewright/export/gain_table.h"
#include "treewright/export/table_text.h"

namespace treewright {

struct ColumnDescription {
    ColumnSchema schema;
    ColumnFacts facts;
    std::optional<std::array<double, 3>> quartiles = {};  ///< of a column of values
    std::vector<FarCode> far_codes = {};                  ///< values that may mean missing
};

/// How informative each feature is by itself.
struct TargetGains {
    TrainingSet set;
    std::vector<ThresholdWish> wishes;
    GainTable table;
};

struct TableDescription {
    std::size_t rows = 0;
    std::vector<ColumnDescription> columns;
    std::optional<TargetGains> gains = {};
};

TableDescription describe(const Table& table);

/// Thresholds of one column, as a user writes them.
struct AskedThresholds {
    std::string column;
    std::vector<std::string> thresholds;
};
/// Only rows of a level of a category, as under a branch of a tree.
struct RowCondition {
    std::string column;
    std::string level;
};
/// What a user wants to know besides the columns.
struct DescribeOptions {
    std::vector<AskedThresholds> at = {};
    std::vector<RowCondition> where = {};
};
std::span<const ParameterOf<DescribeOptions>> describe_parameters();

/// Identifiers are kept: here they are described, not learned from. Says what `prepare` has to say about target and weights; what it says about
/// columns is among the remarks of the description. An input `Error` for a threshold that the table has no use for.
TargetGains target_gains(Table table, PrepareOptions options, const std::vector<AskedThresholds>& thresholds, const Run& run);

/// How a description is written.
struct DescriptionStyle {
    std::string heading;    ///< what comes before the number of columns: "golf.csv: 14 rows"
    bool weighted = false;  ///< the rows have weights, so that identifiers repeat
    TextStyle text = {};
    Spelling spelling = plain_spelling;
    std::string target = {};  ///< its column, which is not a feature; empty: none
};
/// Names, types, missing and distinct values, and which values there are.
TextTable columns_table(const std::vector<ColumnDescription>& columns);
std::string description_text(const TableDescription& description, const DescriptionStyle& style);
/// `file`: what the table was read from.
std::string description_json(const TableDescription& description, const std::string& file);

}  // namespace treewright
