// What a program has to know of a model, whatever its language: the features that the tree asks about, with identifiers; the leaves with
// their predictions; how a row without a value is treated. The questions themselves are read from the lowered tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "treewright/export/programs/identifiers.h"
#include "treewright/export/targets.h"
#include "treewright/tree/lowered.h"
#include "treewright/tree/model.h"

namespace treewright {

/// How a language names what stems from data.
struct Naming {
    Casing program = Casing::lower;
    Casing field = Casing::lower;      ///< features
    Casing constant = Casing::upper;   ///< levels
    bool constants_by_program = true;  ///< NAME_FEATURE_LEVEL: where constants share one scope with those of other programs
    bool constants_by_feature = true;  ///< FEATURE_LEVEL: where features share one scope; else `scope`, such as "Feature::"
};

struct ProgramFeature {
    FeatureId number = 0;  ///< in the schema
    const ColumnSchema* column = nullptr;
    std::string field = {};  ///< in the struct of a row; also a local variable
    std::string type = {};   ///< Pascal: the scope of its constants where it has one of its own
    std::string prefix = {};  ///< of its constants, without a "_" behind it; or empty
    std::vector<std::string> constants = {};  ///< for each level; empty if there are too many

    [[nodiscard]] bool has_levels() const { return column->type == ColumnType::ordered || !is_value(); }
    /// Whether it is compared with thresholds.
    [[nodiscard]] bool is_value() const { return holds_values(column->type); }
};

struct ProgramLeaf {
    NodeId node = 0;
    ClassId label = no_class;
    double value = 0.0;      ///< regression
    double weight = 0.0;     ///< of the training rows
    std::size_t shares = 0;  ///< classification: which of `Program::shares`
};

class Program {
public:
    /// An input `Error` if the tree is too large for a program.
    Program(const Model& model, const ExportOptions& options, const Naming& naming);

    [[nodiscard]] const Model& model() const { return model_; }
    [[nodiscard]] const LoweredTree& tree() const { return lowered_; }
    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] bool is_classification() const { return model_.schema.task() == Task::classification; }
    [[nodiscard]] const std::vector<std::string>& classes() const { return model_.schema.classes(); }
    [[nodiscard]] const std::vector<double>& losses() const { return model_.tree.losses; }

    /// For each class; empty if there are too many, and in regression.
    [[nodiscard]] const std::vector<std::string>& label_constants() const { return label_constants_; }

    /// Those that the tree asks about, surrogates included, in the order of the schema.
    [[nodiscard]] const std::vector<ProgramFeature>& features() const { return features_; }
    [[nodiscard]] const ProgramFeature& feature(FeatureId number) const { return features_[positions_[number]]; }
    [[nodiscard]] std::size_t position_of_feature(FeatureId number) const { return positions_[number]; }

    /// In preorder.
    [[nodiscard]] const std::vector<ProgramLeaf>& leaves() const { return leaves_; }
    /// The position in `leaves` of a step that is a leaf.
    [[nodiscard]] std::size_t leaf_at(std::uint32_t step) const { return leaf_positions_[step]; }
    /// The class shares of leaves; equal ones once.
    [[nodiscard]] const std::vector<std::vector<double>>& shares() const { return shares_; }

    /// Whether a row without a value goes down several branches somewhere.
    [[nodiscard]] bool has_parts() const { return has_parts_; }
    /// Whether a row without a value is refused.
    [[nodiscard]] bool refuses() const { return refuses_; }
    [[nodiscard]] std::size_t depth() const { return depth_; }
    /// Questions, surrogates included.
    [[nodiscard]] std::size_t tests() const { return tests_; }
    /// The largest number of branches of a question.
    [[nodiscard]] std::size_t most_branches() const { return most_branches_; }

private:
    void read_steps();
    void read_leaf(std::uint32_t number, const LoweredLeaf& leaf, std::map<std::vector<double>, std::size_t>& known_shares);
    void name_features(const Naming& naming);
    void name_levels(const Naming& naming);
    void name_labels(const Naming& naming, Identifiers& shared);

    const Model& model_;
    LoweredTree lowered_;
    std::string name_;
    std::vector<std::string> label_constants_;
    std::vector<ProgramFeature> features_;
    std::vector<std::size_t> positions_;
    std::vector<ProgramLeaf> leaves_;
    std::vector<std::size_t> leaf_positions_;
    std::vector<std::vector<double>> shares_;
    bool has_parts_ = false;
    bool refuses_ = false;
    std::size_t depth_ = 0;
    std::size_t tests_ = 0;
    std::size_t most_branches_ = 2;
};

}  // namespace treewright
