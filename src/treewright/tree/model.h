// The model that is saved and shipped: a tree, the schema of its input, the options it was trained with and its provenance.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "treewright/data/schema.h"
#include "treewright/tree/tree.h"

namespace treewright {

/// The content hash of a tree that another program grew: its rows are not known.
inline constexpr std::string_view unknown_rows = "00000000000000000000000000000000";
/// The option that names such a program. What is made of the tree keeps it.
inline constexpr std::string_view grown_by = "grown-by";

/// What is needed to reproduce the training, besides the rows and the options. Never paths, times, threads or the name of the
/// weight column.
struct Provenance {
    double total_weight = 0.0;
    std::string content_hash;                ///< 32 hexadecimal digits; does not depend on the order of rows; or `unknown_rows`
    std::string program_version;             ///< of the program that grew the tree; of another than Treewright with its name
    std::optional<std::uint64_t> seed = {};  ///< of the random draws in training; none: unknown (format 1)
    std::vector<LeftOutColumn> left_out = {};  ///< columns of the table that are not in the schema, sorted by name
    std::vector<NamedOption> reading = {};     ///< options by which the table was read, as far as the user set them
    bool operator==(const Provenance&) const = default;
};

struct Model {
    Schema schema;
    std::vector<NamedOption> options;
    Provenance provenance;
    Tree tree;
    std::optional<Tree> unpruned;  ///< the tree as it was grown, if that was asked for and something was pruned

    [[nodiscard]] std::optional<std::string_view> option(std::string_view name) const {
        for (const NamedOption& option : options)
            if (option.name == name) return option.value;
        return std::nullopt;
    }
    bool operator==(const Model&) const = default;
};

}  // namespace treewright
