#include "treewright/export/onnx/graph.h"

#include <fmt/format.h>

#include <string>

namespace treewright {

namespace {

constexpr std::size_t most_shared_numbers = 8;

// The numbers of ONNX's fields, of the messages that this file writes.
namespace node_field {
constexpr std::uint32_t input = 1;
constexpr std::uint32_t output = 2;
constexpr std::uint32_t op_type = 4;
constexpr std::uint32_t attribute = 5;
constexpr std::uint32_t domain = 7;
}  // namespace node_field

namespace graph_field {
constexpr std::uint32_t node = 1;
constexpr std::uint32_t name = 2;
constexpr std::uint32_t initializer = 5;
constexpr std::uint32_t input = 11;
constexpr std::uint32_t output = 12;
}  // namespace graph_field

namespace attribute_field {
constexpr std::uint32_t name = 1;
constexpr std::uint32_t real = 2;
constexpr std::uint32_t integer = 3;
constexpr std::uint32_t tensor = 5;
constexpr std::uint32_t graph = 6;
constexpr std::uint32_t reals = 7;
constexpr std::uint32_t integers = 8;
constexpr std::uint32_t texts = 9;
constexpr std::uint32_t type = 20;
}  // namespace attribute_field

/// AttributeProto.AttributeType.
enum class AttributeType : std::int64_t { real = 1, integer = 2, tensor = 4, graph = 5, reals = 6, integers = 7, texts = 8 };

struct AttributeWriter {
    ProtoMessage& message;

    void operator()(std::int64_t value) const { typed(AttributeType::integer).integer(attribute_field::integer, value); }
    void operator()(float value) const { typed(AttributeType::real).real(attribute_field::real, value); }
    void operator()(const std::vector<std::int64_t>& values) const {
        typed(AttributeType::integers).integers(attribute_field::integers, values);
    }
    void operator()(const std::vector<float>& values) const { typed(AttributeType::reals).reals(attribute_field::reals, values); }
    void operator()(const std::vector<std::string>& values) const {
        message.integer(attribute_field::type, static_cast<std::int64_t>(AttributeType::texts));
        for (const std::string& value : values) message.text(attribute_field::texts, value);
    }
    void operator()(const OnnxTensor& tensor) const {
        typed(AttributeType::tensor).message(attribute_field::tensor, tensor.proto());
    }
    void operator()(const ProtoMessage& graph) const { typed(AttributeType::graph).message(attribute_field::graph, graph); }

private:
    [[nodiscard]] ProtoMessage& typed(AttributeType type) const {
        return message.integer(attribute_field::type, static_cast<std::int64_t>(type));
    }
};

/// A ValueInfoProto: name (1), type (2) with a tensor type (1) of an element type (1) and a shape (2), doc_string (3).
ProtoMessage value_info(const OnnxPort& port) {
    ProtoMessage shape;
    for (const std::string& size : port.shape) {
        const bool is_number = size.find_first_not_of("0123456789") == std::string::npos;
        ProtoMessage dimension;
        if (is_number)
            dimension.integer(1, std::stoll(size));
        else
            dimension.text(2, size);
        shape.message(1, dimension);
    }
    ProtoMessage tensor_type;
    tensor_type.integer(1, static_cast<std::int64_t>(port.type)).message(2, shape);
    ProtoMessage info;
    info.text(1, port.name).message(2, ProtoMessage().message(1, tensor_type));
    if (!port.doc.empty()) info.text(3, port.doc);
    return info;
}

}  // namespace

ProtoMessage OnnxAttribute::proto() const {
    ProtoMessage message;
    message.text(attribute_field::name, name_);
    std::visit(AttributeWriter{message}, value_);
    return message;
}

OnnxValue OnnxGraph::fresh_name() {
    for (;;) {
        OnnxValue name = fmt::format("v{}", names_->made++);
        if (names_->taken.insert(name).second) return name;
    }
}

OnnxValue OnnxGraph::input(OnnxPort port) {
    inputs_.push_back(value_info(port));
    return std::move(port.name);
}

void OnnxGraph::output(const OnnxValue& value, const OnnxPort& port) {
    add_node({"Identity", {value}}, {port.name});
    outputs_.push_back(value_info(port));
}

OnnxValue OnnxGraph::constant(const OnnxTensor& tensor) {
    const bool is_small = tensor.size() <= most_shared_numbers;
    const std::string key = is_small ? tensor.proto().bytes() : std::string();
    const auto known = small_constants_.find(key);
    if (is_small && known != small_constants_.end()) return known->second;
    OnnxValue name = fresh_name();
    constants_.push_back(tensor.proto(name));
    if (is_small) small_constants_.emplace(key, name);
    return name;
}

std::vector<OnnxValue> OnnxGraph::add(const Call& call, std::size_t results) {
    std::vector<OnnxValue> names;
    for (std::size_t i = 0; i < results; ++i) names.push_back(fresh_name());
    add_node(call, names);
    return names;
}

void OnnxGraph::add_node(const Call& call, const std::vector<OnnxValue>& results) {
    ProtoMessage node;
    for (const OnnxValue& name : call.inputs) node.text(node_field::input, name);
    for (const OnnxValue& name : results) node.text(node_field::output, name);
    node.text(node_field::op_type, call.operation);
    for (const OnnxAttribute& attribute : call.attributes) node.message(node_field::attribute, attribute.proto());
    if (!call.domain.empty()) node.text(node_field::domain, call.domain);
    nodes_.push_back(std::move(node));
}

OnnxValue OnnxGraph::gather(const OnnxValue& from, const OnnxValue& positions, std::int64_t axis) {
    return add({"Gather", {from, positions}, {{"axis", axis}}});
}

OnnxValue OnnxGraph::cast(const OnnxValue& value, OnnxType type) {
    return add({"Cast", {value}, {{"to", static_cast<std::int64_t>(type)}}});
}

OnnxValue OnnxGraph::where(const OnnxValue& condition, const OnnxValue& yes, const OnnxValue& no) {
    return add({"Where", {condition, yes, no}});
}

OnnxValue OnnxGraph::concatenated(const std::vector<OnnxValue>& blocks) {
    if (blocks.size() == 1) return blocks.front();
    return add({"Concat", blocks, {{"axis", std::int64_t{1}}}});
}

OnnxValue OnnxGraph::as_list(const OnnxValue& column) {
    return add({"Reshape", {column, constant(OnnxTensor::list({-1}))}});
}

OnnxValue OnnxGraph::as_column(const OnnxValue& list) {
    return add({"Reshape", {list, constant(OnnxTensor::list({-1, 1}))}});
}

ProtoMessage OnnxGraph::proto() const {
    ProtoMessage graph;
    for (const ProtoMessage& node : nodes_) graph.message(graph_field::node, node);
    graph.text(graph_field::name, name_);
    for (const ProtoMessage& tensor : constants_) graph.message(graph_field::initializer, tensor);
    for (const ProtoMessage& port : inputs_) graph.message(graph_field::input, port);
    for (const ProtoMessage& port : outputs_) graph.message(graph_field::output, port);
    return graph;
}

}  // namespace treewright
