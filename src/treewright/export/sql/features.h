// The columns that a query reads: what it calls them, what they must hold, and how a value of theirs is compared.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "treewright/export/sql/dialect.h"
#include "treewright/tree/model.h"

namespace treewright {

enum class SqlFeatureKind {
    number,  ///< compared with numbers
    moment,  ///< a date or a time, compared with such
    level,   ///< a category or an ordered category, compared with the names of its levels
};

/// A feature that the tree asks about.
struct SqlFeature {
    SqlFeatureKind kind = SqlFeatureKind::number;
    const ColumnSchema* column = nullptr;          ///< in the model's schema
    std::string value;                             ///< the expression that is compared
    bool may_hold_no_number = false;               ///< NaN, which means missing; else only NULL does
    std::string null_test;                         ///< NULL where the value is
    std::vector<std::vector<std::string>> levels;  ///< the literals of each; none: it means missing
};

class SqlFeatures {
public:
    /// An input `Error` for names, levels or thresholds that the database cannot hold.
    SqlFeatures(const Model& model, const SqlRules& rules);

    /// One that the tree asks about.
    [[nodiscard]] const SqlFeature& at(FeatureId feature) const { return *features_[feature]; }
    /// The columns of the table that are read, in the order of the schema.
    [[nodiscard]] const std::vector<ColumnSchema>& sources() const { return sources_; }
    /// Whether the tree asks about each feature.
    [[nodiscard]] std::vector<bool> asked() const;

private:
    void check_names() const;
    [[nodiscard]] SqlFeature feature_of(const ColumnSchema& column, const ColumnSchema& source) const;

    const SqlRules& rules_;
    std::vector<std::optional<SqlFeature>> features_;
    std::vector<ColumnSchema> sources_;
};

/// Whether a column holds the texts false and true, or truth values.
[[nodiscard]] bool holds_truth(const ColumnSchema& column);

/// The last moment at or before a threshold, as a literal: of a date the day after it, since a column may hold times.
[[nodiscard]] std::string sql_moment_after(const SqlRules& rules, const ColumnSchema& column, double threshold);

}  // namespace treewright
