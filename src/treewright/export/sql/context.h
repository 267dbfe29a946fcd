// What all parts of a query share: the tree, the database, the columns, and names for what the query itself makes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "treewright/export/sql/features.h"
#include "treewright/export/sql/query_layout.h"
#include "treewright/export/sql/questions.h"
#include "treewright/tree/lowered.h"
#include "treewright/tree/model.h"

namespace treewright {

class SqlContext {
public:
    /// An input `Error` for what the database cannot hold. The model must outlive it.
    SqlContext(const Model& model, const SqlRules& rules, const std::string& table);
    SqlContext(const SqlContext&) = delete;
    SqlContext& operator=(const SqlContext&) = delete;

    [[nodiscard]] const Model& model() const { return model_; }
    [[nodiscard]] const SqlRules& rules() const { return rules_; }
    [[nodiscard]] const LoweredTree& tree() const { return tree_; }
    [[nodiscard]] const SqlFeatures& features() const { return features_; }
    [[nodiscard]] const SqlQuestions& questions() const { return questions_; }
    [[nodiscard]] const std::string& table() const { return table_; }
    [[nodiscard]] const std::vector<NodeId>& leaves() const { return leaves_; }
    [[nodiscard]] bool is_classification() const { return model_.schema.task() == Task::classification; }
    [[nodiscard]] const std::vector<std::string>& classes() const { return model_.schema.classes(); }

    /// A name of the query's own, which is neither the table's nor that of a column that is read.
    [[nodiscard]] std::string own(std::string_view name) const { return std::string(name) + suffix_; }
    [[nodiscard]] std::string own(std::string_view name, std::size_t number) const;

    /// The label of a class, or the number that a leaf predicts.
    [[nodiscard]] std::string prediction(NodeId leaf) const;
    [[nodiscard]] std::string class_label(ClassId label) const;
    /// The share of each class in a leaf; empty for regression.
    [[nodiscard]] std::vector<double> shares(NodeId leaf) const;

private:
    const Model& model_;
    const SqlRules& rules_;
    LoweredTree tree_;
    SqlFeatures features_;
    SqlQuestions questions_;
    std::string table_;
    std::string suffix_;
    std::vector<NodeId> leaves_;
};

/// leaves (leaf, prediction, p1, …) AS (VALUES …): what each leaf predicts.
void write_leaf_table(const SqlContext& context, SqlLayout& layout);
/// "prediction", "p:no", "leaf": the columns that a query adds, as names in quotes.
[[nodiscard]] std::vector<std::string> sql_output_names(const SqlContext& context);

}  // namespace treewright
