// The words of a node, the same in every drawing: what it asks or predicts, its rows, its gain.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "treewright/data/ids.h"
#include "treewright/tree/model.h"

namespace treewright {

class NodeTexts {
public:
    /// The model must outlive it.
    explicit NodeTexts(const Model& model);
    explicit NodeTexts(const Model&& model) = delete;

    /// The feature that a split asks about.
    [[nodiscard]] const std::string& feature(NodeId number) const;
    /// What the node predicts, or would predict as a leaf.
    [[nodiscard]] std::string prediction(NodeId number) const;
    /// A number of the target, with the decimals that its spread needs.
    [[nodiscard]] std::string value(double number) const;

    /// "14 rows: 9 yes, 5 no", "3 rows, pure"; of a regression "8 rows: 188.1 ± 64.1". What a leaf predicts is not repeated. Counts that do
    /// not fit into the width are counted.
    [[nodiscard]] std::string rows(NodeId number, std::size_t counts_width) const;
    /// The same with names of classes shortened.
    [[nodiscard]] std::string short_rows(NodeId number, std::size_t counts_width) const;
    /// "costs", where a leaf predicts another class than most of its rows have; else empty.
    [[nodiscard]] std::string decided_by(NodeId number) const;
    /// "gain 0.247", with the test and "heuristic" where there are such.
    [[nodiscard]] std::string gain(NodeId number) const;

private:
    enum class Names { whole, shortened };
    [[nodiscard]] std::string rows_text_of(NodeId number, std::size_t counts_width, Names names) const;

    const Model& model_;
    std::vector<std::string> features_;
    std::optional<int> decimals_;
    bool adjusted_;  ///< p-values were multiplied by the number of tests
    std::string deciders_;
};

}  // namespace treewright
