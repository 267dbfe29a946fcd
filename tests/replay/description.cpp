#include "description.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "treewright/growing/presets.h"

namespace treewright::replay {

namespace {

using Json = nlohmann::json;

void require(bool condition, const char* what) {
    if (!condition) throw std::invalid_argument(what);
}

CriterionName criterion_named(const std::string& name) {
    if (name == "gini") return CriterionName::gini;
    if (name == "information-gain") return CriterionName::information_gain;
    if (name == "squared-error") return CriterionName::squared_error;
    throw std::invalid_argument("unknown criterion " + name);
}

GrowOptions parse_options(const Json& json) {
    GrowOptions options = preset_options(Preset::cart);
    options.criterion = criterion_named(json.at("criterion"));
    options.min_leaf = json.at("min_leaf");
    if (!json.at("max_depth").is_null()) options.max_depth = json.at("max_depth");
    return options;
}

Column parse_feature(const Json& values, std::size_t number) {
    Column column;
    column.schema.name = fmt::format("x{}", number);
    column.values = values.get<std::vector<double>>();
    return column;
}

Column parse_target(const Json& json) {
    Column target;
    target.schema.name = "y";
    const std::size_t classes = json.at("classes");
    if (classes == 0) {
        target.values = json.at("labels").get<std::vector<double>>();
        return target;
    }
    target.schema.type = ColumnType::categorical;
    for (std::size_t j = 0; j < classes; ++j) target.schema.levels.push_back(fmt::format("class {}", j));
    target.codes = json.at("labels").get<std::vector<std::int32_t>>();
    for (const std::int32_t code : target.codes)
        require(code >= 0 && code < static_cast<std::int32_t>(classes), "a label is not a class");
    return target;
}

TrainingSet parse_set(const Json& json) {
    TrainingSet set;
    set.target = parse_target(json);
    set.rows = set.target.size();
    for (const Json& column : json.at("columns")) {
        set.features.push_back(parse_feature(column, set.features.size()));
        require(set.features.back().size() == set.rows, "a column is not as long as the labels");
    }
    return set;
}

PeerNode parse_node(const Json& json) {
    PeerNode node;
    node.feature = json.at(0);
    node.rows = json.at(4);
    const Json& value = json.at(5);
    if (value.is_array())
        node.counts = value.get<std::vector<std::int64_t>>();
    else
        node.mean = value;
    if (node.is_leaf()) return node;
    node.threshold = json.at(1);
    node.left = json.at(2);
    node.right = json.at(3);
    return node;
}

/// Every node comes after its parent, so that a walk ends.
void check_links(const Description& description) {
    require(!description.nodes.empty(), "the tree has no nodes");
    for (std::size_t i = 0; i < description.nodes.size(); ++i) {
        const PeerNode& node = description.nodes[i];
        if (node.is_leaf()) continue;
        require(static_cast<std::size_t>(node.feature) < description.set.features.size(), "a node asks about no column");
        for (const std::size_t child : {node.left, node.right})
            require(child > i && child < description.nodes.size(), "a child does not come after its parent");
    }
}

}  // namespace

Description parse_description(std::string_view text) {
    const Json json = Json::parse(text);
    Description description{parse_set(json), parse_options(json), {}};
    for (const Json& node : json.at("nodes")) description.nodes.push_back(parse_node(node));
    check_links(description);
    return description;
}

}  // namespace treewright::replay
